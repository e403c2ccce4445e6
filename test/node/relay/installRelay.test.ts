import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { relayVersion } from '../../../src/core/wire/relayVersion.ts';
import { installRelay, type RelayInstall } from '../../../src/node/relayFiles/installRelay.ts';
import { claudeCodeRelay } from '../../support/claudeCodeRelay.ts';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';

const dist = (name: string) => join(repository, 'dist', name);

function newInstall(more: Partial<RelayInstall> = {}): RelayInstall {
  const root = mkdtempSync(join(tmpdir(), 'beckon-install-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = { bash: dist('relay.sh'), node: dist('relay.cjs'), cli: dist('beckon.cjs') };
  const home = join(root, 'a home');
  return { home, rules: claudeCodeRelay, version: '0.1.0', files, runtimes: [ownNode], ...more };
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('installing the relay', () => {
  it('puts it at a path without a version, to be run, in a folder for nobody else', async () => {
    const install = newInstall();
    const installed = await installRelay(install);
    expect(installed).toEqual({
      path: join(install.home, 'bin', 'claude-code'),
      kind: 'bash',
      relay: 'written',
      cli: 'written',
    });
    expect([modeOf(install.home), modeOf(installed.path)]).toEqual([0o700, 0o755]);
    expect(readFileSync(installed.path, 'utf8')).toMatch(
      /^#!\/bin\/sh\n# beckon-relay \d+\n[\s\S]*^bash='\/\S*bash'$/mu,
    );
    expect(readdirSync(join(install.home, 'bin')).sort()).toEqual(['beckon', 'claude-code']);
  });

  it('changes nothing the second time', async () => {
    const install = newInstall();
    const { path } = await installRelay(install);
    const before = statSync(path).ino;
    expect(await installRelay(install)).toMatchObject({ relay: 'same' });
    expect(statSync(path).ino).toBe(before);
  });

  it('never writes into the file an agent may be running', async () => {
    const install = newInstall();
    const { path } = await installRelay(install);
    writeFileSync(path, '#!/bin/sh\n# beckon-relay 0\n');
    const before = statSync(path).ino;
    expect(await installRelay(install)).toMatchObject({ relay: 'written' });
    expect(statSync(path).ino).not.toBe(before);
  });

  it('leaves what a newer Beckon installed', async () => {
    const install = newInstall();
    const { path } = await installRelay({ ...install, version: '0.10.0' });
    const newer = `#!/bin/sh\n# beckon-relay ${relayVersion + 1}\n`;
    writeFileSync(path, newer);
    expect(await installRelay({ ...install, version: '0.9.9' })).toMatchObject({
      relay: 'newer',
      cli: 'newer',
    });
    expect(readFileSync(path, 'utf8')).toBe(newer);
    expect(await installRelay({ ...install, version: '0.10.1' })).toMatchObject({ cli: 'written' });
  });

  it('takes the relay for Node where there is no bash', async () => {
    const { path, kind } = await installRelay(newInstall({ bash: '' }));
    expect(kind).toBe('node');
    expect(readFileSync(path, 'utf8')).toContain(`# beckon-relay ${relayVersion}\n`);
  });

  it('remembers the runtimes of others after its own, and no more than a few', async () => {
    const install = newInstall();
    await installRelay({ ...install, runtimes: ['/one', '/two'] });
    await installRelay({ ...install, runtimes: ['/three', '/one'] });
    const known = () => readFileSync(join(install.home, 'runtimes'), 'utf8').trim().split('\n');
    expect(known()).toEqual(['/three', '/one', '/two']);
    await installRelay({ ...install, runtimes: Array.from({ length: 9 }, (_, index) => `/r${index}`) });
    expect(known()).toHaveLength(8);
  });

  it('writes launchers for Windows', async () => {
    const install = newInstall({ platform: 'win32' });
    const { path, kind } = await installRelay(install);
    expect([path, kind]).toEqual([join(install.home, 'bin', 'claude-code.cmd'), 'node']);
    expect(existsSync(join(install.home, 'bin', 'beckon.cmd'))).toBe(true);
    expect(await installRelay(install)).toMatchObject({ relay: 'same' });
  });
});

describe('the launcher of the command line', () => {
  it('runs it on the first runtime that is there, as Node', async () => {
    const install = newInstall({ runtimes: ['/no/such/runtime', ownNode] });
    await installRelay(install);
    const launched = await runProgram(join(install.home, 'bin', 'beckon'), ['--version'], {
      env: { NODE_OPTIONS: '--no-such-option', PATH: '/nowhere' },
    });
    expect(launched).toEqual({ code: 0, out: '0.1.0\n', err: '' });
  });

  it('falls back on the Node of the path', async () => {
    const install = newInstall({ runtimes: ['/no/such/runtime'] });
    await installRelay(install);
    const launched = await runProgram(join(install.home, 'bin', 'beckon'), ['--version'], {
      env: { PATH: join(ownNode, '..') },
    });
    expect(launched).toMatchObject({ code: 0, out: '0.1.0\n' });
  });

  it.each([
    ['does nothing', {}, 0],
    ['tells a relay', { BECKON_RELAY: 'claude-code id 0 1' }, 127],
  ])('%s where there is no Node', async (_, env, code) => {
    const install = newInstall({ runtimes: ['/no/such/runtime'] });
    await installRelay(install);
    const launched = await runProgram(join(install.home, 'bin', 'beckon'), ['--version'], {
      env: { PATH: '/nowhere', ...env },
    });
    expect(launched).toEqual({ code, out: '', err: '' });
  });
});
