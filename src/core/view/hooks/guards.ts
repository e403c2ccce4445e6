import { lackOf } from '../../hookfile/placeProblems.ts';
import { triggerNamed } from '../../hookfile/triggers.ts';
import { isRun } from '../../hookrun/standing.ts';
import type { HookGroup } from '../hookRows.ts';
import { folderName } from '../hookRows.ts';
import type { ShownHook } from '../shownHook.ts';

/** The hooks that can block something, by their HOOK.md, and what keeps each from it. */
export type Guards = ReadonlyMap<string, { readonly name: string; readonly broken?: BrokenGuard['why'] }>;

/** A hook that could block something until it was changed. */
export interface BrokenGuard {
  readonly file: string;
  readonly name: string;
  /**
   * `changed`: it was allowed as it was before; `invalid`: its HOOK.md has an error; `harmless`: it is run, where nothing
   * can be blocked; `unknown`: what the person allowed cannot be read; else its script cannot be run.
   */
  readonly why: 'changed' | 'invalid' | 'harmless' | 'unknown' | 'script' | 'interpreter';
}

/** What became of guards since the last look. */
export interface GuardChanges {
  readonly guards: Guards;
  /** All that two looks in a row found broken: a file that is being saved is whole again at the next. */
  readonly broken: readonly BrokenGuard[];
  /** The files of those that hold and did not before. */
  readonly mended: readonly string[];
}

/**
 * Which guards a change has broken. What a person switched off, took away or never allowed is not broken. One that was
 * allowed and has changed is, also where that happened before the first look.
 */
export function guardChanges(groups: readonly HookGroup[], before: Guards): GuardChanges {
  const guards = new Map<string, { name: string; broken?: BrokenGuard['why'] }>();
  const broken: BrokenGuard[] = [];
  const mended: string[] = [];
  for (const shown of groups.flatMap(({ hooks }) => hooks)) {
    const { file, hook, folder } = shown;
    const known = before.get(file);
    const why = breakOf(shown, known !== undefined);
    const name = hook?.name ?? known?.name ?? folderName(folder);
    if (why !== undefined) {
      guards.set(file, { name, broken: why });
      if (known?.broken !== undefined) {
        broken.push({ file, name, why });
      }
    } else if (isGuard(shown) && isRun(shown.standing)) {
      guards.set(file, { name });
      if (!known || known.broken !== undefined) {
        mended.push(file);
      }
    }
  }
  return { guards, broken, mended };
}

function isGuard({ hook }: ShownHook): boolean {
  return hook !== undefined && !hook.async && triggerNamed(hook.trigger)?.canBlock === true;
}

function breakOf(shown: ShownHook, wasGuard: boolean): BrokenGuard['why'] | undefined {
  const { standing, problems } = shown;
  const lack = lackOf(problems);
  if (standing === 'changed') {
    return isGuard(shown) || wasGuard ? 'changed' : undefined;
  }
  if (wasGuard && standing === 'unknown') {
    return 'unknown';
  }
  if (!wasGuard || (standing !== 'invalid' && !isRun(standing))) {
    return undefined;
  }
  return lack ?? (standing === 'invalid' ? 'invalid' : isGuard(shown) ? undefined : 'harmless');
}
