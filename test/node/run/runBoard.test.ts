import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '../../../src/core/run/run.ts';
import { Absence } from '../../../src/node/run/absence.ts';
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

/** A window `me`, on `/w` unless said, with others that live. */
function window(
  surroundings: {
    readonly live?: string[];
    readonly windows?: readonly string[];
    readonly owns?: () => boolean;
    readonly folders?: readonly string[];
    readonly before?: string;
    readonly others?: readonly string[];
    readonly page?: { answers: boolean };
    readonly asking?: boolean;
  } = {},
) {
  const { live = [], owns = () => false, page = { answers: true }, asking = true } = surroundings;
  const { windows = live, folders = ['/w'], others = ['/w'], before } = surroundings;
  const clock = { now: 0 };
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
      giveUp: (runs) => {
        for (const { id } of runs) {
          own.delete(id);
        }
        return Promise.resolve();
      },
    },
    hub: {
      listeners: () => Promise.resolve(['me', ...live]),
      windowIds: () => Promise.resolve(windows),
      otherWindows: () => Promise.resolve(windows.map(() => ({ asks: asking, folders: others }))),
      ownsFolder: () => Promise.resolve(owns()),
    },
    folders: () => folders,
    ...(before === undefined ? {} : { before }),
    changed: () => {
      told.changes += 1;
    },
    problem: (sentence) => told.sentences.push(sentence),
    page: {
      answers: () => Promise.resolve(page.answers),
      get isLost() {
        return !page.answers;
      },
    },
    absence: new Absence(15_000, () => clock.now),
  });
  return { board, ...told, told, clock };
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

  it('is left alone where nobody has the folder, whoever would answer for it and whatever a person wants of it', async () => {
    files.write(run('b', { folder: '/else' }), 'gone');
    files.write(run('c', { folder: '/w-else' }), 'gone');
    for (const folders of [['/w'], ['/else/below'], []]) {
      const { board, told } = window({ owns: () => true, folders });
      await board.look();
      await board.takeNow('b');
      expect([told.own.size, board.told.size, board.isOrphan('b')]).toEqual([0, 0, true]);
    }
    const { board, told } = window({ folders: ['/a', '/else'] });
    await board.look();
    expect([[...told.own.keys()], board.isOrphan('c')]).toEqual([['b'], true]);
  });

  it('is taken over by a window on a folder above its own, or on its own by another name', async () => {
    const [real, link] = [join(realpathSync(home), 'real'), join(home, 'link')];
    mkdirSync(real);
    symlinkSync(real, link);
    files.write(run('below', { folder: '/w/below' }), 'gone');
    files.write(run('linked', { folder: link }), 'gone');
    const { board, told } = window({ folders: ['/w', real] });
    await board.look();
    expect([...told.own.keys()]).toEqual(['below', 'linked']);
  });

  it('is taken over by this window wherever it is, where it was this one that was loaded anew', async () => {
    files.write(run('b', { folder: '/else' }), 'me before');
    files.write(run('c', { folder: '/else' }), 'gone');
    const { board, told } = window({ before: 'me before', folders: [] });
    await board.look();
    expect([...told.own.keys()]).toEqual(['b']);
  });

  it('is taken over by a window that just opened as soon as its own goes, though no file changed', async () => {
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

describe('a run of a window that may only be loaded anew', () => {
  /** A window that has seen another with a run; that one is gone now. */
  const left = async () => {
    files.write(run('a'), 'other');
    const live = ['other'];
    const seen = window({ live, owns: () => true });
    await seen.board.look();
    await seen.board.look();
    live.pop();
    await seen.board.look();
    return seen;
  };

  it('is left to it for a while, and told of by nobody else', async () => {
    const { board, told, clock } = await left();
    expect([told.own.size, [...board.others.keys()], board.told.size]).toEqual([0, ['a'], 0]);
    clock.now += 14_000;
    await board.look();
    expect(told.own.size).toBe(0);
    clock.now += 1000;
    await board.look();
    expect([...told.own.keys()]).toEqual(['a']);
  });

  it('is taken over at once when a person wants something of it', async () => {
    const { board, told } = await left();
    files.write(run('b'), 'other');
    await board.takeNow('a');
    expect([...told.own.keys()]).toEqual(['a']);
  });

  it('is left also to one that took it up before it can be seen', async () => {
    const { board, told } = await left();
    files.write(run('b'), 'again');
    await board.look();
    expect(told.own.size).toBe(0);
  });
});

it('a run of a command line is taken over as soon as that is gone', async () => {
  files.write(run('a'), 'line');
  const live = ['line'];
  const { board, told } = window({ live, windows: [] });
  await board.look();
  await board.look();
  live.pop();
  await board.look();
  expect([...told.own.keys()]).toEqual(['a']);
});

describe('a window without a page', () => {
  const ownerOf = async (id: string) => (await files.all()).find((one) => one.run.id === id)?.owner;

  it('takes nothing over until it has one again', async () => {
    const page = { answers: false };
    const { board, told, clock } = window({ page });
    // When it opens its page is only busy.
    await board.look();
    files.write(run('a'), 'gone');
    await board.look();
    clock.now += 15_000;
    await board.look();
    expect([told.own.size, await ownerOf('a')]).toEqual([0, 'gone']);
    page.answers = true;
    await board.look();
    expect([...told.own.keys()]).toEqual(['a']);
  });

  it('gives its runs up where another window has a page, which takes them over at once', async () => {
    const page = { answers: true };
    const { board, told } = window({ page, live: ['other'] });
    const other = window({ live: ['me'] });
    await other.board.look();
    files.write(run('a'), 'me');
    told.own.set('a', run('a'));
    await board.look();
    await other.board.look();
    page.answers = false;
    await board.look();
    expect([told.own.size, await ownerOf('a')]).toEqual([0, '']);
    await other.board.look();
    expect([...other.told.own.keys()]).toEqual(['a']);
  });

  it('has them back when its page is there first', async () => {
    const page = { answers: true };
    const { board, told } = window({ page, live: ['other'] });
    files.write(run('a'), 'me');
    told.own.set('a', run('a'));
    await board.look();
    page.answers = false;
    await board.look();
    page.answers = true;
    await board.look();
    expect([[...told.own.keys()], await ownerOf('a')]).toEqual([['a'], 'me']);
  });

  it('keeps those whose folder no other window has', async () => {
    const page = { answers: true };
    const { board, told } = window({ page, live: ['other'], others: ['/else'] });
    for (const one of [run('a'), run('b', { folder: '/else' })]) {
      files.write(one, 'me');
      told.own.set(one.id, one);
    }
    await board.look();
    page.answers = false;
    await board.look();
    expect([[...told.own.keys()], await ownerOf('a'), await ownerOf('b')]).toEqual([['a'], 'me', '']);
  });

  it('keeps them where no other window has one', async () => {
    const page = { answers: false };
    const { board, told } = window({ page, live: ['other'], asking: false });
    files.write(run('a'), 'me');
    told.own.set('a', run('a'));
    await board.look();
    await board.look();
    expect([[...told.own.keys()], await ownerOf('a')]).toEqual([['a'], 'me']);
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
