import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { hook } from '../../../support/claude.ts';
import {
  agent,
  asks,
  asksToStop,
  begins,
  dies,
  fails,
  file,
  ruleOf,
  runOver,
  Supervision,
  signal,
  stepOf,
  stops,
} from '../../../support/supervision.ts';

const tool = (at: number, name = 'PostToolUse') => hook(at, name, { tool_name: 'Bash' });
const minute = 60_000;

/** A run that waits after its one nudge: nudged at 60 002, idle again at 62 000, asked about at `at`. */
function exhausted(): Supervision {
  const on = new Supervision(runOver({}, { graceMs: minute })).hear(begins(1), stops(2));
  on.wait();
  on.hear(begins(61_000), asksToStop(62_000));
  expect(on.run.decision?.trigger).toBe('idle:exhausted');
  on.did();
  return on;
}

describe('an agent that works again while its run waits', () => {
  it('takes the run on, withdraws the decision, and everything counts anew', () => {
    const on = exhausted().hear(begins(62_000 + 2 * minute));
    expect(on.run.status).toBe('running');
    expect(on.run.attempts).toEqual({});
    expect(on.run.decision).toBeUndefined();
    expect(on.did()).toEqual([]);
  });

  it('does not for a minute after our nudge', () => {
    const on = exhausted().hear(tool(63_000, 'PreToolUse'), tool(64_000));
    expect(on.run).toMatchObject({ status: 'waiting', attempts: { on_idle: 1 } });
  });

  it('does in that minute too when a person wrote to it: only the first prompt after the nudge is the nudge', () => {
    const on = exhausted().hear(begins(63_000));
    expect(on.run).toMatchObject({ status: 'running', attempts: {} });
    expect(on.run.decision).toBeUndefined();
  });

  it('does not in that minute when what our nudge typed is heard late', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    on.wait();
    on.hear(tool(61_000), asksToStop(62_000));
    expect(on.run.decision?.trigger).toBe('idle:exhausted');
    expect(on.hear(begins(63_000)).run.status).toBe('waiting');
    expect(on.hear(begins(64_000)).run.status).toBe('running');
  });

  it('does in that minute when a person wrote to it after the end of its turn was refused: that types nothing', () => {
    const on = new Supervision(runOver()).hear(begins(1), asksToStop(2), tool(3), asksToStop(4));
    expect(on.acts()).toEqual(['blockStop']);
    expect(on.run.decision?.trigger).toBe('idle:exhausted');
    expect(on.hear(tool(5)).run.status).toBe('waiting');
    expect(on.hear(begins(6)).run).toMatchObject({ status: 'running', attempts: {} });
  });

  it('takes no prompt for the nudge that comes a minute after it, or from before it', () => {
    const rule = ruleOf('nudge', { attempts: 2 });
    const on = new Supervision(runOver({ on_idle: rule })).hear(begins(1), stops(2));
    on.wait();
    on.hear(tool(61_000), asksToStop(200_000), begins(199_999), tool(200_001), asksToStop(200_002));
    expect(on.acts()).toEqual(['typeText', 'blockStop']);
    expect(on.run).toMatchObject({ status: 'waiting', nudgedAt: 200_000 });
    expect(on.hear(begins(200_003)).run.status).toBe('running');
  });

  it('does not in that minute when a subagent is told something', () => {
    const told = hook(5, 'UserPromptSubmit', { agent_id: 'a1' });
    const on = new Supervision(runOver()).hear(begins(1), asksToStop(2), tool(3), asksToStop(4));
    expect(on.hear(told, tool(6)).run.status).toBe('waiting');
  });

  it('counts all that follows as its own once a person wrote to it', () => {
    const on = new Supervision(runOver({ on_error: [ruleOf('escalate')] }));
    on.hear(begins(1), asksToStop(2), begins(3), fails(4));
    expect(on.run.decision?.source).toBe('error');
    expect(on.hear(tool(5)).run.status).toBe('running');
  });

  it('does when that minute is over', () => {
    const on = exhausted().hear(tool(minute + 2 + minute));
    expect(on.run.status).toBe('running');
    expect(on.run.decision).toBeUndefined();
  });

  it('does after an error', () => {
    const on = new Supervision(runOver()).hear(begins(1), fails(2));
    expect(on.run.status).toBe('waiting');
    expect(on.hear(begins(3)).run.status).toBe('running');
  });

  it('does after its end, when a person started it again', () => {
    const on = new Supervision(runOver()).hear(begins(1), dies(2));
    on.hear(hook(3, 'SessionStart', { source: 'resume' }));
    expect(on.run.status).toBe('waiting');
    expect(on.hear(begins(4)).run.status).toBe('running');
  });

  it('does when its prompt was answered by anybody', () => {
    const on = new Supervision(runOver()).hear(begins(1), asks(2), tool(3));
    expect(on.run.status).toBe('running');
    expect(on.run.decision).toBeUndefined();
  });

  it('does not while its prompt stands: a tool beside it says nothing', () => {
    const on = new Supervision(runOver()).hear(
      begins(1),
      hook(2, 'SubagentStart', { agent_id: 'a1' }),
      asks(3, 'make', { agent_id: 'a1' }),
      tool(4, 'PreToolUse'),
    );
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'approval' } });
  });

  it('is asked nothing anew by an idle file', () => {
    const on = exhausted().hear(file(62_000 + 3 * minute, 'idle'));
    expect(on.run.status).toBe('waiting');
  });

  it('counts nothing anew by the work that our nudge caused', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    on.wait();
    on.hear(begins(minute + 10), tool(minute + 20));
    expect(on.run.attempts).toEqual({ on_idle: 1 });
  });

  it('counts nothing anew when a person refused with Esc: that is no work', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    on.wait();
    on.hear(begins(70_000), asks(200_000), file(200_500, 'idle'));
    expect(on.run.decision).toBeUndefined();
    expect(on.run.attempts).toEqual({ on_idle: 1 });
  });
});

