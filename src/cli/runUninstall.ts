import { uninstallEntriesIn } from '../node/entries/uninstallEntriesIn.ts';
import type { Console, ExitCode } from './console.ts';
import { entryArgs, settingsOf } from './entryArgs.ts';
import { tellRefused } from './tellRefused.ts';

/** `beckon uninstall`: nothing to take out is fine; exit 1 where a settings file was refused. */
export async function runUninstall(
  args: readonly string[],
  console: Console,
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const asked = await entryArgs(args, console, {
    command: 'uninstall',
    does: `take the entries of Beckon out of ${settingsOf(console)} again.`,
    unnamed: 'every',
    all: 'every',
  });
  if (typeof asked === 'number') {
    return asked;
  }
  const { programs, workspace, json } = asked;
  let code: ExitCode = 0;
  const without: string[] = [];
  for (const program of programs) {
    const scope = asked.scope ?? program.settings.scopes[0];
    const result = await uninstallEntriesIn({ program, scope, workspace, env });
    if (json) {
      console.out(JSON.stringify({ agent: program.id, ...result }));
    }
    if (result.outcome === 'refused') {
      tellRefused('uninstall', result, { console, among: programs });
      code = 1;
    } else if (result.outcome === 'nothing') {
      without.push(result.file);
    } else if (!json) {
      const done = {
        removed: `Took the entries out of ${result.file}.`,
        deleted: `Deleted ${result.file}, which had only entries of Beckon.`,
      };
      console.out(done[result.outcome]);
    }
  }
  if (!json && without.length === programs.length) {
    const [first = '', ...others] = without;
    const more = others.length > 0 ? ', nor has the file of any other program' : '';
    console.out(`${first} has no entries of Beckon${more}.`);
  }
  return code;
}
