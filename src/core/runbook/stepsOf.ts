import type { RunStep } from '../run/run.ts';
import type { Runbook } from './runbook.ts';

/** The steps of the pipeline, or of the agent, of this name; `undefined` where the runbook has neither. */
export function stepsOf(runbook: Runbook, name: string): readonly RunStep[] | undefined {
  const alone = runbook.agents.get(name);
  const pipeline = runbook.pipelines.get(name);
  const wanted = alone ? [{ name, agent: name, worktree: alone.worktree }] : pipeline?.steps;
  return wanted?.flatMap((step) => {
    const agent = runbook.agents.get(step.agent);
    if (!agent) {
      return [];
    }
    const prompt = ('prompt' in step ? step.prompt : undefined) ?? agent.prompt;
    const { run: command, policy } = agent;
    return [
      {
        name: step.name,
        command,
        policy,
        worktree: step.worktree,
        ...(prompt === undefined ? {} : { prompt }),
      },
    ];
  });
}
