import { hookName } from '../core/hookfile/hookName.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { consentTo, trustWorkspace } from '../node/hooks/trust.ts';
import type { Console, ExitCode } from './console.ts';
import { hookCandidates, namedHook } from './hookCandidates.ts';
import { hooksWorkspaces } from './hooksWorkspace.ts';
import { markEvents } from './markEvents.ts';
import { readArgs } from './readArgs.ts';
import { refusalsAsJson } from './refusalsAsJson.ts';

const jsonHelp =
  '  --json            print one line of JSON: ok, name, scope, folder, allowed and may_approve, or ok and error';
const scopeHelp = '  --scope           yours or that of the folder, where both have the name';
const helps = {
  allow: `beckon hooks allow NAME [--workspace DIR] [--scope user|project] [--may-approve] [--json]: allow a hook to run, as it is now.

  --workspace DIR   whose hook (default: the current folder's, or your own)
${scopeHelp}
  --may-approve     its "allow" also approves what an agent asks, without asking you
${jsonHelp}

If a workspace hook changes afterwards, it doesn't run until you allow it again.`,
  deny: `beckon hooks deny NAME [--workspace DIR] [--scope user|project] [--json]: switch off a hook.

  --workspace DIR   whose hook (default: the current folder's, or your own)
${scopeHelp}
${jsonHelp}`,
};

/** `beckon hooks allow` and `deny`: exit 1 where there is no such hook, or it cannot be allowed. */
export async function runHooksConsent(
  word: 'allow' | 'deny',
  args: readonly string[],
  given: Console,
): Promise<ExitCode> {
  const command = `hooks ${word}`;
  const console = refusalsAsJson(command, args, given);
  const parsed = readArgs(args, console, {
    command,
    values: { workspace: 'any', scope: ['user', 'project'] },
    flags: word === 'allow' ? ['may-approve', 'json'] : ['json'],
    words: ['NAME'],
    help: helps[word],
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const name = hookName(parsed.words[0] ?? '');
  const workspaces = await hooksWorkspaces(parsed.values.workspace, console, command);
  if (!workspaces) {
    return 1;
  }
  const { env } = console;
  const home = beckonHome(env);
  const found = namedHook(await hookCandidates({ home, env }, workspaces), name, parsed.values.scope);
  if (!found) {
    console.err(`beckon ${command}: there is no hook '${name}'; 'beckon hooks list' shows them`);
    return 1;
  }
  const allowed = word === 'allow';
  const mayApprove = parsed.flags.has('may-approve');
  const wrong =
    (await consentTo(home, found.folder, { allowed, mayApprove, isOwn: found.scope === 'user' })) ??
    (allowed && found.scope === 'project' ? await trustWorkspace(home, found.at, true) : undefined);
  if (wrong !== undefined) {
    console.err(`beckon ${command}: ${wrong}`);
    return 1;
  }
  await markEvents(command, { home, env, workspaces: Object.values(workspaces) }, console);
  if (parsed.flags.has('json')) {
    const { scope, folder } = found;
    console.out(JSON.stringify({ ok: true, name, scope, folder, allowed, may_approve: mayApprove }));
    return 0;
  }
  console.out(
    allowed
      ? `${name} runs from now on, as it is in ${found.folder} now.`
      : `${name} in ${found.folder} will no longer run.`,
  );
  return 0;
}
