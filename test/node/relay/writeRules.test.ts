import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseRelayVersion, relayVersion } from '../../../src/core/wire/relayVersion.ts';
import { installRelay } from '../../../src/node/relayFiles/installRelay.ts';
import { claudeCodeRelay } from '../../support/claudeCodeRelay.ts';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';
import { openWorkshop, type Workshop } from '../entries/workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

const at = (...path: string[]) => join(shop.env.BECKON_HOME ?? '', ...path);
const relay = () => at('bin', 'claude-code');
const dist = (name: string) => join(repository, 'dist', name);
const install = (rules = claudeCodeRelay) =>
  installRelay({
    home: at(),
    rules,
    version: '0.1.0',
    files: { bash: dist('relay.sh'), node: dist('relay.cjs'), cli: dist('beckon.cjs') },
    runtimes: [ownNode],
  });

/** Puts a relay of another version in place, which says its version. */
function plant(version: number): string {
  const text = `#!/bin/sh\n# beckon-relay ${version}\necho "${version} $1"\n`;
  writeFileSync(relay(), text, { mode: 0o755 });
  return text;
}

const rules = () =>
  Object.fromEntries(readdirSync(at('waits')).map((name) => [name, readFileSync(at('waits', name), 'utf8')]));
/** Those of one program: the shipped command line writes those of every program. */
const claudes = () =>
  Object.fromEntries(Object.entries(rules()).filter(([name]) => name.startsWith('claude-code.')));
const shipped = {
  'claude-code.PermissionRequest': 'always\n',
  'claude-code.SessionStart': 'hooks CLAUDE_PROJECT_DIR\n',
  'claude-code.Stop': 'run\n',
};
const versionThere = () => parseRelayVersion(readFileSync(relay(), 'utf8'));

describe('the rules of a relay', () => {
  it('come with it, for nobody else to read', async () => {
    await install();
    expect(rules()).toEqual(shipped);
    expect(readFileSync(at('env', 'claude-code'), 'utf8')).toMatch(
      /^CLAUDE_PID CLAUDE_CODE_SESSION_ID .*\n$/u,
    );
    const mode = (...path: string[]) => statSync(at(...path)).mode & 0o777;
    expect([mode('waits'), mode('env')]).toEqual([0o700, 0o700]);
    expect([mode('waits', 'claude-code.Stop'), mode('env', 'claude-code')]).toEqual([0o600, 0o600]);
  });

  it('come into a home of version 3 with the next install, as it is shipped', async () => {
    plant(3);
    expect(await runProgram(relay(), ['Stop'])).toMatchObject({ out: '3 Stop\n' });
    expect(await shop.beckon('install')).toMatchObject({ code: 0 });
    expect(versionThere()).toBe(relayVersion);
    expect(claudes()).toEqual(shipped);
  });

  it('are there before the relay that reads them', async () => {
    rmSync(relay());
    mkdirSync(relay());
    await expect(install()).rejects.toThrow();
    expect(rules()).toEqual(shipped);
  });

  it.each(['waits', 'env'])('leave the older relay at work where %s cannot be written', async (name) => {
    const before = plant(3);
    writeFileSync(at(name), 'not a folder');
    await expect(install()).rejects.toThrow();
    expect(readFileSync(relay(), 'utf8')).toBe(before);
    expect(await runProgram(relay(), ['Stop'])).toMatchObject({ code: 0, out: '3 Stop\n' });
    rmSync(at(name));
    await install();
    expect([versionThere(), rules()]).toEqual([relayVersion, shipped]);
  });

  it.each(['waits', 'env'])('come back where %s is gone', async (name) => {
    await install();
    rmSync(at(name), { recursive: true });
    expect(await install()).toMatchObject({ relay: 'same' });
    expect(rules()).toEqual(shipped);
    expect(existsSync(at('env', 'claude-code'))).toBe(true);
  });

  it('are not touched where they are as they should be', async () => {
    await install();
    const files = () =>
      [at('waits', 'claude-code.Stop'), at('env', 'claude-code')].map((path) => statSync(path).ino);
    const before = files();
    await install();
    expect(files()).toEqual(before);
  });

  it('are those of the newest relay', async () => {
    await install();
    plant(relayVersion + 1);
    writeFileSync(at('waits', 'claude-code.Stop'), 'at dawn\n');
    writeFileSync(at('waits', 'claude-code.Setup'), 'always\n');
    expect(await install()).toMatchObject({ relay: 'newer' });
    expect(rules()).toEqual({
      ...shipped,
      'claude-code.Setup': 'always\n',
      'claude-code.Stop': 'at dawn\n',
    });
  });

  it('go where an event waits no longer, but not those of other programs', async () => {
    await install({ ...claudeCodeRelay, waits: { ...claudeCodeRelay.waits, Setup: 'always' } });
    await install({ program: 'claude-code-fork', waits: { Setup: 'run' }, told: [] });
    await install();
    expect(rules()).toEqual({ ...shipped, 'claude-code-fork.Setup': 'run\n' });
  });

  it('are in the home whose relay the entries run', async () => {
    const env = { ...shop.env, BECKON_HOME: join(shop.root, 'other') };
    const args = [dist('beckon.cjs'), 'install', '--scope', 'project'];
    expect(await runProgram(ownNode, args, { cwd: shop.workspace, env })).toMatchObject({ code: 0 });
    expect(claudes()).toEqual(shipped);
    expect(existsSync(join(shop.root, 'other', 'waits'))).toBe(false);
  });
});
