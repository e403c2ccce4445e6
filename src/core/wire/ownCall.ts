import type { WireHead } from './wireHead.ts';

/** What a program says of the calls of its relay. */
export interface RelayOwner {
  readonly events: {
    readonly owns: (
      payload: Readonly<Record<string, unknown>>,
      env: Readonly<Record<string, string>>,
    ) => boolean | undefined;
    readonly strangers?: readonly string[];
    readonly pidVariable?: string;
  };
}

/**
 * Whether a program called its relay itself: others read its settings too, and run what they find there. The marks of
 * others are inherited by whatever runs inside their terminals, so they count only where nothing else tells.
 */
export function isOwnCall(
  head: Pick<WireHead, 'env' | 'ppid'>,
  payload: Readonly<Record<string, unknown>>,
  named: RelayOwner,
): boolean {
  const { owns, strangers = [] } = named.events;
  return (
    callerPid(head, named) !== undefined ||
    (owns(payload, head.env) ?? !strangers.some((variable) => head.env[variable] !== undefined))
  );
}

/** The process of the agent that called: known only where its program says itself that it is the relay's parent. */
export function callerPid(
  { env, ppid }: Pick<WireHead, 'env' | 'ppid'>,
  { events: { pidVariable } }: RelayOwner,
): number | undefined {
  const told = pidVariable === undefined ? undefined : env[pidVariable];
  return ppid !== undefined && ppid > 1 && told === String(ppid) ? ppid : undefined;
}
