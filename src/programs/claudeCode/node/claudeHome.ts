import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from '../../../core/agent/agent.ts';
import { claudeCode } from '../pure/names.ts';

/** Where Claude Code keeps its things: `CLAUDE_CONFIG_DIR`, or `.claude` in the person's home. */
export function claudeConfigDir(env: NodeJS.ProcessEnv = process.env, home: string = homedir()): string {
  return env.CLAUDE_CONFIG_DIR || join(home, '.claude');
}

/** The folder of the session files, one `<pid>.json` for each running process. */
export function claudeSessionsDir(configDir: string): string {
  return join(configDir, 'sessions');
}

/** Claude Code cuts the name of a folder that is longer, and tells such names apart by a number. */
const longestName = 200;

/**
 * Where the transcript of a conversation lies that was started in `cwd`; `undefined` for a session id that is no file
 * name, since ids come from outside. The file is made at the first prompt, so it may not exist.
 */
export function claudeTranscriptPath(configDir: string, cwd: string, session: string): string | undefined {
  return /^[\w-]+$/u.test(session)
    ? join(claudeProjectFolder(configDir, cwd), `${session}.jsonl`)
    : undefined;
}

/** Where the transcripts of all conversations lie that were started in `cwd`. */
export function claudeProjectFolder(configDir: string, cwd: string): string {
  return join(configDir, 'projects', projectName(cwd));
}

/** What Claude Code calls a folder. An emoji is two characters to it. */
function projectName(cwd: string): string {
  const units = cwd.split('');
  const name = units.map((unit) => (/[a-zA-Z0-9]/u.test(unit) ? unit : '-')).join('');
  if (name.length <= longestName) {
    return name;
  }
  // Numbers of 32 bits with a sign, as those of Claude Code are.
  const hash = units.reduce((sum, unit) => (Math.imul(sum, 31) + unit.charCodeAt(0)) | 0, 0);
  return `${name.slice(0, longestName)}-${Math.abs(hash).toString(36)}`;
}

/** Where an agent's transcript is: where it said so itself, else where its program would put it. */
export function transcriptOf(configDir: string, { program, session, facts }: Agent): string | undefined {
  if (program !== claudeCode) {
    return undefined;
  }
  return facts.transcript?.endsWith('.jsonl')
    ? facts.transcript
    : facts.cwd && claudeTranscriptPath(configDir, facts.cwd, session);
}
