import { basename } from 'node:path';
import type { ScriptFacts } from '../../core/hookfile/scriptFacts.ts';
import { findScript } from './hookScript.ts';
import { readBounded } from './readBounded.ts';

const mostBytes = 64 * 1024;

/** What whoever writes a hook should know of its script; nothing where it has none. Never throws. */
export async function scriptFacts(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<ScriptFacts | undefined> {
  const found = await findScript(folder, platform);
  if (!found) {
    return undefined;
  }
  const { path, isExecutable, missing } = found;
  // Windows has neither such marks nor such lines, so nothing is missing there.
  const isWindows = platform === 'win32';
  const kind = isWindows && found.kind === 'plain' ? 'shebang' : found.kind;
  const start = kind === 'binary' ? undefined : await readBounded(path, mostBytes).catch(() => undefined);
  return {
    name: basename(path),
    isExecutable: isWindows || isExecutable,
    kind,
    ...(missing === undefined ? {} : { missing }),
    text: start?.bytes.toString('utf8') ?? '',
  };
}
