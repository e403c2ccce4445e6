import { globSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot } from '../cache/cacheRoot.mjs';
import { withCloneLock } from '../cache/cloneLock.mjs';
import { ensurePart } from '../cache/ensurePart.mjs';
import type { Progress } from '../cache/progress.mjs';
import { findChromium } from '../chromium/launchBrowser.ts';
import { packageVsix } from '../packaging/packageVsix.ts';
import { vscodePart } from '../vscode/vscodePart.ts';
import { buildInChild } from './buildLevel.ts';
import { bundleName } from './bundleHostTests.ts';
import { type HostOutcome, runHostTests } from './hostRun.ts';
import { type Level, type LevelResult, sumOf } from './level.ts';

/** A test file that kills the extension host in its second test. */
export const plantedDeath = 'test/host/planted/dies.ts';

/** The level that runs Mocha inside a real VS Code which has the packaged extension installed. */
export function hostLevel(root: string, progress: Progress): Level {
  const files = () => globSync('test/host/**/*.test.ts', { cwd: root }).sort();
  return { name: 'host', exists: () => files().length > 0, run: () => runLevel(root, files(), progress) };
}

async function runLevel(
  root: string,
  testFiles: readonly string[],
  progress: Progress,
): Promise<LevelResult> {
  if (!process.env.BECKON_VSCODE) await bringVscode(progress);
  const built = await buildInChild(root);
  if (built.failed > 0) return built;
  const where = { clone: root, root: cacheRoot(), progress };
  const { path: vsix } = await withCloneLock(where, () => packageVsix(root));
  const runDir = (name: string) => join(root, 'out', 'host', name);
  const results: LevelResult[] = [];
  for (const restricted of process.env.BECKON_VSCODE ? [false] : [false, true]) {
    const files = testFiles.filter((file) => isRestricted(file) === restricted);
    const name = restricted ? 'restricted' : 'tests';
    const outcome = await runHostTests(root, { runDir: runDir(name), testFiles: files, vsix, restricted });
    results.push(hostResult(outcome, files));
  }
  const planted = await runHostTests(root, { runDir: runDir('planted'), testFiles: [plantedDeath], vsix });
  return sumOf([...results, plantedResult(planted)]);
}

/** Whether a test file wants a window in Restricted Mode. */
function isRestricted(file: string): boolean {
  return /[\\/]restricted[\\/]/.test(file);
}

/** The program that acts like VS Code would bring these itself, but its progress would not be seen. */
async function bringVscode(progress: Progress): Promise<void> {
  const root = cacheRoot();
  await ensurePart(vscodePart(), { root, progress });
  await findChromium(root, progress);
}

/**
 * Counts the rows, and adds a failure for every file that is missing from them, for tests that did not come to their
 * end and for an end nothing explains.
 */
export function hostResult(outcome: HostOutcome, testFiles: readonly string[]): LevelResult {
  const { rows, cameToEnd, runDir, ending, output } = outcome;
  const failed = rows.filter((row) => row.state === 'failed');
  const silent = testFiles.filter((file) => !rows.some((row) => row.file === bundleName(file)));
  const unexplained = ending !== undefined && cameToEnd && failed.length + silent.length === 0;
  const problems = [
    ...failed.map((row) => `${row.title}\n${row.error}`),
    ...silent.map((file) => `${file} did not run a single test.`),
    ...(cameToEnd ? [] : ['The extension host ended before its tests did.']),
    ...(unexplained ? ['No test failed, yet VS Code did not say that they passed.'] : []),
  ];
  const told = failed.length === 0 && problems.length > 0 ? `\nWhat VS Code said:\n${output.trim()}\n` : '';
  return {
    passed: rows.filter((row) => row.state === 'passed').length,
    failed: problems.length,
    skipped: rows.filter((row) => row.state === 'skipped').length,
    report: `${problems.join('\n\n')}\n${told}\nPictures and logs are in ${runDir}`,
  };
}

/**
 * The level's test of itself: VS Code reports success when its extension host dies, so a test that kills the host is
 * run every time and has to come out as a failure.
 */
export function plantedResult(outcome: HostOutcome): LevelResult {
  const { failed } = hostResult(outcome, [plantedDeath]);
  const noticed = failed > 0 && outcome.rows.length === 1 && !outcome.cameToEnd;
  if (noticed) return { passed: 1, failed: 0, skipped: 0, report: '' };
  const report = `A test that kills the extension host was not reported as a failure.\n${outcome.output}\nLogs are in ${outcome.runDir}`;
  return { passed: 0, failed: 1, skipped: 0, report };
}
