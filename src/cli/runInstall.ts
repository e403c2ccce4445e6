import { reviewWords } from '../core/settings/health.ts';
import { relayHome } from '../node/beckonHome.ts';
import type { InstallResult } from '../node/entries/installEntriesIn.ts';
import { installEntriesIn } from '../node/entries/installEntriesIn.ts';
import { pathAdvice } from '../node/pathAdvice.ts';
import type { EntryProgram } from '../node/programNode.ts';
import { takesEntries } from '../node/programNode.ts';
import type { Console, ExitCode } from './console.ts';
import { entryArgs, programsHere, settingsOf } from './entryArgs.ts';
import { tellRefused } from './tellRefused.ts';

function wasNotFound({ name, launch }: EntryProgram): string {
  return `${name} was not found on the PATH; to install it: ${launch?.install ?? name}.`;
}

/** `beckon install`: exit 1 where a settings file was refused, which then keeps its bytes. */
export async function runInstall(
  args: readonly string[],
  console: Console,
  env: NodeJS.ProcessEnv,
  putRelay: (home: string) => Promise<unknown>,
): Promise<ExitCode> {
  const asked = await entryArgs(args, console, {
    command: 'install',
    does: `put the entries into ${settingsOf(console)} that tell Beckon of agents.`,
    unnamed: 'first',
    all: 'here',
  });
  if (typeof asked === 'number') {
    return asked;
  }
  const { programs, isNamed, workspace, json } = asked;
  let code: ExitCode = 0;
  const advice: string[] = [];
  for (const program of programs) {
    const scope = asked.scope ?? program.settings.scopes[0];
    const result = await installEntriesIn({ program, scope, workspace, env, ensureRelay: putRelay });
    if (json) {
      console.out(JSON.stringify({ agent: program.id, ...result }));
    }
    if (result.outcome === 'refused') {
      tellRefused('install', result, { console, among: programs });
      code = 1;
      continue;
    }
    const { isHere } = await program.node.entries.seen(env);
    advice.push(...(isHere ? [] : [wasNotFound(program)]), ...pathAdvice(relayHome(scope, env), env));
    for (const line of json ? [] : sentences(result)) {
      console.out(line);
    }
    if (!json && program.settings.review !== undefined && result.outcome !== 'unchanged') {
      console.out(
        `${program.name} does not run them until you review them. ${reviewWords(program.settings)}`,
      );
    }
  }
  for (const line of json ? [] : [...new Set(advice), ...(isNamed ? [] : await others(console, env))]) {
    console.out(line);
  }
  return code;
}

/** Which other programs could be set up as well. */
async function others(console: Console, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const [, ...known] = console.programs.filter(takesEntries);
  const names = (await programsHere(known, env)).map(({ name }) => name);
  return names.length > 0
    ? [`Also on this machine: ${names.join(', ')}. To set up all of them: beckon install --agent all.`]
    : [];
}

function sentences(result: Exclude<InstallResult, { readonly outcome: 'refused' }>): readonly string[] {
  const { file, events, excludedIn, shownByGit, trackedByGit, excludeRefused, linkedTo, mainCheckout } =
    result;
  const done = {
    installed: `Installed ${events.length} entries in ${file}.`,
    repaired: `Repaired the ${events.length} entries in ${file}.`,
    unchanged: `The ${events.length} entries are in ${file} already.`,
  }[result.outcome];
  return [
    done,
    ...(linkedTo ? [`It is a link to ${linkedTo}.`] : []),
    ...(excludedIn ? [`The file is hidden from Git by ${excludedIn}.`] : []),
    ...(excludeRefused ? [excludeRefused] : []),
    ...(trackedByGit ? ['Git tracks the file: committed, your own entries reach everybody.'] : []),
    ...(shownByGit && !excludeRefused
      ? ['Git still shows the file as a new one: a .gitignore brings it back.']
      : []),
    ...(mainCheckout ? [`An install in the main checkout, ${mainCheckout}, serves all its worktrees.`] : []),
  ];
}
