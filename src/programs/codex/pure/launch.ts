import type { ProgramLaunch } from '../../../core/run/programLaunch.ts';

const sessionPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/**
 * Without it an agent would go on in a server that all terminals share: with the environment of whoever started that, and
 * without an end when its own terminal is closed.
 */
const alone = '--no-daemon';

/** How Codex is started. It takes no id for a new conversation. */
export const launch: ProgramLaunch = {
  command: 'codex',
  install: 'npm install -g @openai/codex',
  recognises: ([program = '', ...rest]) =>
    (/(?:^|\/)codex$/u.test(program) && !isCommand(rest)) || (program === 'npx' && isPackage(rest)),
  namesItself: true,
  start: (_, prompt) => [alone, ...(prompt ? promptArgs(prompt) : [])],
  resume: {
    takes: (session) => sessionPattern.test(session),
    args: (session, message) => ['resume', alone, ...(message ? ['--', session, message] : [session])],
  },
  sessionVariable: 'CODEX_THREAD_ID',
};

/** Without the dashes a prompt that begins with one is an option. */
function promptArgs(text: string): readonly string[] {
  return ['--', text];
}

/** The commands of Codex: behind one of them its options and its prompt would mean something else. */
const commands: ReadonlySet<string> = new Set([
  ...['a', 'agents', 'app-server', 'apply', 'archive', 'cloud', 'completion', 'debug', 'delete', 'doctor'],
  ...['e', 'exec', 'exec-server', 'features', 'fork', 'help', 'login', 'logout', 'mcp', 'plugin', 'queue'],
  ...['remote-control', 'resume', 'review', 'sandbox', 'unarchive', 'update'],
]);

function isCommand(words: readonly string[]): boolean {
  return commands.has(words.find((word) => !word.startsWith('-')) ?? '');
}

/** Whether `npx` is to run Codex. */
function isPackage(words: readonly string[]): boolean {
  const name = words.find((word) => !/^(?:-y|--yes|--no-install|--)$/u.test(word)) ?? '';
  return /^(?:codex|@openai\/codex(?:@[\w.-]+)?)$/u.test(name);
}
