import { expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { CallingAgents } from '../../../../src/node/evidence/callingAgents.ts';
import { parrot } from '../../../programs/parrot/pure.ts';

const { pidVariable: _, ...events } = parrot.events;
const program = { ...parrot, events: { ...events, isProcess: () => true } };

function event(session: string, more: Partial<Event> = {}): Event {
  const head = { id: 'e', at: 5, program: 'parrot', session, evidence: 'hook', type: 'turnEnded' } as const;
  return { ...head, ...more } as Event;
}

it('looks for the process of an agent once, and again when its conversation starts anew', async () => {
  const looks: number[] = [];
  const calling = new CallingAgents(async (ppid) => {
    looks.push(ppid);
    return { pid: ppid, start: 'a', words: ['parrot'] };
  });
  const call = { ppid: 7, program };
  const found = await Promise.all([calling.of(event('s'), call), calling.of(event('s'), call)]);
  const process = { pid: 7, start: 'a', words: ['parrot'] };
  expect([found, looks]).toEqual([[process, process], [7]]);
  await calling.of(event('t'), call);
  await calling.of(event('s'), { ppid: 8, program });
  await calling.of(event('s', { type: 'sessionStarted', source: 'resume' }), call);
  expect(looks).toEqual([7, 7, 8, 7]);
});

it('looks for nothing where the program tells its process itself, or has none to look for', () => {
  const calling = new CallingAgents(() => Promise.reject(new Error('looked')));
  expect(calling.of(event('s', { facts: { pid: 3 } }), { ppid: 7, program })).toBeUndefined();
  expect(calling.of(event('s'), { ppid: 7, program: parrot })).toBeUndefined();
  expect(calling.of(event('s'), { program })).toBeUndefined();
});

it('takes a look that failed for none', async () => {
  const calling = new CallingAgents(() => Promise.reject(new Error('no table')));
  expect(await calling.of(event('s'), { ppid: 7, program })).toBeUndefined();
});
