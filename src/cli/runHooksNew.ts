import { hookName, wrongName } from '../core/hookfile/hookName.ts';
import { hookTemplates } from '../core/hookfile/hookTemplates.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { createHook } from '../node/hooks/createHook.ts';
import { projectHooksFolder, userHooksFolder } from '../node/hooks/hookPlaces.ts';
import type { Console, ExitCode } from './console.ts';
import { hooksWorkspaces } from './hooksWorkspace.ts';
import { markEvents } from './markEvents.ts';
import { readArgs } from './readArgs.ts';
import { refusalsAsJson } from './refusalsAsJson.ts';

const ids = hookTemplates.map(({ id }) => id);
const widest = Math.max(...ids.map(({ length }) => length));

const help = `beckon hooks new NAME [--from PATTERN] [--scope user|project] [--workspace DIR] [--json]: create a hook.

  --from PATTERN        the template (default: blank)
${hookTemplates.map(({ id, about }) => `                          ${id.padEnd(widest)}   ${about}`).join('\n')}
  --scope user|project  for all your projects, or for one folder (default: user;
                        for enforce-tests, project)
  --workspace DIR       with --scope project: which folder (default: the current one)
  --json                print one line of JSON: ok, name, scope, file and script, or ok and error`;

/** `beckon hooks new`: exit 1 where it cannot be made; what is there is left as it is. */
export async function runHooksNew(args: readonly string[], given: Console): Promise<ExitCode> {
  const console = refusalsAsJson('hooks new', args, given);
  const parsed = readArgs(args, console, {
    command: 'hooks new',
    values: { from: ids, scope: ['user', 'project'], workspace: 'any' },
    flags: ['json'],
    words: ['NAME'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const [typed = ''] = parsed.words;
  const name = hookName(typed);
  const { from = 'blank' } = parsed.values;
  const wrong = wrongName(typed);
  const template = hookTemplates.find(({ id }) => id === from);
  const scope = parsed.values.scope ?? template?.scope;
  if (wrong !== undefined || !template) {
    console.err(`beckon hooks new: '${typed}' can't be its name; ${wrong}`);
    return 2;
  }
  const workspaces = await hooksWorkspaces(parsed.values.workspace, console, 'hooks new');
  if (!workspaces) {
    return 1;
  }
  const workspace = workspaces.nearest;
  const { env } = console;
  const place = scope === 'user' ? userHooksFolder(env) : projectHooksFolder(workspace);
  const made = await createHook(place, name, template.files(name));
  if ('wrong' in made) {
    console.err(`beckon hooks new: ${made.wrong}`);
    return 1;
  }
  await markEvents('hooks new', { home: beckonHome(env), env, workspaces: [workspace] }, console);
  if (parsed.flags.has('json')) {
    console.out(JSON.stringify({ ok: true, name, scope, ...made }));
    return 0;
  }
  console.out(`Created ${made.file}.`);
  if (scope === 'project') {
    console.out(`'beckon hooks allow ${name}' lets it run.`);
  }
  return 0;
}
