import { constants } from 'node:fs';
import { access, lstat, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Refusal } from '../../core/settings/settingsText.ts';
import { isWithin } from '../../core/wire/ownerOf.ts';

/** A settings file as it lies on the disk. */
export type SettingsFile =
  | ({ readonly kind: 'absent' } & Target)
  | ({ readonly kind: 'text'; readonly bytes: Buffer; readonly text: string } & Target)
  | { readonly kind: 'refused'; readonly refusal: Refusal };

interface Target {
  /** The file behind all links. */
  readonly target: string;
  /** Whether the file, or its folder, is a link. */
  readonly isLink: boolean;
}

/** Where the links of a settings file may lead, besides the folder whose settings they are. */
export type LinkFolders = readonly string[] | 'anywhere';

/** The folder whose settings a file is, and where its links may lead besides. */
interface LinkRules {
  readonly root: string;
  readonly links: LinkFolders;
}

/**
 * Reads a settings file through its links, which may have come with a repository: one that leads elsewhere is refused.
 * What is no file is not opened: a pipe would never end.
 */
export async function readSettingsFile(
  path: string,
  { root, links }: LinkRules = { root: dirname(dirname(path)), links: 'anywhere' },
): Promise<SettingsFile> {
  try {
    const target = await targetOf(path);
    const folder = await targetOf(root);
    const isLink = target !== join(folder, relative(root, path));
    if (isLink && links !== 'anywhere' && !(await liesIn([folder, ...links], target))) {
      const message = `is a link to ${target}, which is not in its folder`;
      return refused('foreign-link', message, 'replace the link with a file');
    }
    const found = await stat(target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') {
        return undefined;
      }
      throw error;
    });
    if (!found) {
      return { kind: 'absent', target, isLink };
    }
    if (!found.isFile()) {
      const what = found.isDirectory() ? 'is a folder' : 'is not a file';
      return refused('not-a-file', `${what}, not a settings file`);
    }
    const bytes = await readFile(target);
    const text = decode(bytes);
    return text === undefined
      ? refused('not-text', 'is not UTF-8 text')
      : { kind: 'text', target, isLink, bytes, text };
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

async function liesIn(folders: readonly string[], target: string): Promise<boolean> {
  const real = await Promise.all(folders.map((folder) => targetOf(folder)));
  return real.some((folder) => isWithin(folder, target));
}

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

function refused(code: Refusal['code'], message: string, fix?: string): SettingsFile {
  return { kind: 'refused', refusal: { code, message, ...(fix === undefined ? {} : { fix }) } };
}
