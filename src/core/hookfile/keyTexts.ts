import type { KeyText } from '../yaml/keyText.ts';
import type { Matcher } from './hook.ts';
import { type hookKeys, longestDescription, longestName, priorityAmount, timeoutAmount } from './hook.ts';

/** A key of the front matter. */
export type HookKey = (typeof hookKeys)[number];

/** What each key of the front matter says. */
export const hookKeyTexts: Readonly<Record<HookKey, KeyText>> = {
  name: {
    about: 'What the hook is called. It has the name of its folder.',
    isNeeded: true,
    takes: `1 to ${longestName} lower-case letters, digits and hyphens`,
  },
  description: {
    about: 'What the hook does, for people.',
    isNeeded: true,
    takes: `1 to ${longestDescription} characters`,
  },
  trigger: {
    about: 'When the hook runs: a moment in the life of an agent.',
    isNeeded: true,
    takes: 'the name of a trigger',
  },
  matcher: {
    about: 'Which uses of a tool the hook is for. It counts for triggers that are about a tool.',
    takes: "a mapping with 'tool' and 'pattern'; both must match",
    usual: 'every use of every tool',
  },
  timeout: {
    about:
      'How long the script may take, in milliseconds. One that takes longer is ended, and blocks nothing.',
    takes: `a whole number from ${timeoutAmount.least} to ${timeoutAmount.most}`,
    usual: String(timeoutAmount.usual),
  },
  async: {
    about: 'Whether the script runs in the background. The agent does not wait for it, and it cannot block.',
    takes: 'true or false',
    usual: 'false',
  },
  priority: {
    about: 'Which hooks run first: those with more.',
    takes: `a whole number from ${priorityAmount.least} to ${priorityAmount.most}`,
    usual: String(priorityAmount.usual),
  },
  metadata: {
    about: 'Whatever you like to write down about the hook. It changes nothing.',
    takes: 'a mapping of texts',
  },
};

/** What each key of a matcher says. */
export const matcherKeyTexts: Readonly<Record<keyof Matcher, KeyText>> = {
  tool: {
    about: "Which tools: by the name that the agent's program has for it, or by the common name.",
    takes: 'a regular expression of JavaScript for the whole name, such as Shell or WriteFile|StrReplaceFile',
    usual: 'every tool',
  },
  pattern: {
    about: 'What is looked for in each text the tool is given, and in all of it as JSON.',
    takes: 'a regular expression of JavaScript, best in single quotes: YAML leaves backslashes alone there',
    usual: 'everything',
  },
};
