import type { JsonObject } from '../text/jsonObject.ts';
import type { Answer } from './answer.ts';

/** What a relay writes to its standard output, nothing where the agent's own prompt is to ask; or why the answer does not fit. */
export type Verdict =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly reason: string };

/** How the requests of an agent program are answered. A program without it shows what it asks, and is answered elsewhere. */
export interface ProgramAnswers {
  /** An answer to a request, in the program's own words. */
  readonly encode: (request: JsonObject, answer: Answer) => Verdict;
  /** What two requests share if they are one request that came twice, from entries in two settings files. */
  readonly print: (request: JsonObject) => string;
  /** Refuses the end of a turn: the agent goes on, and reads the text. */
  readonly refuseStop?: (text: string) => string;
}
