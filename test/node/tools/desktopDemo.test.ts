import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, root, run, temporaryDir } from './support.ts';

/** Runs the desktop demo in a folder of its own, with a program called `code` that does what `script` says. */
async function openDemo(
  script: string,
): Promise<Ended & { readonly dir: string; readonly calls: () => string[] }> {
  const dir = temporaryDir();
  const code = join(dir, 'code');
  writeFileSync(code, `#!/bin/sh\necho "$@" >> "${dir}/calls"\n${script}\n`);
  chmodSync(code, 0o755);
  const demo = `
    import { findCode, openDesktopDemo } from ${JSON.stringify(join(root, 'tools/start/desktopDemo.ts'))};
    import { runMain } from ${JSON.stringify(join(root, 'tools/cache/userError.mjs'))};
    import { Progress } from ${JSON.stringify(join(root, 'tools/cache/progress.mjs'))};
    const vsix = { path: '/somewhere/beckon.vsix', hash: '' };
    const code = findCode(${JSON.stringify(dir)});
    await runMain(() => openDesktopDemo(${JSON.stringify(dir)}, { code, vsix, progress: new Progress() }));
  `;
  const ended = await run(process.execPath, ['--input-type=module', '-e', demo], {
    BECKON_CACHE: temporaryDir(),
  });
  return { ...ended, dir, calls: () => readFileSync(join(dir, 'calls'), 'utf8').trim().split('\n') };
}

describe('npm start -- --desktop', () => {
  it('installs the package into folders of the demo and opens the demo project in a new window', async () => {
    const { code, stdout, dir, calls } = await openDemo('exit 0');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Beckon is open in /);
    const own = `--user-data-dir ${dir}/.demo/desktop/data --extensions-dir ${dir}/.demo/desktop/extensions`;
    expect(calls()).toEqual([
      `${own} --install-extension /somewhere/beckon.vsix --force`,
      `${own} --new-window ${dir}/.demo/login-demo`,
    ]);
    expect(existsSync(join(dir, '.demo', 'login-demo', 'README.md'))).toBe(true);
    expect(existsSync(join(dir, '.demo', 'desktop', 'data', 'User', 'settings.json'))).toBe(true);
  });

  it('says what the program said when it does not install the package', async () => {
    const { code, stderr } = await openDemo('echo "disk full" >&2; exit 3');
    expect(code).toBe(1);
    expect(stderr).toMatch(/did not install the extension: it ended with exit code 3\.\ndisk full\n$/);
  });
});
