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

  it.each([
    ['parrot', "; run 'beckon install --agent parrot' first"],
    ['claude', "; run 'beckon install' first"],
    ['./script.sh', "; run 'beckon install' first"],
  ])('wants the entries of what a run starts: %s', async (run, said) => {
    shop.write(join(shop.workspace, '.agents/runbook.yaml'), `agents: { a: { run: ${run} } }\n`);
    await beckon('install', '--agent', run === 'parrot' ? 'claude-code' : 'parrot');
    expect(await beckon('run', 'a')).toEqual({
      code: 1,
      text: `beckon run: Beckon is not set up to hear agents in this folder${said}`,
    });
  });
});
