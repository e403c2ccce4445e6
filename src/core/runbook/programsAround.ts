import type { LaunchProgram } from '../run/programLaunch.ts';
import { headlessOf, programOf } from '../run/programLaunch.ts';
import { quoted } from '../yaml/shape.ts';

/** An agent program, as far as a runbook can want something of it. */
export interface RunbookProgram extends LaunchProgram {
  readonly name: string;
}

/** What decides, besides its text, whether a runbook can be carried out. */
export interface ProgramsAround {
  readonly programs: readonly RunbookProgram[];
  /** The ids of those that are answered from here only where a person switched that on, and nobody did. */
  readonly unanswered: readonly string[];
}

/** What the program that a command starts can do. */
export interface Started {
  readonly program: RunbookProgram;
  /** The word of the command that makes it headless. */
  readonly word?: string;
  readonly takesPrompt: boolean;
  readonly resumes: boolean;
  readonly asks: boolean;
}

/** The program that a command starts, and what it can do so; nothing where no program is known that does. */
export function startedBy(run: string, { programs }: ProgramsAround): Started | undefined {
  const { program, headless, word } = headlessOf(programs, run) ?? {};
  if (program && headless && word !== undefined) {
    const { takesPrompt = false, resumes = false, asks = false } = headless;
    return { program, word, takesPrompt, resumes, asks };
  }
  const known = programOf(programs, run);
  return (
    known && {
      program: known,
      takesPrompt: true,
      resumes: known.launch?.resume !== undefined,
      asks: true,
    }
  );
}

/** Why the program of a command takes no prompt of a run, and what to do about it; nothing where it takes one. */
export function promptRefusal(run: string, around: ProgramsAround): string | undefined {
  const { program, word, takesPrompt } = startedBy(run, around) ?? {};
  return program && word !== undefined && !takesPrompt
    ? `Take ${quoted(word)} out of the command; with it ${program.name} takes no prompt from a run.`
    : undefined;
}
