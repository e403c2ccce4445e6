import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AsyncHook } from '../../../src/core/hookrun/asyncHook.ts';
import { readHookLog } from '../../../src/node/hooks/hookLog.ts';
import { loadHooks } from '../../../src/node/hooks/loadHooks.ts';
import { runAsyncHooks } from '../../../src/node/hooks/runAsyncHooks.ts';
import { runHooks } from '../../../src/node/hooks/runHooks.ts';
import { consentTo, trustWorkspace } from '../../../src/node/hooks/trust.ts';
import { HookHouse } from './hookHouse.ts';

let house: HookHouse;
beforeEach(() => {
  house = new HookHouse();
});
afterEach(() => house.remove());

const yes = { allowed: true, mayApprove: false };
const text = (name: string, keys: string) =>
  `---\nname: ${name}\ndescription: x\ntrigger: before_tool\n${keys}---\n`;

/** Makes a hook with a script; one of the workspace is allowed. */
async function hook(name: string, script: string, keys = '', place = house.theirs): Promise<string> {
  const folder = house.hook(place, name, text(name, keys));
  house.write(join(folder, 'scripts/run.sh'), `#!/bin/sh\n${script}\n`, 0o755);
  if (place === house.theirs) {
    await trustWorkspace(house.home, house.workspace, true);
    await consentTo(house.home, folder, yes);
  }
  return folder;
}

async function run(signal?: AbortSignal) {
  const { home, workspace } = house;
  const env = { ...house.env, PATH: process.env.PATH };
  const later: AsyncHook[] = [];
  const run = await runHooks({
    home,
    env,
    workspace,
    hooks: await loadHooks({ home, env, workspace }, 'atRun'),
    event: {
      trigger: 'before_tool',
      timestamp: '',
      sessionId: 's',
      workDir: workspace,
      tool: { name: 'Bash', input: {} },
      fields: {},
    },
    startAsync: (hooks) => {
      later.push(...hooks);
      return Promise.resolve();
    },
    ...(signal ? { signal } : {}),
  });
  return { ...run, later, env };
}

const rewrites = (name: string) => `echo 'touch ran' >"${join(house.theirs, name, 'scripts/run.sh')}"`;
const ran = () => existsSync(join(house.workspace, 'ran'));

describe('a hook of a workspace', () => {
  it('is not run where one before it changed it', async () => {
    await hook('first', rewrites('second'), 'priority: 900\n');
    await hook('second', 'exit 0');
    const { ran: did, held } = await run();
    expect(did.map(({ name }) => name)).toEqual(['first']);
    expect(held).toEqual([{ name: 'second', standing: 'changed' }]);
    expect(ran()).toBe(false);
  });

  it('is not run in the background either where it changed meanwhile', async () => {
    const folder = await hook('later', 'touch ran', 'async: true\n');
    const { later, env } = await run();
    expect(later).toMatchObject([{ folder, agreed: expect.stringMatching(/^[0-9a-f]{64}$/u) }]);
    house.write(join(folder, 'more'), '');
    await runAsyncHooks(JSON.stringify(later), { ...env, BECKON_HOME: house.home });
    expect(ran()).toBe(false);
    await consentTo(house.home, folder, yes);
    const { later: again } = await run();
    await runAsyncHooks(JSON.stringify(again), { ...env, BECKON_HOME: house.home });
    expect(ran()).toBe(true);
  });

  it('that is for the background and changed is told as not run, and not started', async () => {
    const folder = await hook('later', 'touch ran', 'async: true\n');
    house.write(join(folder, 'more'), '');
    expect(await run()).toMatchObject({
      ran: [],
      later: [],
      held: [{ name: 'later', standing: 'changed' }],
    });
  });

  it('that is for the background and changes just before it runs has that in its log', async () => {
    const folder = await hook('later', 'touch ran', 'async: true\n');
    const { later, env } = await run();
    house.write(join(folder, 'more'), '');
    await runAsyncHooks(JSON.stringify(later), { ...env, BECKON_HOME: house.home });
    expect(await readHookLog(house.home, folder)).toMatchObject([
      { outcome: 'failed', reason: expect.stringMatching(/changed/u) },
    ]);
  });

  it('that changed takes the place of no other', async () => {
    const folder = await hook('guard', 'exit 0');
    await hook('guard', 'exit 2', '', house.own);
    expect((await run()).verdict.decision).toBe('none');
    house.write(join(folder, 'more'), '');
    expect((await run()).verdict.decision).toBe('deny');
  });

  it('that is not for this moment is not read', async () => {
    const folder = await hook('other', 'exit 0', 'matcher: { tool: Write }\n');
    house.write(join(folder, 'more'), '');
    expect(await run()).toMatchObject({ ran: [], held: [] });
  });
});

describe('what came of a hook', () => {
  const entries = (folder: string) => readHookLog(house.home, folder);

  it('is no approval where the person did not say that it may approve', async () => {
    const folder = await hook('yes', `echo '{"decision": "allow"}'`);
    expect((await run()).ran).toMatchObject([
      { outcome: 'passed', log: expect.stringMatching(/may approve/u) },
    ]);
    await consentTo(house.home, folder, { allowed: true, mayApprove: true });
    expect((await run()).ran).toMatchObject([{ outcome: 'approves' }]);
    expect((await entries(folder)).map(({ outcome }) => outcome)).toEqual(['passed', 'approves']);
  });

  it('is no denial in the background', async () => {
    const folder = await hook('no', 'exit 2', 'async: true\n');
    const { later, env } = await run();
    await runAsyncHooks(JSON.stringify(later), { ...env, BECKON_HOME: house.home });
    expect(await entries(folder)).toMatchObject([
      { outcome: 'passed', exit: 2, log: expect.stringMatching(/in the background/u) },
    ]);
  });

  it('is written down also where nobody waits for it any more, and nothing else is run', async () => {
    const folder = await hook('slow', 'touch ran; sleep 600', 'priority: 900\n');
    await hook('next', 'touch next');
    const abort = new AbortController();
    const running = run(abort.signal);
    while (!ran()) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    abort.abort();
    expect((await running).ran).toMatchObject([{ name: 'slow', outcome: 'failed', reason: 'was killed' }]);
    expect(await entries(folder)).toMatchObject([{ outcome: 'failed', reason: 'was killed' }]);
    expect(existsSync(join(house.workspace, 'next'))).toBe(false);
  });
});
