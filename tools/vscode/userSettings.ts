import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

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

const ours: Readonly<Record<string, { readonly scope: string }>> = Object.assign(
  {},
  ...manifest.contributes.configuration.map(({ properties }) => properties),
);

/**
 * Writes the settings of a data folder, unless they are there: the person may have changed them since. A window of a
 * server takes those of scope `machine` only from the server's own file.
 */
export function writeUserSettings(dataDir: string, more: Readonly<Record<string, unknown>> = {}): void {
  const all = Object.entries({ ...quiet, ...more });
  const isOfMachine = ([key]: readonly [string, unknown]) => ours[key]?.scope === 'machine';
  writeNew(
    join(dataDir, 'User', 'settings.json'),
    all.filter((one) => !isOfMachine(one)),
  );
  writeNew(join(dataDir, 'Machine', 'settings.json'), all.filter(isOfMachine));
}

function writeNew(file: string, settings: readonly (readonly [string, unknown])[]): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(settings), null, 2)}\n`);
}
