import { join } from 'node:path';
import { agentFile, agentPart } from '../../../tools/agentPrograms/agentPart.ts';
import { agentPrograms } from '../../../tools/agentPrograms/agentPrograms.ts';
import { cacheRoot } from '../../../tools/cache/cacheRoot.mjs';
import { ensurePart } from '../../../tools/cache/ensurePart.mjs';
import type { Progress } from '../../../tools/cache/progress.mjs';
import { removeTree } from '../../../tools/cache/removeTree.mjs';
import { type ChromiumPlace, findChromium } from '../../../tools/chromium/launchBrowser.ts';
import { makeVsix } from '../../../tools/packaging/makeVsix.ts';
import { makeSocketDir } from '../../../tools/start/demoPlaces.ts';
import { isInstalled, markInstalled } from '../../../tools/start/installedExtension.ts';
import { installVsix } from '../../../tools/vscode/installVsix.ts';
import { serverEnv } from '../../../tools/vscode/serverEnv.ts';
import { vscodePart } from '../../../tools/vscode/vscodePart.ts';

/** The heavy things a stage is built from, all of them on disk. */
export interface StageParts {
  readonly vscode: string;
  readonly chromium: ChromiumPlace;
  readonly claude: string;
  /** An extensions folder with the packaged product in it, and nothing else. */
  readonly extensions: string;
  /** Where logs and pictures go. */
  readonly runDir: string;
}

/** Brings the parts, and installs the product as it is now. Stages may share what comes of it. */
export async function bringStageParts(root: string, progress: Progress): Promise<StageParts> {
  const cache = { root: cacheRoot(), progress };
  const vscode = await ensurePart(vscodePart(), cache);
  const claudeCode = agentPrograms['claude-code'];
  const claude = agentFile(claudeCode, await ensurePart(agentPart(claudeCode), cache));
  const chromium = await findChromium(cache.root, progress);
  const vsix = await makeVsix(root, progress);
  const runDir = join(root, 'out', 'window');
  const extensions = join(runDir, 'extensions');
  if (!isInstalled(extensions, vsix.hash)) {
    removeTree(extensions);
    const env = serverEnv(join(runDir, 'home'), makeSocketDir());
    await installVsix(vscode, { vsix: vsix.path, extensionsDir: extensions, runDir, env });
    markInstalled(extensions, vsix.hash);
  }
  return { vscode, chromium, claude, extensions, runDir };
}

/** Where a stage writes down what did not end as it should: by then there is no test left to fail. */
export function problemsFile({ runDir }: Pick<StageParts, 'runDir'>): string {
  return join(runDir, 'problems.txt');
}
