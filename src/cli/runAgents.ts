import { agentKey } from '../core/event/agentEvent.ts';
import { clip } from '../core/text/clip.ts';
import { plainText } from '../core/text/plainText.ts';
import type { ReportedAgent } from '../core/view/agentReport.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { LastHooks } from '../node/hooks/lastHooks.ts';
import { askAll } from '../node/hub/knownAgents.ts';
import type { Console, ExitCode } from './console.ts';
import { readArgs } from './readArgs.ts';
import { silenceWords } from './silenceWords.ts';

const help = `beckon agents [--json]: print what the running windows know.

  --json   print one JSON array

If a window doesn't answer, it is named and the exit code is 1.`;

/** What is said where nothing listens. */
export const nobodyListens = "no window of VS Code with Beckon and no 'beckon serve' is running";

/** `beckon agents`: asks the running listeners, and prints what they know. */
export async function runAgents(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, { command: 'agents', flags: ['json'], help });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const home = beckonHome(console.env);
  const told = await askAll(home);
  if (!told) {
    console.err(`beckon agents: ${nobodyListens}; start one of them`);
    return 1;
  }
  const { known, silent } = told;
  const agents = known.map(({ agent }) => agent);
  if (parsed.flags.has('json')) {
    const hooks = new LastHooks(home);
    await hooks.look();
    console.out(JSON.stringify(agents.map((agent) => ({ ...agent, ...hookPart(agent, hooks) }))));
  } else if (agents.length === 0 && silent.length === 0) {
    console.out('No agents.');
  } else {
    for (const agent of agents) {
      console.out(lineOf(agent));
    }
  }
  for (const listener of silent) {
    console.err(`beckon agents: ${silenceWords(listener)}`);
  }
  return silent.length > 0 ? 1 : 0;
}

/** A log tells of conversations only. */
function hookPart({ agent }: ReportedAgent, hooks: LastHooks): Pick<ReportedAgent, 'hook'> {
  const key = agentKey(agent);
  const hook = key && !key.child ? hooks.of(key.session) : undefined;
  return hook ? { hook } : {};
}

function lineOf({ agent, title, state, detail, cwd, decisions }: ReportedAgent): string {
  const words = [state === 'prompting' ? 'needs you' : state, detail].filter(Boolean).join(' · ');
  const pending = decisions.map(({ id }) => `decision ${id}`).join(', ');
  const parts = [clip(title ?? '', 40), agent, words, cwd, pending];
  // Ids and folders come from agents, whose text a terminal must not obey.
  return parts
    .map((part) => plainText(part))
    .filter(Boolean)
    .join('  ');
}
