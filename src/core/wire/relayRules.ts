/**
 * What the relay does with an event besides telling of it. `always`: it waits for an answer, and looks for another
 * window when one goes. `once`: it waits for an answer, but not for a window: when the one that holds the request goes, or
 * says nothing, the agent's own prompt is to be shown at once. `run`: it waits only for an agent that Beckon started. `hooks`: it hands the event to the engine
 * where there is a folder of hooks, in or above the folder that the variable names, or else the current one.
 */
export type WaitRule = 'always' | 'once' | 'run' | 'hooks' | `hooks ${string}`;

/** What the relay of one program has to know. It is written beside the relay, which itself knows no program. */
export interface RelayRules {
  /** The name the relay is called by. */
  readonly program: string;
  /** By the program's name for the event; any other event is told of and never waits. */
  readonly waits: Readonly<Record<string, WaitRule>>;
  /** The variables by which the program, or who else calls its relay, is known. Capital letters, digits and `_`. */
  readonly told: readonly string[];
}

/** A wait rule as a relay understands it; `undefined` for what it does not, which waits for nothing. */
export type ReadRule =
  | { readonly kind: 'always' | 'once' | 'run' }
  | { readonly kind: 'hooks'; readonly from?: string }
  | undefined;

/** How much of such a file is read: its first bytes. */
export const toldLimit = 1000;

/** Reads a wait rule. Only the first line counts, and what follows in it is for later versions. */
export function parseWaitRule(text: string): ReadRule {
  const [kind, from = ''] = wordsIn(text);
  if (kind === 'always' || kind === 'once' || kind === 'run') {
    return { kind };
  }
  const folder = /^[A-Z_]+$/u.test(from) ? { from } : {};
  return kind === 'hooks' ? { kind, ...folder } : undefined;
}

/** Reads the names of variables that are told; what can be no name of one is left out. */
export function parseTold(text: string): readonly string[] {
  return wordsIn(text).filter((name) => /^[A-Z_][A-Z0-9_]*$/u.test(name));
}

/** The variables by which a relay knows whose it is; whoever plays an agent of its own must not inherit them. */
export function callerVariables({ waits, told }: RelayRules): readonly string[] {
  const folders = Object.values(waits).map((rule) => rule.split(' ')[1] ?? '');
  return ['BECKON_AGENT', ...told, ...folders.filter(Boolean)];
}

function wordsIn(text: string): readonly string[] {
  return (text.split('\n')[0] ?? '').split(' ').filter(Boolean);
}
