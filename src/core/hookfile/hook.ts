import type { TriggerId } from './triggers.ts';

/** Which uses of a tool a hook is for; what is missing fits every one. */
export interface Matcher {
  /** A regular expression for the whole name of the tool. */
  readonly tool?: string;
  /** A regular expression that is looked for in what the tool is given. */
  readonly pattern?: string;
}

/** What the front matter of a HOOK.md says. */
export interface Hook {
  readonly name: string;
  readonly description: string;
  readonly trigger: TriggerId;
  /** The trigger by the name or alias it has in the file: its script is told that one. */
  readonly eventType: string;
  readonly matcher: Matcher;
  readonly timeoutMs: number;
  readonly async: boolean;
  readonly priority: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A whole number with its limits, and what counts where none is given. */
export interface Amount {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** How long a script may take, in milliseconds. */
export const timeoutAmount: Amount = { least: 100, most: 600_000, usual: 30_000 };

/** Which hooks run first: those with more. */
export const priorityAmount: Amount = { least: 0, most: 1000, usual: 100 };

/** How long a name may be. */
export const longestName = 64;

/** How long a description may be. */
export const longestDescription = 1024;

/** How long a regular expression may be: what it takes to make one ready is not bounded otherwise. */
export const longestRegex = 4096;

/** The keys of the front matter. */
export const hookKeys = [
  'name',
  'description',
  'trigger',
  'matcher',
  'timeout',
  'async',
  'priority',
  'metadata',
] as const;
