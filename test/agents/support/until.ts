/** How long a condition may take to come true. Generous, because the machine may have other work; reached only by failures. */
export const patienceMs = 60_000;

/**
 * Asks again and again until the probe gives a value, and returns it. When the time is up it throws, saying what was
 * waited for and what there is instead.
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  {
    withinMs = patienceMs,
    instead = () => '',
  }: { readonly withinMs?: number; readonly instead?: () => string | Promise<string> } = {},
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) {
      return found;
    }
    if (Date.now() > deadline) {
      throw new Error(`Waited ${withinMs / 1000} s in vain for ${what}.\n${await instead()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A barrier that a test opens: what waits for it goes on then and not earlier. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Makes a closed gate. */
export function gate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
