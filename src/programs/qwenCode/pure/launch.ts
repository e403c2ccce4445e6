import type { ProgramLaunch } from '../../../core/run/programLaunch.ts';

const sessionPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** How Qwen Code is started. */
export const launch: ProgramLaunch = {
  command: 'qwen',
  install: 'npm install -g @qwen-code/qwen-code',
  recognises: ([program = '', ...rest]) =>
    /(?:^|\/)qwen$/u.test(program) || (program === 'npx' && isPackage(rest)),
  start: (session, prompt) => ['--session-id', session, ...promptArgs(prompt)],
  resume: {
    takes: (session) => sessionPattern.test(session),
    args: (session, message = '') => ['--resume', session, ...promptArgs(message)],
  },
  sessionVariable: 'QWEN_CODE_SESSION_ID',
};

/** A plain prompt would be answered without a terminal. Joined by `=`, one that begins with a dash is no option. */
function promptArgs(text: string): readonly string[] {
  return text ? [`--prompt-interactive=${text}`] : [];
}

/** Whether `npx` is to run Qwen Code. */
function isPackage(words: readonly string[]): boolean {
  const name = words.find((word) => !/^(?:-y|--yes|--no-install|--)$/u.test(word)) ?? '';
  return /^(?:qwen|@qwen-code\/qwen-code(?:@[\w.-]+)?)$/u.test(name);
}
