import { lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../cache/cleanup.mjs';
import { isAlive } from '../cache/isAlive.mjs';
import { removeTree } from '../cache/removeTree.mjs';
import { UserError } from '../cache/userError.mjs';

/** Where the demo keeps its things inside the clone; git ignores all of it, and deleting it is always safe. */
export interface DemoPlaces {
  readonly workspace: string;
  readonly extensions: string;
  readonly data: string;
  readonly home: string;
  /** What belongs to this one start: its log, its token. Gone when this process ends. */
  readonly run: string;
}

/**
 * The places of the demo that `npm start` shows in the browser; what starts left behind that are no longer alive is
 * removed. Throws a sentence if a file is where a folder has to be.
 */
export function demoPlaces(root: string): DemoPlaces {
  const demo = join(root, '.demo');
  const place = (name: string) => join(demo, name);
  const kept = {
    workspace: demoFolder(root),
    extensions: place('extensions'),
    data: place('data'),
    home: place('home'),
  };
  for (const path of Object.values(kept)) requireNoFile(path);
  sweepRuns(demo);
  const run = place(`run-${process.pid}`);
  removeTree(run);
  atExit(() => removeTree(run));
  return { ...kept, run };
}

/** The demo project, named as the pictures show it. Throws a sentence if there is a file in its place. */
export function demoFolder(root: string): string {
  requireNoFile(join(root, '.demo'));
  const folder = join(root, '.demo', 'login-demo');
  requireNoFile(folder);
  return folder;
}

/** A short path for sockets, gone when this process ends; a clone may lie too deep for them. */
export function makeSocketDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'beckon-'));
  atExit(() => removeTree(dir));
  return dir;
}

function requireNoFile(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isDirectory()) return;
  throw new UserError(`${path} is not a folder, and the demo needs one there: move it away.`);
}

function sweepRuns(demo: string): void {
  const names = lstatSync(demo, { throwIfNoEntry: false }) ? readdirSync(demo) : [];
  for (const name of names) {
    const pid = /^run-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) removeTree(join(demo, name));
  }
}
