import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** An agent that is played: where its relay is, and what that finds around it. */
export interface PlayedAgent {
  readonly path: string;
  readonly cwd: string;
  readonly session: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Has the installed relay tell of an event, as Claude Code would; what it says to the agent. */
export async function relay(agent: PlayedAgent, event: string, fields: object): Promise<string> {
  const { path, cwd, session, env } = agent;
  const child = spawn(path, [event], { cwd, env });
  const transcript_path = `${cwd}/projects/bench/transcript.jsonl`;
  const head = { session_id: session, cwd, transcript_path, hook_event_name: event };
  child.stdin.end(JSON.stringify({ ...head, ...fields }));
  return await text(child.stdout);
}
