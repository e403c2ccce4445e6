import { basename } from 'node:path';
import { hookProblem } from '../../core/hookfile/problem.ts';
import { quoted } from '../../core/yaml/shape.ts';
import type { LoadedHook } from './loadHooks.ts';

/** The same hooks, each of the person's own that one of the workspace has replaced with a warning that says so. */
export function withOverridden(hooks: readonly LoadedHook[]): readonly LoadedHook[] {
  return hooks.map((one) => {
    const by = hooks.find(({ folder, scope }) => scope === 'project' && folder === one.replacedBy);
    if (!by || one.scope !== 'user') {
      return one;
    }
    const message = `Give the hook another name to run both; ${quoted(basename(by.folder))} of the workspace is run instead.`;
    return { ...one, problems: [...one.problems, hookProblem('overridden', message, 'warning')] };
  });
}
