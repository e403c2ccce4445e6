import { claudeCode, parseClaudeCode } from '../event/claudeCode.ts';
import type { Event } from '../event/event.ts';
import type { DemoAgent, DemoStep } from './demoScript.ts';

/** What the player needs of the world. */
export interface DemoStage {
  readonly cwd: string;
  /** Keeps the sessions of two shows apart. */
  readonly show: string;
  readonly now: () => number;
  /** Resolves after a while, or at once when the show is over. */
  readonly wait: (ms: number) => Promise<void>;
  readonly over: () => boolean;
  readonly tell: (event: Event) => void;
}

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
    const event = eventOf(line, { id: `${session}-${step}`, at: stage.now(), session, cwd: stage.cwd });
    if (event) {
      stage.tell(event);
    }
  }
}

/** The session id of the `index`-th agent of a show. */
export function demoSession(show: string, index: number): string {
  return `demo-${show}-${index + 1}`;
}

function eventOf(
  step: DemoStep,
  { id, at, session, cwd }: { id: string; at: number; session: string; cwd: string },
): Event | undefined {
  if ('exitCode' in step) {
    const head = { id, at, program: claudeCode, session, evidence: 'process' } as const;
    return { ...head, type: 'processEnded', code: step.exitCode };
  }
  return parseClaudeCode(demoPayload(step.event, step.fields, { session, cwd }), { id, at });
}

/** The payload a demo agent gives its hooks. */
export function demoPayload(
  event: string,
  fields: Readonly<Record<string, unknown>>,
  { session, cwd }: { session: string; cwd: string },
): Readonly<Record<string, unknown>> {
  const transcript_path = `${cwd}/${session}.jsonl`;
  return { session_id: session, transcript_path, cwd, hook_event_name: event, ...fields };
}
