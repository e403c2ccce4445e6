import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { atExit } from '../cache/cleanup.mjs';
import { UserError } from '../cache/userError.mjs';
import { runCaptured } from '../testing/runCaptured.ts';

/** A packaged extension; `hash` changes with anything that goes into it. */
export interface Vsix {
  readonly path: string;
  readonly hash: string;
}

/**
 * Packages what `dist/` and the manifest are now into `out/beckon.vsix`, or returns the package that is there if it
 * was made from the same files.
 */
export async function packageVsix(root: string): Promise<Vsix> {
  const path = join(root, 'out', 'beckon.vsix');
  const stamp = `${path}.inputs`;
  const hash = inputsHash(root);
  if (existsSync(path) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return { path, hash };
  mkdirSync(join(root, 'out'), { recursive: true });
  rmSync(stamp, { force: true });
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
  writeFileSync(stamp, hash);
  return { path, hash };
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
