import type { ProgramLaunch } from '../../../core/run/programLaunch.ts';
import { isSession, optionIn, programArgs } from '../../shared/pure/programArgs.ts';

const names = { command: 'claude', package: '@anthropic-ai/claude-code' } as const;

/** How Claude Code is started. */
export const launch: ProgramLaunch = {
  command: names.command,
  install: 'npm install -g @anthropic-ai/claude-code',
  recognises: (words) => programArgs(words, names) !== undefined,
  start: (session, prompt) => ['--session-id', session, ...(prompt ? promptArgs(prompt) : [])],
  resume: {
    takes: isSession,
    args: (session, message) => ['--resume', session, ...(message ? promptArgs(message) : [])],
  },
  headless: {
    word: (words) => optionIn(programArgs(words, names) ?? [], ['-p', '--print']),
    takesPrompt: true,
    resumes: true,
    asks: true,
  },
  sessionVariable: 'CLAUDE_CODE_SESSION_ID',
};

/** Without the dashes a prompt that begins with one is an option. */
function promptArgs(text: string): readonly string[] {
  return ['--', text];
}
