import { setTimeout as delay } from 'node:timers/promises';

/** Resolves as soon as `holds` gives a truthy value, and rejects after `timeoutMs` naming what was waited for. */
export async function until<T>(what: string, holds: () => T | Promise<T>, timeoutMs = 30_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs / 1000} s in vain until ${what}`);
    await delay(30);
  }
}
