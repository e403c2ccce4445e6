import { constants } from 'node:fs';
import { access, lstat, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Refusal } from '../../core/settings/settingsText.ts';

/** A settings file as it lies on the disk; `target` is the file behind all links. */
export type SettingsFile =
  | { readonly kind: 'absent'; readonly target: string }
  | { readonly kind: 'text'; readonly target: string; readonly bytes: Buffer; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads a settings file through its links. What is no file is not opened: a pipe would never end. */
export async function readSettingsFile(path: string): Promise<SettingsFile> {
  try {
    const target = await targetOf(path);
    const found = await stat(target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') {
        return undefined;
      }
      throw error;
    });
    if (!found) {
      return { kind: 'absent', target };
    }
    if (!found.isFile()) {
      const what = found.isDirectory() ? 'is a folder' : 'is not a file';
      return refused('not-a-file', `${what}, not a settings file`);
    }
    const bytes = await readFile(target);
    const text = decode(bytes);
    return text === undefined
      ? refused('not-text', 'is not UTF-8 text')
      : { kind: 'text', target, bytes, text };
  } catch (error) {
    return refused('unreadable', `cannot be read (${reasonOf(error)})`);
  }
}

/** Why a file that may be read may not be written; `undefined` where it may. */
export async function writeProblem(file: SettingsFile): Promise<Refusal | undefined> {
  if (file.kind !== 'text') {
    return undefined;
  }
  try {
    await access(file.target, constants.W_OK);
    return undefined;
  } catch (error) {
    return { code: 'unwritable', message: `cannot be written (${reasonOf(error)})` };
  }
}

/** What the system says about a failure, without paths and stacks; the words of an error that has none of its codes. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && reasons[code]) ?? (code && /^E[A-Z]+$/u.test(code) ? code : message);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'read-only disk',
  ENOSPC: 'disk full',
  ELOOP: 'a link that leads to itself',
  ENOTDIR: 'a part of its path is not a folder',
  ENOENT: 'a folder on its path is missing',
};

/** The file behind all links, also where it is not there yet. */
async function targetOf(path: string, hops = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || hops > 40) {
      throw error;
    }
  }
  const found = await lstat(path).catch(() => undefined);
  const folder = dirname(path);
  if (found?.isSymbolicLink()) {
    return targetOf(resolve(folder, await readlink(path)), hops + 1);
  }
  return folder === path ? path : join(await targetOf(folder, hops + 1), basename(path));
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(code: Refusal['code'], message: string): SettingsFile {
  return { kind: 'refused', refusal: { code, message } };
}
