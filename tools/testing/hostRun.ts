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
  readonly ms: number;
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

/** An empty folder for one VS Code, and what that is started with. */
function hostPlace(root: string, runDir: string) {
  rmSync(runDir, { recursive: true, force: true });
  mkdirSync(runDir, { recursive: true });
  const extensions = join(runDir, 'extensions');
  return {
    executable: hostExecutable(root),
    env: { ...process.env, BECKON_NODE: process.execPath, BECKON_RUN_DIR: runDir },
    own: ['--user-data-dir', join(runDir, 'data'), '--extensions-dir', extensions],
    extensions,
  };
}

/** Installs the package the way a person's VS Code does, and returns the folder of extensions it is in. */
export async function installPackage(
  root: string,
  { runDir, vsix }: { runDir: string; vsix: string },
): Promise<string> {
  const { executable, env, own, extensions } = hostPlace(root, runDir);
  const { output, ending } = await runCaptured([executable, ...own, '--install-extension', vsix], {
    cwd: root,
    env,
    timeoutMs,
  });
  if (ending === undefined && /was successfully installed/.test(output)) return extensions;
  throw new UserError(`VS Code did not install the package: it ${ending ?? 'ended'}.\n${output.trim()}`);
}

/**
 * Runs test files in the extension host of a VS Code that has a copy of `extensions`. Logs stay in `runDir`. With
 * `restricted` its window opens in Restricted Mode, which a desktop VS Code under test never does.
 */
export async function runHostTests(
  root: string,
  {
    runDir,
    testFiles,
    extensions,
    restricted = false,
  }: { runDir: string; testFiles: readonly string[]; extensions: string; restricted?: boolean },
): Promise<HostOutcome> {
  const place = hostPlace(root, runDir);
  const { executable, own } = place;
  const env = { ...place.env, ...(restricted ? { BECKON_RESTRICTED: '1' } : {}) };
  cpSync(extensions, place.extensions, { recursive: true });
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
