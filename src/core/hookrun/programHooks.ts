import type { TriggerId } from '../hookfile/triggers.ts';
import type { JsonObject } from '../text/jsonObject.ts';
import type { HookEvent } from './hookEvent.ts';
import type { StepRecord } from './transcriptSteps.ts';
import type { HookVerdict } from './verdict.ts';

/** A short word for an event of a program, for an entry that a person wrote. */
export interface HookWord {
  /** The event it stands for. */
  readonly event: string;
  /** Whether a payload is one it is about; every other is passed over. */
  readonly isAbout: (payload: JsonObject) => boolean;
  /** Whether hooks may hold the agent there. The others must not say anything to it. */
  readonly answers: boolean;
}

/** Where a program writes a conversation down, and how: hooks are told how many steps it took. */
export interface ProgramSteps {
  /** The transcript that a payload names, and what the model said last, as far as it tells. */
  readonly told: (payload: JsonObject) => { readonly transcript: unknown; readonly finalMessage: unknown };
  /** Reads a line of a transcript; `undefined` for lines that are not part of this conversation. */
  readonly parse: (line: string, session: string) => StepRecord | undefined;
}

/** How hooks (HOOK.md) run at the events of an agent program. */
export interface ProgramHooks {
  /** Which hooks run at an event, one kind after the other; of these only the first can be heeded. */
  readonly triggers: Readonly<Record<string, readonly TriggerId[]>>;
  /** Whether an event is the moment of its triggers, where the program also tells of it for something else. */
  readonly isMoment?: (event: string, payload: JsonObject) => boolean;
  /** A payload in the words of the format. A guard holds, whatever the payload leaves out. */
  readonly toEvent: (payload: JsonObject, trigger: TriggerId, timestamp: string) => HookEvent;
  /** What the program is to read, or nothing where nobody has anything to say. */
  readonly reply: (event: string, verdict: HookVerdict) => string;
  /** Whether a no reaches the program at an event: where it does not, it is only told to the person. */
  readonly honours: (event: string) => boolean;
  /** The events that are told only when hooks let them happen: what they keep an agent from did not happen. */
  readonly toldAfter: ReadonlySet<string>;
  /** Whether an agent was kept from the end of its turn before, and tries again. */
  readonly isStoppedAgain: (payload: JsonObject) => boolean;
  /** The variable that names the folder of the agent's project. */
  readonly folderVariable?: string;
  readonly words: ReadonlyMap<string, HookWord>;
  /** Missing where the program writes nothing down that tells how many steps a conversation took. */
  readonly steps?: ProgramSteps;
  /** A made-up payload as the program has it at a moment, about the use of a tool where one is given. */
  readonly sample: (
    trigger: TriggerId,
    place: { readonly session: string; readonly workDir: string } & Pick<HookEvent, 'tool'>,
  ) => JsonObject;
}

/** An agent program, as far as hooks run for its agents. */
export interface HookProgram {
  readonly id: string;
  readonly hooks?: ProgramHooks;
}

/** The events of a program at which something runs for a trigger. */
export function eventsOfTrigger(
  { triggers }: Pick<ProgramHooks, 'triggers'>,
  trigger: TriggerId,
): readonly string[] {
  return Object.keys(triggers).filter((event) => triggers[event]?.includes(trigger));
}
