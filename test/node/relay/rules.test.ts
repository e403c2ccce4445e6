import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RelayRules } from '../../../src/core/wire/relayRules.ts';
import { type FakeListener, type Heard, proof, startListener, take } from '../../support/fakeListener.ts';
import { giveToOrdinaryUser } from '../../support/ordinaryUser.ts';
import { fedOnce, type RelayCall, type RelayHome, relayHome, silence } from '../../support/relayHome.ts';

/** A program nobody has heard of. */
const parrot: RelayRules = {
  program: 'parrot',
  waits: { Squawk: 'always', Beg: 'once', Perch: 'run', Hatch: 'hooks PARROT_CAGE' },
  told: ['PARROT_PID', 'PARROT_CAGE'],
};
const supervised = { BECKON_AGENT: 'parrot:s1' };
const verdict = '{"cracker":true}';

const hold = ({ socket }: Heard) => socket.write(`HTTP/1.1 102 Processing\r\nBeckon-Proof: ${proof}\r\n\r\n`);
const give = (request: Heard) => {
  hold(request);
  request.socket.end(
    `HTTP/1.1 200 OK\r\nBeckon-Proof: ${proof}\r\nContent-Length: ${verdict.length}\r\n\r\n${verdict}`,
  );
};
/** As a window does: it holds what waits, and takes the rest. */
const giveOrTake = (request: Heard) => (request.headers.has('beckon-wait') ? give(request) : take(request));

const spooled = ({ home, at }: RelayHome) =>
  readdirSync(home).includes('spool') ? readdirSync(at('spool')).length : 0;

describe.each(fedOnce)('the $kind relay of a program nobody has heard of', (which) => {
  const withHome = async (test: (home: RelayHome, window: FakeListener) => Promise<void>) => {
    const home = await relayHome(which, {}, parrot);
    const window = await startListener(giveOrTake);
    home.discover(window.port);
    await test(home, window).finally(() => {
      home.remove();
      window.close();
    });
  };
  const answered = { code: 0, out: verdict, err: '' };

  it.concurrent.each<[string, RelayCall, typeof silence]>([
    ['waits where its rule says always', { event: 'Squawk' }, answered],
    ['waits where it says once', { event: 'Beg' }, answered],
    [
      'waits where it says always, also for an agent that Beckon started',
      { event: 'Squawk', env: supervised },
      answered,
    ],
    [
      'waits where it says run, for an agent that Beckon started',
      { event: 'Perch', env: supervised },
      answered,
    ],
    ['waits for no other agent there', { event: 'Perch' }, silence],
    ['takes an empty name for none', { event: 'Perch', env: { BECKON_AGENT: '' } }, silence],
    ['waits for nothing where it has no rule', { event: 'Preen', env: supervised }, silence],
    ['waits for no event of another program', { event: 'PermissionRequest', env: supervised }, silence],
    ['waits for no event without a name', { event: '', env: supervised }, silence],
  ])('%s', (_, call, outcome) =>
    withHome(async (home, window) => {
      expect(await home.run(call)).toEqual(outcome);
      expect(window.heard.map(({ headers }) => headers.get('beckon-wait'))).toEqual([
        outcome === answered ? '1' : undefined,
      ]);
    }),
  );

  it.concurrent('says whose it is, and tells of its variables only', () =>
    withHome(async (home, window) => {
      const env = { PARROT_PID: '7', PARROT_CAGE: '/a b', CLAUDE_PID: '8', TERM_PROGRAM: 'vscode' };
      await home.run({ event: 'Preen', env });
      const [{ headers } = { headers: new Map() }] = window.heard;
      expect([headers.get('beckon-program'), headers.get('beckon-env')]).toEqual([
        'parrot',
        'TERM_PROGRAM=vscode&PARROT_PID=7&PARROT_CAGE=%2Fa%20b',
      ]);
    }));

  it.concurrent.each([
    ['looks for another window where it says always', { event: 'Squawk' }, answered, 0],
    ['does not where it says once: the next one hears of it', { event: 'Beg' }, silence, 1],
    ['does not where it says run', { event: 'Perch', env: supervised }, silence, 0],
  ])('%s', (_, call, outcome, kept) =>
    withHome(async (home) => {
      rmSync(home.at('windows', 'a'));
      const after = await startListener(give);
      const before = await startListener((request) => {
        home.discover(after.port, { name: 'after' });
        rmSync(home.at('windows', 'before'));
        hold(request);
        request.socket.end();
      });
      home.discover(before.port, { name: 'before' });
      expect(await home.run(call)).toEqual(outcome);
      expect(after.heard).toHaveLength(outcome === answered ? 1 : 0);
      expect(spooled(home)).toBe(kept);
      before.close();
      after.close();
    }),
  );

  it.concurrent('waits for nobody where it says once and no window is open: the next one hears of it', () =>
    withHome(async (home) => {
      rmSync(home.at('windows', 'a'));
      expect(await home.run({ event: 'Beg' })).toEqual(silence);
      expect(spooled(home)).toBe(1);
    }));

  it.concurrent.each([
    ['keeps where it says once', 'Beg', 1],
    ['leaves where it says always', 'Squawk', 0],
  ])('%s what every window took and none held', (_, event, kept) =>
    withHome(async (home) => {
      rmSync(home.at('windows', 'a'));
      const elsewhere = await startListener(take);
      home.discover(elsewhere.port);
      expect(await home.run({ event })).toEqual(silence);
      expect(spooled(home)).toBe(kept);
      elsewhere.close();
    }),
  );

  it.concurrent.each(['Beg', 'Squawk'])(
    'keeps nothing of %s where the window that held it let it go',
    (event) =>
      withHome(async (home) => {
        rmSync(home.at('windows', 'a'));
        const holder = await startListener((request) => {
          hold(request);
          take(request);
        });
        home.discover(holder.port);
        expect(await home.run({ event })).toEqual(silence);
        expect(spooled(home)).toBe(0);
        holder.close();
      }),
  );

  it.concurrent('waits for nothing without its rules, and still tells where it runs', () =>
    withHome(async (home, window) => {
      rmSync(home.at('waits'), { recursive: true });
      rmSync(home.at('env'), { recursive: true });
      const env = { ...supervised, PARROT_PID: '7' };
      expect(await home.run({ event: 'Squawk', env })).toEqual(silence);
      expect(window.heard.map(({ headers }) => headers.get('beckon-wait'))).toEqual([undefined]);
      expect(window.heard[0]?.headers.get('beckon-env')).toBe('BECKON_AGENT=parrot%3As1');
    }));

  it.concurrent('hands a marked event to the engine, whatever its rule', () =>
    withHome(async (home, window) => {
      engine(home, 'echo engine');
      mkdirSync(home.at('active'));
      for (const event of ['Squawk', 'Perch', 'Preen', 'wing.before', 'on-preen']) {
        writeFileSync(home.at('active', `parrot.${event}`), '');
        giveToOrdinaryUser(home.home);
        expect(await home.run({ event })).toEqual({ code: 0, out: 'engine\n', err: '' });
      }
      expect(window.heard).toEqual([]);
    }));

  it.concurrent('hands it nothing that could be an option or a path', () =>
    withHome(async (home) => {
      engine(home, 'echo engine');
      mkdirSync(home.at('active', 'parrot..'), { recursive: true });
      mkdirSync(home.at('active', 'parrot...'));
      for (const event of ['--agent-id', '.Preen', 'Pre en', './Preen', '../Preen']) {
        writeFileSync(home.at('active', `parrot.${event}`), '');
        giveToOrdinaryUser(home.home);
        expect(await home.run({ event })).toEqual(silence);
      }
    }));

  it.concurrent('asks the window where the engine cannot answer, as its rule says', () =>
    withHome(async (home, window) => {
      engine(home, 'exit 3');
      mkdirSync(home.at('active'));
      for (const event of ['Squawk', 'Preen']) {
        writeFileSync(home.at('active', `parrot.${event}`), '');
      }
      giveToOrdinaryUser(home.home);
      expect(await home.run({ event: 'Squawk' })).toEqual(answered);
      expect(await home.run({ event: 'Preen' })).toEqual(silence);
      expect(window.heard).toHaveLength(2);
    }));
});

