import * as z from 'zod';
import { described } from '../yaml/described.ts';
import type { Amount } from './hook.ts';
import { longestDescription, longestName, longestRegex, priorityAmount, timeoutAmount } from './hook.ts';
import { hookKeyTexts, matcherKeyTexts } from './keyTexts.ts';
import { triggerNames } from './triggers.ts';

// Only what ASCII letters can tell: other letters may become these in the one form that names have.
const name = z
  .string()
  .regex(
    new RegExp(
      `^(?!\\s*-)(?!.*--)(?!.*-\\s*$)(?!\\s*[a-z0-9-]{${longestName + 1}})\\s*[^\\u0000-,./:-\`{-\\u007f]+\\s*$`,
      'u',
    ),
  );
// A character, for validators that count UTF-16 units too; there is one way only to read a text so.
const high = '[\\ud800-\\udbff]';
const character = `(?:${high}[\\udc00-\\udfff]|[^\\ud800-\\udbff]|${high}(?![\\udc00-\\udfff]))`;
const description = z
  .string()
  .regex(new RegExp(`^\\s*(?=\\S)${character}{1,${longestDescription}}\\s*$`, 'u'));
const regex = z.string().min(1).max(longestRegex);

/** A number, also in quotes; what is within its limits there only a pattern can say. */
function amount({ least, most, usual }: Amount, inQuotes: RegExp) {
  const number = z.int().min(least).max(most);
  return z.union([number, z.string().regex(inQuotes)]).default(usual);
}

const timeout = amount(timeoutAmount, /^\s*\+?0*(?:[1-9]\d{2,4}|[1-5]\d{5}|600000)\s*$/u);
const priority = amount(priorityAmount, /^\s*(?:[+-]?0+|\+?0*(?:[1-9]\d{0,2}|1000))\s*$/u);

const words = ['true', 'false', 'yes', 'no', 'on', 'off', '1', '0'];
const anyCase = words.map((word) => word.replace(/[a-z]/gu, (char) => `[${char}${char.toUpperCase()}]`));
const flag = z.union([
  z.boolean(),
  z.literal([0, 1]),
  z.string().regex(new RegExp(`^\\s*(?:${anyCase.join('|')})\\s*$`, 'u')),
]);

const matcher = z.strictObject({
  tool: described(regex, matcherKeyTexts.tool).optional(),
  pattern: described(regex, matcherKeyTexts.pattern).optional(),
});

function plainSchema(schema: z.ZodType): object {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  return plain;
}

/**
 * The front matter of a HOOK.md as data, as far as a schema can tell: everything that is read without an error fits it.
 * Other editors use it; Beckon itself reads the text, and knows more.
 */
export const hookSchema = z
  .strictObject({
    name: described(name, hookKeyTexts.name),
    description: described(description, hookKeyTexts.description),
    trigger: described(z.enum(triggerNames), hookKeyTexts.trigger),
    matcher: described(matcher.nullable(), hookKeyTexts.matcher).optional(),
    timeout: described(timeout, hookKeyTexts.timeout),
    async: described(flag.default(false), hookKeyTexts.async),
    // What it may be hangs on whether there is an 'async': see below.
    async_: described(z.unknown().optional(), {
      about: "The same as 'async', for programs that can't have that name.",
    }),
    priority: described(priority, hookKeyTexts.priority),
    metadata: described(z.record(z.string(), z.unknown()).nullable(), hookKeyTexts.metadata).optional(),
  })
  .meta({
    title: 'The front matter of a HOOK.md',
    // An 'async_' is not looked at where there is an 'async' as well.
    anyOf: [z.looseObject({ async: z.unknown() }), z.looseObject({ async_: flag.optional() })].map(
      plainSchema,
    ),
  });
