import type { ProgramLaunch } from '../../../core/run/programLaunch.ts';
import { isSession, optionIn, programArgs } from '../../shared/pure/programArgs.ts';

const names = { command: 'qwen', package: '@qwen-code/qwen-code' } as const;

/** How Qwen Code is started. */
export const launch: ProgramLaunch = {
  command: names.command,
  install: 'npm install -g @qwen-code/qwen-code',
  recognises: (words) => programArgs(words, names) !== undefined,
  start: (session, prompt) => ['--session-id', session, ...promptArgs(prompt)],
  resume: {
    takes: isSession,
    args: (session, message = '') => ['--resume', session, ...promptArgs(message)],
  },
  headless: { word: (words) => headlessWord(programArgs(words, names) ?? []) },
  sessionVariable: 'QWEN_CODE_SESSION_ID',
};

/** A plain prompt would be answered without a terminal. Joined by `=`, one that begins with a dash is no option. */
function promptArgs(text: string): readonly string[] {
  return text ? [`--prompt-interactive=${text}`] : [];
}

/** Without a value the option has no effect: then it is a conversation like any other. */
function headlessWord(args: readonly string[]): string | undefined {
  const word = optionIn(args, ['-p', '--prompt']);
  const at = args.indexOf(word ?? '');
  return at === -1 || /^[^-]/u.test(args[at + 1] ?? '') ? word : undefined;
}
