import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runCaptured } from '../../../tools/testing/runCaptured.ts';
import { serverEnv } from '../../../tools/vscode/serverEnv.ts';
import { fakeClone, root, run, temporaryDir } from './support.ts';

/** A repository with one commit, and the variables with which git calls a hook of it. */
async function victim(): Promise<{ hook: NodeJS.ProcessEnv; log: () => Promise<string> }> {
  const dir = temporaryDir();
  const who = ['-c', 'user.name=Victim', '-c', 'user.email=victim@localhost', '-c', 'commit.gpgsign=false'];
  const git = async (...args: string[]) => (await run('git', ['-C', dir, ...who, ...args])).stdout;
  await git('init', '-q');
  await git('commit', '-q', '--allow-empty', '-m', 'Mine');
  const hook = {
    GIT_DIR: join(dir, '.git'),
    GIT_INDEX_FILE: join(dir, '.git', 'index'),
    GIT_WORK_TREE: dir,
    GIT_PREFIX: '',
    GIT_AUTHOR_NAME: 'Victim',
  };
  return { hook, log: () => git('log', '--format=%an %s', '--all') };
}

describe('Run from a hook of git', () => {
  it.each([
    ['all of its variables', ['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE', 'GIT_PREFIX', 'GIT_AUTHOR_NAME']],
    ['GIT_DIR alone', ['GIT_DIR']],
    ['the index of another', ['GIT_INDEX_FILE']],
  ])(
    'with %s, the demo project gets a repository of its own and that of the hook stays',
    async (_, names) => {
      const { hook: all, log } = await victim();
      const hook = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
      const before = await log();
      expect(before).toBe('Victim Mine\n');
      const workspace = join(temporaryDir(), 'login-demo');
      const make = `
      import { makeDemoWorkspace } from ${JSON.stringify(join(root, 'tools/start/demoWorkspace.ts'))};
      makeDemoWorkspace(${JSON.stringify(workspace)});
    `;
      expect(await run(process.execPath, ['--input-type=module', '-e', make], hook)).toMatchObject({
        code: 0,
      });
      expect(await log()).toBe(before);
      expect((await run('git', ['-C', workspace, 'log', '--format=%an %s'])).stdout).toBe(
        'Beckon demo A login, and its tests\n',
      );
    },
  );

  it('no variable of git reaches VS Code or a program the tools run', async () => {
    vi.stubEnv('GIT_DIR', '/victim');
    vi.stubEnv('GIT_INDEX_FILE', '/victim/index');
    try {
      const home = temporaryDir();
      expect(Object.keys(serverEnv(home, home)).filter((name) => name.startsWith('GIT_'))).toEqual([]);
      const { output } = await runCaptured([process.execPath, '-p', 'process.env.GIT_DIR'], {
        cwd: root,
        timeoutMs: 10_000,
      });
      expect(output.trim()).toBe('undefined');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('no variable of git reaches the command behind the door', async () => {
    const clone = fakeClone(
      'build',
      "console.log(Object.keys(process.env).filter((n) => n.startsWith('GIT_')));",
    );
    const { hook } = await victim();
    expect(await clone.bootstrap(['build'], hook)).toMatchObject({ code: 0, stdout: '[]\n' });
  });
});
