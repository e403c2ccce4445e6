import type { HookPlaces, LoadedHook } from '../node/hooks/loadHooks.ts';
import { loadHooks } from '../node/hooks/loadHooks.ts';
import type { HooksWorkspaces } from './hooksWorkspace.ts';

/** A hook that may be meant, and the folder whose it is. */
export type HookCandidate = LoadedHook & { readonly at: string };

/** The hooks that a name may mean, those of the nearest folder first. */
export async function hookCandidates(
  places: Omit<HookPlaces, 'workspace'>,
  { nearest, runs }: HooksWorkspaces,
): Promise<readonly HookCandidate[]> {
  const all: HookCandidate[] = [];
  for (const at of new Set([nearest, runs])) {
    all.push(...(await loadHooks({ ...places, workspace: at })).map((hook) => ({ ...hook, at })));
  }
  return all.filter(({ folder }, index) => all.findIndex((one) => one.folder === folder) === index);
}

/** The hook of a name; of two, that of the workspace, since it takes the place of the person's own, unless told. */
export function namedHook<One extends LoadedHook>(
  candidates: readonly One[],
  name: string,
  wanted: string | undefined,
): One | undefined {
  const named = candidates.filter(({ hook }) => hook?.name === name);
  return named.find(({ scope }) => scope === (wanted ?? 'project')) ?? (wanted ? undefined : named[0]);
}
