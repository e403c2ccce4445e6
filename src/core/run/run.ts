import type { AgentId } from '../agent/agent.ts';
import type { Occasion } from '../agent/precedence.ts';
import type { Signal } from '../event/event.ts';
import type { Policy } from './policy.ts';
import type { Gate, Later, RunDecision } from './runDecision.ts';

/** One step of a run: what is started, under which policy, and what became of it. */
export interface RunStep {
  readonly name: string;
  /** What is typed to start the program; the shell reads it. Missing where the agent was running already. */
  readonly command?: string;
  /** The agent program that this starts; missing where it is a script, or a program that is not known. */
  readonly program?: string;
  readonly prompt?: string;
  readonly worktree: boolean;
  readonly policy: Policy;
  readonly agent?: AgentId;
  /** Where its agent works, once it was started or a folder was made for it. */
  readonly folder?: string;
  /** Where its conversation is written down, as the agent says itself: it may keep its files where nobody else does. */
  readonly transcript?: string;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly outcome?: 'done' | 'skipped' | 'failed';
}

/** What a run is in the middle of. */
export type Pending =
  /** The agent is started, and has not been heard yet; from `startedAt` on it has a process. `message`: what it is told. */
  | { readonly kind: 'start'; readonly startedAt?: number; readonly message?: string }
  /** It is idle; if nothing moves until then, the run acts. */
  | { readonly kind: 'grace'; readonly dueAt: number; readonly activityAt: number }
  /** The run acts again, not before then. */
  | {
      readonly kind: 'cooldown';
      readonly dueAt: number;
      readonly trigger: 'on_idle' | 'on_error' | 'on_dead';
    }
  /** The agent's process is being ended; what comes after that. */
  | {
      readonly kind: 'end';
      readonly then: 'advance' | 'skip' | 'fail' | 'resume';
      readonly reason: string;
    };

/** An agent under supervision. It ends done or failed; a run that ended never acts again. */
export interface Run {
  readonly id: string;
  /** The pipeline or the agent of the runbook, as a person calls it. */
  readonly name: string;
  /** The workspace it belongs to. */
  readonly folder: string;
  /** Whether Beckon started the agents, or one that was running came under supervision. */
  readonly origin: 'started' | 'supervised';
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly steps: readonly RunStep[];
  readonly step: number;
  /** The agent the run follows now; empty while it is being started. */
  readonly agent: AgentId;
  /** The process of the agent that left its conversation for another one, which was not heard of yet. */
  readonly movingPid?: number;
  /** What the newest start of an agent was called: what that program runs, and the program itself, go by this name too. */
  readonly startedAs?: AgentId;
  /** The agent was heard by its signals only, and has no row yet. */
  readonly rowless?: true;
  /** That program has gone, and left its agent behind. */
  readonly programGone?: true;
  /** Agents of earlier steps and attempts: their events act no more. */
  readonly former: readonly AgentId[];
  readonly status: 'running' | 'waiting' | 'done' | 'failed';
  /** Why it failed, in words. */
  readonly reason?: string;
  readonly signal?: Signal;
  readonly signalAt?: number;
  /** What the run last acted on, until the agent works again. */
  readonly standing?: Occasion;
  /** How long nothing may move before an idle agent is acted on. */
  readonly graceMs: number;
  /** How often each rule acted in a row. */
  readonly attempts: Readonly<Record<string, number>>;
  /** When each of them last did. */
  readonly actedAt?: Readonly<Record<string, number>>;
  /** How often the end of this turn was refused. */
  readonly blocks: number;
  readonly nudgedAt?: number;
  /** When a nudge was typed that was not heard of as a prompt yet. */
  readonly typedAt?: number;
  /** When a person had the agent go on that has not worked since: with its work everything counts anew. */
  readonly sentOnAt?: number;
  /** What a person wants the agent told that it could not be told yet: it works, or asks something. */
  readonly unsaid?: string;
  readonly pending?: Pending;
  readonly gates: readonly Gate[];
  readonly decision?: RunDecision;
  /** The names of the prompt that the person dismissed last. */
  readonly dismissed?: readonly string[];
  /** What is asked besides what the run waits for, of it or of a person, in order. */
  readonly later?: readonly Later[];
  /** How many ids of gates and decisions were given out. */
  readonly serial: number;
  /** How many times an agent was started. */
  readonly launches: number;
  /** The agent of the last step, whose process ends with its turn. */
  readonly leaving?: AgentId;
  /** Which start of an agent that was: its process is found by it. */
  readonly leavingLaunch?: number;
}

/** What a run is begun with. */
export type RunStart = Pick<Run, 'id' | 'name' | 'folder' | 'origin' | 'startedAt' | 'steps' | 'graceMs'> & {
  readonly agent?: AgentId;
};

/** How long nothing may move before an idle agent is acted on, unless told. */
export const defaultGraceMs = 60_000;

/** A run at its first step. */
export function newRun({ agent = '', steps, ...start }: RunStart): Run {
  const [first, ...rest] = steps;
  const begun = first && { ...first, startedAt: start.startedAt, ...(agent ? { agent } : {}) };
  const fresh = {
    step: 0,
    agent,
    former: [],
    status: 'running',
    attempts: {},
    blocks: 0,
    gates: [],
  } as const;
  return { ...start, ...fresh, serial: 0, launches: 0, steps: begun ? [begun, ...rest] : [] };
}

/** Whether the run is over. */
export function runEnded(run: Run): boolean {
  return run.status === 'done' || run.status === 'failed';
}

/** How long a run that ended is kept for people to see. */
const keptMs = 24 * 60 * 60 * 1000;

/** Whether a run ended so long ago that it is shown no more, and forgotten. */
export function isPast(run: Run, now: number): boolean {
  return runEnded(run) && now - (run.endedAt ?? run.startedAt) >= keptMs;
}

/** Where the gates of a run do their work: in the worktree of its step, else in the workspace, wherever its agent is. */
export function gateFolder({ folder, steps, step }: Run): string {
  const { worktree = false, folder: own = folder } = steps[step] ?? {};
  return worktree ? own : folder;
}

/** The policy of the step a run is at. */
export function policyOf({ steps, step }: Run): Policy | undefined {
  return steps[step]?.policy;
}

/** The run an agent belongs or belonged to; a run it belongs to now comes first. */
export function runOf(runs: ReadonlyMap<string, Run>, agent: AgentId): Run | undefined {
  const all = [...runs.values()];
  const now = all.filter((run) => run.agent === agent);
  return now.find((run) => !runEnded(run)) ?? now[0] ?? all.find((run) => run.former.includes(agent));
}
