import type { ProgramLaunch } from '../../../core/run/programLaunch.ts';
import { isSession, programArgs } from '../../shared/pure/programArgs.ts';

const names = { command: 'codex', package: '@openai/codex' } as const;

/**
 * Without it an agent would go on in a server that all terminals share: with the environment of whoever started that, and
 * without an end when its own terminal is closed.
 */
const alone = '--no-daemon';

/** How Codex is started. It takes no id for a new conversation. */
export const launch: ProgramLaunch = {
  command: names.command,
  install: 'npm install -g @openai/codex',
  recognises: (words) => {
    const args = programArgs(words, names);
    return args !== undefined && commandIn(args) === undefined;
  },
  namesItself: true,
  start: (_, prompt) => [alone, ...(prompt ? promptArgs(prompt) : [])],
  resume: {
    takes: isSession,
    args: (session, message) => ['resume', alone, ...(message ? ['--', session, message] : [session])],
  },
  // As a script: it gets the prompt as its last argument, and is started anew.
  headless: {
    word: (words) => {
      const command = commandIn(programArgs(words, names) ?? []);
      return command === 'exec' || command === 'e' ? command : undefined;
    },
    takesPrompt: true,
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

/** Options that are followed by a word of their own. */
const withValue =
  /^(?:-[acCimps]|--(?:add-dir|ask-for-approval|cd|config|disable|enable|image|local-provider|model|profile|remote|sandbox))$/u;

function commandIn(args: readonly string[]): string | undefined {
  const first = args.find((word, at) => !word.startsWith('-') && !withValue.test(args[at - 1] ?? ''));
  return commands.has(first ?? '') ? first : undefined;
}
