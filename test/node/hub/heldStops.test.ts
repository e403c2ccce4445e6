import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simpleRule } from '../../../src/core/run/policy.ts';
import { HeldStops } from '../../../src/node/hub/heldStops.ts';
import type { WaitingRelay } from '../../../src/node/listener/waitingRelay.ts';
import { hook } from '../../support/claude.ts';
import { until } from '../programs/claudeCode/support.ts';
import { type Keeper, RunHouse, sessionOf, startOf } from '../run/runHouse.ts';

let house: RunHouse;
let keeper: Keeper;
let session: string;

beforeEach(async () => {
  house = new RunHouse();
  keeper = await house.open();
});
afterEach(() => house.leave());

const state = () => keeper.hub.keeper.state.agents.get(`claude-code:${session}`)?.state.kind;
const run = () => keeper.supervisor.runs[0];

/** Begins a run, and waits until its agent works. */
async function work(...start: Parameters<typeof startOf>): Promise<void> {
  keeper.supervisor.begin(startOf(...start));
  await until(() => keeper.started.length > 0 && run()?.agent === keeper.started[0], true);
  session = sessionOf(keeper.started[0]);
  house.tell('UserPromptSubmit', session, { prompt: 'Go.' });
  await until(state, 'working');
}

const block = { type: 'blockStop', run: 'run-1', agent: 'claude-code:s1', text: 'Go on.' } as const;
const stop = (id: string) => house.tell('Stop', session, {}, { waits: true, id })[0];

describe('the end of a turn that waits for a word', () => {
  it('is refused with the words of the nudge, and the agent goes on', async () => {
    await work({ on_idle: { ...simpleRule('nudge'), message: 'Tests must pass.' } });
    const answer = await stop('stop-1')?.end();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /u);
    expect(JSON.parse(answer?.split('\r\n\r\n')[1] ?? '')).toEqual({
      decision: 'block',
      reason: 'Tests must pass.',
    });
    expect([state(), run()?.pending, keeper.typed]).toEqual(['working', undefined, []]);
  });

  it('is granted where the run has nothing to say', async () => {
    await work({ on_idle: simpleRule('escalate') });
    expect(await stop('stop-1')?.end()).toMatch(/^HTTP\/1\.1 204 /u);
    expect([state(), run()?.decision?.source]).toEqual(['idle', 'idle']);
  });

  it('is granted to an agent that nobody supervises', async () => {
    session = 'stranger';
    expect(await stop('stop-1')?.end()).toMatch(/^HTTP\/1\.1 204 /u);
    await until(state, 'idle');
  });

  it('is refused once though it is told twice', async () => {
    await work({ on_idle: { ...simpleRule('nudge'), attempts: 'forever' } });
    const answers = [await stop('stop-1')?.end(), await stop('stop-1')?.end()];
    expect(answers.map((answer) => answer?.slice(9, 12))).toEqual(['200', '204']);
    expect(run()?.blocks).toBe(1);
  });

  it.each([true, false])('is not taken for refused where nobody heard the word: %s', (isGone) => {
    const stops = new HeldStops();
    const said: string[] = [];
    const relay = { isGone, release: () => {}, answer: (text: string) => said.push(text) };
    const event = hook(1, 'Stop');
    stops.hold(event, relay as unknown as WaitingRelay, (text) => text);
    expect(stops.answer(event, [block], 2)?.type).toBe(isGone ? undefined : 'workNoticed');
    expect(said).toHaveLength(isGone ? 0 : 1);
  });

  it('whose refusal comes back as a prompt was told by no person', () => {
    const stops = new HeldStops();
    const relay = { isGone: false, release: () => {}, answer: () => {} } as unknown as WaitingRelay;
    const refuse = (at: number, text: string) => {
      const event = hook(at, 'Stop');
      stops.hold(event, relay, (words) => words);
      stops.answer(event, [{ ...block, text }], at);
    };
    const prompted = (at: number, prompt: string) => stops.meant(hook(at, 'UserPromptSubmit', { prompt }));
    refuse(10, 'Go on.');
    expect(prompted(20, 'Go on.')).toMatchObject({ type: 'workNoticed', facts: { cwd: '/w' } });
    expect(prompted(30, 'Go on.').type).toBe('promptSubmitted');
    refuse(40, 'Go on.');
    expect(prompted(50, 'Stop it.').type).toBe('promptSubmitted');
    refuse(60, 'Go on.');
    expect(prompted(100_000, 'Go on.').type).toBe('promptSubmitted');
    refuse(200_000, 'x'.repeat(5000));
    expect(prompted(200_010, 'x'.repeat(5000)).type).toBe('workNoticed');
  });

  it('does not get a word that was for another', () => {
    const stops = new HeldStops();
    const said: string[] = [];
    const relay = {
      isGone: false,
      release: () => said.push('released'),
      answer: (text: string) => said.push(text),
    };
    expect(stops.answer(hook(1, 'Stop'), [block], 1)).toBeUndefined();
    const event = hook(2, 'Stop');
    stops.hold(event, relay as unknown as WaitingRelay);
    expect(stops.answer(event, [], 2)).toBeUndefined();
    expect(said).toEqual(['released']);
  });
});
