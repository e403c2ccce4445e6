import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Agent } from '../../../../src/core/agent/agent.ts';
import type { Event } from '../../../../src/core/event/event.ts';
import { ClaudeEvidence } from '../../../../src/programs/claudeCode/node/claudeEvidence.ts';
import { claudeTranscriptPath } from '../../../../src/programs/claudeCode/node/claudeHome.ts';
import { agentOf, hook, play } from '../../../support/claude.ts';
import { rosterOf } from '../../../support/rosterState.ts';
import { World } from './support.ts';

let world: World;
let evidence: ClaudeEvidence;
let told: Event[];
const { state } = play([hook(1, 'UserPromptSubmit')]);
const agent = agentOf(state) as Agent;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  world = new World();
  told = [];
  const tell = (event: Event) => void told.push(event);
  evidence = new ClaudeEvidence({ configDir: world.configDir, tell, agents: () => rosterOf(state) });
  evidence.start();
  await untilTrue(() => vi.getTimerCount() === 1);
});
afterEach(async () => {
  await evidence.dispose();
  vi.useRealTimers();
  await world.remove();
});

/** The timers are held, so this waits by the turns of the event loop. */
async function untilTrue(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** One beat, until the next one is due. */
async function beat(): Promise<void> {
  vi.advanceTimersToNextTimer();
  await untilTrue(() => vi.getTimerCount() === 1);
}

function write(text: string): void {
  const path = claudeTranscriptPath(world.configDir, '/w', 's1') as string;
  mkdirSync(dirname(path), { recursive: true });
  const usage = { input_tokens: 7, output_tokens: 1 };
  const message = { id: text, model: 'm1', usage, content: [{ type: 'text', text }] };
  const head = { uuid: text, timestamp: new Date().toISOString(), sessionId: 's1' };
  appendFileSync(path, `${JSON.stringify({ type: 'assistant', ...head, message })}\n`);
}

const isTold = (text: string) => told.some(({ facts }) => facts?.lastMessage === text);
const counts = () => told.filter(({ type }) => type === 'usageRead').length;

it('the transcript of a quiet conversation is looked at by the next beat once something is heard of it', async () => {
  evidence.changed([{ before: undefined, after: agent }]);
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await beat();
  }
  write('first');
  while (!isTold('first')) {
    await beat();
  }
  await untilTrue(() => counts() === 1);
  // Just looked at: it is not its turn.
  write('second');
  await beat();
  expect([isTold('second'), counts()]).toEqual([false, 1]);
  evidence.changed([{ before: agent, after: agent }]);
  await beat();
  expect(isTold('second')).toBe(true);
  await untilTrue(() => counts() === 2);
});
