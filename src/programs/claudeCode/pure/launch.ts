import type { ProgramLaunch } from '../../../core/run/programLaunch.ts';

const sessionPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** How Claude Code is started. */
export const launch: ProgramLaunch = {
  command: 'claude',
  install: 'npm install -g @anthropic-ai/claude-code',
  recognises: ([program = '', ...rest]) =>
    /(?:^|\/)claude$/u.test(program) || (program === 'npx' && isPackage(rest)),
  start: (session, prompt) => ['--session-id', session, ...(prompt ? promptArgs(prompt) : [])],
  resume: {
    takes: (session) => sessionPattern.test(session),
    args: (session, message) => ['--resume', session, ...(message ? promptArgs(message) : [])],
  },
  sessionVariable: 'CLAUDE_CODE_SESSION_ID',
};

/** Without the dashes a prompt that begins with one is an option. */
function promptArgs(text: string): readonly string[] {
  return ['--', text];
}

/** Whether `npx` is to run Claude Code. */
function isPackage(words: readonly string[]): boolean {
  const name = words.find((word) => !/^(?:-y|--yes|--no-install|--)$/u.test(word)) ?? '';
  return /^(?:claude|@anthropic-ai\/claude-code(?:@[\w.-]+)?)$/u.test(name);
}