describe('an agent whose clock was set back while its run waits', () => {
  const hour = 60 * minute;
  const asked = () => {
    const on = new Supervision(runOver({ on_idle: ruleOf('escalate') })).hear(
      begins(hour),
      asksToStop(hour + 1),
    );
    expect(on.run.status).toBe('waiting');
    return on;
  };

  it('takes the run on when a person writes to it', () => {
    const on = asked().hear(begins(1000));
    expect([on.run.status, on.run.decision, on.run.standing]).toEqual(['running', undefined, undefined]);
    expect(on.hear(asksToStop(2000)).run.status).toBe('waiting');
  });

  it('does so after a nudge too', () => {
    const on = new Supervision(runOver()).hear(begins(hour), asksToStop(hour + 1), tool(hour + 2));
    on.hear(asksToStop(hour + 3), begins(1000));
    expect(on.run).toMatchObject({ status: 'running', attempts: {} });
    expect(on.run.nudgedAt).toBeUndefined();
  });

  it('does so after a nudge that was typed, which is heard no more', () => {
    const on = new Supervision(runOver()).hear(begins(hour), stops(hour + 1));
    on.wait();
    on.hear(tool(hour + 1 + minute), asksToStop(hour + 2 + minute));
    expect(on.run.decision?.trigger).toBe('idle:exhausted');
    on.hear(begins(1000));
    expect([on.run.status, on.run.nudgedAt, on.run.typedAt]).toEqual(['running', undefined, undefined]);
  });

  it('does not by work alone, which may be told late', () => {
    expect(asked().hear(tool(1000)).run.status).toBe('waiting');
  });

  it('does not by words from the minute before, which arrive late', () => {
    expect(asked().hear(begins(hour + 2 - minute)).run.status).toBe('waiting');
  });

  it('does not while it asks', () => {
    const on = new Supervision(runOver()).hear(begins(hour), asks(hour + 1));
    expect(on.run.decision?.source).toBe('approval');
    expect(on.hear(begins(1000)).run.status).toBe('waiting');
  });
});

