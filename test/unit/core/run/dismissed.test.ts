import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import { parseRunText, runText } from '../../../../src/core/run/runCodec.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { asks, begins, ruleOf, runOver, Supervision } from '../../../support/supervision.ts';

const waits = (at: number) =>
  parseClaudeSession({
    pid: 7,
    sessionId: 's1',
    status: 'waiting',
    statusUpdatedAt: at,
    waitingFor: 'permission prompt',
  });
const stood = (at: number, event: Event | undefined): Event | undefined =>
  event && { ...event, type: 'promptStood', id: `stood-${at}`, at, prompt: event.id, evidence: 'hook' };

/** The run as the next window finds it, which knows nothing of agents yet. */
function reloaded(on: Supervision): Supervision {
  const kept = parseRunText(runText(on.run, 'me'));
  if (typeof kept === 'string') {
    throw new Error(kept);
  }
  const next = new Supervision(kept.run);
  expect(next.state.agents).toBe(noAgents.agents);
  next.tell({ type: 'takenOver', at: 1000 });
  return next;
}

function dismissed(...events: readonly (Event | undefined)[]): Supervision {
  const on = new Supervision(runOver()).hear(begins(1), ...events);
  on.choose(50, 'dismiss');
  expect(on.run.decision?.dismissed).toBe(true);
  return on;
}

describe('a prompt that a person dismissed', () => {
  const request = asks(20);
  const file = waits(15);

  it('stays so after a reload, when the file of its agent is read before its request is there again', () => {
    const on = reloaded(dismissed(request)).hear(file, request);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'approval', dismissed: true } });
  });

  it('is so again as soon as its request is there, where a person was asked by its file before', () => {
    const on = reloaded(dismissed(request)).hear(file, stood(1100, file));
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'approval' } });
    on.hear(request);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'approval', dismissed: true } });
    const again = reloaded(on).hear(file, stood(2100, file));
    expect(again.run.decision?.dismissed).toBe(true);
  });

  it('stays so when its request alone is there again', () => {
    const on = reloaded(dismissed(request)).hear(request);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { dismissed: true } });
  });

  it('stays so where it was first known by the file, and is known by its request then', () => {
    const before = dismissed(file, stood(18, file), request);
    const on = reloaded(before).hear(file, request);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { dismissed: true } });
  });

  it('stays so where its request came only after that', () => {
    const on = reloaded(dismissed(file, stood(18, file)).hear(request)).hear(file, request);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { dismissed: true } });
  });

  it('is told anew where a gate says no to it now', () => {
    const on = new Supervision(runOver({ on_prompt: ruleOf('gate', { run: 'make' }) }));
    on.hear(begins(1), request);
    on.gate(25, 0);
    on.did();
    const [prompt] = [...on.state.agents.values()].flatMap(({ prompts }) => prompts);
    const gate = { id: 'g', trigger: 'on_prompt', command: 'make', timeoutMs: 1 } as const;
    on.tell({ type: 'answerFailed', at: 26, prompt: prompt?.id ?? '', reason: 'no', gate });
    on.choose(50, 'dismiss');
    expect(on.run.decision?.dismissed).toBe(true);
    const next = reloaded(on).hear(file, request);
    next.gate(2000, 1, 'Not now.');
    expect(next.run.decision).toMatchObject({ source: 'gate' });
    expect(next.run.decision?.dismissed).toBeUndefined();
  });

  it('says nothing of the next one', () => {
    const on = reloaded(dismissed(request)).hear(file, request, begins(3000), asks(3001, 'rm'));
    expect(on.run).toMatchObject({ status: 'waiting' });
    expect(on.run.decision?.dismissed).toBeUndefined();
  });
});
