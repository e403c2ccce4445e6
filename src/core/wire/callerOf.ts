import type { WireHead } from './wireHead.ts';

/** The marks other programs leave in the environment of what they start; they read the settings of others too. */
const marks: readonly (readonly [variable: string, program: string])[] = [
  ['COPILOT_CLI', 'copilot'],
  ['COPILOT_PROJECT_DIR', 'copilot'],
  ['QWEN_CODE_SESSION_ID', 'qwen'],
  ['GEMINI_SESSION_ID', 'gemini'],
  ['CURSOR_VERSION', 'cursor'],
  ['FACTORY_PROJECT_DIR', 'factory'],
  ['CODEX_MANAGED_BY_NPM', 'codex'],
];

/** What a program says of the calls of its relay. */
export interface RelayOwner {
  readonly id: string;
  readonly events: {
    readonly owns: (
      payload: Readonly<Record<string, unknown>>,
      env: Readonly<Record<string, string>>,
    ) => boolean;
    readonly pidVariable?: string;
  };
}

/**
 * Which program called the relay: `named`, after which it is named, or another one by its mark in the environment;
 * `undefined` for a caller that nothing is known of. Marks are inherited by whatever runs inside an agent's terminal, so
 * the one that names its own process as the relay's parent is believed first.
 */
export function callerOf(
  head: WireHead,
  payload: Readonly<Record<string, unknown>>,
  named: RelayOwner,
): string | undefined {
  const { env } = head;
  if (callerPid(head, named) !== undefined) {
    return named.id;
  }
  const marked = marks.find(([variable]) => env[variable] !== undefined);
  if (marked) {
    return marked[1];
  }
  return named.events.owns(payload, env) ? named.id : undefined;
}

/** The process of the agent that called: known only where its program says itself that it is the relay's parent. */
export function callerPid(
  { env, ppid }: Pick<WireHead, 'env' | 'ppid'>,
  { events: { pidVariable } }: Pick<RelayOwner, 'events'>,
): number | undefined {
  const told = pidVariable === undefined ? undefined : env[pidVariable];
  return ppid !== undefined && ppid > 1 && told === String(ppid) ? ppid : undefined;
}
