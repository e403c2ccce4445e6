/** Why an agent's turn failed; the classes a policy can match. */
export type ErrorClass =
  | 'unauthorized'
  | 'out_of_credits'
  | 'rate_limited'
  | 'no_internet'
  | 'overloaded'
  | 'other';

/** A failed turn: its class, and the program's own sentence where it gave one. */
export interface AgentError {
  readonly class: ErrorClass;
  readonly message?: string;
}

/** Words that tell the class of an error, most telling first; programs write codes, statuses or sentences. */
const signs: readonly (readonly [ErrorClass, RegExp])[] = [
  ['unauthorized', /unauthori[sz]ed|authenticat|invalid.api.key|invalid x-api-key|\b401\b|oauth|\/login/],
  ['out_of_credits', /credit|billing|quota|out of (extra )?usage|payment|\b402\b/],
  ['rate_limited', /rate.?limit|too many requests|\b429\b/],
  ['overloaded', /overload|server.error|internal error|\b5[02]\d\b/],
  [
    'no_internet',
    /network|internet|connection|connect |timed out|econn|enotfound|etimedout|eai_again|offline|fetch failed/,
  ],
];

/** A code both where a service answered with 500 or more, and where none answered at all. */
const broad = 'server_error';

/** The class of an error: by its code where that tells, else by the program's own sentence. */
export function errorClass(code: string | undefined, sentence: string | undefined): ErrorClass {
  if (code === broad) {
    // What is in the sentence besides the status is the service's own text: it tells no more than which of the two.
    return classOf(sentence, ['overloaded', 'no_internet']) ?? 'overloaded';
  }
  return classOf(code) ?? classOf(sentence) ?? 'other';
}

function classOf(text: string | undefined, among?: readonly ErrorClass[]): ErrorClass | undefined {
  const low = text?.toLowerCase();
  const possible = among ? signs.filter(([one]) => among.includes(one)) : signs;
  return low === undefined ? undefined : possible.find(([, sign]) => sign.test(low))?.[0];
}
