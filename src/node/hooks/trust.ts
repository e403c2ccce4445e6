import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { HookConsent, Trust } from '../../core/hookrun/trust.ts';
import { noTrust, parseTrust, trustText } from '../../core/hookrun/trust.ts';
import { reasonOf } from '../entries/settingsFile.ts';
import { lockHome } from '../homeLock.ts';
import { privateFolder } from '../privateFolder.ts';
import { realFolder } from '../realFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';
import { folderHash } from './folderHash.ts';
import { readBounded } from './readBounded.ts';

/** There is no such file, nor a folder that it could be in. */
const nowhere: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
const mostBytes = 16 * 1024 * 1024;

/**
 * What the person trusts. Never throws: a file that is damaged, newer than this Beckon or unreadable trusts nothing, nor is
 * it known then what the person said no to.
 */
export async function readTrust(home: string): Promise<Trust> {
  const read = await readFileOf(home);
  return typeof read === 'string' ? { ...noTrust, isUnknown: true } : read;
}

/** Whether a workspace is trusted: that very folder by its real path, none above or below it. */
export function isTrusted({ workspaces }: Trust, workspace: string): boolean {
  const real = realFolder('/', workspace);
  return real !== undefined && workspaces.includes(real);
}

/** Trusts a workspace or ends that; gives a sentence where it could not. */
export async function trustWorkspace(
  home: string,
  workspace: string,
  trusted: boolean,
): Promise<string | undefined> {
  const real = realFolder('/', workspace);
  // A folder that is gone can still be forgotten.
  const path = real ?? resolve(workspace);
  if (trusted && real === undefined) {
    return `There is no folder ${workspace}.`;
  }
  return changeTrust(home, (trust) => ({ ...trust, workspaces: withOr(trust.workspaces, path, trusted) }));
}

/**
 * Keeps what a person says about the hook in a folder as it is at this moment; gives a sentence where it could not.
 * Nobody can agree to a folder that has no hash, but everybody can say no to it.
 */
export async function consentTo(
  home: string,
  folder: string,
  { allowed, mayApprove, isOwn = false }: Omit<HookConsent, 'hash'> & { readonly isOwn?: boolean },
): Promise<string | undefined> {
  const path = await placedFolder(folder);
  const hash = await folderHash(path);
  // One of the person's own is run whatever is in its folder; only what it approves rests on that.
  if (allowed && hash === undefined && (mayApprove || !isOwn)) {
    return `The hook in ${folder} can't be allowed: it is too large, can't be read, or has a link that leads out of it.`;
  }
  const consent: HookConsent = { hash: hash ?? '', allowed, mayApprove: allowed && mayApprove };
  return changeTrust(home, (trust) => ({ ...trust, consents: { ...trust.consents, [path]: consent } }));
}

/** Switches the hook in a folder on or off, whatever else the person said about it; gives a sentence where it could not. */
export async function enableHook(
  home: string,
  folder: string,
  enabled: boolean,
): Promise<string | undefined> {
  const path = await placedFolder(folder);
  return changeTrust(home, (trust) => ({ ...trust, disabled: withOr(trust.disabled, path, !enabled) }));
}

/** The folder of a hook as it is found: by the real path of its place, and its own name there. */
export async function placedFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  const place = await realpath(dirname(path)).catch(() => dirname(path));
  return join(place, basename(path));
}

function withOr(list: readonly string[], one: string, isIn: boolean): readonly string[] {
  const others = list.filter((other) => other !== one);
  return isIn ? [...others, one] : others;
}

async function changeTrust(home: string, change: (trust: Trust) => Trust): Promise<string | undefined> {
  const file = pathOf(home);
  try {
    const lock = await lockHome(home, 'changing what is trusted');
    if ('code' in lock) {
      return `${file} ${lock.message}.`;
    }
    try {
      const read = await readFileOf(home);
      if (typeof read === 'string') {
        return sentences[read](file);
      }
      privateFolder(home);
      writeAtomic(file, trustText(change(read)));
      return undefined;
    } finally {
      await lock.release();
    }
  } catch (error) {
    return `${file} can't be written (${reasonOf(error)}).`;
  }
}

const sentences = {
  newer: (file: string) => `${file} was written by a newer Beckon; update Beckon to change it.`,
  damaged: (file: string) =>
    `${file} is damaged and is left as it is, so nothing is trusted; delete it to begin anew.`,
} as const;

async function readFileOf(home: string): Promise<Trust | 'newer' | 'damaged'> {
  try {
    const { bytes, isCut } = await readBounded(pathOf(home), mostBytes);
    return isCut ? 'damaged' : parseTrust(bytes.toString('utf8'));
  } catch (error) {
    return nowhere.has((error as NodeJS.ErrnoException).code ?? '') ? noTrust : 'damaged';
  }
}

function pathOf(home: string): string {
  return join(home, 'trust.json');
}
