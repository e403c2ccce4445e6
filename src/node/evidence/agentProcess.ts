import type { KnownProcess } from '../programNode.ts';
import { beganAt } from './beganAt.ts';
import { commandLine } from './commandLine.ts';
import { findProcesses, processStart } from './processTable.ts';

const deepest = 16;
/** A relay may know the time only to the second. */
const slackMs = 1000;

/** The process of an agent that called a relay, and the words it was started with. */
export interface CallingProcess extends KnownProcess {
  readonly words: readonly string[];
}

/**
 * The process of the agent that called a relay: the nearest one, from the relay's parent upwards, that its program
 * recognises by its command line.
 *
 * The relay is gone by now, and its parent may be too, with its id in use by another. So the parent must have begun before
 * the relay did, `at`, and each process further up before the one below it. Nothing is said where a system does not tell
 * when processes began.
 */
export async function agentProcess(
  parent: number,
  at: number,
  recognises: (words: readonly string[]) => boolean,
): Promise<CallingProcess | undefined> {
  let [pid, latest]: [number | undefined, number] = [parent, at + slackMs];
  for (let depth = 0; depth < deepest && pid !== undefined && pid > 1; depth += 1) {
    const found = (await findProcesses([pid])).get(pid);
    const began: number | undefined =
      found?.start === undefined ? undefined : await beganAt(found.start, Date.now());
    if (found?.start === undefined || began === undefined || began > latest) {
      return undefined;
    }
    const words = (await commandLine(pid)) ?? [];
    if (recognises(words)) {
      // The words may be those of the next process of that id.
      return (await processStart(pid)) === found.start ? { pid, start: found.start, words } : undefined;
    }
    // Both times are read off a clock that ticks.
    [pid, latest] = [found.parent, began + slackMs];
  }
  return undefined;
}
