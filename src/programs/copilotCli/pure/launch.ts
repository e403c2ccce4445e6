import type { ProgramLaunch } from '../../../core/run/programLaunch.ts';
import { isSession, optionIn, programArgs } from '../../shared/pure/programArgs.ts';

const names = { command: 'copilot', package: '@github/copilot' } as const;

/** How Copilot CLI is started. */
export const launch: ProgramLaunch = {
  command: names.command,
  install: 'npm install -g @github/copilot',
  recognises: (words) => programArgs(words, names) !== undefined,
  start: (session, prompt) => ['--session-id', session, ...promptArgs(prompt)],
  resume: {
    takes: isSession,
    args: (session, message) => ['--resume', session, ...promptArgs(message)],
  },
  headless: {
    word: (words) => optionIn(programArgs(words, names) ?? [], ['-p', '--prompt']),
    asks: true,
  },
};

/** In one word with its option: a prompt in a word of its own that begins with a dash is taken for one. */
function promptArgs(text: string | undefined): readonly string[] {
  return text ? [`--interactive=${text}`] : [];
}
