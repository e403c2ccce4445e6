import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SwitchedOff } from '../../../core/settings/healthFacts.ts';
import type { EntryProgram, NodeEntries, SettingsAt, TrustSearch } from '../../../node/programNode.ts';
import { parseJsonc, parseTrustedFolders } from '../pure/configFiles.ts';
import { launch } from '../pure/launch.ts';
import { copilotCli, copilotCliName } from '../pure/names.ts';
import { hookSwitches, settings } from '../pure/settings.ts';
import { copilotHome } from './copilotHome.ts';
import { findCopilot, seenCopilot, usualPrograms } from './findCopilot.ts';

const ownFile = 'beckon.json';

/** Where the entries of Copilot CLI go: a file of our own, among those that it reads in a folder of hooks. */
export const entries: NodeEntries = {
  file: ({ scope, workspace, env }: SettingsAt) =>
    scope === 'user'
      ? join(copilotHome(env), 'hooks', ownFile)
      : join(topOf(workspace), '.github', 'hooks', ownFile),
  configDir: copilotHome,
  managed: () => [],
  folders: trustedFolders,
  standIns: [],
  trusts,
  switchedOff,
  seen: seenCopilot,
  find: findCopilot,
  usual: usualPrograms,
};

/** Copilot CLI as far as its entries are concerned. */
export const copilotCliEntries: EntryProgram = {
  id: copilotCli,
  name: copilotCliName,
  launch,
  settings,
  node: { entries },
};

/** The top of the checkout that a folder is in, where Copilot CLI looks for hooks and nowhere else; without one, the folder. */
function topOf(workspace: string): string {
  for (let folder = workspace; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) {
      return folder;
    }
    if (folder === dirname(folder)) {
      return workspace;
    }
  }
}

/** The settings of a repository, in which one key switches off all hooks of everybody. Those of Claude Code count too. */
const switches = [
  '.github/copilot/settings.json',
  '.github/copilot/settings.local.json',
  '.claude/settings.json',
  '.claude/settings.local.json',
];

async function switchedOff({ workspace }: SettingsAt): Promise<SwitchedOff | undefined> {
  for (const file of switches.map((name) => join(topOf(workspace), name))) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const { off } = hookSwitches(parseJsonc(text));
    if (off?.is) {
      return { file, key: off.key };
    }
  }
  return undefined;
}

/** Whether the person told Copilot CLI to trust a folder: without that it runs no hooks of it. It always runs theirs. */
async function trusts({ folders, scope, env }: TrustSearch): Promise<'trusted' | 'untrusted' | 'unknown'> {
  const trusted = scope === 'user' ? undefined : await trustedFolders(env);
  if (trusted === undefined) {
    return 'unknown';
  }
  return folders.some((folder) => trusted.includes(folder)) ? 'trusted' : 'untrusted';
}

async function trustedFolders(env: NodeJS.ProcessEnv): Promise<readonly string[] | undefined> {
  try {
    return parseTrustedFolders(await readFile(join(copilotHome(env), 'config.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
