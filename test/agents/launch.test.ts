import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { launchOf } from '../../src/core/run/launch.ts';
import { defaultPolicy } from '../../src/core/run/policy.ts';
import { terminalScript } from '../../src/core/run/terminalScript.ts';
import { processStart } from '../../src/node/evidence/processTable.ts';
import { endProcess } from '../../src/node/run/endProcess.ts';
import { hasConversation } from '../../src/programs/claudeCode/node/conversation.ts';
import { programs } from '../support/programs.ts';
import { claudeProgram } from './support/programFile.ts';
import type { Scene } from './support/scene.ts';
import { it } from './support/scene.ts';
import { patienceMs, until } from './support/until.ts';

const session = randomUUID();
const agent = `claude-code:${session}`;

/** Starts the agent of a step as a run does. */
function launch(scene: Scene, how: { prompt?: string; resume: boolean; message?: string }) {
  const { prompt, resume, message } = how;
  const step = { name: 'a', command: `'${claudeProgram()}'`, prompt, worktree: false, policy: defaultPolicy };
  const { script, args, env } = launchOf(programs, { step, agent, resume, message });
  return scene.claude({ program: '/bin/sh', args: ['-c', script, 'sh', ...args], env });
}

/** The processes that have a session file: none of a shell that started one, or of one that was killed. */
async function claudePids(home: string): Promise<readonly number[]> {
  const files = await readdir(join(home, '.claude', 'sessions'));
  return files.filter((file) => file.endsWith('.json')).map((file) => Number.parseInt(file, 10));
}

describe('an agent that a run starts', () => {
  it('has the id it was given, takes any prompt for a prompt, ends politely and goes on', async ({
    scene,
  }) => {
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    scene.model.script('again', [{ text: 'Good evening.' }]);
    const { home, workspace } = scene.cage;
    const talked = () => hasConversation(join(home, '.claude'), workspace, session);
    await scene.install();
    const serve = await scene.serve();
    expect(await talked()).toBe(false);
    const first = await launch(scene, {
      prompt: '--help $(touch made.txt) Please play:hello',
      resume: false,
    });
    await first.sees(/Good morning\./u);
    expect(await serve.only('idle')).toMatchObject({ agent });
    // It is written a while after the words are on the screen.
    await until('the transcript', talked);
    const [pid = 0] = await claudePids(home);
    // One that is killed leaves its session file.
    expect(await endProcess(pid, (await processStart(pid)) ?? '', patienceMs)).toBe(true);
    expect(await claudePids(home)).toEqual([]);
    await serve.until('no row', (rows) => rows.length === 0);
    const second = await launch(scene, { resume: true, message: '-p Please play:again' });
    await second.sees(/Good evening\./u);
    expect(await serve.only('idle')).toMatchObject({ agent });
    expect(scene.cage.has('made.txt')).toBe(false);
  });

  it('comes back by itself when it stops at Ctrl+Z in the terminal of a run', async ({ scene }) => {
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    const step = { name: 'a', command: `'${claudeProgram()}'`, worktree: false, policy: defaultPolicy };
    const { script, args } = launchOf(programs, {
      step,
      agent: `claude-code:${randomUUID()}`,
      resume: false,
    });
    const claude = await scene.claude({
      program: '/bin/sh',
      args: ['-c', terminalScript(script), 'sh', ...args],
      env: { BECKON_EXIT: join(scene.cage.home, 'exit') },
    });
    claude.type('\u001a');
    // What is typed before it has drawn its input anew is lost.
    await until('its input again', () => claude.written().split('has been suspended')[1]?.includes('❯'));
    await claude.submit('Please play:hello');
    await claude.sees(/Good morning\./u);
  });
});
