import type { Agent } from '../../agent/agent.ts';
import { hasEnded } from '../../agent/state.ts';
import type { Launch } from '../launch.ts';
import { launchScript } from '../launch.ts';
import type { LaunchProgram } from '../programLaunch.ts';

/** Whether an agent has ended, and its program can go on with the conversation in a new process. */
export function canResume(
  programs: readonly LaunchProgram[],
  { program, session, parent, state }: Agent,
): boolean {
  const { launch } = programs.find(({ id }) => id === program) ?? {};
  return parent === undefined && hasEnded(state) && launch?.resume?.takes(session) === true;
}

/** How a conversation is taken up again. It is told nothing: the person goes on with it. */
export function resumeLaunch(
  programs: readonly LaunchProgram[],
  { program, session }: Pick<Agent, 'program' | 'session'>,
): Launch {
  const { launch } = programs.find(({ id }) => id === program) ?? {};
  const script = launchScript(programs, launch?.command ?? '');
  return { script, args: launch?.resume?.args(session) ?? [], env: {} };
}

/** The same for a person to type. */
export function resumeCommand(
  programs: readonly LaunchProgram[],
  { program, session }: Pick<Agent, 'program' | 'session'>,
): string {
  const { launch } = programs.find(({ id }) => id === program) ?? {};
  return [launch?.command ?? '', ...(launch?.resume?.args(session) ?? [])].join(' ');
}
