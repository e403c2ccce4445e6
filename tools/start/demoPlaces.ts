import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../cache/cleanup.mjs';

/** Where the demo keeps its things inside the clone; git ignores all of it, and deleting it is always safe. */
export interface DemoPlaces {
  readonly workspace: string;
  readonly extensions: string;
  readonly data: string;
  readonly home: string;
  readonly run: string;
}

/** The places of the demo that `npm start` shows in the browser. */
export function demoPlaces(root: string): DemoPlaces {
  const place = (name: string) => join(root, '.demo', name);
  return {
    workspace: place('workspace'),
    extensions: place('extensions'),
    data: place('data'),
    home: place('home'),
    run: place('run'),
  };
}

/** A short path for sockets, gone when this process ends; a clone may lie too deep for them. */
export function makeSocketDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'beckon-'));
  atExit(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
