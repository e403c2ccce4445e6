import type { HookLimit } from '../findings/programLimits.ts';
import type { Hook } from '../hookfile/hook.ts';
import type { HookScope } from '../hookfile/hookScope.ts';
import type { HookProblem } from '../hookfile/problem.ts';
import type { HookRunEntry } from '../hookrun/hookRunEntry.ts';
import type { Standing } from '../hookrun/standing.ts';

/** A hook with everything that is shown of it. */
export interface ShownHook {
  readonly scope: HookScope;
  readonly folder: string;
  readonly file: string;
  /** What its front matter says, where that can be read. */
  readonly hook?: Hook;
  readonly problems: readonly HookProblem[];
  /** What agent programs in use cannot do with it. */
  readonly limits: readonly HookLimit[];
  readonly standing: Standing;
  /** The last runs, the oldest first. */
  readonly runs: readonly HookRunEntry[];
  /** The names of the window's folders in which another hook of its name is in its place, where it is not so in all. */
  readonly replacedIn?: readonly string[];
}
