import { rmSync, statSync } from 'node:fs';
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
import { hostLanes } from './hostLanes.ts';
import { type HostOutcome, installPackage, runHostTests } from './hostRun.ts';
import { type Level, type LevelResult, sumOf, testFilesOf } from './level.ts';

/** A test file that kills the extension host in its second test. */
export const plantedDeath = 'test/host/planted/dies.ts';

/** The level that runs Mocha inside a real VS Code which has the packaged extension installed. */
export function hostLevel(root: string, progress: Progress, only?: readonly string[]): Level {
  const files = () => testFilesOf(root, 'host', only);
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
  const hostDir = join(root, 'out', 'host');
  rmSync(hostDir, { recursive: true, force: true });
  const extensions = await installPackage(root, { runDir: join(hostDir, 'install'), vsix });
  const runIn = (name: string, files: readonly string[], restricted = false) =>
    runHostTests(root, { runDir: join(hostDir, name), testFiles: files, extensions, restricted });
  const lanes = hostLanes(testFiles, (file) => statSync(join(root, file)).size);
  const results = await allDone(
    lanes.map(async (windows, lane) => {
      const done: LevelResult[] = [];
      for (const { name, testFiles: files, restricted } of windows) {
        // A desktop VS Code under test is never restricted.
        if (restricted && process.env.BECKON_VSCODE) continue;
        done.push(hostResult(await runIn(name, files, restricted), files));
      }
      if (lane === 0) done.push(plantedResult(await runIn('planted', [plantedDeath])));
      return sumOf(done);
    }),
  );
  return sumOf(results);
}

/** What all come to; throws only when none is under way any more, so that no VS Code outlives its level. */
async function allDone<T>(running: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(running);
  return await Promise.all(running);
}

/** The program that acts like VS Code would bring these itself, but its progress would not be seen. */
async function bringVscode(progress: Progress): Promise<void> {
  const root = cacheRoot();
  await ensurePart(vscodePart(), { root, progress });
  await findChromium(root, progress);
}

/**
 * Counts the rows, and adds a failure for every file that is missing from them, for tests that did not come to their
 * end, for an end nothing explains, and for what was skipped without a desktop VS Code, the only reason there is.
 */
export function hostResult(
  outcome: HostOutcome,
  testFiles: readonly string[],
  maySkip = Boolean(process.env.BECKON_VSCODE),
): LevelResult {
  const { rows, cameToEnd, runDir, ending, output } = outcome;
  const failed = rows.filter((row) => row.state === 'failed');
  const skipped = rows.filter((row) => row.state === 'skipped');
  const silent = testFiles.filter((file) => !rows.some((row) => row.file === bundleName(file)));
  const unexplained = ending !== undefined && cameToEnd && failed.length + silent.length === 0;
  const problems = [
    ...failed.map((row) => `${row.title}\n${row.error}`),
    ...silent.map((file) => `${file} did not run a single test.`),
    ...(maySkip ? [] : skipped.map((row) => `${row.title} was skipped.`)),
    ...(cameToEnd ? [] : ['The extension host ended before its tests did.']),
    ...(unexplained ? ['No test failed, yet VS Code did not say that they passed.'] : []),
  ];
  const told = failed.length === 0 && problems.length > 0 ? `\nWhat VS Code said:\n${output.trim()}\n` : '';
  return {
    passed: rows.filter((row) => row.state === 'passed').length,
    failed: problems.length,
    skipped: skipped.length,
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