describe('what counts anew when a prompt is over', () => {
  const asked = (at: number) =>
    new Supervision(runOver()).hear(begins(1), asksToStop(2), tool(3, 'PreToolUse'), asks(at));

  it("is nothing in the minute after our nudge: what was asked is the nudge's own doing", () => {
    const on = asked(10).hear(tool(20), asksToStop(30));
    expect(on.acts()).toEqual(['blockStop']);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { trigger: 'idle:exhausted' } });
  });

  it('is everything when that minute is over', () => {
    const on = asked(10).hear(tool(2 + minute));
    expect(on.run).toMatchObject({ status: 'running', attempts: {} });
  });

  it('is everything in that minute too when a person wrote to the agent', () => {
    const on = new Supervision(runOver()).hear(begins(1), asksToStop(2), begins(5), asks(10), tool(20));
    expect(on.run).toMatchObject({ status: 'running', attempts: {} });
  });
});

describe('an agent that a person had go on', () => {
  const on_dead = ruleOf('resume');
  const back = (at: number) => hook(at, 'SessionStart', { source: 'resume' });
  /** It died, was resumed, died again, and was retried by a person at 6. */
  const retried = (policy: Parameters<typeof runOver>[0] = {}) => {
    const on = new Supervision(runOver({ on_dead, ...policy })).hear(begins(1), dies(2), back(3), begins(4));
    expect(on.hear(dies(5)).run.decision?.trigger).toBe('exit:exhausted');
    on.choose(6, 'retry');
    expect(on.acts()).toEqual(['startAgent', 'startAgent']);
    return on;
  };

  it('counts anew once it works', () => {
    const on = retried().hear(back(7), begins(8));
    expect(on.run.attempts).toEqual({});
    expect(on.hear(dies(9)).acts()).toEqual(['startAgent']);
    on.hear(back(10), begins(11), dies(12));
    expect(on.run.decision?.trigger).toBe('exit:exhausted');
  });

  it('counts nothing anew before it works', () => {
    const on = retried().hear(back(7), tool(5.5));
    expect(on.run.attempts).toEqual({ on_dead: 1 });
    expect(on.hear(dies(9)).run.decision?.trigger).toBe('exit:exhausted');
  });

  it('counts nothing anew when only a nudge of the run brought it to work', () => {
    const on = retried().hear(back(7), file(500, 'idle'));
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
    on.hear(begins(70_000));
    expect(on.run.attempts).toEqual({ on_dead: 1, on_idle: 1 });
  });

  it('counts nothing anew by the last words of the process before', () => {
    const on = new Supervision(runOver({ on_error: [ruleOf('nudge')] })).hear(begins(1), fails(2));
    on.wait();
    expect(on.run.decision?.trigger).toBe('rate_limited:exhausted');
    on.choose(20_000_000, 'retry');
    on.hear(begins(20_000_001));
    expect(on.run).toMatchObject({ pending: { kind: 'end' }, attempts: { 'on_error:0': 1 } });
  });

  it('counts nothing anew by work from before that arrives late', () => {
    const on = new Supervision(runOver()).hear(begins(1), asksToStop(2), tool(3), signal(5, 'escalate'));
    on.choose(10, 'nudge');
    expect(on.hear(tool(8)).run.attempts).toEqual({ on_idle: 1 });
    expect(on.hear(tool(11)).run.attempts).toEqual({});
  });

  it('counts anew after a nudge that the person chose, though it is one', () => {
    const on = exhausted();
    on.choose(63_000, 'nudge');
    expect(on.run.attempts).toEqual({ on_idle: 1 });
    on.hear(begins(63_001));
    expect(on.run.attempts).toEqual({});
    expect(on.hear(asksToStop(64_000)).acts()).toEqual(['typeText', 'blockStop']);
    on.hear(tool(65_000), asksToStop(66_000));
    expect(on.run.decision?.trigger).toBe('idle:exhausted');
  });
});

