import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CrewPorts } from '../../../src/node/run/crewPorts.ts';
import { keptAlive } from '../../../src/node/run/keptAlive.ts';
import { removeTree } from '../../../tools/cache/removeTree.mjs';
import { programs } from '../../support/programs.ts';
import { runOfSteps } from '../../support/runOf.ts';

let claudeDir: string;
beforeEach(() => {
  claudeDir = mkdtempSync(join(tmpdir(), 'beckon-kept-'));
});
afterEach(() => removeTree(claudeDir));

const agent = 'claude-code:s1';

/** Asks about an agent whose session file says this; nothing that was said to it is written down. */
function ask(status: string) {
  const transcript = join(claudeDir, 'projects', 'w', 's1.jsonl');
  mkdirSync(join(claudeDir, 'sessions'));
  writeFileSync(join(claudeDir, 'sessions', `${process.pid}.json`), JSON.stringify({ status }));
  const row = {
    id: agent,
    program: 'claude-code',
    session: 's1',
    facts: { pid: process.pid, transcript, title: 'Fix it' },
  };
  const state = { agents: new Map([[agent, row]]), runs: new Map([['run-1', runOfSteps()]]) };
  const hub = { keeper: { state } } as unknown as CrewPorts['hub'];
  return keptAlive({ programs, env: { CLAUDE_CONFIG_DIR: claudeDir }, hub, writtenMs: 0 }, 'run-1', agent);
}

describe('an agent of which nothing is written down', () => {
  it('is not ended, since its conversation could not go on', async () => {
    expect(await ask('idle')).toMatchObject({
      reason: expect.stringContaining('Its conversation no longer exists'),
      lasting: true,
    });
  });

  // Claude Code writes nothing down while an editor that it opened has its terminal.
  it('shows something that keeps it from writing, which is for now only', async () => {
    expect(await ask('waiting')).toEqual({ reason: '"Fix it" is showing a dialog. Close it first.' });
  });
});
