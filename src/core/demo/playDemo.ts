import { claudeCode } from '../event/claudeCode.ts';
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
  /** An agent runs its hook. Resolves when the agent may go on, with what the hook said. */
  readonly hook: (event: string, payload: DemoPayload, id: string) => Promise<string | undefined>;
  /** What was chosen at an agent's own prompt; nothing where it has none, or the show is over. */
  readonly chosen: (session: string) => Promise<Behavior | undefined>;
  /** The process of an agent ended. */
  readonly died: (event: Event) => void;
}

/** Whether an agent may do what it asked for. */
export type Behavior = 'allow' | 'deny';

/** What an agent writes to its hook. */
export type DemoPayload = Readonly<Record<string, unknown>>;

/** Plays every scripted agent side by side, and resolves when the last has nothing more to do. */
export async function playDemo(agents: readonly DemoAgent[], stage: DemoStage): Promise<void> {
  await Promise.all(agents.map((agent, index) => playAgent(agent, index, stage)));
}

async function playAgent(agent: DemoAgent, index: number, stage: DemoStage): Promise<void> {
  const session = demoSession(stage.show, index);
  const said = await playSteps(agent.steps, session, stage);
  if (!agent.answered) {
    return;
  }
  const behavior = behaviorIn(said) ?? (await stage.chosen(session));
  if (behavior) {
    await playSteps(agent.answered[behavior], session, stage, agent.steps.length);
  }
}

/** Plays some steps, and resolves with what the last hook said. */
async function playSteps(
  steps: readonly DemoStep[],
  session: string,
  stage: DemoStage,
  first = 0,
): Promise<string | undefined> {
  let said: string | undefined;
  for (const [step, line] of steps.entries()) {
    await stage.wait(line.afterMs);
    if (stage.over()) {
      return undefined;
    }
    const id = `${session}-${first + step}`;
    if ('exitCode' in line) {
      const head = { id, at: stage.now(), program: claudeCode, session, evidence: 'process' } as const;
      stage.died({ ...head, type: 'processEnded', code: line.exitCode });
    } else {
      said = await stage.hook(
        line.event,
        demoPayload(line.event, line.fields, { session, cwd: stage.cwd }),
        id,
      );
    }
  }
  return said;
}

/** What a permission hook decided. */
function behaviorIn(said: string | undefined): Behavior | undefined {
  const [, behavior] = /"behavior":"(allow|deny)"/u.exec(said ?? '') ?? [];
  return behavior === 'allow' || behavior === 'deny' ? behavior : undefined;
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