describe('an agent that asked for a person by a signal', () => {
  const asked = () =>
    new Supervision(runOver()).hear(begins(1), tool(2, 'PreToolUse'), signal(3, 'escalate'));

  it('is still asked about while the turn goes on in which it said so', () => {
    const on = asked().hear(tool(4), tool(5, 'PreToolUse'), tool(6));
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'signal' } });
  });

  it('is still asked about when that turn is over', () => {
    expect(asked().hear(tool(4), asksToStop(5)).run.status).toBe('waiting');
  });

  it('goes on when somebody writes to it', () => {
    const on = asked().hear(tool(4), stops(5), begins(6));
    expect(on.run.status).toBe('running');
    expect(on.run.signal).toBeUndefined();
  });

  it('goes on when a file tells that it works again', () => {
    expect(asked().hear(tool(4), stops(5), file(600, 'busy')).run.status).toBe('running');
  });

  it('goes on when somebody writes to it within that turn', () => {
    expect(asked().hear(tool(4), begins(5)).run.status).toBe('running');
  });
});

describe('a prompt that turns out to be something else', () => {
  it('is decided with the options of what it is', () => {
    const notice = hook(2, 'Notification', { notification_type: 'permission_prompt' });
    const on = new Supervision(runOver()).hear(begins(1), notice);
    const id = on.run.decision?.id;
    expect(on.run.decision?.source).toBe('approval');
    const tool_input = {
      questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }], multiSelect: false }],
    };
    on.hear(hook(2.5, 'PermissionRequest', { tool_name: 'AskUserQuestion', tool_input }));
    expect(on.run.decision).toMatchObject({ id, source: 'question', trigger: 'prompt:question' });
    expect(on.run.decision?.options.map(({ label }) => label)).toEqual([
      'A',
      'B',
      'Other',
      'Cancel',
      'Dismiss',
    ]);
  });

  it('is no question of a gate any more, if it is none of a permission', () => {
    const notice = hook(2, 'Notification', { notification_type: 'permission_prompt' });
    const gated = runOver({ on_prompt: ruleOf('gate', { run: 'x' }) });
    const on = new Supervision(gated).hear(begins(1), notice);
    on.gate(2.2, 1);
    expect(on.run.decision?.source).toBe('gate');
    on.hear(hook(2.5, 'PermissionRequest', { tool_name: 'ExitPlanMode', tool_input: {} }));
    expect(on.run.decision?.source).toBe('plan');
    expect(on.run.decision?.gate).toBeUndefined();
  });
});

