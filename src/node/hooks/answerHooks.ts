import { namedSession } from '../../core/event/namedPayload.ts';
import type { HookEvent } from '../../core/hookrun/hookEvent.ts';
import { noSession } from '../../core/hookrun/hookEvent.ts';
import type { ProgramHooks } from '../../core/hookrun/programHooks.ts';
import { isRun } from '../../core/hookrun/standing.ts';
import type { HookVerdict } from '../../core/hookrun/verdict.ts';
import { loadHooks } from './loadHooks.ts';
import type { RunHooksOptions } from './runHooks.ts';
import { runHooks } from './runHooks.ts';
import { mostStops, StopCount } from './stopCount.ts';
import { withSteps } from './withSteps.ts';

/** An event of an agent program, and what hooks need to run. */
export interface HookMoment extends Omit<RunHooksOptions, 'event' | 'hooks'> {
  readonly program: ProgramHooks;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The end of the payload did not arrive. */
  readonly isCut?: boolean;
  readonly now: number;
}

/** What the agent reads, and whether that keeps it from what it was about to do. */
export interface HookAnswer {
  readonly reply: string;
  readonly denied: boolean;
}

/** Runs the hooks of an event, and says what they say in the words of the agent's program. */
export async function answerHooks(moment: HookMoment): Promise<HookAnswer> {
  const { program, event, payload, now, isCut = false } = moment;
  // What is missing from a payload that was cut off tells nothing.
  const isMoment = isCut || (program.isMoment?.(event, payload) ?? true);
  const triggers = isMoment ? (program.triggers[event] ?? []) : [];
  let said: HookVerdict = { decision: 'none' };
  // Once for all the kinds that run at this event: an agent waits.
  const hooks = triggers.length > 0 ? await loadHooks(moment, 'atRun') : [];
  for (const trigger of triggers) {
    if (moment.signal?.aborted) {
      break;
    }
    const told = program.toEvent(payload, trigger, new Date(now).toISOString());
    const heard = marked(ofNamed(told, payload), moment.isCut);
    const isWanted = hooks.some(({ hook, standing }) => hook?.trigger === trigger && isRun(standing));
    const hookEvent = isWanted ? await withSteps(heard, payload, { now, steps: program.steps }) : heard;
    const { verdict } = await runHooks({ ...moment, hooks, event: hookEvent });
    // Of the kinds that run at one event, the first can be heeded; the others are about what is over.
    if (trigger === triggers[0]) {
      said = trigger === 'before_stop' ? await bounded(verdict, moment, hookEvent.sessionId) : verdict;
      if (said.decision === 'deny') {
        break;
      }
    }
  }
  return { reply: program.reply(event, said), denied: said.decision === 'deny' && program.honours(event) };
}

/** An event whose payload names no conversation is that of the agent that whoever called named. */
function ofNamed(event: HookEvent, payload: HookMoment['payload']): HookEvent {
  const session = event.sessionId === noSession ? namedSession(payload) : undefined;
  return session === undefined ? event : { ...event, sessionId: session };
}

function marked(event: HookEvent, isCut = false): HookEvent {
  return event.tool && isCut ? { ...event, tool: { ...event.tool, isCut: true } } : event;
}

/**
 * A gate at the end of a turn holds three times: an agent that cannot pass it must not go on for ever. What lets it pass,
 * and others who hold the turn in between, begin no new turn.
 */
async function bounded(
  verdict: HookVerdict,
  { program, home, payload }: HookMoment,
  session: string,
): Promise<HookVerdict> {
  const count = new StopCount(home, session);
  const isFirst = !program.isStoppedAgain(payload);
  const before = isFirst ? 0 : await count.read();
  if (verdict.decision === 'deny' && before < mostStops) {
    return (await count.write(before + 1)) ? verdict : { decision: 'none' };
  }
  if (isFirst) {
    await count.write(0);
  }
  return { decision: 'none' };
}
