import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../tools/options.mjs';
import { bootstrap, fakeClone, root, run, temporaryDir } from './support.ts';

/** Variables under which npm reaches no registry and does not try twice. */
const offline = {
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_fetch_retries: '0',
  npm_config_cache: join(root, 'out', 'no-npm-cache'),
};

describe('The door of the npm scripts', () => {
  it.each<[string, readonly string[], number, RegExp]>([
    [
      'a command it does not know',
      ['dance'],
      2,
      /^Unknown command "dance": one of start, test,.* is expected\.\n$/,
    ],
    ['no command', [], 2, /^Unknown command "": one of start/],
    ['an option of start it does not know', ['start', '--dekstop'], 2, /^Unknown option "--dekstop": .*\n$/],
    [
      'a port that is none',
      ['start', '--port', 'web'],
      2,
      /^--port needs a number from 1 to 65535, not "web"\.\n$/,
    ],
    ['a port that is missing', ['start', '--port'], 2, /^--port needs a number from 1 to 65535\.\n$/],
    ['a port out of range', ['start', '--port=70000'], 2, /^--port needs a number/],
    [
      'a port for the desktop',
      ['start', '--desktop', '--port', '1'],
      2,
      /^--port has no meaning with --desktop/,
    ],
    [
      'a level of tests it does not know',
      ['test', 'units'],
      2,
      /^Unknown test level "units": one of check, .*\n$/,
    ],
    [
      'an option of test it does not know',
      ['test', '--sinse=HEAD'],
      2,
      /^Unknown option "--sinse=HEAD": .*\n$/,
    ],
    ['no commit to compare with', ['test', '--since'], 2, /^--since needs a commit to compare with, .*\n$/],
    ['an empty commit to compare with', ['test', '--since='], 2, /^--since needs a commit/],
    ['an option for a commit', ['test', '--since', '--output=x'], 2, /^--since needs a commit/],
    [
      'levels besides a commit',
      ['test', 'unit', '--since', 'HEAD'],
      2,
      /^--since chooses the levels itself: use it without naming any\.\n$/,
    ],
  ])('answers %s with one sentence, before setting anything up', async (_, args, code, sentence) => {
    const cache = temporaryDir();
    const ended = await bootstrap(args, { BECKON_CACHE: cache });
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(sentence);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(cache)).toEqual([]);
  });

  it.each(['start', 'test'])('explains %s when asked for help', async (command) => {
    const ended = await bootstrap([command, '--help'], { BECKON_CACHE: temporaryDir() });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain(`npm ${command}`);
  });

  it('says in one sentence that the cache cannot be written', async () => {
    const file = join(temporaryDir(), 'a-file');
    writeFileSync(file, '');
    const ended = await bootstrap(['build'], { BECKON_CACHE: join(file, 'cache') });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /^The cache folder .*a-file\/cache cannot be written \(ENOTDIR\): set BECKON_CACHE .*\n$/,
    );
  });

  it('says in one sentence that there is no home for the cache', async () => {
    const nowhere = {
      BECKON_CACHE: undefined,
      XDG_CACHE_HOME: undefined,
      HOME: undefined,
      USERPROFILE: undefined,
    };
    const ended = await bootstrap(['build'], nowhere);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^HOME is not set, so there is no place for the cache: .*\n$/);
  });

  it('says why and where the log is when npm cannot be reached, and leaves no part', async () => {
    const cache = temporaryDir();
    const ended = await bootstrap(['build'], { ...offline, BECKON_CACHE: cache });
    expect(ended.code).toBe(1);
    const log = /Node 24 could not be installed from npm \(ECONNREFUSED\); the log is (\S+)\n$/.exec(
      ended.stderr,
    )?.[1];
    expect(log).toBeDefined();
    expect(readdirSync(cache)).toEqual(['logs']);
  });

  it.each(['issue #7', 'my%20clone', '100% mine', 'what?'])(
    'says in one sentence, before setting anything up, that tests cannot run in a folder called "%s"',
    async (name) => {
      const cache = temporaryDir();
      const clone = fakeClone('test', 'console.log("ran")', name);
      const ended = await clone.bootstrap(['test', 'unit'], { BECKON_CACHE: cache });
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toMatch(/^The tests cannot run in .*, because of the [#%?] in it: move .*\n$/);
      expect(readdirSync(cache)).toEqual([]);
    },
  );

  it('knows every command that package.json sends through it', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    // What VS Code itself runs is no command of the person's.
    const { 'vscode:uninstall': _, ...own } = scripts;
    const sent = Object.values<string>(own).map((script) => script.replace('node tools/bootstrap.mjs ', ''));
    expect(sent.sort()).toEqual([...commands].sort());
    for (const command of commands) expect(existsSync(join(root, 'tools', `${command}.ts`))).toBe(true);
  });

  it('says that there is no desktop VS Code on PATH', async () => {
    const ended = await run(process.execPath, [join(root, 'tools', 'start.ts'), '--desktop'], {
      PATH: temporaryDir(),
    });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^There is no `code` on your PATH: .*\n$/);
  });
});
