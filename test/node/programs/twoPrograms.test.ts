import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parrotHere } from '../../programs/parrot/here.ts';
import { claudeCodeHere } from '../../support/programs.ts';
import type { Workshop } from '../entries/workshop.ts';
import { openWorkshop } from '../entries/workshop.ts';

vi.stubGlobal('BECKON_VERSION', '9.9.9');
const { runBeckon } = await import('../../../src/cli/runBeckon.ts');

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
  chmodSync(shop.write(join(shop.root, 'home/.beckon/bin/parrot'), ''), 0o755);
});
afterEach(() => shop.remove());

async function beckon(...args: string[]) {
  const lines: string[] = [];
  const code = await runBeckon(
    args,
    {
      out: (line) => lines.push(line),
      err: (line) => lines.push(line),
      cwd: shop.workspace,
      env: shop.env,
      ppid: 1,
      programs: [claudeCodeHere, parrotHere],
      input: () => Promise.resolve(''),
      stopped: () => new Promise(() => {}),
    },
    async () => undefined,
  );
  return { code, text: lines.join('\n') };
}

const perch = () => join(shop.workspace, '.parrot/mine.json');

describe('a Beckon that knows two programs', () => {
  it('names the settings of both', async () => {
    expect((await beckon('--help')).text).toContain("Claude Code's or Parrot's settings");
  });

  it.each([
    ['claude-code', ''],
    ['parrot', ' --agent parrot'],
  ])('says how to set up the one that is meant: %s', async (agent, option) => {
    expect((await beckon('doctor', '--agent', agent)).text).toContain(
      `  to fix it: beckon install${option} --workspace ${shop.workspace}`,
    );
  });

  it('sets up the first one where none is named, and says who else is here', async () => {
    const { code, text } = await beckon('install');
    expect([code, existsSync(shop.local), existsSync(perch())]).toEqual([0, true, false]);
    expect(text).toContain(
      'Also on this machine: Parrot. To set up all of them: beckon install --agent all.',
    );
  });

  it('sets up all that are on this machine, and tells how each is', async () => {
    const files = [shop.local, perch()];
    const results = (await beckon('install', '--agent', 'all', '--json')).text.split('\n');
    expect(results.map((line) => JSON.parse(line))).toMatchObject([
      { agent: 'claude-code', outcome: 'installed', file: files[0] },
      { agent: 'parrot', outcome: 'installed', file: files[1] },
    ]);
    rmSync(perch());
    const { code, text } = await beckon('doctor');
    expect([code, text.split('\n')]).toEqual([
      1,
      [
        `Claude Code: Beckon is connected: the entries in ${files[0]} are complete.`,
        `Parrot: lost: ${files[1]} has lost the entries of Beckon.`,
        `  to fix it: beckon install --agent parrot --workspace ${shop.workspace}`,
      ],
    ]);
  });

  it('looks for no program that is neither here nor set up', async () => {
    rmSync(join(shop.root, 'home/.local'), { recursive: true });
    await beckon('install', '--agent', 'parrot');
    expect((await beckon('doctor')).text).toMatch(/^Beckon is connected: .*mine\.json/u);
    await beckon('install', '--agent', 'claude-code');
    expect((await beckon('doctor')).text).toMatch(/^Claude Code: program-missing: /u);
  });

  it('takes the entries of every program out', async () => {
    await beckon('install', '--agent', 'all');
    expect((await beckon('uninstall')).code).toBe(0);
    expect(readdirSync(shop.workspace)).toEqual([]);
    expect((await beckon('uninstall')).text).toBe(
      `${shop.local} has no entries of Beckon, nor has the file of any other program.`,
    );
  });

  it('goes on with the others where one file is refused, and exits 1', async () => {
    shop.write(shop.local, '{,}');
    const { code, text } = await beckon('install', '--agent', 'all');
    expect([code, text]).toEqual([1, expect.stringContaining('that file was not changed')]);
    expect(existsSync(perch())).toBe(true);
  });

  it('leaves out who lacks a scope, and refuses where nobody has it', async () => {
    const { text } = await beckon('install', '--agent', 'all', '--scope', 'project', '--json');
    expect(JSON.parse(text)).toMatchObject({ agent: 'claude-code', scope: 'project' });
    expect(await beckon('install', '--agent', 'parrot', '--scope', 'project')).toEqual({
      code: 2,
      text: 'beckon install: Parrot has no project settings; --scope can be local or user',
    });
  });

  it.each([
    ['parrot', "; run 'beckon install --agent parrot' first"],
    ['claude', "; run 'beckon install' first"],
  ])('wants the entries of what a run starts: %s', async (run, said) => {
    shop.write(join(shop.workspace, '.agents/runbook.yaml'), `agents: { a: { run: ${run} } }\n`);
    await beckon('install', '--agent', run === 'parrot' ? 'claude-code' : 'parrot');
    expect(await beckon('run', 'a')).toEqual({
      code: 1,
      text: `beckon run: Beckon is not set up to hear agents in this folder${said}`,
    });
  });
});
