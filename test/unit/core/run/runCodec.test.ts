import { describe, expect, it } from 'vitest';
import { defaultPolicy, simpleRule } from '../../../../src/core/run/policy.ts';
import { newRun } from '../../../../src/core/run/run.ts';
import { parseRunText, runText } from '../../../../src/core/run/runCodec.ts';

const run = newRun({
  id: 'r-1',
  name: 'feature',
  folder: '/work',
  origin: 'started',
  startedAt: 1,
  graceMs: 60_000,
  steps: [{ name: 'plan', command: 'claude', worktree: false, policy: defaultPolicy }],
});

const about = { source: 'idle', trigger: 'idle', openedAt: 1, context: 'It is idle.', options: [] } as const;
const decision = { id: 'r-1-1', ...about };

const stored = () => JSON.parse(runText(run, 'w1'));
const read = (json: unknown) => parseRunText(JSON.stringify(json));

describe('the file of a run', () => {
  it('says its version, its owner and the run', () => {
    expect(stored()).toEqual({ version: 1, owner: 'w1', run });
    expect(read(stored())).toEqual({ owner: 'w1', run });
  });

  it('may say what the run waits about', () => {
    const waiting = { ...run, status: 'waiting', decision };
    expect(read({ ...stored(), run: waiting })).toEqual({ owner: 'w1', run: waiting });
  });

  it('of a newer version is refused, whatever is in it', () => {
    expect(read({ ...stored(), version: 2 })).toBe('newer');
    expect(read({ version: 9 })).toBe('newer');
  });

  it('loses the fields nobody knows', () => {
    const [step] = stored().run.steps;
    const more = { ...stored(), a: 1, run: { ...run, b: 2, steps: [{ ...step, c: 3 }] } };
    expect(read(more)).toEqual({ owner: 'w1', run });
  });

  it.each([
    ['no object', []],
    ['nothing', null],
    ['without a version', { ...stored(), version: undefined }],
    ['of no version there ever was', { ...stored(), version: 0 }],
    ['with a word for a version', { ...stored(), version: '2' }],
    ['without an owner', { ...stored(), owner: undefined }],
    ['with an unknown status', { ...stored(), run: { ...run, status: 'paused' } }],
    ['with an unknown wait', { ...stored(), run: { ...run, pending: { kind: 'nap' } } }],
    ['with an unknown occasion', { ...stored(), run: { ...run, standing: 'noon' } }],
    [
      'with an unknown action',
      {
        ...stored(),
        run: {
          ...run,
          steps: [{ ...run.steps[0], policy: { ...defaultPolicy, on_idle: { action: 'pray' } } }],
        },
      },
    ],
    ...(
      [
        ['on_idle', { attempts: -5 }],
        ['on_idle', { attempts: 0 }],
        ['on_idle', { attempts: 1.5 }],
        ['on_idle', { cooldownMs: -1 }],
        ['on_dead', { timeoutMs: -1 }],
        ['on_idle', { action: 'resume' }],
        ['on_idle', { action: 'gate' }],
        ['on_prompt', { action: 'nudge' }],
        ['on_prompt', { action: 'resume' }],
        ['on_dead', { action: 'nudge' }],
        ['on_error', { action: 'done' }],
      ] as const
    ).map(([trigger, wrong]): [string, unknown] => {
      const rule = { ...simpleRule('escalate'), ...wrong };
      const policy = { ...defaultPolicy, [trigger]: trigger === 'on_error' ? [rule] : rule };
      const steps = [{ ...run.steps[0], policy }];
      return [`with ${JSON.stringify(wrong)} in ${trigger}`, { ...stored(), run: { ...run, steps } }];
    }),
    ['that waits about nothing', { ...stored(), run: { ...run, status: 'waiting' } }],
    ['that does not wait, and asks', { ...stored(), run: { ...run, decision } }],
    ['without a number', { ...stored(), run: { ...run, serial: null } }],
    ['at a step it has not', { ...stored(), run: { ...run, step: 1 } }],
    ['at half a step', { ...stored(), run: { ...run, step: 0.5 } }],
  ])('%s is damaged', (_, json) => {
    expect(read(json)).toBe('damaged');
  });
});
