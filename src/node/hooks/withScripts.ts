import { standingWith } from '../../core/hookrun/standing.ts';
import { scriptProblems } from './hookScript.ts';
import type { LoadedHook } from './loadHooks.ts';

/** The same hooks with what is wrong with their scripts, and with the standing that they have by that. */
export function withScripts(hooks: readonly LoadedHook[]): Promise<readonly LoadedHook[]> {
  return Promise.all(
    hooks.map(async (one) => {
      const problems = [...one.problems, ...(one.hook ? await scriptProblems(one.folder) : [])];
      return { ...one, problems, standing: standingWith(one.standing, problems) };
    }),
  );
}
