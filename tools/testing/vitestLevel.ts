import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Level, type LevelResult, levelFailure, testFilesOf } from './level.ts';
import { runCaptured } from './runCaptured.ts';

/** The part of vitest's JSON report that is read here. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Where a vitest level lives: `root` has the configuration, the tests and a place for reports. */
export interface VitestPlace {
  readonly root: string;
  readonly vitest: string;
  readonly timeoutMs: number;
  /** What the tests find in their environment besides that of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Runs only the test files that begin with one of these, such as `unit/core/view`. */
  readonly only?: readonly string[] | undefined;
}

/** A level of tests that vitest runs as the project of that name. */
export function vitestLevel(name: string, place: VitestPlace): Level {
  const files = () => testFilesOf(place.root, name, place.only);
  return { name, exists: () => files().length > 0, run: () => runVitest(name, files(), place) };
}

async function runVitest(name: string, files: readonly string[], place: VitestPlace): Promise<LevelResult> {
  const reportFile = join(place.root, 'out', 'reports', `${name}.json`);
  mkdirSync(join(reportFile, '..'), { recursive: true });
  rmSync(reportFile, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const wanted = place.only ? files.map((file) => join(place.root, file)) : [];
  const { output, ending } = await runCaptured(
    [process.execPath, place.vitest, 'run', '--root', place.root, '--project', name, ...reporters, ...wanted],
    { cwd: place.root, env: { ...process.env, ...place.env }, timeoutMs: place.timeoutMs },
  );
  const report = readReport(reportFile);
  if (!report)
    return levelFailure(`${output}\nvitest ${ending ?? 'ended'} and left no report of the ${name} level.`);
  return resultOf(report, { name, files, root: place.root, output, ending });
}

function resultOf(
  report: VitestReport,
  run: { name: string; files: readonly string[]; root: string; output: string; ending: string | undefined },
): LevelResult {
  // A file that cannot be loaded, or whose hooks fail, has no failed test to be counted.
  const broken = report.testResults.filter((file) => file.status === 'failed' && !hasTest(file, ['failed']));
  const ran = report.testResults.filter(
    (file) => hasTest(file, ['passed', 'failed']) || broken.includes(file),
  );
  const names = new Set(ran.map((file) => relative(run.root, file.name)));
  const silent = run.files.filter((file) => !names.has(file));
  const counted = report.numFailedTests + broken.length + silent.length;
  const unexplained = counted === 0 && run.ending !== undefined;
  const notes = [
    ...silent.map((file) => `${file} did not run a single test.`),
    ...(unexplained ? [`Every ${run.name} test passed, yet vitest ${run.ending}.`] : []),
  ];
  return {
    passed: report.numPassedTests,
    failed: counted + (unexplained ? 1 : 0),
    skipped: report.numPendingTests + report.numTodoTests,
    report: [run.output, ...notes].join('\n'),
  };
}

function hasTest(file: VitestReport['testResults'][number], states: readonly string[]): boolean {
  return file.assertionResults.some((test) => states.includes(test.status));
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
