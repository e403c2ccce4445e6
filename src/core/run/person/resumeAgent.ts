import type { Agent } from '../../agent/agent.ts';
import { hasEnded } from '../../agent/state.ts';
import { claudeCode } from '../../event/claudeCode.ts';
import type { Launch } from '../launch.ts';
import { launchScript } from '../launch.ts';

/** What a session of Claude Code is called. Anything else could be read as an option, or as a search. */
const sessionPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Whether an agent has ended, and its program can go on with the conversation in a new process. */
export function canResume({ program, session, parent, state }: Agent): boolean {
  const isKnown = program === claudeCode && sessionPattern.test(session);
  return parent === undefined && hasEnded(state) && isKnown;
}

/** How a conversation is taken up again. It is told nothing: the person goes on with it. */
export function resumeLaunch({ session }: Agent): Launch {
  return { script: launchScript('claude'), args: ['--resume', session], env: {} };
}
