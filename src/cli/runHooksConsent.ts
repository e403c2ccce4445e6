import { hookName } from '../core/hookfile/hookName.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { syncMarkers } from '../node/hooks/activeMarkers.ts';
import { loadHooks } from '../node/hooks/loadHooks.ts';
import { consentTo, trustWorkspace } from '../node/hooks/trust.ts';
import type { Console, ExitCode } from './console.ts';
import { hooksWorkspace } from './hooksWorkspace.ts';
import { readArgs } from './readArgs.ts';
import { refusalsAsJson } from './refusalsAsJson.ts';

const jsonHelp =
  '  --json            print one line of JSON: ok, name, scope, folder, allowed and may_approve, or ok and error';
const helps = {
  allow: `beckon hooks allow NAME [--workspace DIR] [--may-approve] [--json]: let a hook run, as it is now.

  --workspace DIR   whose hook; unless told, that of the folder you are in, or your own
  --may-approve     its "allow" also approves what an agent asks; otherwise it only does not object
${jsonHelp}

A hook of a workspace that changes afterwards is not run until you allow it again.`,
  deny: `beckon hooks deny NAME [--workspace DIR] [--json]: never run a hook, whatever it says.

  --workspace DIR   whose hook; unless told, that of the folder you are in, or your own
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
    values: { workspace: 'any' },
    flags: word === 'allow' ? ['may-approve', 'json'] : ['json'],
    words: ['NAME'],
    help: helps[word],
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const name = hookName(parsed.words[0] ?? '');
  const workspace = await hooksWorkspace(parsed.values.workspace, console, command);
  if (workspace === undefined) {
    return 1;
  }
  const { env } = console;
  const home = beckonHome(env);
  const hooks = await loadHooks({ home, env, workspace });
  const named = hooks.filter(({ hook }) => hook?.name === name);
  // Of two of one name the workspace's is meant: it takes the place of the person's own.
  const found = named.find(({ scope }) => scope === 'project') ?? named[0];
  if (!found) {
    console.err(`beckon ${command}: there is no hook '${name}'; 'beckon hooks list' shows them`);
    return 1;
  }
  const allowed = word === 'allow';
  const mayApprove = parsed.flags.has('may-approve');
  const wrong =
    (await consentTo(home, found.folder, { allowed, mayApprove })) ??
    (allowed && found.scope === 'project' ? await trustWorkspace(home, workspace, true) : undefined);
  if (wrong !== undefined) {
    console.err(`beckon ${command}: ${wrong}`);
    return 1;
  }
  await syncMarkers({ home, env, workspaces: [workspace] });
  if (parsed.flags.has('json')) {
    const { scope, folder } = found;
    console.out(JSON.stringify({ ok: true, name, scope, folder, allowed, may_approve: mayApprove }));
    return 0;
  }
  console.out(
    allowed
      ? `${name} runs from now on, as it is in ${found.folder} now.`
      : `${name} in ${found.folder} is not run any more.`,
  );
  return 0;
}
