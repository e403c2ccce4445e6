import type { EventProgram, ProgramEvents } from './programEvents.ts';

/** A program, as far as it and those that run its entries are told apart. */
type Reader = Pick<EventProgram, 'id' | 'events'>;

/** The programs, each knowing by their marks the others that run its entries too. */
export function knowingReaders<const Programs extends readonly Reader[]>(programs: Programs): Programs {
  const known = programs.map((program) => {
    const marks = readersOf(programs, program).flatMap(({ events }) => events.marks ?? []);
    const strangers = [...(program.events.strangers ?? []), ...marks];
    const events: ProgramEvents = { ...program.events, ...(strangers.length > 0 ? { strangers } : {}) };
    return { ...program, events };
  });
  return known as unknown as Programs;
}

/** Which of the programs ran an entry of `named` in its place, by the environment of the call. */
export function readerIn<Program extends Reader>(
  programs: readonly Program[],
  named: Reader,
  env: Readonly<Record<string, string | undefined>>,
): Program | undefined {
  return readersOf(programs, named).find(({ events }) => events.marks?.some((mark) => env[mark]));
}

function readersOf<Program extends Reader>(programs: readonly Program[], { id }: Reader): readonly Program[] {
  return programs.filter(({ events }) => events.alsoRuns?.includes(id));
}
