import type { Agent } from '../../agent/agent.ts';
import { staleAfterMs } from '../../agent/agent.ts';
import type { Run } from '../../run/run.ts';
import { durationStands } from '../../text/durationText.ts';
import { placeStands } from '../ask/timeLeft.ts';
import { appealOf } from '../supervision.ts';
import { quietMs } from './quiet.ts';

/**
 * Until when the rows of an agent and of what it asks say the same, if nothing but time changes: the moment in which the
 * first of their times has another text, or nothing was heard for so long that they say so.
 */
export function rowsStandUntil(agent: Agent, run: Run | undefined, now: number): number {
  const { since, lastActivityAt, prompts } = agent;
  const shown = [(run && appealOf(run))?.openedAt ?? since, ...prompts.map(({ at }) => at)];
  const isSilent = now - lastActivityAt >= quietMs;
  const times = isSilent ? [...shown, lastActivityAt] : shown;
  const turns = [lastActivityAt + quietMs, lastActivityAt + staleAfterMs + 1].filter((at) => at > now);
  const places = prompts.map((prompt) => now + placeStands(prompt, now));
  return Math.min(...times.map((at) => now + durationStands(now - at)), ...turns, ...places);
}

/** Until when the rows of a run say the same, if nothing but time changes; while it counts down to a try, not at all. */
export function runStandsUntil(run: Run, now: number): number {
  if (run.pending?.kind === 'cooldown') {
    return now;
  }
  const { startedAt, endedAt, decision, steps } = run;
  const times = [startedAt, endedAt, decision?.openedAt, ...steps.map((step) => step.startedAt)];
  return Math.min(...times.flatMap((at) => (at === undefined ? [] : now + durationStands(now - at))));
}
