import type { HookProblem } from '../core/hookfile/problem.ts';
import { validateHook } from '../node/hooks/validateHook.ts';
import type { Console, ExitCode } from './console.ts';
import { readArgs } from './readArgs.ts';

const help = `beckon hooks validate PATH [--json]: say what is wrong with a hook, and where.

  PATH     a HOOK.md, or the folder it is in
  --json   print one JSON document

Exits 0 where it can be run, also with warnings.`;

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
  const found = await validateHook(console.cwd, path);
  if (!found) {
    console.err(`beckon hooks validate: there is no HOOK.md at '${path}'`);
    return 1;
  }
  const { hook, file, problems } = found;
  if (parsed.flags.has('json')) {
    console.out(JSON.stringify({ ok: hook !== undefined, file, problems }));
  } else {
    for (const problem of problems) {
      console.out(lineOf(file, problem));
    }
  }
  return hook ? 0 : 1;
}

function lineOf(file: string, { code, message, range: { start } }: HookProblem): string {
  return `${file}:${start.line}:${start.column} ${code} ${message}`;
}
