import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { HookSurroundings } from '../../core/hookrun/surroundings.ts';
import type { ParsedRunbook } from '../../core/runbook/parseRunbook.ts';
import { maxRunbookLength, parseRunbook } from '../../core/runbook/parseRunbook.ts';
import type { RunbookCode } from '../../core/runbook/problem.ts';
import { fileError, tooLargeMessage } from '../../core/runbook/problem.ts';
import type { ProgramsAround } from '../../core/runbook/programsAround.ts';
import { reasonOf } from '../entries/settingsFile.ts';

/** The runbook of a workspace folder. */
export function runbookPath(folder: string): string {
  return join(folder, '.agents', 'runbook.yaml');
}

/** Reads the runbook of a workspace folder; `undefined` where it has none. */
export function readRunbook(folder: string, around?: ProgramsAround): Promise<ParsedRunbook | undefined> {
  return readRunbookFile(folder, runbookPath(folder), around);
}

/**
 * Reads a runbook by its path, seen from a folder; `undefined` where there is no such file. One that cannot be read is
 * a problem at its start. What is no file is not opened: a pipe would never end.
 */
export async function readRunbookFile(
  from: string,
  path: string,
  around?: ProgramsAround,
): Promise<ParsedRunbook | undefined> {
  try {
    // Throws where a path is meant from a folder that is gone.
    const file = resolve(from, path);
    const found = await stat(file);
    if (!found.isFile()) {
      const what = found.isDirectory() ? 'a folder' : 'no file';
      return refused('unreadable', `Put the runbook into a file; this is ${what}.`);
    }
    if (found.size > maxRunbookLength) {
      return refused('too-large', tooLargeMessage);
    }
    const text = decode(await readFile(file));
    return text === undefined
      ? refused('not-utf8', 'Save the runbook as UTF-8 text; it is something else.')
      : parseRunbook(text, around);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? undefined
      : refused('unreadable', `Make the file readable; it can't be read (${reasonOf(error)}).`);
  }
}

/** What is to be known of a runbook besides its text: that its bytes are no UTF-8, and who is not answered from here. */
export async function runbookSurroundings(
  file: string,
  unanswered: readonly string[],
): Promise<HookSurroundings | null> {
  const found = await stat(file).catch(() => undefined);
  const isRead = found?.isFile() && found.size <= maxRunbookLength;
  const bytes = isRead ? await readFile(file).catch(() => undefined) : undefined;
  const isOdd = bytes !== undefined && decode(bytes) === undefined;
  return isOdd || unanswered.length > 0
    ? {
        folder: basename(dirname(file)),
        others: [],
        ...(unanswered.length > 0 ? { unanswered } : {}),
        ...(isOdd ? { notUtf8: true } : {}),
      }
    : null;
}

function refused(code: RunbookCode, message: string): ParsedRunbook {
  return { problems: [fileError(code, message)] };
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
