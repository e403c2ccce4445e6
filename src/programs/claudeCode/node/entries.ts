import type { EntryProgram, NodeEntries } from '../../../node/programNode.ts';
import { launch } from '../pure/launch.ts';
import { claudeCode, claudeCodeName } from '../pure/names.ts';
import { settings } from '../pure/settings.ts';
import { claudeProjects } from './claudeProjects.ts';
import { findClaude, usualPrograms } from './findClaude.ts';
import { seenClaude } from './seenClaude.ts';
import { claudeFolder, settingsFile, systemSettings, trusts } from './settingsFiles.ts';

/** Where the entries of Claude Code go. */
export const entries: NodeEntries = {
  file: settingsFile,
  configDir: claudeFolder,
  managed: systemSettings,
  folders: async (env) => {
    const projects = await claudeProjects(env);
    return projects && Object.keys(projects);
  },
  // Not on Windows.
  standIns: process.platform === 'win32' ? [] : ['top', 'main'],
  trusts,
  seen: seenClaude,
  find: findClaude,
  usual: usualPrograms,
};

/** Claude Code as far as its entries are concerned. */
export const claudeCodeEntries: EntryProgram = {
  id: claudeCode,
  name: claudeCodeName,
  launch,
  settings,
  node: { entries },
};
