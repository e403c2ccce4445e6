import { describe, expect, it } from 'vitest';
import type { ProgramHooks } from '../../../../src/core/hookrun/programHooks.ts';
import { powersOf } from '../../../../src/core/hookrun/programPowers.ts';
import { parrot } from '../../../programs/parrot/pure.ts';

const powersWith = (said: Partial<ProgramHooks>) =>
  powersOf({ ...parrot, hooks: { ...(parrot.hooks as ProgramHooks), ...said } }).at;

describe('what hooks can do with a program', () => {
  it('is nothing at a moment it does not tell of, or without hooks', () => {
    expect(Object.keys(powersOf(parrot).at)).toEqual(['before_tool']);
    expect(powersOf({ id: 'mute', name: 'Mute' })).toEqual({ id: 'mute', name: 'Mute', at: {} });
  });

  it('is what it has words for', () => {
    expect(powersOf(parrot).at.before_tool).toEqual({
      no: true,
      question: 'ignored',
      yes: false,
      input: false,
      context: false,
    });
    const reply: ProgramHooks['reply'] = (_, verdict) => JSON.stringify(verdict);
    expect(powersWith({ reply }).before_tool).toEqual({
      no: true,
      question: 'asked',
      yes: true,
      input: true,
      context: true,
    });
    expect(powersWith({ reply: () => 'no' }).before_tool?.question).toBe('denied');
  });

  it('is nothing but to run for the kinds behind the first of one event', () => {
    const at = powersWith({
      triggers: { rests: ['before_stop', 'after_agent'] },
      reply: (_, { additionalContext }) => additionalContext ?? '',
    });
    expect([at.before_stop?.no, at.before_stop?.context]).toEqual([true, true]);
    expect(at.after_agent).toEqual({
      no: false,
      question: 'ignored',
      yes: false,
      input: false,
      context: false,
    });
  });
});
