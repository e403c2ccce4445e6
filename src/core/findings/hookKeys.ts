import type { HookLook } from '../hookfile/parseHook.ts';
import type { Span } from '../yaml/problem.ts';
import type { Entry } from '../yaml/shape.ts';

/** The keys of a hook as far as they can be read, and where they are. */
export interface HookKeys {
  readonly get: (key: string) => Entry | undefined;
  /** The text of a key that has one. */
  readonly textOf: (key: string) => string | undefined;
  /** Where the value of a key is in the whole text; the key itself where it has none. */
  readonly spanOf: (key: string) => Span | undefined;
}

/** The keys of a hook that was looked at; of one that is there twice the last. */
export function keysOf({ root, matter }: HookLook): HookKeys {
  const entries = new Map(root?.entries.map((entry) => [entry.key, entry]));
  const get = (key: string) => entries.get(key);
  return {
    get,
    textOf: (key) => {
      const value = get(key)?.value;
      return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
    },
    spanOf: (key) => {
      const span = get(key)?.value.span;
      return span && matter ? [span[0] + matter.from, span[1] + matter.from] : undefined;
    },
  };
}
