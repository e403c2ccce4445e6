import type { Agent } from '../../agent/agent.ts';
import type { AgentRow, RowSurroundings } from '../agentRow.ts';
import { agentRow } from '../agentRow.ts';
import type { AskRow } from '../ask/askRow.ts';
import { askRows } from '../ask/askRow.ts';
import { rowsStandUntil } from './rowsStand.ts';

/** The row of an agent, and the rows of what it asks where they are not below it. */
export type AgentRows = readonly (AgentRow | AskRow)[];

/** What the rows of an agent are made from. */
interface Origin extends Omit<RowSurroundings, 'children'> {
  /** The rows of its subagents. */
  readonly below: AgentRows;
  readonly isSwitchedOff: boolean;
}

interface Made {
  readonly from: Origin;
  /** Until when they say the same. */
  readonly until: number;
  readonly rows: AgentRows;
}

/** The rows that were made last: of many agents few change from one drawing to the next. */
const made = new WeakMap<Agent, Made>();

/** The rows of one agent at a moment. They are the same objects for as long as nothing in them changes. */
export function agentRows(agent: Agent, from: Origin): AgentRows {
  const last = made.get(agent);
  if (last && from.now < last.until && isSameOrigin(from, last.from)) {
    const { parent } = from;
    if (parent === last.from.parent) {
      return last.rows;
    }
    const rows = last.rows.map((row) => ({ ...row, parent }));
    made.set(agent, { from, until: last.until, rows });
    return rows;
  }
  const rows = rowsOf(agent, from);
  made.set(agent, { from, until: rowsStandUntil(agent, from.run, from.now), rows });
  return rows;
}

/** Until when the rows that were made last of an agent say the same. */
export function standUntil(agent: Agent): number {
  return made.get(agent)?.until ?? 0;
}

/** Whether rows say the same, whatever row they are below. */
function isSameOrigin(from: Origin, last: Origin): boolean {
  return (
    // A clock that was set back makes every time another one.
    from.now >= last.now &&
    from.place === last.place &&
    from.root === last.root &&
    from.run === last.run &&
    from.isDone === last.isDone &&
    from.canBeResumed === last.canBeResumed &&
    from.showsPrograms === last.showsPrograms &&
    from.isSwitchedOff === last.isSwitchedOff &&
    from.below.length === last.below.length &&
    from.below.every((row, at) => row === last.below[at])
  );
}

function rowsOf(agent: Agent, { below, isSwitchedOff, ...around }: Origin): AgentRows {
  // What is asked comes right below its agent, before the subagents that are shown there.
  const isBelow = below.length > 0;
  const { now, place, parent } = around;
  const asks = askRows(agent, { parent: isBelow ? agent.id : parent, root: place?.root, now, isSwitchedOff });
  const row = agentRow(agent, { ...around, children: isBelow ? [...asks, ...below] : below });
  return isBelow ? [row] : [row, ...asks];
}
