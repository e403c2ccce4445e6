import { describe, expect, it } from 'vitest';
import type { EventProgram } from '../../../../src/core/event/programEvents.ts';
import { knowingReaders, readerIn } from '../../../../src/core/event/readers.ts';
import { relayRulesOf } from '../../../../src/core/event/relayRulesOf.ts';
import { isOwnCall } from '../../../../src/core/wire/ownCall.ts';

const program = (id: string, more: Partial<EventProgram['events']> = {}): EventProgram => ({
  id,
  events: {
    waits: {},
    told: [],
    sessionOf: () => undefined,
    parse: () => undefined,
    owns: () => undefined,
    confirmsPrompts: false,
    ...more,
  },
});

describe('a program that runs the entries of another', () => {
  const [crow, parrot, wren] = knowingReaders([
    program('crow', { told: ['CROW'], strangers: ['HAWK'] }),
    program('parrot', { marks: ['PARROT'], alsoRuns: ['crow'] }),
    program('wren', { marks: ['WREN'] }),
  ]);
  const all = [crow, parrot, wren];
  const isOwn = (named: EventProgram, env: Record<string, string>) => isOwnCall({ env }, {}, named);

  it('is told by the relay of the other, and taken for a stranger there', () => {
    expect(relayRulesOf(crow).told).toEqual(['CROW', 'HAWK', 'PARROT']);
    expect([isOwn(crow, {}), isOwn(crow, { HAWK: '1' }), isOwn(crow, { PARROT: '1' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect(readerIn(all, crow, { PARROT: '1' })).toBe(parrot);
  });

  it('leaves the others alone: they only run inside of each other', () => {
    expect(isOwn(crow, { WREN: '1' })).toBe(true);
    expect(isOwn(wren, { PARROT: '1', HAWK: '1' })).toBe(true);
    expect([readerIn(all, crow, { WREN: '1' }), readerIn(all, wren, { PARROT: '1' })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
