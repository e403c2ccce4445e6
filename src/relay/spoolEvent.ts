import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spooledRequestHead } from '../core/wire/eventRequest.ts';
import { spoolLimits } from '../core/wire/protocol.ts';
import type { WireHead } from '../core/wire/wireHead.ts';

/** Keeps an event for the next window, and the spool within its bounds: the oldest go first. Never throws. */
export async function spoolEvent(home: string, origin: WireHead, body: Buffer): Promise<undefined> {
  const folder = join(home, 'spool');
  const text = Buffer.concat([Buffer.from(spooledRequestHead(origin, body.length)), body]);
  const name = `${String(origin.at ?? Date.now()).padStart(13, '0')}-${origin.id}`;
  const unfinished = join(folder, `.${name}`);
  if (text.length > spoolLimits.bytesEach) {
    return;
  }
  try {
    await makeFolder(home);
    await makeFolder(folder);
    await writeFile(unfinished, text, { mode: 0o600, flag: 'wx' });
    await rename(unfinished, join(folder, name));
    await prune(folder);
  } catch {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

/** Not Node's recursive way, which tries for ever where a folder that is there takes none in, as in `/proc`. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') {
      throw error;
    }
  });
}

async function prune(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^\d/u.test(name)).sort();
  const { count, bytes, bytesEach } = spoolLimits;
  // So few cannot be too much.
  if (names.length <= bytes / bytesEach) {
    return;
  }
  const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))));
  let sum = sizes.reduce((total, size) => total + size, 0);
  for (const [index, name] of names.entries()) {
    if (sum <= bytes && names.length - index <= count) {
      return;
    }
    await rm(join(folder, name), { force: true });
    sum -= sizes[index] ?? 0;
  }
}

/** A listener may have claimed it meanwhile. */
async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
