import type { AgentId } from '../agent/agent.ts';
import type { LaunchProgram } from './programLaunch.ts';
import { programOf } from './programLaunch.ts';
import type { RunStep } from './run.ts';

/** What is started for a step. */
export interface LaunchPlan {
  readonly step: RunStep;
  /** The id the agent gets, or had: its program, and a UUID. */
  readonly agent: AgentId;
  /** Goes on with the conversation of that agent, where the program can. */
  readonly resume: boolean;
  /** What the agent is told; where it starts fresh, after its prompt. */
  readonly message?: string;
}

/** How an agent is started: `/bin/sh -c script sh ...args`, with `env` on top of the environment. */
export interface Launch {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An agent is told to run `beckon`, which few people have on their path; what they have comes first. */
const path = `PATH="$PATH:\${BECKON_HOME:-$HOME/.beckon}/bin"`;

/** What an agent that goes on is told unless its runbook says otherwise. */
const resumeText = 'Continue with your task.';

/**
 * How the agent of a step is started. The shell reads the command of the step and nothing else: ids, prompts and
 * messages are arguments.
 *
 * The arguments go behind the last word of the command. A program that is not known gets only the prompt: it starts
 * fresh, whatever is wanted.
 */
export function launchOf(
  programs: readonly LaunchProgram[],
  { step, agent, resume, message }: LaunchPlan,
): Launch {
  const command = (step.command ?? '').trim();
  const first = [step.prompt, message].map(argument).filter((text) => text !== '');
  const prompt = first.join('\n\n');
  const plan = { script: launchScript(programs, command), env: { BECKON_AGENT: agent } };
  const { launch } = programOf(programs, command) ?? {};
  if (!launch) {
    return { ...plan, args: prompt ? [prompt] : [] };
  }
  const session = agent.slice(agent.indexOf(':') + 1);
  return resume && launch.resume
    ? { ...plan, args: launch.resume.args(session, argument(message) || resumeText) }
    : { ...plan, args: launch.start(session, prompt) };
}

/**
 * What `sh` runs to start an agent with its arguments. Whoever starts it may be an agent itself, whose conversation it
 * is not.
 */
export function launchScript(programs: readonly LaunchProgram[], command: string): string {
  const told = programs.flatMap(({ launch }) => launch?.sessionVariable ?? []);
  const cleared = told.length > 0 ? `\nunset ${told.join(' ')}` : '';
  return `${path}${cleared}\n${command} "$@"`;
}

/** A text that can be an argument: none holds a NUL. */
function argument(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '').trim();
}
