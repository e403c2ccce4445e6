import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockHome } from '../../../src/node/homeLock.ts';
import { syncMarkers } from '../../../src/node/hooks/activeMarkers.ts';
import { consentTo, enableHook, trustWorkspace } from '../../../src/node/hooks/trust.ts';
import { programs } from '../../support/programs.ts';
import { HookHouse, hookText } from './hookHouse.ts';

let house: HookHouse;
beforeEach(() => {
  house = new HookHouse();
});
afterEach(() => house.remove());

const folder = () => join(house.home, 'active');
const sync = (workspaces: readonly string[] = []) =>
  syncMarkers({ programs, home: house.home, env: house.env, workspaces });
async function markers(workspaces: readonly string[] = []): Promise<readonly string[]> {
  await sync(workspaces);
  return existsSync(folder()) ? readdirSync(folder()).sort() : [];
}
const start = 'claude-code.SessionStart';

describe('the markers of events', () => {
  it('are there for the person’s own hooks, and go with them', async () => {
    expect(await markers()).toEqual([]);
    expect(existsSync(folder())).toBe(false);
    const one = house.hook(house.own, 'a');
    const other = house.hook(house.own, 'b', hookText('b', 'before_stop'));
    expect(await markers()).toEqual(['claude-code.PreToolUse', start, 'claude-code.Stop']);
    rmSync(one, { recursive: true });
    expect(await markers()).toEqual([start, 'claude-code.Stop']);
    rmSync(other, { recursive: true });
    expect(await markers()).toEqual([]);
    expect(existsSync(folder())).toBe(false);
  });

  it('name whose hooks they are for, and those of another configuration home stay', async () => {
    house.hook(house.own, 'a');
    await sync();
    expect(readFileSync(join(folder(), start), 'utf8')).toBe(`${house.own}\n`);
    const other = { HOME: house.at('person'), XDG_CONFIG_HOME: house.at('other') };
    await syncMarkers({ programs, home: house.home, env: other, workspaces: [] });
    expect(readdirSync(folder()).sort()).toEqual(['claude-code.PreToolUse', start]);
    house.hook(house.at('other/agents/hooks'), 'b', hookText('b', 'before_stop'));
    await syncMarkers({ programs, home: house.home, env: other, workspaces: [] });
    expect(readFileSync(join(folder(), start), 'utf8').split('\n').filter(Boolean)).toEqual(
      [house.at('other/agents/hooks'), house.own].sort(),
    );
    rmSync(house.at('other'), { recursive: true });
    expect(await markers()).toEqual(['claude-code.PreToolUse', start]);
    expect(readFileSync(join(folder(), start), 'utf8')).toBe(`${house.own}\n`);
  });

  it('are for their owner only, and left as they are while they are right', async () => {
    house.hook(house.own, 'a');
    await sync();
    const before = statSync(join(folder(), start));
    expect([before.mode & 0o777, statSync(folder()).mode & 0o777]).toEqual([0o600, 0o700]);
    await sync();
    expect(statSync(join(folder(), start)).mtimeMs).toBe(before.mtimeMs);
  });

  it('leave what is somebody else’s', async () => {
    mkdirSync(folder());
    for (const name of ['codex.Stop', 'claude-code.Other', 'notes']) {
      writeFileSync(join(folder(), name), '');
    }
    writeFileSync(join(folder(), 'claude-code.PostToolUse'), '');
    expect(await markers()).toEqual(['claude-code.Other', 'codex.Stop', 'notes']);
  });

  it('are there only for hooks that are not denied or switched off; the start of a session is for all', async () => {
    const hook = house.hook(house.own, 'a');
    await enableHook(house.home, hook, false);
    expect(await markers()).toEqual([start]);
    await enableHook(house.home, hook, true);
    await consentTo(house.home, hook, { allowed: false, mayApprove: false });
    expect(await markers()).toEqual([start]);
    house.hook(house.own, 'b', 'invalid');
    rmSync(hook, { recursive: true });
    expect(await markers()).toEqual([start]);
  });

  it('are there for hooks of a workspace once it is trusted and they are consented to', async () => {
    const hook = house.hook(house.theirs, 'a', hookText('a', 'after_tool'));
    expect(await markers()).toEqual([]);
    expect(await markers([house.workspace])).toEqual([start]);
    await trustWorkspace(house.home, house.workspace, true);
    expect(await markers()).toEqual([start]);
    await consentTo(house.home, hook, { allowed: true, mayApprove: false });
    expect(await markers()).toEqual(['claude-code.PostToolUse', start]);
    await trustWorkspace(house.home, house.workspace, false);
    expect(await markers([house.workspace])).toEqual([start]);
  });

  it('stay for a hook that has changed: the engine tells of it', async () => {
    const hook = house.hook(house.theirs, 'a');
    await trustWorkspace(house.home, house.workspace, true);
    await consentTo(house.home, hook, { allowed: true, mayApprove: false });
    house.write(join(hook, 'more'), '');
    expect(await markers()).toEqual(['claude-code.PreToolUse', start]);
  });

  it('stay while nobody knows what the person said, so that hooks run again as soon as that is mended', async () => {
    house.hook(house.own, 'a');
    expect(await markers()).toEqual(['claude-code.PreToolUse', start]);
    house.write(join(house.home, 'trust.json'), '{');
    expect(await markers()).toEqual(['claude-code.PreToolUse', start]);
    house.hook(house.own, 'b', hookText('b', 'before_stop'));
    expect(await markers()).toEqual(['claude-code.PreToolUse', start, 'claude-code.Stop']);
  });

  it('stay where a hook was made since somebody began to look', async () => {
    house.hook(house.own, 'a');
    await sync();
    rmSync(join(house.own, 'a'), { recursive: true });
    const events: string[] = [];
    await syncMarkers({
      programs,
      home: house.home,
      env: house.env,
      workspaces: [],
      looked: () => {
        events.push('looked');
        if (events.length === 1) house.hook(house.own, 'b');
      },
    });
    expect(readdirSync(folder()).sort()).toEqual(['claude-code.PreToolUse', start]);
    expect(events).toEqual(['looked', 'looked']);
  });

  it('stay while another process is at it, and are made all the same', async () => {
    house.hook(house.own, 'a');
    await sync();
    rmSync(join(house.own, 'a'), { recursive: true });
    house.hook(house.own, 'b', hookText('b', 'before_stop'));
    const lock = await lockHome(house.home, 'looking for hooks');
    await syncMarkers({ programs, home: house.home, env: house.env, workspaces: [], waitMs: 0 });
    expect(readdirSync(folder()).sort()).toEqual(['claude-code.PreToolUse', start, 'claude-code.Stop']);
    if ('release' in lock) await lock.release();
    expect(await markers()).toEqual([start, 'claude-code.Stop']);
  });

  it('stay while a place of hooks cannot be read', async () => {
    house.hook(house.own, 'a');
    await sync();
    rmSync(house.own, { recursive: true });
    // An administrator may read everything, but not follow a link to itself.
    symlinkSync('hooks', house.own);
    expect(await markers()).toEqual(['claude-code.PreToolUse', start]);
    rmSync(house.own);
    expect(await markers()).toEqual([]);
  });

  it('say whether they could be written', async () => {
    house.hook(house.own, 'a');
    expect(await sync()).toBe(true);
    expect(await syncMarkers({ programs, home: '/dev/null/nowhere', env: house.env, workspaces: [] })).toBe(
      false,
    );
  });

  it('that cannot be made harm nobody', async () => {
    house.hook(house.own, 'a');
    writeFileSync(folder(), '');
    await sync();
    await syncMarkers({
      programs,
      home: '/dev/null/nowhere',
      env: house.env,
      workspaces: ['/dev/null/nowhere'],
    });
    expect(statSync(folder()).isFile()).toBe(true);
  });
});
