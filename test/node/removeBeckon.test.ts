import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { tellLoss } from '../../src/node/entries/toldLosses.ts';
import { processStart } from '../../src/node/evidence/processTable.ts';
import { DiscoveryFiles } from '../../src/node/listener/discoveryFiles.ts';
import { removeBeckon } from '../../src/node/removeBeckon.ts';
import { beckonHere } from '../support/beckonHere.ts';
import { claudeCodeHere } from '../support/programs.ts';
import { ownNode, repository, runProgram } from '../support/runProgram.ts';
import { openWorkshop } from './entries/workshop.ts';

const foreign = '{\r\n\t"model": "opus",\r\n\t"hooks": { "Stop": [] }\r\n}';

/** A workshop with what these tests do in it. Each test has its own, since some wait, and so run at once. */
class Scene {
  readonly shop = openWorkshop();

  home(...path: string[]): string {
    return join(this.shop.env.HOME ?? '', ...path);
  }

  file(workspace: string): string {
    return join(this.shop.root, workspace, '.claude/settings.local.json');
  }

  /** Installs in a new workspace, in a repository of its own. */
  async install(name: string, text?: string): Promise<string> {
    const workspace = join(this.shop.root, name);
    mkdirSync(workspace, { recursive: true });
    this.shop.git(workspace, 'init', '-q');
    if (text !== undefined) {
      this.shop.write(this.file(name), text);
    }
    if ((await this.beckon('install', '--workspace', workspace)).code !== 0) {
      throw new Error(`no install in ${name}`);
    }
    return workspace;
  }

  beckon(...args: string[]): ReturnType<typeof runProgram> {
    return beckonHere(args, { cwd: this.shop.workspace, env: this.shop.env });
  }

  /** Removes everything, without the wait for agents that are running; what could not be restored. */
  remove(): ReturnType<typeof removeBeckon> {
    return removeBeckon([claudeCodeHere], this.shop.env, () => Promise.resolve());
  }

  /** Runs the shipped program. */
  uninstall(): ReturnType<typeof runProgram> {
    const args = [join(repository, 'dist/uninstall.cjs'), '--type=extension-post-uninstall'];
    return runProgram(ownNode, args, { cwd: this.shop.root, env: this.shop.env });
  }
}

const test = it.extend<{ scene: Scene }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which other fixtures are needed.
  scene: async ({}, use) => {
    const scene = new Scene();
    await use(scene);
    scene.shop.remove();
  },
});

/** What the home of a scene has of its own: a Claude Code. */
const theirs = ['.local'];

const quiet = { code: 0, out: '', err: '' };

