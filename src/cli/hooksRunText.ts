import { spacedJson } from '../core/hookrun/spacedJson.ts';
import type { HooksRun } from '../node/hooks/runHooks.ts';

/** What `beckon hooks run` prints as JSON, however deep the input is that a hook made. */
export function hooksRunText({ verdict, ran, held }: HooksRun): string {
  const { decision, reason, modifiedInput, additionalContext } = verdict;
  return spacedJson({
    // Nobody objects: for whoever runs hooks by themselves that is all there is to say.
    decision: decision === 'none' ? 'allow' : decision,
    reason,
    modified_input: modifiedInput,
    additional_context: additionalContext,
    ran: ran.map((one) => ({
      name: one.name,
      exit: one.exit,
      ms: one.ms,
      outcome: one.outcome,
      stderr: one.stderr,
      reason: one.outcome === 'failed' || one.outcome === 'timeout' ? one.reason : undefined,
    })),
    ...(held.length > 0 ? { not_run: held.map(({ name, standing }) => ({ name, standing })) } : {}),
  });
}
