import { cacheRoot } from '../cache/cacheRoot.mjs';
import { withCloneLock } from '../cache/cloneLock.mjs';
import type { Progress } from '../cache/progress.mjs';
import { UserError } from '../cache/userError.mjs';
import { packageVsix } from '../packaging/packageVsix.ts';
import { type Level, type LevelResult, sumOf } from './level.ts';
import { runCaptured } from './runCaptured.ts';

/** The level that makes what a person installs: the bundles and the package count as one test each. */
export function buildLevel(root: string, progress: Progress): Level {
  return {
    name: 'build',
    exists: () => true,
    run: async () => sumOf([await buildInChild(root), await packageInProcess(root, progress)]),
  };
}

/** Builds the bundles in a process of its own, so that what esbuild prints can be shown after the level and not in the middle of it. */
export async function buildInChild(root: string): Promise<LevelResult> {
  const { output, ending } = await runCaptured([process.execPath, 'tools/build.ts'], {
    cwd: root,
    timeoutMs: 60_000,
  });
  if (ending === undefined) return { passed: 1, failed: 0, skipped: 0, report: '' };
  return { passed: 0, failed: 1, skipped: 0, report: output };
}

async function packageInProcess(root: string, progress: Progress): Promise<LevelResult> {
  try {
    await withCloneLock({ clone: root, root: cacheRoot(), progress }, () => packageVsix(root));
    return { passed: 1, failed: 0, skipped: 0, report: '' };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { passed: 0, failed: 1, skipped: 0, report: error.message };
  }
}
