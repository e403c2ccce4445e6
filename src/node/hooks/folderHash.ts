import { createHash } from 'node:crypto';
import { lstat, readdir, readlink, realpath } from 'node:fs/promises';
import { dirname, join, normalize, relative, resolve, sep } from 'node:path';
import { readBounded } from './readBounded.ts';

const mostFiles = 1000;
const mostBytes = 32 * 1024 * 1024;

/**
 * What stands for everything in the folder of a hook: the names, contents and kinds of its files, and whether each is
 * executable. Folders with nothing in them do not count.
 *
 * `undefined` where that cannot be said, so that nobody can agree to it: too much, something that cannot be read or is
 * no file, or a link that leads out, behind which things can change unseen.
 */
export async function folderHash(folder: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const paths = await filesIn(root);
    // Each with its length before it: no name can be taken for a content, nor two for one.
    const hash = createHash('sha256').update('beckon hook folder 1\n');
    const add = (bytes: Buffer) => hash.update(`${bytes.length}:`).update(bytes);
    let left = mostBytes;
    for (const path of paths) {
      const { kind, bytes } = await partAt(root, path, left);
      left -= bytes.length;
      hash.update(kind);
      add(Buffer.from(relative(root, path).split(sep).join('/')));
      add(bytes);
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}

/** The paths of everything that is no folder, in an order of their own. */
async function filesIn(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const left = [root];
  let seen = 0;
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      (entry.isDirectory() ? left : files).push(join(folder, entry.name));
      seen += 1;
      if (files.length > mostFiles || seen > 2 * mostFiles) {
        throw new Error('too many files');
      }
    }
  }
  return files.sort((a, b) => (a < b ? -1 : 1));
}

async function partAt(
  root: string,
  path: string,
  most: number,
): Promise<{ readonly kind: 'file' | 'program' | 'link'; readonly bytes: Buffer }> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) {
    const target = await readlink(path);
    // A target that goes through another link and back up could leave the folder on the way.
    const isPlain = normalize(target) === target.replace(/^\.\//u, '');
    const isInside = [resolve(dirname(path), target), await realpath(path)].every((one) =>
      one.startsWith(root + sep),
    );
    if (!isPlain || !isInside) {
      throw new Error('a link that leads out');
    }
    return { kind: 'link', bytes: Buffer.from(target) };
  }
  const { bytes, isCut } = await readBounded(path, most);
  if (isCut) {
    throw new Error('too large');
  }
  return { kind: (found.mode & 0o111) === 0 ? 'file' : 'program', bytes };
}
