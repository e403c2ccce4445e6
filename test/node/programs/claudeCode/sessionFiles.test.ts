import { mkdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionFiles } from '../../../../src/programs/claudeCode/node/sessionFiles.ts';
import { until, World } from './support.ts';

let world: World;
let files: SessionFiles;
let heard: string[];
const pid = process.pid;
const read = () => heard;

beforeEach(() => {
  world = new World();
  heard = [];
  mkdirSync(dirname(world.file(pid)), { recursive: true });
  files = new SessionFiles({
    dir: dirname(world.file(pid)),
    read: ({ event }) => heard.push(event.type),
    removed: () => heard.push('removed'),
    log: () => {},
  });
});
afterEach(async () => {
  await files.dispose();
  await world.remove();
});

describe('session files', () => {
  it('are heard of by the watcher alone, between two sweeps', async () => {
    await files.sweep();
    await world.write(pid, 'idle');
    await until(read, ['idleRead']);
    await world.write(pid, 'busy');
    await until(read, ['idleRead', 'busyRead']);
    await world.replace(pid, 'idle');
    await until(read, ['idleRead', 'busyRead', 'idleRead']);
    rmSync(world.file(pid));
    await until(() => heard.at(-1), 'removed');
  });

  it('that are written before the folder is watched are heard of without another sweep', async () => {
    const content = await world.content(pid, 'idle');
    await files.sweep();
    // The watcher has not begun to read the folder yet, and says nothing of what it finds there.
    writeFileSync(world.file(pid), content);
    await until(read, ['idleRead']);
  });

  it('that are half written tell nothing until they are whole, however that is noticed', async () => {
    await world.write(pid, 'busy');
    const whole = await world.content(pid, 'idle');
    truncateSync(world.file(pid), 30);
    await files.sweep();
    expect(heard).toEqual([]);
    expect(files.has(pid)).toBe(true);
    writeFileSync(world.file(pid), whole);
    await until(read, ['idleRead']);
  });

  it('are told once, however often they are looked at', async () => {
    await world.write(pid, 'idle');
    await files.sweep();
    await Promise.all([files.sweep(), files.look(pid), files.look(pid)]);
    expect(heard).toEqual(['idleRead']);
  });

  it('that change within one tick, to the same length, are not missed by the sweep', async () => {
    const stamp = { statusUpdatedAt: 1, updatedAt: 1, startedAt: 1 };
    // In the future, so that it is recent however long the looks take.
    const tick = new Date(Date.now() + 60_000);
    await world.write(pid, 'idle', stamp);
    utimesSync(world.file(pid), tick, tick);
    const { mtimeMs, size } = statSync(world.file(pid));
    await files.look(pid);
    await world.write(pid, 'busy', stamp);
    utimesSync(world.file(pid), tick, tick);
    expect(statSync(world.file(pid))).toMatchObject({ mtimeMs, size });
    await files.look(pid);
    expect(heard).toEqual(['idleRead', 'busyRead']);
  });

  it('of a status nobody knows tell nothing, and are there', async () => {
    await world.write(pid, 'dancing');
    await files.sweep();
    expect(heard).toEqual([]);
    expect(files.has(pid)).toBe(true);
  });

  it('whose folder is a file are none', async () => {
    rmSync(dirname(world.file(pid)), { recursive: true });
    writeFileSync(dirname(world.file(pid)), '');
    await files.sweep();
    expect(heard).toEqual([]);
  });
});
