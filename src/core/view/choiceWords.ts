import type { Agent } from '../agent/agent.ts';
import { isDead } from '../run/isDead.ts';
import type { Run } from '../run/run.ts';
import type { Option } from '../run/runDecision.ts';
import { toastText } from '../text/foreignText.ts';

/** What a choice does to a run and its agent, in a sentence; nothing where the choice says it already. For messages. */
export function choiceWords(
  run: Run,
  agent: Agent | undefined,
  { choice, answer }: Option,
): string | undefined {
  if (answer !== undefined) {
    return undefined;
  }
  const dead = isDead(run, agent);
  const ending = (then: string) => (dead ? upper(then) : `Stops the agent; ${then}`);
  switch (choice) {
    case 'nudge':
      return dead ? 'Restarts the agent to continue' : 'Tells the agent to continue';
    case 'done':
      return ending(after(run, 'the step is done', { last: 'and the run too', only: 'the run is done' }));
    case 'skip':
      return ending(
        after(run, 'the step is skipped', {
          last: 'and the run is done',
          only: 'the run is done, though its work is skipped',
        }),
      );
    case 'cancel':
      return ending('the run fails');
    case 'retry':
      if (run.decision?.gate) {
        return 'Runs the gate again';
      }
      return dead ? 'Starts the agent again' : 'Stops the agent and starts it again';
    case 'dismiss':
      return "The run keeps waiting, and you aren't notified again";
    case 'approve':
    case 'deny':
    case 'answer':
      return undefined;
  }
}

/** What becomes of the step, and of the run with it. */
function after(
  { steps, step }: Run,
  said: string,
  { last, only }: { readonly last: string; readonly only: string },
): string {
  const next = steps[step + 1];
  if (steps.length <= 1) {
    return only;
  }
  return `${said}, ${next ? `and the run continues with "${toastText(next.name, 60)}"` : last}`;
}

function upper(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