/** Puts an engine in place that reads its input and then does as it is told. */
function engine(home: RelayHome, then: string): void {
  writeFileSync(home.at('bin', 'beckon'), `#!/bin/sh\ncat >/dev/null\n${then}\n`);
  chmodSync(home.at('bin', 'beckon'), 0o755);
}

/** A command without a space, whose file shows that it was run. */
const trap = '$(>$HOME/trapped)';

/** What lies where a rule should, and whether it makes a relay wait. */
const lying: readonly (readonly [string, string | ((path: string) => void), boolean])[] = [
  ['no end of the line', 'always', true],
  ['words of a later version', 'always for=person\nand more\n', true],
  ['space before it', '  always\n', true],
  ['nothing', '', false],
  ['a word nobody knows', 'sometimes\n', false],
  ['other capitals', 'ALWAYS\n', false],
  ['the word in the second line', '\nalways\n', false],
  ['the ends of lines of Windows', 'always\r\n', false],
  ['part of the word', 'alway', false],
  ['a longer word', 'alwaysrun\n', false],
  ['an option', '-n always\n', false],
  ['a command', `${trap}\n`, false],
  ['a pattern', '*\n', false],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x80, 0xc3, 0x0a]).toString('latin1'), false],
  ['a hundred thousand letters', 'a'.repeat(100_000), false],
  ['hooks, of a command', `hooks X:-${trap}\n`, false],
  ['hooks, of half a name', `hooks HOME};${trap};:${'$'}{HOME\n`, false],
  ['hooks, of a name with a letter that is none', 'hooks É}\n', false],
  ['hooks, of a variable that is not there', 'hooks NOWHERE\n', false],
  ['a folder', (path) => mkdirSync(path), false],
  ['a pipe', (path) => void execFileSync('mkfifo', [path]), false],
  ['a link to a folder', (path) => symlinkSync('../windows', path), false],
  [
    'a file nobody may read',
    (path) => {
      writeFileSync(path, 'always\n');
      chmodSync(path, 0);
    },
    false,
  ],
];

