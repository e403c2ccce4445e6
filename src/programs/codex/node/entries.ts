import type { EntryProgram, NodeEntries } from '../../../node/programNode.ts';
import { launch } from '../pure/launch.ts';
import { codex, codexName } from '../pure/names.ts';
import { settings } from '../pure/settings.ts';
import { codexConfig, codexHome, configFile, hooksFile } from './codexHome.ts';
import { findCodex, seenCodex, usualPrograms } from './findCodex.ts';
import { trusts } from './trust.ts';

/** Where the entries of Codex go. */
export const entries: NodeEntries = {
  file: hooksFile,
  configDir: codexHome,
  managed: () => [],
  folders: async (env) => [...(await codexConfig(env)).folders.keys()],
  standIns: ['top'],
  trusts,
  switchedOff: async ({ env }) =>
    (await codexConfig(env)).hooksOff ? { file: configFile(env), key: 'features.hooks' } : undefined,
  seen: seenCodex,
  find: findCodex,
  usual: usualPrograms,
  // What was reviewed.
  watched: (env) => [configFile(env)],
};

/** Codex as far as its entries are concerned. */
export const codexEntries: EntryProgram = {
  id: codex,
  name: codexName,
  launch,
  settings,
  node: { entries },
};