describe('the agent of a step that is done', () => {
  const steps = [stepOf('a'), stepOf('b'), stepOf('c')];
  const advanced = (...events: readonly (Event | undefined)[]) =>
    new Supervision(runOver({}, { steps })).hear(begins(1), ...events);
  const ends = (on: Supervision) => on.did().filter(({ type }) => type === 'endAgent');
  const endsNow = (on: Supervision) => ends(on).filter((effect) => !('afterMs' in effect));

  it('is ended with its turn, once', () => {
    const on = advanced(signal(2, 'complete'));
    expect(ends(on)).toEqual([{ type: 'endAgent', run: 'r1', agent, afterMs: 60_000 }]);
    on.hear(tool(3), stops(4), stops(5));
    expect(ends(on)).toEqual([{ type: 'endAgent', run: 'r1', agent }]);
    expect(on.run.leaving).toBeUndefined();
  });

  it('is ended when a file tells that its turn is over', () => {
    expect(endsNow(advanced(signal(2, 'complete'), file(500, 'idle')))).toHaveLength(1);
  });

  it('is ended at once where its turn is over already', () => {
    const on = advanced(stops(2), signal(3, 'complete'));
    expect(on.acts()).toEqual(['endAgent', 'startAgent']);
    expect(on.run.leaving).toBeUndefined();
  });

  it('is not ended where it ended by itself', () => {
    const on = advanced(signal(2, 'complete'), dies(3));
    expect(endsNow(on)).toEqual([]);
    expect(on.run.leaving).toBeUndefined();
  });

  it('is ended with the run, if its turn lasts', () => {
    const on = advanced(signal(2, 'complete'));
    on.tell({ type: 'agentStarted', at: 3, agent: 'claude-code:s2', folder: '/w' });
    on.hear(hook(4, 'UserPromptSubmit', { session_id: 's2' }));
    on.did();
    on.tell({ type: 'cancelled', at: 5 });
    on.tell({ type: 'agentEnded', at: 6, agent: 'claude-code:s2' });
    expect(on.did()).toEqual([
      { type: 'endAgent', run: 'r1', agent: 'claude-code:s2' },
      { type: 'endAgent', run: 'r1', agent },
      { type: 'endRun', run: 'r1' },
    ]);
    on.hear(stops(7));
    expect(on.did()).toEqual([]);
  });

  it('is ended after a while where nothing is heard of its turns, or by the next advance', () => {
    const on = new Supervision(runOver({}, { steps })).hear(signal(2, 'complete'));
    const end = { type: 'endAgent', run: 'r1', agent };
    expect(on.did()).toEqual([
      { ...end, afterMs: 10_000 },
      { type: 'startAgent', run: 'r1', launch: 1 },
    ]);
    on.tell({ type: 'startFailed', at: 3, reason: 'no' });
    on.choose(4, 'skip');
    expect(ends(on)).toEqual([end]);
  });

  it('is ended soon where it asks something, which keeps it from ending its turn, or with that turn', () => {
    const on = advanced(asks(2), signal(3, 'complete'));
    const end = { type: 'endAgent', run: 'r1', agent };
    expect(ends(on)).toEqual([{ ...end, afterMs: 10_000 }]);
    expect(ends(on.hear(stops(4)))).toEqual([end]);
    expect(on.run.leaving).toBeUndefined();
  });

  it('is ended soon where it begins to ask something after it said so', () => {
    const on = advanced(signal(2, 'complete'));
    on.did();
    expect(ends(on.hear(asks(3), asks(4, 'make more')))).toEqual([
      { type: 'endAgent', run: 'r1', agent, afterMs: 10_000 },
    ]);
    expect(on.run.leaving).toBe(agent);
  });

  it.each([
    ['where it is known by its start', { launch: 0 }],
    ['where it is known by its name', {}],
  ])('leaves the run when it has gone %s', (_, how) => {
    const on = new Supervision(runOver({}, { steps })).hear(signal(2, 'complete'));
    expect([on.run.leaving, on.run.leavingLaunch]).toEqual([agent, 0]);
    on.tell({ type: 'agentEnded', at: 3, agent, ...how });
    expect([on.run.leaving, on.run.leavingLaunch]).toEqual([undefined, undefined]);
    expect(on.run.pending).toMatchObject({ kind: 'start' });
  });

  it('stays in the run while it lives, though what started it has gone', () => {
    const on = advanced(signal(2, 'complete'));
    on.tell({ type: 'agentEnded', at: 3, agent, launch: 0 });
    expect(on.run.leaving).toBe(agent);
  });

  it('has the time of its turn also where the run is taken over meanwhile', () => {
    const on = advanced(signal(2, 'complete'));
    on.did();
    on.tell({ type: 'takenOver', at: 3 });
    expect(on.did()).toEqual([{ type: 'endAgent', run: 'r1', agent, afterMs: 60_000 }]);
    expect(on.run.leaving).toBe(agent);
    on.hear(asks(4)).did();
    on.tell({ type: 'takenOver', at: 5 });
    expect(ends(on)).toEqual([{ type: 'endAgent', run: 'r1', agent, afterMs: 10_000 }]);
  });

  it('is ended where the run is taken over by somebody who does not hear it', () => {
    const on = new Supervision(runOver({}, { steps })).hear(signal(2, 'complete'));
    on.did();
    on.tell({ type: 'takenOver', at: 3 });
    // It may be in its turn: what it does is known a while after a reload only.
    expect([on.did(), on.run.leaving]).toEqual([[], agent]);
    on.tell({ type: 'takenOver', at: 4, late: true });
    expect(on.did()).toEqual([{ type: 'endAgent', run: 'r1', agent }]);
    expect([on.run.leaving, on.run.leavingLaunch]).toEqual([undefined, undefined]);
  });

  it('is left alone after the last step', () => {
    const on = new Supervision(runOver()).hear(begins(1), signal(2, 'complete'), stops(3));
    expect(on.acts()).toEqual(['endRun']);
  });

  it('is ended by the next advance, if its turn lasts', () => {
    const on = advanced(signal(2, 'complete'));
    on.tell({ type: 'startFailed', at: 3, reason: 'no' });
    on.did();
    on.choose(4, 'skip');
    expect(on.acts()).toEqual(['endAgent', 'startAgent']);
    expect(on.run.leaving).toBeUndefined();
  });

  it('needs no end where it signalled with its last breath', () => {
    const on = advanced(dies(2), signal(3, 'complete'));
    expect(on.run.leaving).toBeUndefined();
    expect(on.acts()).toEqual(['startAgent']);
  });
});

