import type * as z from 'zod';
import type { KeyText } from './keyText.ts';

/** What a key takes, with the words that say what the key is for. */
export function described<Schema extends z.ZodType>(schema: Schema, text: KeyText): Schema {
  const { about, takes, usual } = text;
  const more = [
    ...(takes === undefined ? [] : [`Takes ${takes}.`]),
    ...(usual === undefined ? [] : [`Unless it is written: ${usual}.`]),
  ];
  return schema.describe([about, ...more].join(' '));
}
