import { claudeCode } from '../event/claudeCode.ts';
import type { Event } from '../event/event.ts';
import type { DemoAgent } from './demoScript.ts';

/** What the player needs of the world. */
export interface DemoStage {
  readonly cwd: string;
  /** Keeps the sessions of two shows apart. */
  readonly show: string;
  readonly now: () => number;
  /** Resolves after a while, or at once when the show is over. */
  readonly wait: (ms: number) => Promise<void>;
  readonly over: () => boolean;
  /** An agent runs its hook. Resolves when the agent may go on. */
  readonly hook: (event: string, payload: DemoPayload, id: string) => Promise<void>;
  /** The process of an agent ended. */
  readonly died: (event: Event) => void;
}

/** What an agent writes to its hook. */
export type DemoPayload = Readonly<Record<string, unknown>>;

/** Plays every scripted agent side by side, and resolves when the last has nothing more to do. */
export async function playDemo(agents: readonly DemoAgent[], stage: DemoStage): Promise<void> {
  await Promise.all(agents.map((agent, index) => playAgent(agent, index, stage)));
}

async function playAgent(agent: DemoAgent, index: number, stage: DemoStage): Promise<void> {
  const session = demoSession(stage.show, index);
  for (const [step, line] of agent.steps.entries()) {
    await stage.wait(line.afterMs);
    if (stage.over()) {
      return;
    }
    const id = `${session}-${step}`;
    if ('exitCode' in line) {
      const head = { id, at: stage.now(), program: claudeCode, session, evidence: 'process' } as const;
      stage.died({ ...head, type: 'processEnded', code: line.exitCode });
    } else {
      await stage.hook(line.event, demoPayload(line.event, line.fields, { session, cwd: stage.cwd }), id);
    }
  }
}

/** The session id of the `index`-th agent of a show. */
export function demoSession(show: string, index: number): string {
  return `demo-${show}-${index + 1}`;
}

/** Whether a session is one of a show. */
export function isDemoSession(session: string): boolean {
  return /^demo-\w+-\d+$/u.test(session);
}

/** The payload a demo agent gives its hooks. */
export function demoPayload(
  event: string,
  fields: Readonly<Record<string, unknown>>,
  { session, cwd }: { session: string; cwd: string },
): DemoPayload {
  const transcript_path = `${cwd}/${session}.jsonl`;
  return { session_id: session, transcript_path, cwd, hook_event_name: event, ...fields };
}
