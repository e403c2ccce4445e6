import type { HookLimit } from '../core/findings/programLimits.ts';
import { programLimits } from '../core/findings/programLimits.ts';
import { lackOf, scriptProblems } from '../core/hookfile/placeProblems.ts';
import type { ProgramPowers } from '../core/hookrun/programPowers.ts';
import type { Standing } from '../core/hookrun/standing.ts';
import { standingWith } from '../core/hookrun/standing.ts';
import { plainText } from '../core/text/plainText.ts';
import { beckonHome } from '../node/beckonHome.ts';
import type { HookPlaces, LoadedHook } from '../node/hooks/loadHooks.ts';
import { loadHooks } from '../node/hooks/loadHooks.ts';
import { withOverridden } from '../node/hooks/overriddenHooks.ts';
import { scriptFacts } from '../node/hooks/scriptFacts.ts';
import type { Console, ExitCode } from './console.ts';
import type { HooksWorkspaces } from './hooksWorkspace.ts';
import { hooksWorkspaces } from './hooksWorkspace.ts';
import { markEvents } from './markEvents.ts';
import { powersAround } from './powersAround.ts';
import { readArgs } from './readArgs.ts';

const help = `beckon hooks list [--workspace DIR] [--json]: list the hooks in the order they run, and those that don't,
and say what the agent programs in use can't do with them.

  --workspace DIR   whose hooks (default: the current folder's)
  --json            print one JSON document`;

/** What becomes of a hook, in a few words. */
const standingWords: Readonly<Record<Standing, string>> = {
  runs: 'runs',
  approves: 'runs, can auto-approve',
  lapsed: 'runs; it changed, so it can no longer auto-approve',
  untrusted: 'not run: allow it first',
  unconsented: 'not run: allow it first',
  changed: 'not run: it changed since you allowed it',
  denied: 'not run: you denied it',
  disabled: 'not run: it is switched off',
  invalid: 'not run: there is an error in its HOOK.md',
  unknown: 'not run: Beckon cannot read what you allowed and denied',
  replaced: 'not run: replaced by another hook of this name',
};

/** What is said instead of an error in its HOOK.md, where it lacks something. */
const lackWords: Readonly<Record<NonNullable<ReturnType<typeof lackOf>>, string>> = {
  script: 'not run: it has no script',
  interpreter: 'not run: the program of its script is missing',
};

/** `beckon hooks list`: exit 0, whatever there is. */
export async function runHooksList(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'hooks list',
    values: { workspace: 'any' },
    flags: ['json'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const workspaces = await hooksWorkspaces(parsed.values.workspace, console, 'hooks list');
  if (!workspaces) {
    return 1;
  }
  const { env } = console;
  const home = beckonHome(env);
  const powers = await powersAround(workspaces.runs, console);
  const hooks = await withScripts(await listed({ home, env }, workspaces), powers);
  await markEvents('hooks list', { home, env, workspaces: Object.values(workspaces) }, console);
  if (parsed.flags.has('json')) {
    console.out(JSON.stringify({ workspace: workspaces.runs, hooks: hooks.map(jsonOf) }));
    return 0;
  }
  for (const line of linesOf(hooks)) {
    console.out(line);
  }
  return 0;
}

/** The hooks that count here, and behind them those of a nearer folder that nobody trusts. */
async function listed(
  places: Omit<HookPlaces, 'workspace'>,
  { runs, nearest }: HooksWorkspaces,
): Promise<readonly LoadedHook[]> {
  const hooks = withOverridden(await loadHooks({ ...places, workspace: runs }));
  if (runs === nearest) {
    return hooks;
  }
  const nearer = await loadHooks({ ...places, workspace: nearest });
  return [...hooks, ...nearer.filter(({ scope }) => scope === 'project')];
}

/** A hook, and what programs in use cannot do with it. */
interface ListedHook extends LoadedHook {
  readonly limits: readonly HookLimit[];
}

/** The same hooks with what their scripts tell: what is wrong with them, the standing by that, and limits. */
async function withScripts(
  hooks: readonly LoadedHook[],
  powers: readonly ProgramPowers[],
): Promise<readonly ListedHook[]> {
  return Promise.all(
    hooks.map(async (one) => {
      const script = one.hook && (await scriptFacts(one.folder));
      const problems = [...one.problems, ...(one.hook ? scriptProblems(script) : [])];
      const standing = standingWith(one.standing, problems);
      const limits = one.hook ? programLimits({ ...one.hook, script, standing }, powers) : [];
      return { ...one, problems, standing, limits };
    }),
  );
}

function jsonOf({ hook, scope, folder, standing, replacedBy, problems, limits }: ListedHook) {
  const { name, description, trigger, matcher, timeoutMs, async, priority } = hook ?? {};
  return {
    name,
    description,
    trigger,
    matcher,
    timeout: timeoutMs,
    async,
    priority,
    scope,
    folder,
    standing,
    replacedBy,
    problems,
    limits: limits.map((limit) => ({ ...limit, programs: limit.programs.map(({ id }) => id) })),
  };
}

function linesOf(hooks: readonly ListedHook[]): readonly string[] {
  if (hooks.length === 0) {
    return ["No hooks here. 'beckon hooks new NAME' makes one."];
  }
  return hooks.flatMap((one) => [
    firstLine(one),
    ...one.problems.map(({ message, code }) => `  ${message} (${code})`),
    ...one.limits.map(({ message }) => `  ${message}`),
  ]);
}

function firstLine({ hook, scope, folder, standing, problems }: LoadedHook): string {
  const lack = standing === 'invalid' ? lackOf(problems) : undefined;
  return [
    hook ? `${hook.name} · ${hook.trigger} · priority ${hook.priority}` : plainText(folder),
    scope,
    ...(hook?.async ? ['in the background'] : []),
    lack ? lackWords[lack] : standingWords[standing],
  ].join(' · ');
}
