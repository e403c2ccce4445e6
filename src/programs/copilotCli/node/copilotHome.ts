import { join, resolve } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';

/** The folder of Copilot CLI's own files: `COPILOT_HOME`, or `.copilot` in the person's home. */
export function copilotHome(env: NodeJS.ProcessEnv): string {
  return env.COPILOT_HOME ? resolve(env.COPILOT_HOME) : join(personHome(env), '.copilot');
}

/** The transcript of a conversation; `undefined` for a session id that is no file name, since ids come from outside. */
export function transcriptPath(copilotDir: string, session: string): string | undefined {
  return /^[\w-]+$/u.test(session) ? join(copilotDir, 'session-state', session, 'events.jsonl') : undefined;
}
