import type { Agent } from '../../agent/agent.ts';
import { durationText } from '../../text/durationText.ts';

/** How long an agent at work may say nothing before its row says so: longer than most builds and tests. */
export const quietMs = 10 * 60_000;

/** Whether an agent is at work and nothing was heard of it for a while: it may be stuck. */
export function isQuiet({ state, lastActivityAt }: Agent, now: number): boolean {
  return state.kind === 'working' && now - lastActivityAt >= quietMs;
}

/** For how long nothing was heard of an agent, in words. */
export function quietWords({ lastActivityAt }: Agent, now: number): string {
  return `quiet ${durationText(now - lastActivityAt)}`;
}
