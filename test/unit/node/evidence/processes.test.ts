import { describe, expect, it } from 'vitest';
import type { AgentProcess } from '../../../../src/node/evidence/processes.ts';
import { Processes } from '../../../../src/node/evidence/processes.ts';

const agent: AgentProcess = { program: 'p', session: 's', pid: 7 };

/** Sweeps once for every start that the process table is to give (`''`: nobody), and says what was missed. */
async function sweeps(watched: AgentProcess, starts: readonly string[], takenAt = 1): Promise<string[]> {
  const missed: string[] = [];
  let start = '';
  const processes = new Processes({
    find: async () => new Map(start ? [[7, { pid: 7, start }]] : []),
    missed: async (_, missing) => {
      missed.push(`${missing.sweeps} ${missing.seen ? 'seen' : 'never seen'} ${missing.start ?? '?'}`);
      return missing.sweeps >= takenAt;
    },
  });
  for (start of starts) {
    processes.watch(watched, [watched]);
    await processes.sweep();
  }
  return missed;
}

describe('the processes that are watched', () => {
  it.each<[string, AgentProcess, string[], number, string[]]>([
    ['that live are not missed', agent, ['a', 'a', 'a'], 1, []],
    ['that end are missed once', agent, ['a', '', '', ''], 1, ['1 seen a']],
    ['whose id is used again are missed', agent, ['a', 'b', 'b'], 1, ['1 seen a']],
    ['that never lived are missed', agent, ['', ''], 1, ['1 never seen ?']],
    ['are missed until somebody takes it', agent, ['a', '', '', ''], 2, ['1 seen a', '2 seen a']],
    [
      'whose start is known are told from others at the first look',
      { ...agent, start: 'a' },
      ['b'],
      1,
      ['1 never seen a'],
    ],
  ])('%s', async (_, watched, starts, takenAt, expected) => {
    expect(await sweeps(watched, starts, takenAt)).toEqual(expected);
  });

  it('are only those that were named last, and none is looked for when there is none', async () => {
    const looked: number[][] = [];
    const processes = new Processes({
      find: async (pids) => {
        looked.push([...pids]);
        return new Map(pids.map((pid) => [pid, { pid }]));
      },
      missed: async () => true,
    });
    await processes.sweep();
    await processes.learn();
    const other = { ...agent, session: 't' };
    processes.watch(agent, [agent]);
    processes.watch(other, [other]);
    await processes.sweep();
    processes.watch(agent, [{ ...agent, pid: 8 }]);
    processes.watch(other, []);
    await processes.sweep();
    expect(looked).toEqual([[7], [8]]);
  });

  it('keep the start that was learnt first, whoever has their id later, and until they are watched no more', async () => {
    let start: string | undefined;
    const processes = new Processes({
      find: async () => new Map(start ? [[7, { pid: 7, start }]] : []),
      missed: async () => false,
    });
    expect([processes.watch(agent, [agent]), processes.watch(agent, [agent])]).toEqual([true, false]);
    await processes.learn();
    const seen = [processes.startOf(agent)];
    for (start of ['a', 'b']) {
      await processes.learn();
      await processes.sweep();
      seen.push(processes.startOf(agent));
    }
    processes.watch(agent, []);
    expect([...seen, processes.startOf(agent)]).toEqual([undefined, 'a', 'a', undefined]);
    expect(processes.watch(agent, [{ ...agent, start: 'c' }])).toBe(false);
    expect(processes.startOf(agent)).toBe('c');
  });
});
