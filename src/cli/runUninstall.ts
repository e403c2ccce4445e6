import { refusalMessage } from '../core/settings/refusalMessage.ts';
import { uninstallEntriesIn } from '../node/entries/uninstallEntriesIn.ts';
import type { Console, ExitCode } from './console.ts';
import { entryArgs, settingsOf } from './entryArgs.ts';

/** `beckon uninstall`: nothing to take out is fine; exit 1 where the settings file was refused. */
export async function runUninstall(
  args: readonly string[],
  console: Console,
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const does = `take the entries of Beckon out of ${settingsOf(console)} again.`;
  const asked = await entryArgs(args, console, { command: 'uninstall', does });
  if (typeof asked === 'number') {
    return asked;
  }
  const { program, workspace, json } = asked;
  const scope = asked.scope ?? program.settings.scopes[0];
  const result = await uninstallEntriesIn({ program, scope, workspace, env });
  if (json) {
    console.out(JSON.stringify(result));
  }
  if (result.outcome === 'refused') {
    console.err(`beckon uninstall: ${refusalMessage(result.file, result.refusal)}; nothing was changed`);
    return 1;
  }
  if (!json) {
    const done = {
      removed: `Took the entries out of ${result.file}.`,
      deleted: `Deleted ${result.file}, which had only entries of Beckon.`,
      nothing: `${result.file} has no entries of Beckon.`,
    };
    console.out(done[result.outcome]);
  }
  return 0;
}