describe('an agent whose process is known to have ended before its row tells so', () => {
  const ended = (policy: Parameters<typeof runOver>[0], at = 10) => {
    const on = new Supervision(runOver(policy)).hear(begins(1));
    on.tell({ type: 'agentEnded', at, agent, code: 1 });
    return on;
  };
  const usage: Event = {
    id: 'usage',
    at: 12,
    program: 'claude-code',
    session: 's1',
    evidence: 'transcript',
    type: 'usageRead',
    facts: { contextTokens: 5 },
  };

  it('does not work again by what arrives late', () => {
    const on = ended({}).hear(tool(9), usage);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'dead' } });
  });

  it('is resumed all the same', () => {
    const on = new Supervision(runOver({ on_dead: ruleOf('resume', { attempts: 2, cooldownMs: 50 }) }));
    on.hear(begins(1));
    on.tell({ type: 'agentEnded', at: 2, agent });
    on.hear(hook(3, 'SessionStart', { source: 'resume' }), begins(4));
    on.tell({ type: 'agentEnded', at: 10, agent });
    on.did();
    on.hear(tool(9), usage);
    expect(on.wait()).toBe(true);
    expect(on.acts()).toEqual(['startAgent']);
  });

  it('is decided about by its gate all the same', () => {
    const on = ended({ on_dead: ruleOf('gate', { run: 'x' }) }).hear(tool(9), usage);
    expect(on.run.gates).toHaveLength(1);
    on.gate(20, 0);
    expect(on.run.status).toBe('done');
  });

  it('needs no gate once it was started again', () => {
    const on = ended({ on_dead: ruleOf('gate', { run: 'x' }) });
    on.hear(hook(20, 'SessionStart', { source: 'resume' }));
    expect(on.run.gates).toEqual([]);
  });
});

describe('a gate about a prompt that goes on under another name', () => {
  it('is dropped, and what is asked now has its turn when the run is told what it missed', () => {
    const policy = { on_prompt: ruleOf('gate', { run: 'make ok' }) };
    const gate = {
      id: 'r1-1',
      trigger: 'on_prompt',
      prompt: 'before',
      command: 'make ok',
      timeoutMs: 1,
    } as const;
    const on = new Supervision({ ...runOver(policy), serial: 1, standing: 'prompt', gates: [gate] });
    on.hear(asks(2));
    expect([on.run.gates, on.acts()]).toEqual([[], []]);
    on.tell({ type: 'takenOver', at: 3 });
    expect(on.acts()).toEqual(['runGate']);
    on.tell({ type: 'takenOver', at: 4 });
    expect(on.acts()).toEqual([]);
  });
});
