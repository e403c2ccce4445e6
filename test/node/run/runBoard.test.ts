import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '../../../src/core/run/run.ts';
import { RunBoard } from '../../../src/node/run/runBoard.ts';
import { RunFiles } from '../../../src/node/run/runFiles.ts';
import { runOfSteps } from '../../support/runOf.ts';

let home: string;
let files: RunFiles;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'beckon-board-'));
  files = new RunFiles(home);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (id: string, more: Partial<Run> = {}) => runOfSteps(['build'], { id, ...more });

/** A window `me` on `/w`, with others that live. */
function window(
  surroundings: {
    readonly live?: string[];
    readonly windows?: readonly string[];
    readonly owns?: () => boolean;
  } = {},
) {
  const { live = [], owns = () => false } = surroundings;
  const { windows = live } = surroundings;
  const own = new Map<string, Run>();
  const told = { own, live, changes: 0, sentences: [] as string[], dropped: [] as string[] };
  const board = new RunBoard({
    home,
    files,
    supervisor: {
      get runs() {
        return [...own.values()];
      },
      takeOver: (one) => own.set(one.id, one),
      drop: (id) => {
        told.dropped.push(id);
        return own.delete(id);
      },
    },
    hub: {
      listeners: () => Promise.resolve(['me', ...live]),
      windowIds: () => Promise.resolve(windows),
      ownsFolder: () => Promise.resolve(owns()),
    },
    folders: () => ['/w'],
    changed: () => {
      told.changes += 1;
    },
    problem: (sentence) => told.sentences.push(sentence),
  });
  return { board, ...told, told };
}

describe('a run of another window', () => {
  it('is shown, and left to it while it lives', async () => {
    files.write(run('a'), 'other');
    const { board, told } = window({ live: ['other'], owns: () => true });
    await board.look();
    expect([...board.others.keys()]).toEqual(['a']);
    expect([...board.told.keys()]).toEqual([]);
    expect(told.own.size).toBe(0);
    expect(told.changes).toBe(1);
  });

  it('is taken over when that window is gone and the folder is here', async () => {
    files.write(run('a'), 'gone');
    files.write(run('b', { folder: '/else' }), 'gone');
    const { board, told } = window();
    await board.look();
    expect([...told.own.keys()]).toEqual(['a']);
    expect([...board.others.keys()]).toEqual(['b']);
    expect((await files.all()).find((one) => one.run.id === 'a')?.owner).toBe('me');
  });

  it('is taken over also where nobody has the folder and this window answers for it', async () => {
    files.write(run('b', { folder: '/else' }), 'gone');
    const { board, told } = window({ owns: () => true });
    await board.look();
    expect([...told.own.keys()]).toEqual(['b']);
  });

  it('is taken over as soon as its window goes, though no file changed', async () => {
    files.write(run('a'), 'other');
    const live = ['other'];
    const { board, told } = window({ live });
    await board.look();
    live.pop();
    await board.look();
    expect([...told.own.keys()]).toEqual(['a']);
    expect(board.others.size).toBe(0);
  });

  it('is told of here where a command line supervises it and this window answers for the folder', async () => {
    files.write(run('a'), 'line');
    files.write(run('b', { status: 'done', endedAt: 1 }), 'line');
    const { board } = window({ live: ['line'], windows: [], owns: () => true });
    await board.look();
    expect([...board.told.keys()]).toEqual(['a']);
    const other = window({ live: ['line'], windows: [] });
    await other.board.look();
    expect([...other.board.told.keys()]).toEqual([]);
  });
});

describe('the board', () => {
  it('says once what is wrong with a file', async () => {
    files.write(run('a'), 'other');
    writeFileSync(join(home, 'runs', 'b.json'), '{"version":99}');
    const { board, told } = window({ live: ['other'] });
    await board.look();
    await board.look();
    expect(told.sentences).toHaveLength(1);
    expect(told.sentences[0]).toMatch(/newer Beckon/u);
  });

  it('forgets a run of its own a day after it ended', async () => {
    const { board, told } = window();
    told.own.set('old', run('old', { status: 'done', endedAt: Date.now() - 25 * 60 * 60 * 1000 }));
    told.own.set('new', run('new', { status: 'done', endedAt: Date.now() }));
    await board.look();
    expect(told.dropped).toEqual(['old']);
  });
});
