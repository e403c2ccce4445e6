import type { ShellWord } from './lastCommand.ts';

/** What of a command that runs its arguments comes before them. */
interface Runner {
  /** Options that are followed by a word of their own. */
  readonly withValue?: RegExp;
  /** Words besides the options: a time, a mask. */
  readonly operands?: number;
}

/**
 * Commands that run their arguments. What is not here is the program itself, also where the name of another is among its
 * words: behind `aider --model` that is a model. Such a program would break by arguments that are another's, while an
 * agent program that is not known has only no resume, and must have no list of values at the end of its command.
 */
const runners: ReadonlyMap<string, Runner> = new Map([
  ['env', { withValue: /^(?:-[uC]|--unset|--chdir)$/u }],
  ['exec', { withValue: /^-a$/u }],
  ['command', {}],
  ['nohup', {}],
  ['setsid', {}],
  ['time', { withValue: /^(?:-[fo]|--format|--output)$/u }],
  ['!', {}],
  ['nice', { withValue: /^(?:-n|--adjustment)$/u }],
  ['ionice', { withValue: /^(?:-[cn]|--class|--classdata)$/u }],
  ['chrt', { withValue: /^(?:-[TPD]|--sched-\w+)$/u, operands: 1 }],
  ['taskset', { operands: 1 }],
  ['timeout', { withValue: /^(?:-[ks]|--kill-after|--signal)$/u, operands: 1 }],
  ['stdbuf', { withValue: /^(?:-[ioe]|--input|--output|--error)$/u }],
  ['caffeinate', { withValue: /^-[tw]$/u }],
  ['doas', { withValue: /^-[Cu]$/u }],
  [
    'sudo',
    {
      // Others may be written together with the one that has a value, as in `-Eu`.
      withValue: /^(?:-[^-CDghpRrTtUu]*[CDghpRrTtUu]|--(?:user|group|host|prompt|chdir|chroot|close-from))$/u,
    },
  ],
]);

/** The index of the word that names the program of a command, behind variables and commands that run others, if any. */
export function programWord(words: readonly ShellWord[]): number | undefined {
  let runner: Runner = {};
  let operands = 0;
  for (let at = 0; at < words.length; at += 1) {
    const { bare = '' } = words[at] ?? {};
    const next = runners.get(bare.replace(/^.*\//u, ''));
    if (bare.startsWith('-')) {
      at += runner.withValue?.test(bare) ? 1 : 0;
    } else if (operands > 0) {
      operands -= 1;
    } else if (next) {
      runner = next;
      operands = next.operands ?? 0;
    } else if (!/^[A-Za-z_]\w*=/u.test(bare)) {
      return at;
    }
  }
  return undefined;
}