describe.each(fedOnce)('the $kind relay, where a rule should be,', (which) => {
  const withHome = async (lies: (home: RelayHome) => void, call: RelayCall) => {
    const home = await relayHome(which, {}, parrot);
    const window = await startListener(giveOrTake);
    try {
      home.discover(window.port);
      lies(home);
      giveToOrdinaryUser(home.home);
      const { env } = call;
      const ended = await home.run({ ...call, env: { HOME: home.home, ...env } });
      const trapped = readdirSync(home.home).includes('trapped');
      return { ended, trapped, heard: window.heard.map(({ headers }) => headers) };
    } finally {
      home.remove();
      window.close();
    }
  };
  const put = (path: string, what: string | ((path: string) => void)) => {
    rmSync(path);
    if (typeof what === 'string') writeFileSync(path, what, 'latin1');
    else what(path);
  };

  it.concurrent.each(lying)('takes %s as it should', async (_, what, waits) => {
    const { ended, trapped, heard } = await withHome((home) => put(home.at('waits', 'parrot.Squawk'), what), {
      event: 'Squawk',
    });
    expect(ended).toEqual(waits ? { code: 0, out: verdict, err: '' } : silence);
    expect(heard.map((headers) => headers.has('beckon-wait'))).toEqual([waits]);
    expect(trapped).toBe(false);
  });

  const names = (...more: string[]) => ['PARROT_PID', ...more].join(' ');
  it.concurrent.each<[string, string | ((path: string) => void), string]>([
    ['what makes bash run something', names(`x[${trap}]`, `PATH[${trap}]`), 'PARROT_PID=7'],
    ['names that are none', names('1A', 'A-B', '*', '=', 'É', '!'), 'PARROT_PID=7'],
    ['what the relay itself remembers', names('program', 'home', 'token', 'us'), 'PARROT_PID=7'],
    ['what is not set', names('NOWHERE', 'PARROT_CAGE'), 'PARROT_PID=7'],
    ['too much of it', `${names()} ${'X'.repeat(1000)} PARROT_TWO`, 'PARROT_PID=7'],
    ['no end of it', 'X'.repeat(1_000_000), ''],
    ['more than one line', `${names()}\nPARROT_TWO\n`, 'PARROT_PID=7'],
    ['nothing', '', ''],
    ['a folder', (path) => mkdirSync(path), ''],
    ['a pipe', (path) => void execFileSync('mkfifo', [path]), ''],
  ])('that says which variables are told, takes %s', async (_, what, told) => {
    const env = { PARROT_PID: '7', PARROT_TWO: '2', É: '3', program: 'x', us: 'y' };
    const { ended, trapped, heard } = await withHome((home) => put(home.at('env', 'parrot'), what), {
      event: 'Preen',
      env,
    });
    expect(ended).toEqual(silence);
    expect(heard.map((headers) => headers.get('beckon-env') ?? '')).toEqual([told]);
    expect(trapped).toBe(false);
  });
});

describe.each(fedOnce)('the $kind relay that is to look for hooks', (which) => {
  /** What it says of a folder of hooks in the home of another program, or in the current folder. */
  const saidFor = async (rule: RelayRules['waits'][string], folder: string, event = 'Hatch') => {
    const home = await relayHome(which, {}, { ...parrot, waits: { Hatch: rule } });
    const root = dirname(home.home);
    engine(home, 'echo engine');
    mkdirSync(join(root, folder, '.agents', 'hooks'), { recursive: true });
    giveToOrdinaryUser(home.home);
    const env = { HOME: root, PARROT_CAGE: `${root}/cage/deep` };
    return await home.run({ event, env }).finally(home.remove);
  };
  const asked = { code: 0, out: 'engine\n', err: '' };

  it.concurrent.each([
    ['finds those of the folder that the program names', 'hooks PARROT_CAGE', 'cage', asked],
    ['does not look there unless its rule says so', 'hooks', 'cage', silence],
    ['finds those of the current folder', 'hooks', '', asked],
    ['takes the current folder where the variable is not set', 'hooks PARROT_NEST', '', asked],
    ['takes the current folder for a name that is none', 'hooks $(echo', '', asked],
    ['looks for none where its rule says always', 'always', '', silence],
  ] as const)('%s', async (_, rule, folder, outcome) => {
    expect(await saidFor(rule as 'hooks', folder)).toEqual(outcome);
  });

  it.concurrent('looks for none at other events', async () => {
    expect(await saidFor('hooks', '', 'Preen')).toEqual(silence);
  });
});
