import { isOurHandler, relaysOfAnyHome } from './ourHandler.ts';
import type { Edited, Undo } from './settingsEdit.ts';
import type { Refusal } from './settingsText.ts';
import type { WantedFile } from './wanted.ts';

/**
 * Writes a file that is wholly ours; `undefined` where there is none. It goes only where nothing stands or what we
 * wrote ourselves: anything else is refused, and keeps its bytes.
 */
export function installOwnFile(
  source: string | undefined,
  wanted: WantedFile,
  undo: Undo | undefined,
): Edited | Refusal {
  if (source === wanted.text) {
    return { text: source, undo: undefined };
  }
  if (source !== undefined && !isOwn(source, wanted, undo)) {
    return somebodyElses;
  }
  const made = { file: true, hooks: true, events: wanted.events, empty: { events: {} } };
  return { text: wanted.text, undo: { original: undefined, written: wanted.text, made } };
}

/**
 * Takes a file of ours away: `undefined`, it is to be deleted. One that runs the relay and holds something else as
 * well is refused, and one that has nothing of ours stays as it is.
 */
export function removeOwnFile(
  source: string,
  wanted: WantedFile,
  undo: Undo | undefined,
): string | undefined | Refusal {
  if (isOwn(source, wanted, undo)) {
    return undefined;
  }
  return commandsIn(source).some((command) => isOurHandler({ command }, wanted)) ? somebodyElses : source;
}

/**
 * Whether a file has nothing but what some Beckon of this home, or of one that is no more, wrote into it: commands that
 * run the relay, and what is in the wanted file too. Another time to wait is no content of somebody else.
 */
export function isOwn(source: string, wanted: WantedFile, undo: Pick<Undo, 'written'> | undefined): boolean {
  if (source === wanted.text || source === undo?.written) {
    return true;
  }
  const known = new Set((leavesIn(wanted.text) ?? []).map(nameOf));
  const leaves = leavesIn(source) ?? [];
  const isOurs = ({ value }: Leaf) => isOurHandler({ command: value }, wanted);
  return leaves.some(isOurs) && leaves.every((leaf) => isOurs(leaf) || known.has(nameOf(leaf)));
}

/** Everything a file of ours runs that may be the same relay of some Beckon home, as it is written there. */
export function relaysInFile(source: string, relay: string): readonly string[] {
  return [...new Set(commandsIn(source).flatMap((command) => relaysOfAnyHome({ command }, relay)))];
}

/** Why a file at our place is left alone. */
export const somebodyElses: Refusal = {
  code: 'not-ours',
  message: "has something in it that is not Beckon's",
  fix: 'move that to another file, and delete this one',
};

function commandsIn(source: string): readonly string[] {
  return (leavesIn(source) ?? []).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

/** A value in a file that is no container, and the key it is under. */
interface Leaf {
  readonly key: string;
  readonly value: unknown;
}

function nameOf({ key, value }: Leaf): string {
  return JSON.stringify([key, typeof value === 'number' ? 0 : value]);
}

/** Everything in a file that is no container; `undefined` where it is not JSON. */
function leavesIn(source: string): readonly Leaf[] | undefined {
  const leaves: Leaf[] = [];
  try {
    JSON.parse(source.replace(/^\uFEFF/u, ''), (key, value: unknown) => {
      if (typeof value !== 'object' || value === null) {
        leaves.push({ key, value });
      }
      return value;
    });
    return leaves;
  } catch {
    return undefined;
  }
}
