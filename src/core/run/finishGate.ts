import type { Prompt } from '../agent/state.ts';
import type { RunScene } from './actOn.ts';
import { escalateCause } from './actOn.ts';
import { askAbout, holdBack } from './laterPrompts.ts';
import type { Run } from './run.ts';
import type { LaterPrompt } from './runDecision.ts';
import type { RunStepped } from './runEffect.ts';
import type { RunInput } from './runInput.ts';
import { advance, endThen, escalate } from './runSteps.ts';
import { untried } from './withoutGates.ts';

/**
 * What the end of a gate means. `prompts`: what the agent and its subagents ask now. A gate whose question is over by
 * then means nothing any more.
 */
export function finishGate(
  run: Run,
  input: RunInput & { type: 'gateFinished' },
  scene: RunScene,
  prompts: readonly Prompt[],
): RunStepped | undefined {
  const gate = run.gates.find(({ id }) => id === input.gate);
  if (!gate) {
    return undefined;
  }
  const rest = { ...run, gates: run.gates.filter((one) => one !== gate) };
  // What it says while the run waits about something else is heeded by nobody.
  const nothing = { run: untried(rest, gate), effects: [] };
  const prompt = prompts.find(({ id }) => id === gate.prompt);
  if (prompt?.escalatedAt !== undefined) {
    // A person wants to answer it in the terminal.
    return nothing;
  }
  if (gate.prompt !== undefined && prompt?.kind !== 'permission') {
    // It turned out to be a question or a plan, which no gate answers; or somebody answered meanwhile.
    if (prompt && run.status === 'waiting') {
      return { run: holdBack(rest, { prompt: prompt.id }), effects: [] };
    }
    return prompt ? escalateCause(rest, { trigger: 'on_prompt', prompt }, scene) : nothing;
  }
  if (input.code === 0 && prompt) {
    const answer = { kind: 'approve' } as const;
    return { run: rest, effects: [{ type: 'answerPrompt', run: run.id, prompt: prompt.id, answer, gate }] };
  }
  // Why there is none is at the end of the output.
  const how = input.code === undefined ? 'no exit code' : `exit code ${input.code}`;
  const context = `The gate said no: ${input.command}\n${how}\n\n${input.output}`.trim();
  if (run.status === 'waiting') {
    return prompt
      ? { run: holdBack(rest, { prompt: prompt.id, refusal: context, gate }), effects: [] }
      : nothing;
  }
  if (input.code === 0) {
    return gate.trigger === 'on_dead' ? advance(rest, scene.at) : endThen(rest, 'advance', 'gate');
  }
  const about = { source: 'gate', trigger: 'gate', context, gate } as const;
  return escalate(rest, scene.at, prompt ? { ...about, prompt } : about);
}

/** A prompt that could not be answered is a person's, who is told if a gate said yes to it. */
export function leaveUnanswered(
  run: Run,
  { prompt: id, reason, gate }: RunInput & { type: 'answerFailed' },
  scene: RunScene,
  prompts: readonly Prompt[],
): RunStepped | undefined {
  const prompt = prompts.find((one) => one.id === id);
  if (!prompt || prompt.escalatedAt !== undefined || run.decision?.prompt === prompt.id) {
    return undefined;
  }
  const unanswered: LaterPrompt = gate
    ? {
        prompt: id,
        refusal: `The gate said yes: ${gate.command}\nbut ${reason}`,
        gate: { ...gate, said: 'yes' },
      }
    : { prompt: id, refusal: reason };
  return run.status === 'waiting'
    ? { run: holdBack(run, unanswered), effects: [] }
    : askAbout(run, unanswered, prompt, scene);
}
