import type { ProgramLaunch } from '../../../core/run/programLaunch.ts';

const sessionPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** How Copilot CLI is started. */
export const launch: ProgramLaunch = {
  command: 'copilot',
  install: 'npm install -g @github/copilot',
  recognises: ([program = '', ...rest]) =>
    /(?:^|\/)copilot$/u.test(program) || (program === 'npx' && isPackage(rest)),
  start: (session, prompt) => ['--session-id', session, ...promptArgs(prompt)],
  resume: {
    takes: (session) => sessionPattern.test(session),
    args: (session, message) => ['--resume', session, ...promptArgs(message)],
  },
};

/** In one word with its option: a prompt in a word of its own that begins with a dash is taken for one. */
function promptArgs(text: string | undefined): readonly string[] {
  return text ? [`--interactive=${text}`] : [];
}

/** Whether `npx` is to run Copilot CLI. */
function isPackage(words: readonly string[]): boolean {
  const name = words.find((word) => !/^(?:-y|--yes|--no-install|--)$/u.test(word)) ?? '';
  return /^(?:copilot|@github\/copilot(?:@[\w.-]+)?)$/u.test(name);
}
