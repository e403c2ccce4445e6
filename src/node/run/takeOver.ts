import { hasEnded } from '../../core/agent/state.ts';
import type { Run } from '../../core/run/run.ts';
import { runEnded } from '../../core/run/run.ts';
import type { RunEffect } from '../../core/run/runEffect.ts';
import type { CrewPorts, Tell } from './crewPorts.ts';

/** How long after a take-over an agent may stay unheard before it counts as dead. */
const silenceMs = 10_000;

/** What a take-over needs of the crew. */
export interface TakeOverParts {
  readonly ports: CrewPorts;
  readonly tell: Tell;
  readonly carryOut: (effect: RunEffect) => void;
  /** Tells that the agent of the run, as it was taken over, is gone. */
  readonly exited: (code?: number) => void;
  readonly after: (ms: number, act: () => void) => void;
}

/** Takes up what another process left undone. */
export function takeOver(run: Run, parts: TakeOverParts): void {
  if (runEnded(run)) {
    return;
  }
  const { leaving, leavingLaunch } = run;
  if (leaving !== undefined && leavingLaunch !== undefined) {
    // Only what is followed can be ended here.
    parts.ports.follow?.({ ...run, agent: leaving, launches: leavingLaunch }, () => {});
  }
  if (run.pending?.kind === 'start' && run.pending.startedAt === undefined) {
    void takeUpStart(run, parts);
  } else {
    takeUp(run, parts);
  }
}

/** What was not begun is begun now; what was may have a process that nobody knows. */
async function takeUpStart(run: Run, parts: TakeOverParts): Promise<void> {
  const { id, agent, launches: launch } = run;
  const { ports, tell } = parts;
  const hasBegun = (await ports.hasBegun?.(run).catch(() => true)) ?? true;
  if (hasBegun && agent !== '') {
    takeUp(run, parts);
    return;
  }
  tell({ type: 'takenOver', run: id });
  tell(
    hasBegun
      ? { type: 'startFailed', run: id, reason: 'Beckon ended while the agent was being started.' }
      : { type: 'neverStarted', run: id, launch },
  );
}

function takeUp(run: Run, parts: TakeOverParts): void {
  const { pending, id, agent, gates, folder } = run;
  const { ports, tell, carryOut, exited, after } = parts;
  if (pending?.kind === 'end') {
    carryOut({ type: 'endAgent', run: id, agent });
  }
  for (const { id: gate, command, timeoutMs } of gates) {
    const where = run.steps[run.step]?.folder ?? folder;
    carryOut({ type: 'runGate', run: id, gate, command, timeoutMs, folder: where });
  }
  ports.follow?.(run, exited);
  tell({ type: 'takenOver', run: id });
  after(silenceMs, () => void miss(run, parts));
}

/** Looks at the agent of a run that was taken over a while ago. */
async function miss(run: Run, { ports, tell, exited }: TakeOverParts): Promise<void> {
  const { id, agent } = run;
  const lives = await ports.lives?.(run).catch(() => false);
  const { agents, runs } = ports.hub.keeper.state;
  const row = agents.get(agent);
  // Until it is heard, its row tells of the process before it; then its shell alone says whether it lives.
  const starts = runs.get(id)?.pending?.kind === 'start';
  const isGone = row ? hasEnded(row.state) && !(starts && lives) : !lives;
  if (isGone) {
    exited();
  } else {
    // It was not known at first what the agent does.
    tell({ type: 'takenOver', run: id });
  }
}
