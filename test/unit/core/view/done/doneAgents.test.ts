import { describe, expect, it } from 'vitest';
import { eventOf } from '../../../../../src/core/event/agentEvent.ts';
import type { Event } from '../../../../../src/core/event/event.ts';
import type { AgentsState } from '../../../../../src/core/roster/agentsState.ts';
import { usualLevels as levels } from '../../../../../src/core/view/notifyKinds.ts';
import { statusBarView } from '../../../../../src/core/view/statusBarView.ts';
import { folderRows } from '../../../../../src/core/view/treeRows.ts';
import { allWants, wantsOf } from '../../../../../src/core/view/wants.ts';
import { hook, nextId, play } from '../../../../support/claude.ts';
import { canResume } from '../../../../support/programs.ts';
import { runOfSteps } from '../../../../support/runOf.ts';

const of = (session: string, at: number, name: string, fields = {}) =>
  hook(at, name, { session_id: session, ...fields });
const seen = (session: string, at: number): Event => ({ ...of(session, at, 'Stop'), type: 'seen' });
const works = (session: string) => of(session, 1000, 'UserPromptSubmit', { prompt: session });
const died = eventOf({ type: 'agent:exited', agent_id: 'claude-code:dead' }, { id: nextId(), at: 2000 });
const { state } = play([
  works('done'),
  of('done', 2000, 'Stop'),
  of('idle', 1000, 'SessionStart', { source: 'startup' }),
  works('limited'),
  of('limited', 2000, 'StopFailure', { error: 'rate_limit' }),
  works('dead'),
  died,
]);
const looked = play([seen('done', 9000), seen('limited', 9000), seen('dead', 9000)], state).state;
const rows = (known: AgentsState) =>
  folderRows({ state: known, now: 122_000, placeOf: () => undefined, levels, canResume })
    .flatMap(({ children }) => children)
    .map(({ id, description }) => `${id.replace('claude-code:', '')}: ${description}`);
const unseen = ({ agents, runs }: AgentsState) =>
  [...agents.values()].filter((agent) => wantsOf(agent, runs, levels).isUnseen).map(({ session }) => session);
const words = (known: AgentsState) => statusBarView(known, { levels, withDone: true }).words;

describe('an agent that is done', () => {
  it('says so in its row until a person has looked, and its row stays where it is', () => {
    const others = ['limited: failed · rate limited · 2m', 'dead: died · 2m'];
    expect(rows(state)).toEqual([others[0], 'done: done · unseen', 'idle: idle · 2m', others[1]]);
    expect(rows(looked)).toEqual([others[0], 'done: idle · 2m', 'idle: idle · 2m', others[1]]);
  });

  it('is counted apart from the idle in the status bar', () => {
    expect(statusBarView(state, { levels, withDone: true }).text).toBe(
      '$(bell-dot) 2 need you  $(circle-filled) 1 done  $(circle-outline) 1',
    );
  });

  it('is only idle while a run goes on that it has left', () => {
    expect(rows(state)[1]).toBe('done: done · unseen');
    const run = runOfSteps(['build'], { agent: 'claude-code:other', former: ['claude-code:done'] });
    expect(rows({ ...state, runs: new Map([[run.id, run]]) })[1]).toBe('done: idle · 2m');
  });

  it('is only idle while a run sees to it', () => {
    const run = runOfSteps(['build'], { agent: 'claude-code:done' });
    const supervised = { ...state, runs: new Map([[run.id, run]]) };
    expect(rows(supervised)[1]).toBe('done: idle · 2m');
    expect(words(supervised)).toBe('Beckon: 2 need you, 2 idle');
    expect(unseen(supervised)).toEqual(['limited', 'dead']);
    expect(allWants(supervised, levels).unseen).toBe(2);
  });
});

describe('an agent that failed or died', () => {
  it('needs nobody any more once a person has looked', () => {
    expect(allWants(state, levels).needy.map(({ session }) => session)).toEqual(['limited', 'dead']);
    expect(allWants(looked, levels).needy).toEqual([]);
    expect(words(looked)).toBe('Beckon: 2 idle');
    expect(unseen(looked)).toEqual([]);
    expect(allWants(looked, levels).unseen).toBe(0);
  });
});
