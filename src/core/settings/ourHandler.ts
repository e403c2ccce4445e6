import { relaysRunBy } from './relayCommand.ts';
import type { Ours } from './wanted.ts';

/**
 * Whether a handler is an entry of ours: it runs the relay, of this Beckon home or of one that is no more, and does
 * nothing besides. Nothing else marks an entry: a program may strip keys it does not know when it writes the file.
 */
export function isOurHandler(handler: unknown, { relay, others = [] }: Omit<Ours, 'reader'>): boolean {
  const anyHome = inHome(nameOf(relay));
  const relays = isAt(handler, relay)
    ? [relay]
    : relaysRunBy(handler, (word) => word === relay || anyHome.test(word));
  return relays.length > 0 && !relays.some((word) => others.includes(word));
}

/** What a handler runs that may be the same relay of some Beckon home, as it is written there. */
export function relaysOfAnyHome(handler: unknown, relay: string): readonly string[] {
  const name = nameOf(relay);
  return relaysRunBy(
    handler,
    (word) => /[\\/]bin[\\/]$/u.test(word.slice(0, -name.length)) && word.endsWith(name),
  );
}

/** Whether the relay's path is all of a command, whatever a shell would make of the blanks in it. */
function isAt(handler: unknown, relay: string): boolean {
  return (handler as { readonly command?: unknown } | null)?.command === relay;
}

/** The name of a relay: that of its program. */
function nameOf(relay: string): string {
  return relay.split(/[\\/]/u).at(-1) ?? '';
}

function inHome(name: string): RegExp {
  return new RegExp(
    String.raw`(?:^|[\\/])\.beckon[\\/]bin[\\/]${name.replaceAll(/[^\w-]/gu, String.raw`\$&`)}$`,
    'u',
  );
}
