import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoPlaces } from '../../../tools/start/demoPlaces.ts';
import { isInstalled, markInstalled } from '../../../tools/start/installedExtension.ts';
import { root, run, temporaryDir } from './support.ts';

/** A program in the place of VS Code's server: it installs a package, or listens and answers with its token. */
const fakeServer = `
  const fs = require('node:fs');
  const value = (name) => process.argv[process.argv.indexOf(name) + 1];
  if (process.argv.includes('--install-extension')) {
    const folder = value('--extensions-dir') + '/beckon.beckon-0.1.0';
    fs.mkdirSync(folder + '/dist', { recursive: true });
    for (const file of ['package.json', 'dist/extension.cjs']) fs.writeFileSync(folder + '/' + file, file);
    fs.writeFileSync(folder + '/../extensions.json', '[{"relativeLocation":"beckon.beckon-0.1.0"}]');
    fs.appendFileSync(__dirname + '/installs', '.');
    console.log('was successfully installed');
  } else {
    const token = fs.readFileSync(value('--connection-token-file'), 'utf8');
    const server = require('node:http').createServer((_, response) => response.end(token));
    server.listen(Number(value('--port')), '127.0.0.1', () =>
      console.log('Extension host agent listening on ' + server.address().port));
  }
`;

/** A clone, a cache and a VS Code of this test's own. */
function stage() {
  const dir = temporaryDir();
  const at = (name: string) => join(dir, name);
  mkdirSync(join(dir, 'code', 'vscode', 'out'), { recursive: true });
  mkdirSync(at('clone'));
  writeFileSync(join(dir, 'code', 'vscode', 'out', 'server-main.js'), fakeServer);
  const installs = () => readFileSync(join(dir, 'code', 'vscode', 'out', 'installs'), 'utf8').length;
  return { clone: at('clone'), cache: at('cache'), vscode: at('code'), installs };
}

/** Starts the demo in a process of its own and resolves to its address once it is shown. */
async function startDemo({ clone, cache, vscode }: ReturnType<typeof stage>) {
  const demo = `
    import { serveDemo } from ${JSON.stringify(join(root, 'tools/start/serveDemo.ts'))};
    import { Progress } from ${JSON.stringify(join(root, 'tools/cache/progress.mjs'))};
    import { runMain } from ${JSON.stringify(join(root, 'tools/cache/userError.mjs'))};
    const vsix = { path: '/somewhere/beckon.vsix', hash: 'abc' };
    const options = { vscode: ${JSON.stringify(vscode)}, vsix, port: undefined, progress: new Progress() };
    await runMain(() => serveDemo(${JSON.stringify(clone)}, options));
  `;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', demo], {
    env: { ...process.env, BECKON_CACHE: cache },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  const address = () => /running: (http:\S+)\n/.exec(said)?.[1];
  while (address() === undefined && child.exitCode === null) await delay(10);
  return { url: new URL(address() ?? `about:blank#${said}`), said: () => said, child, ended };
}

describe('npm start', () => {
  it('several times at once in one clone: each has an address of its own, and all share one project', async () => {
    const here = stage();
    const demos = await Promise.all([1, 2, 3].map(() => startDemo(here)));
    expect(new Set(demos.map(({ url }) => url.port)).size).toBe(3);
    for (const { url } of demos) {
      // Who listens there knows this start's token and no other's.
      expect(await (await fetch(url)).text()).toBe(url.searchParams.get('tkn'));
      expect(url.searchParams.get('folder')).toBe(join(here.clone, '.demo', 'login-demo'));
    }
    expect(here.installs()).toBe(1);
    for (const { child } of demos) child.kill('SIGINT');
    expect(await Promise.all(demos.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(readdirSync(join(here.clone, '.demo')).sort()).toEqual([
      'data',
      'extensions',
      'home',
      'login-demo',
    ]);
  });

  it('sweeps the run folder of a start that was killed', async () => {
    const clone = temporaryDir();
    const dead = (await run(process.execPath, ['-p', 'process.pid'])).stdout.trim();
    for (const pid of [dead, process.ppid])
      mkdirSync(join(clone, '.demo', `run-${pid}`), { recursive: true });
    demoPlaces(clone);
    expect(readdirSync(join(clone, '.demo'))).toEqual([`run-${process.ppid}`]);
  });

  it.each(['.demo', '.demo/login-demo', '.demo/extensions', '.demo/data', '.demo/home'])(
    'says in one sentence that %s is a file',
    (name) => {
      const clone = temporaryDir();
      mkdirSync(join(clone, name, '..'), { recursive: true });
      writeFileSync(join(clone, name), 'mine');
      expect(() => demoPlaces(clone)).toThrow(`${join(clone, name)} is not a folder, and the demo needs one`);
      expect(readFileSync(join(clone, name), 'utf8')).toBe('mine');
    },
  );
});

describe('The extension of the demo', () => {
  function installed(): string {
    const dir = temporaryDir();
    mkdirSync(join(dir, 'beckon.beckon-0.1.0', 'dist'), { recursive: true });
    writeFileSync(join(dir, 'beckon.beckon-0.1.0', 'package.json'), '{}');
    writeFileSync(join(dir, 'beckon.beckon-0.1.0', 'dist', 'extension.cjs'), 'activate');
    writeFileSync(join(dir, 'extensions.json'), '[{"relativeLocation":"beckon.beckon-0.1.0"}]');
    markInstalled(dir, 'abc');
    return dir;
  }

  it('counts as installed when it is whole and from this package', () => {
    expect(isInstalled(installed(), 'abc')).toBe(true);
    expect(isInstalled(installed(), 'abd')).toBe(false);
    expect(isInstalled(join(temporaryDir(), 'nowhere'), 'abc')).toBe(false);
  });

  it.each<[string, (dir: string) => void]>([
    ['its folder is gone', (dir) => rmSync(join(dir, 'beckon.beckon-0.1.0'), { recursive: true })],
    ['its manifest is gone', (dir) => rmSync(join(dir, 'beckon.beckon-0.1.0', 'package.json'))],
    ['a bundle is cut off', (dir) => truncateSync(join(dir, 'beckon.beckon-0.1.0', 'dist', 'extension.cjs'))],
    ['VS Code does not list it', (dir) => writeFileSync(join(dir, 'extensions.json'), '[]')],
    ['the stamp is gone', (dir) => rmSync(join(dir, '.installed'))],
  ])('does not count as installed when %s', (_, damage) => {
    const dir = installed();
    damage(dir);
    expect(isInstalled(dir, 'abc')).toBe(false);
  });
});
