import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HookTrust } from '../../../core/settings/healthFacts.ts';
import type { SettingsAt, TrustSearch } from '../../../node/programNode.ts';
import { settingsObject } from '../pure/settingsObject.ts';
import { qwenFolder } from './qwenHome.ts';

/** The settings file of a place: one in a folder, and one of the person. */
export function settingsFile({ scope, workspace, env }: SettingsAt): string {
  return scope === 'user'
    ? join(qwenFolder(env), 'settings.json')
    : join(workspace, '.qwen', 'settings.json');
}

/** Where the administrator's settings are. */
export function systemSettings(): readonly string[] {
  switch (process.platform) {
    case 'darwin':
      return ['/Library/Application Support/QwenCode/settings.json'];
    case 'win32':
      return ['C:\\ProgramData\\qwen-code\\settings.json'];
    default:
      return ['/etc/qwen-code/settings.json'];
  }
}

/**
 * Whether Qwen Code runs the hooks of a folder: where the person switched folder trust on, only those of folders they
 * trust. The nearest folder about which something is said counts.
 */
export async function trusts({ folders, scope, env }: TrustSearch): Promise<HookTrust> {
  const own = await objectIn(join(qwenFolder(env), 'settings.json'));
  if (scope === 'user' || own === undefined || !wantsTrust(own)) {
    return 'unknown';
  }
  const file = env.QWEN_CODE_TRUSTED_FOLDERS_PATH || join(qwenFolder(env), 'trustedFolders.json');
  const told = (await objectIn(file)) ?? {};
  const parents = Object.keys(told).filter((folder) => told[folder] === 'TRUST_PARENT');
  const trusted = new Set(parents.map((folder) => dirname(folder)));
  const said = folders.flatMap((folder) => (trusted.has(folder) ? 'TRUST_FOLDER' : (told[folder] ?? [])));
  return said[0] === 'TRUST_FOLDER' || said[0] === 'TRUST_PARENT' ? 'trusted' : 'untrusted';
}

type Fields = Readonly<Record<string, unknown>>;

function wantsTrust({ security }: Fields): boolean {
  const { folderTrust } = (security ?? {}) as { readonly folderTrust?: { readonly enabled?: unknown } };
  return folderTrust?.enabled === true;
}

async function objectIn(file: string): Promise<Fields | undefined> {
  return settingsObject(await readFile(file, 'utf8').catch(() => ''));
}
