import type { TriggerId } from '../hookfile/triggers.ts';
import { triggers } from '../hookfile/triggers.ts';
import type { HookProgram, ProgramHooks } from './programHooks.ts';
import { eventsOfTrigger } from './programHooks.ts';
import type { HookVerdict } from './verdict.ts';

/** What an agent program makes of what hooks say at one moment. */
export interface MomentPowers {
  /** A no reaches it. */
  readonly no: boolean;
  /** A question is asked, counts as a no, or is ignored. */
  readonly question: 'asked' | 'denied' | 'ignored';
  /** A yes spares the person its own question. */
  readonly yes: boolean;
  /** The tool gets another input. */
  readonly input: boolean;
  /** Its model gets a text. */
  readonly context: boolean;
}

/** What hooks can do with an agent program. It is data: it goes from process to process as JSON. */
export interface ProgramPowers {
  readonly id: string;
  readonly name: string;
  /** By moment. One that is missing is one the program says nothing of, and no hook runs for it. */
  readonly at: Readonly<Partial<Record<TriggerId, MomentPowers>>>;
}

/** What hooks can do with a program, by the words it has for what they say: what it has no words for it does not take. */
export function powersOf({ id, name, hooks }: HookProgram & { readonly name: string }): ProgramPowers {
  const at: Partial<Record<TriggerId, MomentPowers>> = {};
  for (const trigger of hooks ? triggers : []) {
    const events = hooks ? eventsOfTrigger(hooks, trigger.id) : [];
    if (hooks && events.length > 0) {
      at[trigger.id] = momentOf(hooks, trigger.id, events);
    }
  }
  return { id, name, at };
}

const reason = 'Because.';

function momentOf(hooks: ProgramHooks, trigger: TriggerId, events: readonly string[]): MomentPowers {
  // Of the kinds that run at one event only the first can be heeded.
  const heeded = events.filter((event) => hooks.triggers[event]?.[0] === trigger);
  // Elsewhere a question counts as a no, and there is nothing to approve or to change.
  const isTool = trigger === 'before_tool';
  const says = (verdict: HookVerdict) => heeded.map((event) => hooks.reply(event, verdict)).join('');
  const asks = isTool ? says({ decision: 'ask', reason }) : '';
  const denies = says({ decision: 'deny', reason });
  return {
    no: heeded.some(hooks.honours),
    question: asks === '' ? 'ignored' : asks === denies ? 'denied' : 'asked',
    yes: isTool && says({ decision: 'allow' }) !== '',
    input: isTool && says({ decision: 'none', modifiedInput: { command: 'true' } }) !== '',
    context: says({ decision: 'none', additionalContext: reason }) !== '',
  };
}
