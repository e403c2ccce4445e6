import { promptsOf } from '../../core/agent/agents.ts';
import { hasEnded } from '../../core/agent/state.ts';
import type { Run } from '../../core/run/run.ts';
import { gateFolder, runEnded } from '../../core/run/run.ts';
import type { Gate } from '../../core/run/runDecision.ts';
import type { RunEffect } from '../../core/run/runEffect.ts';
import { endOf, isWrapped } from '../../core/run/wrapped.ts';
import type { CrewPorts, Tell } from './crewPorts.ts';

/** Long enough for all that is known of agents to be read anew. */
const usualSilenceMs = 10_000;

/** What a take-over needs of the crew. */
export interface TakeOverParts {
  readonly ports: CrewPorts;
  readonly tell: Tell;
  readonly carryOut: (effect: RunEffect) => void;
  /** What tells that the agent that a run has now is gone. */
  readonly exited: (run: Run) => (code?: number) => void;
  readonly after: (ms: number, act: () => void) => void;
}

/** Takes up what another process left undone. */
export function takeOver(run: Run, parts: TakeOverParts): void {
  if (runEnded(run)) {
    return;
  }
  const [, leaving] = followedOf(run);
  if (leaving) {
    // Only what is followed can be ended here.
    parts.ports.follow?.(leaving, () => {});
    parts.after(parts.ports.silenceMs ?? usualSilenceMs, () =>
      parts.tell({ type: 'takenOver', run: run.id, late: true }),
    );
  }
  if (run.pending?.kind === 'start' && run.pending.startedAt === undefined) {
    void takeUpStart(run, parts);
  } else {
    takeUp(run, parts);
  }
}

/** A run as it is followed: by its agent, and by the one of the step before while that has not ended. */
export function followedOf(run: Run): readonly [Run, ...Run[]] {
  const { leaving, leavingLaunch } = run;
  return leaving !== undefined && leavingLaunch !== undefined
    ? [run, { ...run, agent: leaving, launches: leavingLaunch }]
    : [run];
}

/** What was not begun is begun now; what was may have a process that nobody knows. */
async function takeUpStart(run: Run, parts: TakeOverParts): Promise<void> {
  const { id, launches: launch } = run;
  const { ports, tell } = parts;
  const hasBegun = (await ports.hasBegun?.(run).catch(() => true)) ?? true;
  const begun = hasBegun ? await ports.begun?.(run).catch(() => undefined) : undefined;
  if (begun) {
    tell({ type: 'agentStarted', run: id, ...begun });
  }
  const now = ports.hub.keeper.state.runs.get(id);
  if (hasBegun && now && now.agent !== '') {
    takeUp(now, parts);
    return;
  }
  tell({ type: 'takenOver', run: id });
  tell(
    hasBegun
      ? { type: 'startFailed', run: id, reason: 'Beckon exited while the agent was starting.' }
      : { type: 'neverStarted', run: id, launch },
  );
}

function takeUp(run: Run, parts: TakeOverParts): void {
  const { pending, id, agent } = run;
  const { ports, tell, carryOut, exited, after } = parts;
  // First: only what is followed can be ended here.
  ports.follow?.(run, exited(run));
  if (pending?.kind === 'end') {
    carryOut(endOf(run, agent, run.launches));
  }
  const runRest = runGates(run, parts);
  tell({ type: 'takenOver', run: id });
  after(ports.silenceMs ?? usualSilenceMs, () => {
    runRest();
    void miss(run, parts);
  });
}

/**
 * Runs the gates that were cut off again; one about a prompt when that is known here, since it can answer nothing before.
 * What comes back runs those that are left: nobody tells of their prompts any more.
 */
function runGates(run: Run, { ports, carryOut }: TakeOverParts): () => void {
  const { keeper } = ports.hub;
  const folder = gateFolder(run);
  let cutOff = run.gates;
  const runThose = (isTime: (gate: Gate) => boolean) => {
    const { runs } = keeper.state;
    const wanted = cutOff.filter(({ id }) => runs.get(run.id)?.gates.some((one) => one.id === id));
    cutOff = wanted.filter((gate) => !isTime(gate));
    for (const { id: gate, command, timeoutMs } of wanted.filter(isTime)) {
      carryOut({ type: 'runGate', run: run.id, gate, command, timeoutMs, folder });
    }
  };
  const runKnown = () => {
    const asked = promptsOf(keeper.state.family(run.agent));
    runThose(({ prompt }) => prompt === undefined || asked.some(({ id }) => id === prompt));
  };
  const off = keeper.onStep(runKnown);
  runKnown();
  return () => {
    off();
    runThose(() => true);
  };
}

/** Looks at the agent of a run that was taken over a while ago. */
async function miss(run: Run, { ports, tell, exited }: TakeOverParts): Promise<void> {
  const { id, agent } = run;
  const lives = await ports.lives?.(run).catch(() => false);
  const hasRun = (await ports.hasRun?.(run).catch(() => true)) ?? true;
  const { agents, runs } = ports.hub.keeper.state;
  // The end of one agent is not that of a program that runs them.
  const row = isWrapped(run) ? undefined : agents.get(agent);
  // Until it is heard, its row tells of the process before it; then its shell alone says whether it lives.
  const starts = runs.get(id)?.pending?.kind === 'start';
  if (starts && !hasRun) {
    tell({ type: 'neverStarted', run: id, launch: run.launches });
    return;
  }
  const isGone = row ? hasEnded(row.state) && !(starts && lives) : !lives;
  if (isGone) {
    exited(run)();
  } else {
    // It was not known at first what the agent does.
    tell({ type: 'takenOver', run: id });
  }
}
