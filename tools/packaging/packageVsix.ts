import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { atExit } from '../cache/cleanup.mjs';
import { fileSum } from '../cache/fileSum.mjs';
import { isAlive } from '../cache/isAlive.mjs';
import { UserError } from '../cache/userError.mjs';
import { runCaptured } from '../testing/runCaptured.ts';

/** A packaged extension; `hash` changes with anything that goes into it. */
export interface Vsix {
  readonly path: string;
  readonly hash: string;
}

/**
 * Packages what `dist/` and the manifest are now into `out/beckon.vsix`, or returns the package that is there if it
 * was made from the same files and is still what was made then.
 */
export async function packageVsix(root: string): Promise<Vsix> {
  const path = join(root, 'out', 'beckon.vsix');
  const stamp = `${path}.inputs`;
  const hash = inputsHash(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === stampText(path, hash)) return { path, hash };
  mkdirSync(join(root, 'out'), { recursive: true });
  rmSync(stamp, { force: true });
  sweepHalfMade(join(root, 'out'));
  // Put in place in one step, because another command may be about to install it.
  const making = join(root, 'out', `beckon-${process.pid}.vsix`);
  const forget = atExit(() => rmSync(making, { force: true }));
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const { output, ending } = await runCaptured(
    [
      process.execPath,
      vsce,
      'package',
      '--no-dependencies',
      '--allow-missing-repository',
      '--skip-license',
      '--no-rewrite-relative-links',
      '--out',
      making,
    ],
    { cwd: root, timeoutMs: 120_000 },
  );
  if (ending !== undefined || !existsSync(making)) {
    throw new UserError(
      `The extension could not be packaged: vsce ${ending ?? 'left no package'}.\n${output.trim()}`,
    );
  }
  renameSync(making, path);
  forget();
  writeFileSync(stamp, stampText(path, hash));
  return { path, hash };
}

/** Removes packages whose makers were killed before they could put them in place. */
function sweepHalfMade(out: string): void {
  for (const name of readdirSync(out)) {
    const pid = /^beckon-(\d+)\.vsix$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(out, name), { force: true });
  }
}

/** What the stamp beside a package says: what it was made from, how large it is and what is in it. */
function stampText(path: string, hash: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? `${JSON.stringify({ inputs: hash, size: stat.size, sum: fileSum(path) })}\n` : '';
}

/** .vscodeignore leaves everything out and lets some files in again: those, and the two files that say so. */
function inputsHash(root: string): string {
  const ignore = readFileSync(join(root, '.vscodeignore'), 'utf8');
  const letIn = [...ignore.matchAll(/^!(.+)$/gm)].map((line) => line[1] ?? '');
  const files = new Set(['package.json', '.vscodeignore', ...globSync(letIn, { cwd: root })]);
  const hash = createHash('sha256');
  for (const file of [...files].sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
