import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** User settings under which VS Code shows the workspace and nothing it would like a newcomer to see first. */
const quiet = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'window.menuBarVisibility': 'compact',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Writes the user settings of a data folder, unless they are there: the person may have changed them since. */
export function writeUserSettings(dataDir: string, more: Readonly<Record<string, unknown>> = {}): void {
  const file = join(dataDir, 'User', 'settings.json');
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...quiet, ...more }, null, 2)}\n`);
}
