import { programLimits } from '../../core/findings/programLimits.ts';
import { scriptProblems } from '../../core/hookfile/placeProblems.ts';
import type { ProgramPowers } from '../../core/hookrun/programPowers.ts';
import { isRun, standingWith } from '../../core/hookrun/standing.ts';
import type { HookGroup } from '../../core/view/hookRows.ts';
import type { ShownHook } from '../../core/view/shownHook.ts';
import { readHookLog } from './hookLog.ts';
import type { HookPlaces, LoadedHook } from './loadHooks.ts';
import { loadHooks } from './loadHooks.ts';
import { scriptFacts } from './scriptFacts.ts';

/** A folder whose hooks are shown, and what the person calls it. */
export interface HooksFolder {
  readonly path: string;
  readonly name: string;
}

/** What hooks can do with the agent programs that are in use in some folders. */
export type PowersIn = (folders: readonly string[]) => readonly ProgramPowers[];

const shownRuns = 5;

/**
 * The person's own hooks, and those of each folder. One of the person's own counts as replaced where that is so in every
 * folder; else it tells in which.
 */
export async function readHookGroups(
  { home, env }: HookPlaces,
  folders: readonly HooksFolder[],
  powersIn: PowersIn,
): Promise<readonly HookGroup[]> {
  const own = await loadHooks({ home, env });
  const all = await Promise.all(
    folders.map(async ({ path, name }) => ({
      path,
      name,
      loaded: await loadHooks({ home, env, workspace: path }),
    })),
  );
  const isReplaced = (one: LoadedHook) => one.standing === 'replaced';
  const yours = own.map((one): LoadedHook & Pick<ShownHook, 'replacedIn'> => {
    const others = all.filter(({ loaded }) =>
      loaded.some((other) => other.folder === one.folder && isReplaced(other)),
    );
    if (isReplaced(one) || others.length === 0) {
      return one;
    }
    return others.length === all.length
      ? { ...one, standing: 'replaced' }
      : { ...one, replacedIn: others.map(({ name }) => name) };
  });
  const shown = (loaded: readonly LoadedHook[], used: readonly string[]) => {
    const powers = powersIn(used);
    return Promise.all(loaded.toSorted(byStanding).map((one) => shownHook(home, one, powers)));
  };
  const paths = folders.map(({ path }) => path);
  return [
    { hooks: await shown(yours, paths) },
    ...(await Promise.all(
      all.map(async ({ path, name, loaded }) => ({
        workspace: path,
        name,
        hooks: await shown(
          loaded.filter(({ scope }) => scope === 'project'),
          [path],
        ),
      })),
    )),
  ];
}

/** Those that run stay in the order they run; then come those that could, as they would, and then the others. */
function byStanding(a: LoadedHook, b: LoadedHook): number {
  const isHeld = rank(a) === 1 && rank(b) === 1;
  return rank(a) - rank(b) || (isHeld ? (b.hook?.priority ?? 0) - (a.hook?.priority ?? 0) : 0);
}

function rank({ standing }: LoadedHook): number {
  return isRun(standing) ? 0 : standing === 'invalid' ? 3 : standing === 'replaced' ? 2 : 1;
}

async function shownHook(
  home: string,
  one: LoadedHook & Pick<ShownHook, 'replacedIn'>,
  powers: readonly ProgramPowers[],
): Promise<ShownHook> {
  const { scope, folder, file, hook, standing, replacedIn } = one;
  const script = hook && (await scriptFacts(folder));
  const problems = [...one.problems, ...(hook ? scriptProblems(script) : [])];
  const stands = standingWith(standing, problems);
  return {
    scope,
    folder,
    file,
    ...(hook ? { hook } : {}),
    problems,
    limits: hook ? programLimits({ ...hook, script, standing: stands }, powers) : [],
    standing,
    runs: await readHookLog(home, folder, shownRuns),
    ...(replacedIn ? { replacedIn } : {}),
  };
}
