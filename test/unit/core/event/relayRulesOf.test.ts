import { describe, expect, it } from 'vitest';
import type { EventProgram } from '../../../../src/core/event/programEvents.ts';
import { relayRulesOf } from '../../../../src/core/event/relayRulesOf.ts';
import { allReplies } from '../../../../src/core/event/reply.ts';
import { parrot } from '../../../programs/parrot/pure.ts';

const of = (answers: Partial<NonNullable<EventProgram['answers']>>, isOn?: boolean) => {
  const told: EventProgram = {
    ...parrot,
    answers: { replies: allReplies, hidesPrompt: 'never', ...answers },
  };
  return relayRulesOf(told, isOn).waits;
};

describe('the relay of a program', () => {
  it('waits for a window that comes back, unless its own prompt is hidden meanwhile', () => {
    expect(of({}).begs).toBe('always');
    expect(of({ hidesPrompt: 'inSubagents' }).begs).toBe('always');
    expect(of({ hidesPrompt: 'always' })).toEqual({ begs: 'once', rests: 'run' });
  });

  it('waits for no answer that has to be switched on, until it is', () => {
    expect(of({ optIn: true })).toEqual({ rests: 'run' });
    expect(of({ optIn: true }, true)).toEqual({ begs: 'always', rests: 'run' });
    expect(of({ optIn: true, hidesPrompt: 'always' }, true).begs).toBe('once');
  });
});
