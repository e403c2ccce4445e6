import type { Hook } from '../../src/core/hookfile/hook.ts';

/** A hook, with what is said about it. */
export function hookOf(said: Partial<Hook> = {}): Hook {
  const trigger = said.trigger ?? 'before_tool';
  return {
    name: 'no-danger',
    description: 'Blocks what could destroy data',
    trigger,
    eventType: trigger,
    matcher: {},
    timeoutMs: 30_000,
    async: false,
    priority: 100,
    metadata: {},
    ...said,
  };
}
