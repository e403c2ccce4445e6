import type { Agent } from '../../agent/agent.ts';
import { urgencies } from '../../agent/state.ts';
import type { AgentsState } from '../../roster/agentsState.ts';
import type { Run } from '../../run/run.ts';
import type { PlaceOf } from '../askText.ts';
import type { FamilyRank } from '../familyUrgency.ts';
import { familyOrder } from '../familyUrgency.ts';
import type { NotifyLevels } from '../notifyKinds.ts';
import type { Place } from '../place.ts';
import { currentRun } from '../supervision.ts';
import { wantsOf } from '../wants.ts';
import type { AgentRows } from './agentRows.ts';
import { agentRows, standUntil } from './agentRows.ts';
import { settlesAt } from './foldedRow.ts';

/** What the rows of a tree are made from, besides the agents. */
export interface RowsInput {
  readonly now: number;
  readonly placeOf: PlaceOf;
  readonly levels: NotifyLevels;
  /** Whether rows say of which program an agent is. */
  readonly showsPrograms?: boolean;
  /** Whether an agent's program can go on with the conversation in a new process. */
  readonly canResume: (agent: Agent) => boolean;
  /** Whether an agent's program is answered from here only where the person switches that on, and it is off. */
  readonly isSwitchedOff?: (agent: Agent) => boolean;
}

/** What part of its folder a family is in. Who settles, or has settled, is idle and seen. */
type Section = 'above' | 'settling' | 'settled' | 'ended';

/** One of a family, and what its row says besides. */
interface Member {
  readonly agent: Agent;
  readonly folder: string | undefined;
  readonly run: Run | undefined;
  readonly isDone: boolean;
}

const none: readonly never[] = [];

/** A conversation with its subagents, as a folder shows it. */
export class FolderFamily {
  readonly root: Agent;
  readonly rank: FamilyRank;
  readonly section: Section;
  /** How many of the family need a person. */
  readonly needy: number;
  /** Its place in the order they came in. */
  readonly order: number;
  /** Where they work, by folder. */
  readonly places = new Map<string | undefined, Place | undefined>();
  readonly #conversation: Member;
  /** In their order. */
  readonly #subagents: readonly Member[];
  #rows: AgentRows = none;
  #size = 0;
  #parent: string | undefined;

  constructor(
    root: Agent,
    { subagents, order }: { readonly subagents: readonly Agent[]; readonly order: number },
    { runs, now, levels, placeOf }: RowsInput & Pick<AgentsState, 'runs'>,
  ) {
    this.root = root;
    this.order = order;
    const member = (agent: Agent): Member => ({
      agent,
      folder: agent.facts.cwd ?? root.facts.cwd,
      run: currentRun(runs, agent.id),
      isDone: wantsOf(agent, runs, levels).isDone,
    });
    this.#conversation = member(root);
    this.#subagents = familyOrder(none, runs).sorted(subagents).map(member);
    const all = [root, ...subagents];
    this.rank = familyOrder(subagents.length > 0 ? all : none, runs).rankOf(root);
    this.section = sectionOf(root, this.rank, this.#conversation.isDone, now);
    this.needy = all.filter((agent) => wantsOf(agent, runs, levels).needsPerson).length;
    for (const { folder } of [this.#conversation, ...this.#subagents]) {
      if (!this.places.has(folder)) {
        this.places.set(folder, placeOf(folder));
      }
    }
  }

  get place(): Place | undefined {
    return this.places.get(this.root.facts.cwd);
  }

  /** What its folder is known by. */
  get folder(): string {
    return this.place?.root ?? this.root.facts.cwd ?? '';
  }

  /** The rows that were made last. */
  get rows(): AgentRows {
    return this.#rows;
  }

  /** The row they are below. */
  get parent(): string | undefined {
    return this.#parent;
  }

  /** How many rows they are, with those below others. */
  get size(): number {
    return this.#size;
  }

  /** Until when they say the same, and stay where they are. */
  get until(): number {
    const all = [this.#conversation, ...this.#subagents].map(({ agent }) => standUntil(agent));
    return Math.min(...all, this.section === 'settling' ? settlesAt(this.root) : Number.POSITIVE_INFINITY);
  }

  /** Makes its rows below a row, unless they are there. */
  rowsBelow(parent: string, input: RowsInput): AgentRows {
    if (parent !== this.#parent) {
      this.#rows = this.#rowsOf(this.#conversation, parent, input);
      this.#size = sizeOf(this.#rows);
      this.#parent = parent;
    }
    return this.#rows;
  }

  /** Whether it is in the same folder as another form of it, with the same name. */
  isIn(other: FolderFamily): boolean {
    return this.place === other.place && this.folder === other.folder;
  }

  #rowsOf({ agent, folder, run, isDone }: Member, parent: string, input: RowsInput): AgentRows {
    const isRoot = agent === this.root;
    return agentRows(agent, {
      parent,
      now: input.now,
      place: this.places.get(folder),
      root: isRoot ? undefined : this.root,
      run,
      isDone,
      canBeResumed: input.canResume(agent),
      showsPrograms: input.showsPrograms ?? false,
      // Only what asks says so.
      isSwitchedOff: agent.prompts.length > 0 && input.isSwitchedOff?.(agent) === true,
      below: isRoot ? this.#subagents.flatMap((child) => this.#rowsOf(child, agent.id, input)) : none,
    });
  }
}

function sizeOf(rows: AgentRows): number {
  return rows.reduce((size, { children }) => size + sizeOf(children), rows.length);
}

function sectionOf(root: Agent, { rank }: FamilyRank, isDone: boolean, now: number): Section {
  const urgency = urgencies[rank];
  if (urgency === 'ended') {
    return 'ended';
  }
  const isIdle = urgency === 'idle' && !isDone;
  return isIdle ? (now >= settlesAt(root) ? 'settled' : 'settling') : 'above';
}

/** Which of two families comes first; of those that need a person the one that has waited longest. */
export function compareFamilies(a: FolderFamily, b: FolderFamily): number {
  return a.rank.rank - b.rank.rank || a.rank.since - b.rank.since || a.order - b.order;
}
