import { join } from 'node:path';
import { relayRulesOf } from '../core/event/relayRulesOf.ts';
import type { AgentProgram } from './programNode.ts';
import { isAnswered } from './relayFiles/answered.ts';
import { installRelay } from './relayFiles/installRelay.ts';

/** Puts the relay of each agent program, and the command line, at their stable places; the relays' paths come back. */
export async function ensureRelay(
  programs: readonly Pick<AgentProgram, 'id' | 'events' | 'answers'>[],
  home: string,
  version: string,
): Promise<readonly string[]> {
  // Everything that is shipped lies beside the bundle this runs from, also where an install put it.
  const shipped = (name: string) => join(__dirname, name);
  const files = { bash: shipped('relay.sh'), node: shipped('relay.cjs'), cli: shipped('beckon.cjs') };
  const paths: string[] = [];
  for (const program of programs) {
    const rules = relayRulesOf(program, isAnswered(home, program));
    const { path } = await installRelay({ home, rules, version, files, runtimes: [process.execPath] });
    paths.push(path);
  }
  return paths;
}
