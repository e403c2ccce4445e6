import { basename } from 'node:path';
import { findFrontmatter } from '../../core/hookfile/frontmatter.ts';
import type { ParsedHook } from '../../core/hookfile/parseHook.ts';
import { maxFrontmatterLength, parseHook } from '../../core/hookfile/parseHook.ts';
import { folderWarning } from '../../core/hookfile/placeProblems.ts';
import type { HookCode, HookProblem } from '../../core/hookfile/problem.ts';
import { hookProblem } from '../../core/hookfile/problem.ts';
import { reasonOf } from '../entries/settingsFile.ts';
import type { FoundHook } from './findHooks.ts';
import type { FileStart } from './readBounded.ts';
import { decodeUtf8, readBounded } from './readBounded.ts';

/** How much of a HOOK.md is read to know its front matter. */
export const prefixBytes = maxFrontmatterLength;
const mostBytes = 1024 * 1024;

/** What is known of a hook from where it lies, not from its text. */
const fromOutside: readonly HookCode[] = ['same-name', 'overridden'];

/**
 * Reads a hook again, and now its whole file, at most 1 MB of it: what is run is what is on disk at that moment. One
 * that is gone meanwhile, or no longer valid, comes back without a hook.
 */
export async function readHook(found: FoundHook): Promise<FoundHook> {
  const { hook: _, text: _text, problems, ...place } = found;
  const kept = problems.filter(({ code }) => fromOutside.some((one) => code === `hook.${one}`));
  try {
    const start = await readBounded(found.file, mostBytes);
    const parsed = parseStart(start);
    return {
      ...place,
      ...(parsed.hook ? { hook: parsed.hook } : {}),
      text: new TextDecoder().decode(start.bytes),
      problems: [...parsed.problems, ...nameProblems(parsed, found.folder), ...kept],
    };
  } catch (error) {
    return { ...place, problems: [unreadable(error), ...kept] };
  }
}

/** Reads the front matter at the start of a file. Only so much of it counts, whether or not more was read. */
export function parseStart({ bytes, isCut }: FileStart): ParsedHook {
  const start = { bytes: bytes.subarray(0, prefixBytes), isCut: isCut || bytes.length > prefixBytes };
  const text = decodeUtf8(start) ?? decodeMatter(start.bytes);
  return text === undefined
    ? { problems: [hookProblem('not-utf8', 'Save the hook as UTF-8 text; it is something else.')] }
    : parseHook(text, start.isCut);
}

/** The front matter alone, where what is behind it is no UTF-8; `undefined` where it is none itself, or has no end. */
function decodeMatter(bytes: Buffer): string | undefined {
  // One character for each byte, and the same ones for dashes and ends of lines.
  const text = bytes.toString('latin1');
  const mark = text.startsWith('\xef\xbb\xbf') ? 3 : 0;
  const matter = findFrontmatter(text.slice(mark));
  return typeof matter === 'string'
    ? undefined
    : decodeUtf8({ bytes: bytes.subarray(0, mark + matter.body), isCut: false });
}

/** What is wrong with a name in its folder. */
export function nameProblems({ hook }: ParsedHook, folder: string): readonly HookProblem[] {
  const warning = hook && folderWarning(hook.name, basename(folder));
  return warning ? [hookProblem(warning.code, warning.message, 'warning')] : [];
}

/** Why a HOOK.md that is there cannot be read. */
export function unreadable(error: unknown): HookProblem {
  return hookProblem('unreadable', `Make the file readable; it can't be read (${reasonOf(error)}).`);
}
