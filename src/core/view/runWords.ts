import type { Run } from '../run/run.ts';
import { plainText } from './plainText.ts';

/** How a run stands, in a sentence for a terminal: what became of it, or what it waits for and how that is answered. */
export function runSentence(run: Run): string {
  const step = run.steps[run.step];
  const name = plainText(run.steps.length > 1 && step ? `${run.name} · ${step.name}` : run.name);
  const { decision } = run;
  if (run.status === 'failed') {
    return `${name} failed: ${plainText(run.reason ?? 'it is not known why')}`;
  }
  if (run.status === 'done') {
    return `${plainText(run.name)} is done`;
  }
  if (!decision) {
    return `${name} is running`;
  }
  const [line = ''] = decision.context.split('\n');
  const choices = decision.options.map(({ choice }) => choice).join('|');
  return `${name} waits for you: ${plainText(line)} Answer with: beckon decide ${run.id} ${choices}`;
}
