import { spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { agentProcess } from '../../../src/node/evidence/agentProcess.ts';
import {
  answersSignal,
  descendants,
  processStart,
  startNow,
} from '../../../src/node/evidence/processTable.ts';
import { until } from '../programs/claudeCode/support.ts';

const isParrot = (words: readonly string[]) => words.at(-1) === 'parrot-agent';
const groups: number[] = [];
const end = () => {
  for (const group of groups.splice(0)) {
    process.kill(-group, 'SIGKILL');
  }
};
afterEach(end);

/** An agent, the shell that it runs, and in that what a relay would have for a parent: their pids. */
async function agentWithShell(): Promise<readonly [agent: number, shell: number, parent: number]> {
  const shell = 'sh -c "sleep 600; :" shell; :';
  const { pid: agent = 0 } = spawn('sh', ['-c', shell, 'parrot-agent'], { stdio: 'ignore', detached: true });
  groups.push(agent);
  let below: readonly number[] = [];
  await until(() => {
    void descendants(agent).then((found) => {
      below = found;
    });
    return below.length;
  }, 2);
  return [agent, below[0] ?? 0, below[1] ?? 0];
}

describe('the process of the agent that called a relay', () => {
  it('is the nearest above it that its program recognises', async () => {
    const [agent, shell, parent] = await agentWithShell();
    const known = { pid: agent, start: await processStart(agent) };
    for (const from of [parent, shell, agent]) {
      expect(await agentProcess(from, Date.now(), isParrot)).toMatchObject(known);
    }
  });

  it('is nobody where none is recognised', async () => {
    const [, , parent] = await agentWithShell();
    expect(await agentProcess(parent, Date.now(), () => false)).toBeUndefined();
  });

  it('is nobody who began after the relay: then the id was used again', async () => {
    const [agent, , parent] = await agentWithShell();
    const before = Date.now() - 60_000;
    expect(await agentProcess(agent, before, isParrot)).toBeUndefined();
    expect(await agentProcess(parent, before, isParrot)).toBeUndefined();
  });

  it('is nobody where the parent is gone, or is the first process', async () => {
    const [agent, , parent] = await agentWithShell();
    end();
    await until(() => [agent, parent].filter(answersSignal), []);
    expect(await agentProcess(parent, Date.now(), isParrot)).toBeUndefined();
    expect(await agentProcess(agent, Date.now(), isParrot)).toBeUndefined();
    expect(await agentProcess(1, Date.now(), () => true)).toBeUndefined();
  });

  it('is not one whose words changed hands while it was looked at', async () => {
    const [agent] = await agentWithShell();
    const killed = (words: readonly string[]) => {
      process.kill(agent, 'SIGKILL');
      while (startNow(agent) !== undefined) {
        // It dies in its own time.
      }
      return isParrot(words);
    };
    expect(await agentProcess(agent, Date.now(), killed)).toBeUndefined();
  });
});