describe.concurrent('what VS Code runs after an uninstall', () => {
  test('gives every settings file its bytes back, and leaves nothing of its own', async ({
    scene,
    expect,
  }) => {
    const { shop } = scene;
    const excludes = (workspace: string) => shop.read(join(workspace, '.git/info/exclude'));
    const kept = await scene.install('kept', foreign);
    const fresh = await scene.install('fresh');
    expect(excludes(kept)).toContain('/.claude/settings.local.json');
    expect(await scene.beckon('install', '--scope', 'user')).toMatchObject({ code: 0 });
    shop.write(scene.home('.beckon/spool/0001794788835-5f0c'), 'POST');
    shop.write(scene.home('.beckon/windows/0123456789abcdef'), `1 t p 999999999 1\n{"role":"window"}\n`);
    shop.write(scene.home('.beckon/active/claude-code.Stop'), '');
    shop.write(scene.home('.beckon/answered/copilot-cli'), '');
    await tellLoss(scene.home('.beckon'), scene.file('kept'));
    expect(await scene.uninstall()).toEqual(quiet);
    expect(shop.read(scene.file('kept'))).toBe(foreign);
    expect(readdirSync(fresh)).toEqual(['.git']);
    expect(excludes(kept) + excludes(fresh)).not.toContain('.claude');
    expect(readdirSync(scene.home())).toEqual(theirs);
  });

  test('leaves nothing of its own that was torn or cut short', async ({ scene, expect }) => {
    const { shop } = scene;
    await scene.install('kept', foreign);
    const id = 'a'.repeat(24);
    for (const name of [
      `installs/${'1'.repeat(64)}`,
      `installs/${'1'.repeat(64)}.damaged`,
      `installs/.${'1'.repeat(64)}.beckon-0123456789ab`,
      'installs.lock.breaking',
      `installs.lock.${id}`,
      `installs.lock.breaking.${id}`,
      'trust.json',
      '.trust.json.01234567',
      'hooks.json',
      '.hooks.json.01234567',
      `hooklog/${'1'.repeat(64)}.jsonl`,
      `hooklog/.${'1'.repeat(64)}.jsonl.01234567`,
      'active/claude-code.SessionStart',
      'active/parrot.wing.before',
      'waits/parrot.on-preen',
      'kept.json',
      '.kept.json.89abcdef',
      'snooze',
      '.snooze.89abcdef',
      '.01234567-89ab-cdef-0123-456789abcdef',
    ]) {
      shop.write(scene.home('.beckon', name), 'torn');
    }
    expect(await scene.remove()).toEqual([]);
    expect(shop.read(scene.file('kept'))).toBe(foreign);
    expect(readdirSync(scene.home())).toEqual(theirs);
  });

  test('leaves nothing of a run: its file, one cut short, or how its agent ended', async ({
    scene,
    expect,
  }) => {
    const { shop } = scene;
    for (const name of [
      'run-01234567.json',
      '.run-01234567.json.89abcdef',
      'run-01234567-12.exit',
      'run-01234567-12.shell',
    ]) {
      shop.write(scene.home('.beckon/runs', name), '0');
    }
    expect(await scene.remove()).toEqual([]);
    expect(readdirSync(scene.home())).toEqual(theirs);
  });

  test('leaves nothing of the spool, also where the listener that had claimed it was killed', async ({
    scene,
    expect,
  }) => {
    const { shop } = scene;
    const name = '0001794788835-5f0c';
    for (const claim of ['', '.', '.claimed-999999999-', '.claimed-999999999.12345-']) {
      shop.write(scene.home('.beckon/spool', `${claim}${name}`), 'POST');
    }
    const spool = join(repository, 'src/node/listener/spool.ts');
    const claims = `import { Spool } from ${JSON.stringify(spool)};
      const spool = new Spool(${JSON.stringify(scene.home('.beckon'))});
      spool.put({ program: 'claude-code', event: 'Stop', id: 'a', env: {} }, '{}', 1);
      spool.claim(1);
      process.kill(process.pid, 'SIGKILL');`;
    await runProgram(process.execPath, ['--input-type=module', '-e', claims]);
    expect(readdirSync(scene.home('.beckon/spool')).join()).toMatch(/\.claimed-[\d.]+-0000000000001-a/u);
    expect(await scene.remove()).toEqual([]);
    expect(readdirSync(scene.home())).toEqual(theirs);
  });

  test('finds a workspace that was moved, where Claude Code was started in it since', async ({
    scene,
    expect,
  }) => {
    const { shop } = scene;
    renameSync(await scene.install('old', foreign), join(shop.root, 'new'));
    renameSync(await scene.install('lost', foreign), join(shop.root, 'unknown'));
    const entries = shop.read(scene.file('unknown'));
    shop.write(scene.home('.claude.json'), JSON.stringify({ projects: { [join(shop.root, 'new')]: {} } }));
    expect(await scene.remove()).toEqual([]);
    expect(JSON.parse(shop.read(scene.file('new')))).toEqual({ model: 'opus' });
    expect(shop.read(scene.file('unknown'))).toBe(entries);
    expect(existsSync(scene.home('.beckon'))).toBe(false);
  });

  test('takes out of a file that was edited since only what is its own', async ({ scene, expect }) => {
    const { shop } = scene;
    await scene.install('edited', foreign);
    const text = shop.read(scene.file('edited'));
    writeFileSync(scene.file('edited'), text.replace('"opus"', '"haiku"'));
    expect(await scene.remove()).toEqual([]);
    expect(shop.read(scene.file('edited'))).toBe(foreign.replace('"opus"', '"haiku"'));
  });

  test('leaves a file alone that does not parse, and then keeps what its entries need', async ({
    scene,
    expect,
  }) => {
    const { shop } = scene;
    const broken = await scene.install('broken', foreign);
    await scene.install('kept', foreign);
    const text = `${shop.read(scene.file('broken'))} // mine`;
    writeFileSync(scene.file('broken'), text);
    shop.write(scene.home('.beckon', `installs.lock.${'a'.repeat(24)}`), 'torn');
    const { code, out, err } = await scene.uninstall();
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^[^\n]*broken[^\n]*:\d+:\d+ has a comment[^\n]*\n$/u);
    expect(shop.read(scene.file('broken'))).toBe(text);
    expect(shop.read(scene.file('kept'))).toBe(foreign);
    expect(readdirSync(scene.home('.beckon')).sort()).toEqual([
      'bin',
      'env',
      'installs',
      'lib',
      'runtimes',
      'waits',
    ]);
    expect(readdirSync(scene.home('.beckon/installs'))).toHaveLength(1);
    writeFileSync(scene.file('broken'), text.replace(' // mine', ''));
    const beckon = scene.home('.beckon/bin/beckon');
    const again = await runProgram(beckon, ['uninstall', '--workspace', broken], { env: shop.env });
    expect(again).toMatchObject({ code: 0 });
    expect(shop.read(scene.file('broken'))).toBe(foreign);
  });

  test('leaves everything as it is while Beckon runs in another editor', async ({ scene, expect }) => {
    const { shop } = scene;
    await scene.install('kept', foreign);
    const text = shop.read(scene.file('kept'));
    const start = await processStart(process.pid);
    const window = new DiscoveryFiles(scene.home('.beckon'));
    window.publish({
      port: 1,
      token: 'x'.repeat(8),
      proof: 'y'.repeat(8),
      pid: process.pid,
      protocol: 1,
      folders: [],
      terminals: [],
      agents: [],
      starts: [],
      lastFocusedAt: 0,
      focused: false,
      role: 'window',
      asks: true,
      startedAt: 0,
      ...(start === undefined ? {} : { processStart: start }),
    });
    expect(await scene.remove()).toEqual([]);
    expect(shop.read(scene.file('kept'))).toBe(text);
    expect(existsSync(scene.home('.beckon/bin/claude-code'))).toBe(true);
    window.withdraw();
    await scene.remove();
    expect(shop.read(scene.file('kept'))).toBe(foreign);
  });

  test('takes nothing that is not its own', async ({ scene, expect }) => {
    const { shop } = scene;
    await scene.install('kept', foreign);
    shop.write(scene.home('.beckon/bin/my-tool'), '');
    shop.write(scene.home('.beckon/notes.md'), '');
    shop.write(scene.home('.beckon/installs/mine'), '');
    shop.write(scene.home('.beckon/spool/readme'), '');
    shop.write(scene.home('.beckon/runs/Notes.json'), '');
    await scene.remove();
    expect(shop.read(scene.file('kept'))).toBe(foreign);
    expect(readdirSync(scene.home('.beckon')).sort()).toEqual([
      'bin',
      'installs',
      'notes.md',
      'runs',
      'spool',
    ]);
    expect(readdirSync(scene.home('.beckon/bin'))).toEqual(['my-tool']);
  });

  test('is quiet where there is nothing, and where there is no home', async ({ scene, expect }) => {
    const { shop } = scene;
    shop.remove();
    mkdirSync(shop.root);
    expect(await scene.uninstall()).toEqual(quiet);
    const program = join(repository, 'dist/uninstall.cjs');
    const env = { HOME: '/dev/null/nowhere', PATH: '/usr/bin:/bin' };
    expect(await runProgram(ownNode, [program], { cwd: shop.root, env })).toEqual(quiet);
  });

  test('takes the entries out first, and the relay when agents had time to see it', async ({
    scene,
    expect,
  }) => {
    await scene.install('kept', foreign);
    const seen: unknown[] = [];
    await removeBeckon([claudeCodeHere], scene.shop.env, async () => {
      seen.push(scene.shop.read(scene.file('kept')), existsSync(scene.home('.beckon/bin/claude-code')));
    });
    expect(seen).toEqual([foreign, true]);
    expect(existsSync(scene.home('.beckon'))).toBe(false);
  });
});
