import { plainText } from '../core/text/plainText.ts';
import { beckonHome } from '../node/beckonHome.ts';
import type { PlacedFinding } from '../node/hooks/validateHook.ts';
import { validateHook } from '../node/hooks/validateHook.ts';
import type { Console, ExitCode } from './console.ts';
import { powersAround } from './powersAround.ts';
import { readArgs } from './readArgs.ts';

const help = `beckon hooks validate PATH [--json]: report the problems of a hook, with their locations.

  PATH     a HOOK.md, or the folder it is in
  --json   print one JSON document

Exits with 0 if it can be run, even with warnings.`;

/** `beckon hooks validate`: exit 0 where the hook can be run, 1 where it has an error or cannot be read. */
export async function runHooksValidate(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'hooks validate',
    flags: ['json'],
    words: ['PATH'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const [path = ''] = parsed.words;
  const { cwd, env } = console;
  const found = await validateHook(path, {
    ...{ cwd, env, home: beckonHome(env) },
    powersIn: (workspace) => powersAround(workspace ?? cwd, console),
  });
  if (!found) {
    console.err(`beckon hooks validate: there is no HOOK.md at '${path}'`);
    return 1;
  }
  const { file, problems } = found;
  const ok = !problems.some(({ severity }) => severity === 'error');
  if (parsed.flags.has('json')) {
    console.out(JSON.stringify({ ok, file, problems }));
    return ok ? 0 : 1;
  }
  for (const problem of problems) {
    console.out(lineOf(file, problem));
  }
  if (ok) {
    console.out(`${plainText(file)}: ${problems.length === 0 ? 'no problems' : 'can be run'}`);
  }
  return ok ? 0 : 1;
}

function lineOf(file: string, { code, message, severity, range: { start } }: PlacedFinding): string {
  return `${plainText(file)}:${start.line}:${start.column}: ${severity}: ${message} (${code})`;
}
