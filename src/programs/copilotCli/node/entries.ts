import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EntryProgram, NodeEntries, SettingsAt, TrustSearch } from '../../../node/programNode.ts';
import { launch } from '../pure/launch.ts';
import { copilotCli, copilotCliName } from '../pure/names.ts';
import { settings } from '../pure/settings.ts';
import { parseTrustedFolders } from '../pure/trustedFolders.ts';
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
