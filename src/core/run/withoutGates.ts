import type { Run } from './run.ts';
import type { Gate } from './runDecision.ts';

/** A run that waits for some of its gates no more. What they would have said is not known, so they may be asked again. */
export function withoutGates(run: Run, isLeft: (gate: Gate) => boolean): Run {
  const gates = run.gates.filter((gate) => !isLeft(gate));
  return gates.length < run.gates.length ? run.gates.filter(isLeft).reduce(untried, { ...run, gates }) : run;
}

/** A run in which a gate counts as no attempt, where it was one. */
export function untried(run: Run, { key = '' }: Gate): Run {
  const made = run.attempts[key] ?? 0;
  return made > 0 ? { ...run, attempts: { ...run.attempts, [key]: made - 1 } } : run;
}
