import { setImmediate as pause } from 'node:timers/promises';
import type { Hook } from '../../core/hookfile/hook.ts';
import { matchHook } from '../../core/hookrun/matchHook.ts';
import type { MatchedCalls } from '../../core/hookrun/surroundings.ts';
import type { RecentCall } from '../programNode.ts';
import { findsIn } from './findsIn.ts';

/**
 * How many uses of tools a hook would have been run for. One that cannot be told in time counts, since the hook is run
 * then. Where `isWanted` says no it ends with those it looked at: slow expressions may take a tenth of a second each.
 */
export async function countCalls(
  hook: Pick<Hook, 'trigger' | 'matcher'>,
  calls: readonly RecentCall[],
  isWanted: () => boolean,
): Promise<MatchedCalls> {
  let [matched, looked] = [0, 0];
  for (const call of calls) {
    if (!isWanted()) {
      break;
    }
    looked += 1;
    matched += isFor(hook, call) ? 1 : 0;
    // Whoever else lives in this process gets a turn.
    await pause();
  }
  return { matched, looked };
}

function isFor({ trigger, matcher }: Pick<Hook, 'trigger' | 'matcher'>, call: RecentCall): boolean {
  const { tool: name, input, ended, failed } = call;
  const happened =
    trigger === 'before_tool' ||
    (trigger === 'after_tool' && ended && !failed) ||
    (trigger === 'after_tool_failure' && ended && failed);
  const event = { trigger, timestamp: '', sessionId: '', workDir: '', tool: { name, input }, fields: {} };
  return happened && matchHook(matcher, event, findsIn) !== 'no';
}
