import type { Event } from '../event/event.ts';
import type { Behavior, DemoAgent, DemoCast, DemoPayload, DemoStep } from './demoCast.ts';
import { demoSession } from './demoSession.ts';

/** A hook that a demo agent runs. */
export interface DemoHook {
  readonly event: string;
  readonly payload: DemoPayload;
  readonly id: string;
  readonly session: string;
}

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
  readonly hook: (hook: DemoHook) => Promise<string | undefined>;
  /** What was chosen at an agent's own prompt; nothing where it has none, or the show is over. */
  readonly chosen: (session: string) => Promise<Behavior | undefined>;
  /** The process of an agent ended. */
  readonly died: (event: Event) => void;
}

/** The program that demo agents are played as. */
export interface DemoProgram {
  readonly id: string;
  readonly demo: DemoCast;
}

/** Plays every scripted agent side by side, and resolves when the last has nothing more to do. */
export async function playDemo(program: DemoProgram, stage: DemoStage): Promise<void> {
  await Promise.all(
    program.demo.agents.map((agent, index) =>
      playAgent(agent, demoSession(stage.show, index), { ...stage, ...program }),
    ),
  );
}

type Play = DemoStage & DemoProgram;

async function playAgent(agent: DemoAgent, session: string, play: Play): Promise<void> {
  const said = await playSteps(agent.steps, session, play);
  if (!agent.answered) {
    return;
  }
  const behavior = play.demo.behaviorIn(said) ?? (await play.chosen(session));
  if (behavior) {
    await playSteps(agent.answered[behavior], session, play, agent.steps.length);
  }
}

/** Plays some steps, and resolves with what the last hook said. */
async function playSteps(
  steps: readonly DemoStep[],
  session: string,
  play: Play,
  first = 0,
): Promise<string | undefined> {
  let said: string | undefined;
  for (const [step, line] of steps.entries()) {
    await play.wait(line.afterMs);
    if (play.over()) {
      return undefined;
    }
    const id = `${session}-${first + step}`;
    if ('exitCode' in line) {
      const head = { id, at: play.now(), program: play.id, session, evidence: 'process' } as const;
      play.died({ ...head, type: 'processEnded', code: line.exitCode });
    } else {
      const { event, fields } = line;
      const payload = play.demo.payload(event, fields, { session, cwd: play.cwd });
      said = await play.hook({ event, payload, id, session });
    }
  }
  return said;
}
