import type { KeyText } from '../yaml/keyText.ts';
import type { Matcher } from './hook.ts';
import { type hookKeys, longestDescription, longestName, priorityAmount, timeoutAmount } from './hook.ts';

/** A key of the front matter. */
export type HookKey = (typeof hookKeys)[number];

/** What each key of the front matter says. */
export const hookKeyTexts: Readonly<Record<HookKey, KeyText>> = {
  name: {
    about: 'The name of the hook, the same as that of its folder.',
    isNeeded: true,
    takes: `1 to ${longestName} lowercase letters, digits and hyphens`,
  },
  description: {
    about: 'What the hook does, for people.',
    isNeeded: true,
    takes: `1 to ${longestDescription} characters`,
  },
  trigger: {
    about: 'When the hook runs.',
    isNeeded: true,
    takes: 'the name of a trigger',
  },
  matcher: {
    about: 'Which tool calls the hook is for. It has an effect only with a trigger about tools.',
    takes: "a mapping with 'tool' and 'pattern'; both must match",
    usual: 'every tool call',
  },
  timeout: {
    about: 'How long the script may take, in milliseconds. After that it is stopped and blocks nothing.',
    takes: `a whole number from ${timeoutAmount.least} to ${timeoutAmount.most}`,
    usual: String(timeoutAmount.usual),
  },
  async: {
    about: "Whether the script runs in the background. The agent doesn't wait for it, and it can't block.",
    takes: 'true or false',
    usual: 'false',
  },
  priority: {
    about: 'Hooks with a higher priority run first.',
    takes: `a whole number from ${priorityAmount.least} to ${priorityAmount.most}`,
    usual: String(priorityAmount.usual),
  },
  metadata: {
    about: 'Your own notes about the hook. Only "sample" has an effect: it is the command of a sample event.',
    takes: 'a mapping of texts',
  },
};

/** What each key of a matcher says. */
export const matcherKeyTexts: Readonly<Record<keyof Matcher, KeyText>> = {
  tool: {
    about: "Which tools, by the agent program's name for it or by the common name.",
    takes: 'a JavaScript regular expression for the whole name, such as Shell or WriteFile|StrReplaceFile',
    usual: 'every tool',
  },
  pattern: {
    about: "What to search for in each text of the tool's input, and in the whole input as JSON.",
    takes: 'a JavaScript regular expression, best in single quotes: YAML leaves backslashes alone there',
    usual: 'everything',
  },
};
