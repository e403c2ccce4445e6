import { beckonHome } from '../node/beckonHome.ts';
import { isAnswered, switchAnswers } from '../node/relayFiles/answered.ts';
import type { Console, ExitCode } from './console.ts';
import { readArgs } from './readArgs.ts';

const help = `beckon answers [PROGRAM on|off] [--json]: switch on that the requests of a program are answered from here.

  PROGRAM   a program that also asks about what is allowed anyway, and does not say which is which. While this is on,
            each of these calls waits for an answer, as long as a window or 'beckon serve' is running
  --json    print one JSON array

Without words it says which programs these are. All others are answered from here in any case. In VS Code the setting
beckon.answers.PROGRAM does the same; where it is set, the next window goes by it.`;

/** `beckon answers`: says which programs are answered from here only where that is switched on, and switches it. */
export async function runAnswers(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'answers',
    flags: ['json'],
    words: ['PROGRAM on|off…'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const home = beckonHome(console.env);
  const programs = console.programs.filter(({ answers }) => answers?.optIn);
  const [name, word, ...rest] = parsed.words;
  if (name !== undefined) {
    const program = programs.find(({ id }) => id === name);
    if ((word !== 'on' && word !== 'off') || rest.length > 0) {
      console.err(`beckon answers: say 'on' or 'off' after '${name}'`);
      return 2;
    }
    if (!program) {
      const ids = programs.map(({ id }) => id).join(', ');
      console.err(`beckon answers: '${name}' is no program that this is about${ids && `: ${ids}`}`);
      return 1;
    }
    await switchAnswers(home, program, word === 'on');
  }
  const told = programs.map((program) => ({ program: program.id, on: isAnswered(home, program) }));
  if (parsed.flags.has('json')) {
    console.out(JSON.stringify(told));
  } else if (told.length === 0) {
    console.out('Every program is answered from here.');
  } else {
    for (const { program, on } of told) {
      console.out(`${program}  ${on ? 'on' : 'off'}`);
    }
  }
  return 0;
}
