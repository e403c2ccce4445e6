import type { ReportedAgent } from '../core/decision/agentReport.ts';
import { clip } from '../core/text.ts';
import { plainText } from '../core/view/plainText.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { knownAgents } from '../node/hub/knownAgents.ts';
import type { Console, ExitCode } from './console.ts';
import { readArgs } from './readArgs.ts';

const help = `beckon agents [--json]: print what the running windows know.

  --json   print one JSON array`;

/** What is said where nothing listens. */
export const nobodyListens = "no window of VS Code with Beckon and no 'beckon serve' is running";

/** `beckon agents`: asks the running listeners, and prints what they know. */
export async function runAgents(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, { command: 'agents', flags: ['json'], help });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const known = await knownAgents(beckonHome(console.env));
  if (!known) {
    console.err(`beckon agents: ${nobodyListens}; start one of them`);
    return 1;
  }
  const agents = known.map(({ agent }) => agent);
  if (parsed.flags.has('json')) {
    console.out(JSON.stringify(agents));
  } else if (agents.length === 0) {
    console.out('No agents.');
  } else {
    for (const agent of agents) {
      console.out(lineOf(agent));
    }
  }
  return 0;
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
