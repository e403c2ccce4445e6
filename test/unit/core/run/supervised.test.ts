import { describe, expect, it } from 'vitest';
import type { Run } from '../../../../src/core/run/run.ts';
import { supervised } from '../../../../src/core/run/supervised.ts';
import { runOfSteps } from '../../../support/runOf.ts';

const among = (...runs: readonly Partial<Run>[]) =>
  supervised(new Map(runs.map((run, at) => [`r${at}`, runOfSteps(['build'], run)])));

describe('the agents that are supervised', () => {
  it('are those that runs follow, and those under whose names their processes were started', () => {
    expect(among({ agent: 'a:2', former: ['a:0', 'a:1'] }, { agent: 'b:1' })).toEqual({
      agents: ['a:2', 'b:1'],
      starts: ['a:2', 'b:1', 'a:0', 'a:1'],
    });
  });

  it('have the name of the program that runs them, which a run that had many of them has forgotten', () => {
    expect(among({ agent: 'a:2', startedAs: 'other:x', former: ['a:1'] })).toEqual({
      agents: ['a:2'],
      starts: ['a:2', 'other:x', 'a:1'],
    });
  });

  it('are none of a run that ended, or that has none yet', () => {
    expect(among({ status: 'done' }, { status: 'failed' }, { agent: '', former: ['a:1'] })).toEqual({
      agents: [],
      starts: ['a:1'],
    });
  });
});
