import { refusalMessage } from '../core/settings/refusalMessage.ts';
import { relayHome } from '../node/beckonHome.ts';
import type { InstallResult } from '../node/entries/installEntriesIn.ts';
import { installEntriesIn } from '../node/entries/installEntriesIn.ts';
import { pathAdvice } from '../node/pathAdvice.ts';
import type { EntryProgram } from '../node/programNode.ts';
import type { Console, ExitCode } from './console.ts';
import { entryArgs, settingsOf } from './entryArgs.ts';

function wasNotFound({ name, launch }: EntryProgram): string {
  return `${name} was not found on the PATH; to install it: ${launch?.install ?? name}.`;
}

/** `beckon install`: exit 1 where the settings file was refused, which then keeps its bytes. */
export async function runInstall(
  args: readonly string[],
  console: Console,
  env: NodeJS.ProcessEnv,
  putRelay: (home: string) => Promise<unknown>,
): Promise<ExitCode> {
  const does = `put the entries into ${settingsOf(console)} that tell Beckon of agents.`;
  const asked = await entryArgs(args, console, { command: 'install', does });
  if (typeof asked === 'number') {
    return asked;
  }
  const { program, workspace, json } = asked;
  const scope = asked.scope ?? program.settings.scopes[0];
  const result = await installEntriesIn({ program, scope, workspace, env, ensureRelay: putRelay });
  if (json) {
    console.out(JSON.stringify(result));
  }
  if (result.outcome === 'refused') {
    console.err(`beckon install: ${refusalMessage(result.file, result.refusal)}; nothing was changed`);
    return 1;
  }
  if (!json) {
    const { isHere } = await program.node.entries.seen(env);
    const advice = [...(isHere ? [] : [wasNotFound(program)]), ...pathAdvice(relayHome(scope, env), env)];
    for (const line of [...sentences(result), ...advice]) {
      console.out(line);
    }
  }
  return 0;
}

function sentences(result: Exclude<InstallResult, { readonly outcome: 'refused' }>): readonly string[] {
  const { file, events, excludedIn, shownByGit, excludeRefused, linkedTo, mainCheckout } = result;
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
    ...(shownByGit && !excludeRefused
      ? ['Git still shows the file as a new one: a .gitignore brings it back.']
      : []),
    ...(mainCheckout ? [`An install in the main checkout, ${mainCheckout}, serves all its worktrees.`] : []),
  ];
}
