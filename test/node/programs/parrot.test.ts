import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBundle } from '../../../esbuild.mjs';
import { RawConnection, relayRequest, sendRaw, wireHead } from '../../support/relayRequest.ts';
import { repository } from '../../support/runProgram.ts';
import { Household } from '../../support/serve.ts';

let folder: string;
let house: Household;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'beckon-parrot-'));
  for (const name of ['relay.sh', 'relay.cjs']) {
    copyFileSync(join(repository, 'dist', name), join(folder, name));
  }
  await makeBundle({ entry: 'test/programs/parrot/main.ts', file: join(folder, 'beckon.cjs') });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  house = new Household(join(folder, 'beckon.cjs'));
});
afterEach(() => house.leave());

const payload = (fields: object = {}) => JSON.stringify({ bird: 'polly', perch: '/w', ...fields });

/** Tells of an event of a parrot, as its relay does. */
async function tell(event: string, program = 'parrot'): Promise<void> {
  const head = wireHead({ program, event });
  await Promise.all(
    house.discoveries().map((door) => sendRaw(door.port, relayRequest(door, head, payload()))),
  );
}

/** Begs, and waits for an answer, as its relay does. */
function beg(wants: string): RawConnection {
  const [door] = house.discoveries();
  const head = wireHead({ program: 'parrot', event: 'begs', waits: true });
  return new RawConnection(
    door?.port ?? 0,
    relayRequest(door ?? { port: 0, token: '' }, head, payload({ wants })),
  );
}

const bodyOf = (received: string) => received.split('\r\n\r\n').at(-1);

describe('an agent of a program that was made up, in beckon serve', () => {
  it('is seen, approved and denied in its own words', async () => {
    const serve = await house.serve();
    await tell('hatches');
    await tell('listens');
    await serve.until(({ agent, state }) => agent === 'parrot:polly' && state === 'working');
    for (const [word, wants, squawk] of [
      ['approve', 'a nut', { squawk: 'yes' }],
      ['deny', 'the cat', { squawk: 'no', because: '' }],
    ] as const) {
      const waiting = beg(wants);
      const asks = await serve.until(({ prompt }) => prompt?.summary.includes(wants) === true);
      expect(asks).toMatchObject({
        state: 'prompting',
        urgency: 'attention',
        prompt: { type: 'permission' },
      });
      const { code } = await house.beckon(['decide', 'parrot:polly', word]);
      expect([code, JSON.parse(bodyOf(await waiting.end()) ?? '')]).toEqual([0, squawk]);
      await serve.until(({ state }) => state === 'working');
    }
    await tell('rests');
    await serve.until(({ state }) => state === 'idle');
  });

  it('asks in its own terminal after the seconds that it may be kept from that', async () => {
    const serve = await house.serve('--hidden-wait', '0.2');
    const waiting = beg('a nut');
    expect(await waiting.end()).toMatch(/HTTP\/1\.1 204/);
    await serve.until(({ state, decision }) => state === 'prompting' && decision === undefined);
    expect((await house.beckon(['decide', 'parrot:polly', 'approve'])).code).toBe(1);
  });

  it('is told nothing that it does not take', async () => {
    const serve = await house.serve();
    const waiting = beg('a nut');
    await serve.until(({ decision }) => decision !== undefined);
    await waiting.until(() => waiting.received.includes('102'));
    const { code, err } = await house.beckon(['decide', 'parrot:polly', 'approve', '--mode', 'acceptEdits']);
    expect([code, err]).toEqual([1, expect.stringContaining('can only be chosen in its own terminal')]);
    expect((await house.beckon(['decide', 'parrot:polly', 'deny'])).code).toBe(0);
  });

  it('is the only one whose words are understood', async () => {
    const serve = await house.serve();
    await tell('hatches', 'claude-code');
    await tell('hatches');
    await serve.until(({ agent }) => agent === 'parrot:polly');
    expect([...serve.latest.keys()]).toEqual(['parrot:polly']);
  });

  describe('and its hooks', () => {
    /** A hook of a folder that refuses every use of a tool, with what it was given. */
    const refusing = async (): Promise<string> => {
      const workspace = join(house.root, 'aviary');
      const hook = join(workspace, '.agents/hooks/no-seeds');
      mkdirSync(join(hook, 'scripts'), { recursive: true });
      const text = '---\nname: no-seeds\ndescription: No seeds\ntrigger: before_tool\n---\n';
      writeFileSync(join(hook, 'HOOK.md'), text);
      writeFileSync(join(hook, 'scripts/run.sh'), '#!/bin/sh\ncat >&2\nexit 2\n', { mode: 0o755 });
      const allowed = await house.beckon(['hooks', 'allow', 'no-seeds', '--workspace', workspace]);
      expect(allowed).toMatchObject({ code: 0 });
      return workspace;
    };
    const hooked = (event: string, fields: object, env = {}) =>
      house.beckon(['agent', 'hook', event], JSON.stringify(fields), env);

    it('run in the folder that it names, and keep it from what it was about to do', async () => {
      const perch = await refusing();
      const { out } = await hooked('pecks', { bird: 'polly', perch, wants: 'a seed' });
      const { squawk, because } = JSON.parse(out);
      expect([squawk, JSON.parse(because)]).toEqual([
        'no',
        expect.objectContaining({
          session_id: 'polly',
          work_dir: perch,
          tool_name: 'Beak',
          tool_input: { command: 'a seed' },
        }),
      ]);
    });

    it('are told whose it is where only Beckon knows, which started it', async () => {
      const perch = await refusing();
      const { out } = await hooked('pecks', { perch }, { BECKON_AGENT: 'parrot:coco' });
      expect(JSON.parse(JSON.parse(out).because)).toMatchObject({ session_id: 'coco' });
    });

    it('leave an event to the conversation that it names itself, whatever it was started as', async () => {
      const serve = await house.serve();
      const env = { BECKON_AGENT: 'parrot:coco' };
      await hooked('hatches', { bird: 'polly', perch: house.root }, env);
      await hooked('hatches', { perch: house.root }, env);
      await serve.until(({ agent }) => agent === 'parrot:coco');
      expect([...serve.latest.keys()].sort()).toEqual(['parrot:coco', 'parrot:polly']);
    });
  });

  it('gets its entries where it reads them, with its own relay, and loses them again', async () => {
    const workspace = house.root;
    const run = async (...args: string[]) => {
      const { code, out } = await house.beckon([
        ...args,
        '--agent',
        'parrot',
        '--workspace',
        workspace,
        '--json',
      ]);
      return [code, JSON.parse(out).outcome ?? JSON.parse(out).findings];
    };
    const file = join(workspace, '.parrot', 'mine.json');
    expect(await run('install')).toEqual([0, 'installed']);
    expect(JSON.parse(readFileSync(file, 'utf8')).hooks.begs).toEqual([
      {
        hooks: [{ command: join(house.home, 'bin/parrot'), args: ['begs'], waitMs: 86_400_000 }],
      },
    ]);
    expect(existsSync(join(house.home, 'bin/parrot'))).toBe(true);
    expect(await run('doctor')).toEqual([0, []]);
    expect(await run('uninstall')).toEqual([0, 'deleted']);
    expect(existsSync(file)).toBe(false);
  });
});
