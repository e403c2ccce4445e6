import { lastCommand } from './lastCommand.ts';
import { programWord } from './programWord.ts';
import type { Run } from './run.ts';
import { takesArguments } from './takesArguments.ts';

/** How an agent program is started. */
export interface ProgramLaunch {
  /** What a person types to start it. */
  readonly command: string;
  /** A command that installs the program. */
  readonly install?: string;
  /** Whether the words of a simple command start it, with nothing before its name but its own path. */
  readonly recognises: (words: readonly string[]) => boolean;
  /**
   * It takes no id for a new conversation: which one it is becomes known when it is first heard, by the environment it was
   * started with.
   */
  readonly namesItself?: true;
  /** The arguments that start a conversation of this id, where it takes one, and give it its first prompt. */
  readonly start: (session: string, prompt: string) => readonly string[];
  /**
   * How a conversation goes on in a new process; missing where the program cannot do that. Its `hasConversation` says
   * whether there is one.
   */
  readonly resume?: {
    /** Whether an id is one of its conversations. Anything else could be read as an option, or as a search. */
    readonly takes: (session: string) => boolean;
    /** The arguments that go on with a conversation, and tell it something. */
    readonly args: (session: string, message?: string) => readonly string[];
  };
  /** Missing where no command makes it headless. */
  readonly headless?: HeadlessLaunch;
  /** The variable in which it tells the processes it starts whose they are; who starts another agent clears it. */
  readonly sessionVariable?: string;
}

/**
 * A program whose command makes it headless: it answers one prompt and ends. The end of its turn can be refused as any other;
 * besides that it can only do what is said here.
 */
export interface HeadlessLaunch {
  /** The word that makes a simple command headless, as it is written there; nothing where none does. */
  readonly word: (words: readonly string[]) => string | undefined;
  /** A run can give it its prompt. */
  readonly takesPrompt?: true;
  /** A run can resume its conversation. */
  readonly resumes?: true;
  /** It asks for permissions. */
  readonly asks?: true;
}

/** An agent program, as far as it can be started. */
export interface LaunchProgram {
  readonly id: string;
  readonly launch?: ProgramLaunch;
}

/**
 * The program that a command starts, and whose arguments are written behind it: other commands may come before it, and
 * what runs it. `undefined` for a script, a wrapper, a pipe from it, and a program that is not known.
 */
export function programOf<Program extends LaunchProgram>(
  programs: readonly Program[],
  command: string,
): Program | undefined {
  const own = ownWords(command);
  return own.length === 0 ? undefined : programs.find(({ launch }) => launch?.recognises(own));
}

/** The program that a command starts headless, and the word that makes it so. */
export function headlessOf<Program extends LaunchProgram>(
  programs: readonly Program[],
  command: string,
): { readonly program: Program; readonly headless: HeadlessLaunch; readonly word: string } | undefined {
  const own = ownWords(command);
  for (const program of own.length === 0 ? [] : programs) {
    const { headless } = program.launch ?? {};
    const word = headless?.word(own);
    if (headless && word !== undefined) {
      return { program, headless, word };
    }
  }
  return undefined;
}

/** The words of the program that a command ends in, from its name on; none where no argument of it can follow. */
function ownWords(command: string): readonly string[] {
  const words = takesArguments(command) ? (lastCommand(command.trim()) ?? []) : [];
  return words.slice(programWord(words) ?? words.length).map(({ value }) => value);
}

/** A run whose steps say which program they start. */
export function withPrograms(run: Run, programs: readonly LaunchProgram[]): Run {
  const steps = run.steps.map((step) => {
    const program = step.program ?? programOf(programs, step.command ?? '')?.id;
    return program === step.program || program === undefined ? step : { ...step, program };
  });
  return steps.every((step, at) => step === run.steps[at]) ? run : { ...run, steps };
}
