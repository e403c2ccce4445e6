import type { Hook } from '../hookfile/hook.ts';
import type { HookScope } from '../hookfile/hookScope.ts';
import type { Problem } from '../yaml/problem.ts';
import { consentFor, type Trust } from './trust.ts';

/**
 * Whether a hook is run, and why not. `approves`: it is run, and its `allow` counts. `lapsed`: one of the person's own
 * that changed since; it is run, and its `allow` counts no more. `changed`: the person agreed to other content than is
 * there now.
 */
export type Standing =
  | 'runs'
  | 'approves'
  | 'lapsed'
  | 'untrusted'
  | 'unconsented'
  | 'changed'
  | 'denied'
  | 'invalid'
  /** What the person said about hooks cannot be read. */
  | 'unknown'
  | 'replaced'
  | 'disabled';

/** Whether the script of a hook may be run as it stands. */
export function isRun(standing: Standing): boolean {
  return standing === 'runs' || standing === 'approves' || standing === 'lapsed';
}

/** A hook of which the standing is asked. */
export interface StandingHook {
  readonly scope: HookScope;
  readonly folder: string;
  readonly hook?: Hook;
  /** The real path of the workspace it was found in, where that is known. */
  readonly workspace?: string;
}

/** What the standing of a hook depends on. */
export interface StandingGround {
  readonly trust: Trust;
  /** The workspace of the hook; where the hook itself has its real path, that counts. */
  readonly workspace?: string | undefined;
  /** The hash of the hook's folder now; `undefined` where it has none, and nobody can agree to it. */
  readonly hash: string | undefined;
  /** Another hook of the same name is run in its place. */
  readonly isReplaced?: boolean;
}

/**
 * The standing of a hook. The person's own need no consent, except for approving. A no stays a no whatever becomes of
 * the hook; a yes is for the content that was there.
 */
export function standingOf(found: StandingHook, ground: StandingGround): Standing {
  const { trust, hash, isReplaced = false } = ground;
  const { scope, folder, hook } = found;
  if (!hook) {
    return 'invalid';
  }
  if (isReplaced) {
    return 'replaced';
  }
  if (trust.isUnknown) {
    return 'unknown';
  }
  if (trust.disabled.includes(folder)) {
    return 'disabled';
  }
  const consent = consentFor(trust, folder);
  if (consent?.allowed === false) {
    return 'denied';
  }
  const workspace = found.workspace ?? ground.workspace;
  if (scope === 'project' && (workspace === undefined || !trust.workspaces.includes(workspace))) {
    return 'untrusted';
  }
  const isForThis = consent !== undefined && hash !== undefined && consent.hash === hash;
  if (scope === 'project' && !isForThis) {
    return consent ? 'changed' : 'unconsented';
  }
  return !consent?.mayApprove ? 'runs' : isForThis ? 'approves' : 'lapsed';
}

/** The standing of a hook together with what is wrong in its folder: with an error it is not run. */
export function standingWith(standing: Standing, problems: readonly Pick<Problem, 'severity'>[]): Standing {
  return isRun(standing) && problems.some(({ severity }) => severity === 'error') ? 'invalid' : standing;
}
