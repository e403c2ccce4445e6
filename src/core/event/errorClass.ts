import type { ErrorClass } from '../agent/state.ts';

/** Words that tell the class of an error, most telling first; programs write codes, statuses or sentences. */
const signs: readonly (readonly [ErrorClass, RegExp])[] = [
  ['unauthorized', /unauthori[sz]ed|authenticat|invalid.api.key|invalid x-api-key|\b401\b|oauth|\/login/],
  ['out_of_credits', /credit|billing|quota|out of (extra )?usage|payment|\b402\b/],
  ['rate_limited', /rate.?limit|too many requests|\b429\b/],
  ['overloaded', /overload|server.error|internal error|\b5(00|02|03|04|29)\b/],
  ['no_internet', /network|connection|connect |econn|enotfound|etimedout|eai_again|offline|fetch failed/],
];

/** The class of an error: by its code where that tells, else by the program's own sentence. */
export function errorClass(code: string | undefined, sentence: string | undefined): ErrorClass {
  return classOf(code) ?? classOf(sentence) ?? 'other';
}

function classOf(text: string | undefined): ErrorClass | undefined {
  const low = text?.toLowerCase();
  return low === undefined ? undefined : signs.find(([, sign]) => sign.test(low))?.[0];
}
