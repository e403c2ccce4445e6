import type { JsonObject } from '../text/jsonObject.ts';
import type { WaitRule } from '../wire/relayRules.ts';
import type { Event } from './event.ts';
import type { HidesPrompt, Replies } from './reply.ts';

/** What is known of an event besides its payload. */
export interface HeardCall {
  readonly id: string;
  readonly at: number;
  /** The event that the entry names; empty for an entry of an old form that names none. */
  readonly event: string;
  /** The agent's process, where the program says that it called the relay. */
  readonly pid?: number;
  /** The variables the relay told of. */
  readonly env: Readonly<Record<string, string>>;
  /** The agent that whoever called named: the event is its own, whatever the payload says. */
  readonly as?: { readonly session: string; readonly child?: string };
}

/** The events of an agent program: how its payloads are read. */
export interface ProgramEvents {
  /** What its relay waits for, by event. A name is letters, digits and `_`; after the first of them also `.` and `-`. */
  readonly waits: Readonly<Record<string, WaitRule>>;
  /** The variables of the program itself: the relay tells of them. */
  readonly told: readonly string[];
  /** The variables that it sets in all it starts, and nobody else sets. What runs inside of it inherits them. */
  readonly marks?: readonly string[];
  /** The programs whose settings it reads as well, by id: it runs their entries too, and is told from them by its marks. */
  readonly alsoRuns?: readonly string[];
  /** The marks of others that read its settings; `allPrograms` adds those of the programs that say so themselves. */
  readonly strangers?: readonly string[];
  /** The conversation that a payload names. */
  readonly sessionOf: (payload: JsonObject) => string | undefined;
  /** What an event says happened; `undefined` for what changes nothing. */
  readonly parse: (payload: JsonObject, call: HeardCall) => Event | undefined;
  /**
   * Whether a payload is the program's own. Other programs read its settings too, and call its relay. `undefined` where
   * that cannot be told: then the marks of others decide.
   */
  readonly owns: (payload: JsonObject, env: Readonly<Record<string, string>>) => boolean | undefined;
  /** The variable in which the program tells the processes it starts its own pid. */
  readonly pidVariable?: string;
  /**
   * Whether a process is one of its agents, by the words it was started with. The process that called a relay is found by
   * it, where the program does not tell its pid.
   */
  readonly isProcess?: (words: readonly string[]) => boolean;
  /** Whether such a process answers one prompt and ends, and says nothing of its end. */
  readonly isHeadless?: (words: readonly string[]) => boolean;
  /** Other evidence of the program says whether a prompt still stands, also after Beckon was closed for a while. */
  readonly confirmsPrompts: boolean;
}

/** An agent program, as far as its events are concerned. `answers`: somebody may answer what it asks. */
export interface EventProgram {
  /** Its name in ids, paths and settings. */
  readonly id: string;
  readonly events: ProgramEvents;
  readonly answers?: {
    readonly replies: Replies;
    readonly hidesPrompt: HidesPrompt;
    readonly optIn?: true;
    readonly refuseStop?: unknown;
  };
}
