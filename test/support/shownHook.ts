import type { HookRunEntry } from '../../src/core/hookrun/hookRunEntry.ts';
import type { ShownHook } from '../../src/core/view/shownHook.ts';
import { hookOf } from './hookOf.ts';

/** A hook that is shown, with what is said about it. */
export function shownHook(said: Partial<ShownHook> = {}): ShownHook {
  const folder = said.folder ?? '/home/ada/.config/agents/hooks/no-danger';
  return {
    scope: 'user',
    folder,
    file: `${folder}/HOOK.md`,
    hook: hookOf({ matcher: { tool: 'Shell' } }),
    problems: [],
    limits: [],
    standing: 'runs',
    runs: [],
    ...said,
  };
}

/** One run of a hook, with what is said about it. */
export function ranHook(said: Partial<HookRunEntry> = {}): HookRunEntry {
  return { at: 0, trigger: 'before_tool', session: 's-1', outcome: 'passed', exit: 0, ms: 12, ...said };
}
