import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where Claude Code keeps its things: `CLAUDE_CONFIG_DIR`, or `.claude` in the person's home. */
export function claudeConfigDir(env: NodeJS.ProcessEnv = process.env, home: string = homedir()): string {
  return env.CLAUDE_CONFIG_DIR || join(home, '.claude');
}

/** The folder of the session files, one `<pid>.json` for each running process. */
export function claudeSessionsDir(configDir: string): string {
  return join(configDir, 'sessions');
}

/**
 * Where the transcript of a conversation lies that was started in `cwd`; `undefined` for a session id that is no file
 * name, since ids come from outside. The file is made at the first prompt, so it may not exist.
 */
export function claudeTranscriptPath(configDir: string, cwd: string, session: string): string | undefined {
  if (!/^[\w-]+$/u.test(session)) {
    return undefined;
  }
  return join(configDir, 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/gu, '-'), `${session}.jsonl`);
}
