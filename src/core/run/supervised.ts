import type { Discovery } from '../wire/discovery.ts';
import type { Runs } from './knownRuns.ts';
import { runEnded } from './run.ts';

/**
 * Whose requests come to whoever supervises these runs. Another terminal may take up a conversation that a run's agent
 * has left: that is not the run's, though the run's process goes on under the name of it.
 */
export function supervised(runs: Runs): Pick<Discovery, 'agents' | 'starts'> {
  const all = [...runs.values()].filter((run) => !runEnded(run));
  const agents = all.map(({ agent }) => agent).filter((agent) => agent !== '');
  const others = all.flatMap(({ startedAs = '', former }) => [startedAs, ...former]);
  return { agents, starts: [...new Set([...agents, ...others.filter((one) => one !== '')])] };
}
