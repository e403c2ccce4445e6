import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionSteps, turnSteps } from '../../../../src/core/hookrun/transcriptSteps.ts';
import { parseStep } from '../../../../src/programs/copilotCli/pure/transcriptSteps.ts';
import { repository } from '../../../support/runProgram.ts';

let ids = 0;
const line = (type: string, data: object = {}, more: object = {}) => {
  ids += 1;
  return JSON.stringify({ type, data, id: `r${ids}`, timestamp: '2026-11-19T15:11:10.846Z', ...more });
};
const prompt = (delivery: string) => line('user.message', { content: 'x', delivery });
const usage = () => line('session.usage_record');
const done = () => line('tool.execution_complete');
const recordsOf = (lines: readonly string[]) => lines.flatMap((one) => parseStep(one) ?? []);
const stepsOf = (...lines: readonly string[]) => {
  const records = recordsOf(lines);
  return turnSteps(records.slice(records.findLastIndex(({ begins }) => begins)), undefined);
};

describe('the steps in a transcript of Copilot CLI', () => {
  it('are those since the last prompt, by their usage', () => {
    expect(stepsOf(prompt('idle'), usage(), prompt('idle'), usage(), done(), usage())).toEqual({
      step_count: 2,
    });
  });

  it('go on after what a hook said, and include the one that is not written yet', () => {
    expect(stepsOf(prompt('idle'), usage(), prompt('queued'))).toEqual({ step_count: 2 });
  });

  it('are not those of subagents', () => {
    expect(parseStep(line('session.usage_record', {}, { agentId: 'a' }))).toBeUndefined();
  });

  it('are counted in a recording', () => {
    const file = join(repository, 'test/replay/copilot-cli/1.0.102/transcript.jsonl');
    const records = recordsOf(readFileSync(file, 'utf8').split('\n'));
    expect(records.filter(({ begins }) => begins)).toHaveLength(7);
    expect(sessionSteps(records, 0)).toMatchObject({ total_steps: 11 });
  });
});
