import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../cache/userError.mjs';
import { bundleHostTests, type HostBundle } from './bundleHostTests.ts';
import { type Captured, runCaptured } from './runCaptured.ts';
import type { HostRequest } from './runHost.ts';

/** A test that came to an end in the host. */
export interface HostRow {
  readonly file: string;
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly error?: string;
}

/** How a run in the host went: what the program said, the tests it got through, and whether those were all. */
export interface HostOutcome extends Captured {
  readonly rows: readonly HostRow[];
  readonly cameToEnd: boolean;
  readonly runDir: string;
}

const timeoutMs = 900_000;

/** The VS Code of host tests: the desktop one that `BECKON_VSCODE` names, else ours behind a program that acts like it. */
function hostExecutable(root: string): string {
  const named = process.env.BECKON_VSCODE;
  if (!named) return join(root, 'tools', 'vscode', 'code-shim');
  if (!existsSync(named)) throw new UserError(`BECKON_VSCODE names ${named}, which does not exist.`);
  return named;
}

/**
 * Runs test files in the extension host of a VS Code that has the package installed. Logs stay in `runDir`. With
 * `restricted` its window opens in Restricted Mode, which a desktop VS Code under test never does.
 */
export async function runHostTests(
  root: string,
  {
    runDir,
    testFiles,
    vsix,
    restricted = false,
  }: { runDir: string; testFiles: readonly string[]; vsix: string; restricted?: boolean },
): Promise<HostOutcome> {
  rmSync(runDir, { recursive: true, force: true });
  mkdirSync(runDir, { recursive: true });
  const executable = hostExecutable(root);
  const trust = restricted ? { BECKON_RESTRICTED: '1' } : {};
  const env = { ...process.env, BECKON_NODE: process.execPath, BECKON_RUN_DIR: runDir, ...trust };
  const own = ['--user-data-dir', join(runDir, 'data'), '--extensions-dir', join(runDir, 'extensions')];
  const install = await runCaptured([executable, ...own, '--install-extension', vsix], {
    cwd: root,
    env,
    timeoutMs,
  });
  if (install.ending !== undefined || !/was successfully installed/.test(install.output)) {
    throw new UserError(
      `VS Code did not install the package: it ${install.ending ?? 'ended'}.\n${install.output.trim()}`,
    );
  }
  const bundle = await bundleHostTests(root, testFiles, join(runDir, 'driver'));
  const results = join(runDir, 'results.jsonl');
  const request = requestFor(root, { bundle, executable, own, runDir, results });
  const program = join(root, 'tools', 'testing', 'runHost.ts');
  const run = await runCaptured([process.execPath, program, JSON.stringify(request)], {
    cwd: root,
    env,
    timeoutMs,
  });
  return { ...run, runDir, ...readResults(results) };
}

/** Reads what test/host/index.ts wrote; a host that died may have left a line cut off, or no file at all. */
function readResults(file: string): Pick<HostOutcome, 'rows' | 'cameToEnd'> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const whole: readonly (HostRow | { readonly end: true })[] = lines.flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  return {
    rows: whole.filter((row): row is HostRow => !('end' in row)),
    cameToEnd: whole.some((row) => 'end' in row),
  };
}

function requestFor(
  root: string,
  run: { bundle: HostBundle; executable: string; own: readonly string[]; runDir: string; results: string },
): HostRequest {
  const workspace = join(run.runDir, 'workspace');
  cpSync(join(root, 'tools', 'demo'), workspace, { recursive: true });
  return {
    executable: run.executable,
    driver: run.bundle.driver,
    entry: run.bundle.entry,
    launchArgs: [workspace, ...run.own],
    env: { BECKON_TEST_FILES: JSON.stringify(run.bundle.files), BECKON_TEST_RESULTS: run.results },
  };
}
