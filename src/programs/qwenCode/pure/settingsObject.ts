import { parse } from 'jsonc-parser';
import { objectOf } from '../../../core/text/jsonObject.ts';

/** What a file of Qwen Code's holds, which reads comments in it; `undefined` for what is no object. */
export function settingsObject(text: string): Readonly<Record<string, unknown>> | undefined {
  return objectOf(parse(text));
}
