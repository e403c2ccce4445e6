import type { EntryProgram, NodeEntries } from '../../../node/programNode.ts';
import { launch } from '../pure/launch.ts';
import { qwenCode, qwenCodeName } from '../pure/names.ts';
import { settings } from '../pure/settings.ts';
import { findQwen, seenQwen, usualPrograms } from './findQwen.ts';
import { qwenFolder } from './qwenHome.ts';
import { settingsFile, systemSettings, trusts } from './settingsFiles.ts';

/** Where the entries of Qwen Code go. */
export const entries: NodeEntries = {
  file: settingsFile,
  configDir: qwenFolder,
  managed: systemSettings,
  folders: async () => undefined,
  standIns: [],
  trusts,
  seen: seenQwen,
  find: findQwen,
  usual: usualPrograms,
};

/** Qwen Code as far as its entries are concerned. */
export const qwenCodeEntries: EntryProgram = {
  id: qwenCode,
  name: qwenCodeName,
  launch,
  settings,
  node: { entries },
};
