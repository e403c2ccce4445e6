import type { HidesPrompt, Replies } from '../event/reply.ts';
import type { JsonObject } from '../text/jsonObject.ts';
import type { Answer } from './answer.ts';

/** What a relay writes to its standard output, nothing where the agent's own prompt is to ask; or why the answer does not fit. */
export type Verdict =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly reason: string };

/** How the requests of an agent program are answered. A program without it shows what it asks, and is answered elsewhere. */
export interface ProgramAnswers {
  /** What it can be told, by the kind of what it asks: nobody offers anything else. */
  readonly replies: Replies;
  /** When its own prompt is not shown while its relay waits: then it is made to wait only for a short while. */
  readonly hidesPrompt: HidesPrompt;
  /**
   * It also calls its relay for what is allowed anyway, and does not say which is which: only a person who wants that
   * makes it wait. Until then nothing it asks can be answered from here, and only a notice tells of it.
   */
  readonly optIn?: true;
  /** An answer to a request, in the program's own words. */
  readonly encode: (request: JsonObject, answer: Answer) => Verdict;
  /** What two requests share if they are one request that came twice, from entries in two settings files. */
  readonly print: (request: JsonObject) => string;
  /** Refuses the end of a turn: the agent goes on, and reads the text. */
  readonly refuseStop?: (text: string) => string;
}
