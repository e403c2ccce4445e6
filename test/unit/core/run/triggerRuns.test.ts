import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { agentOf, hook, picture } from '../../../support/claude.ts';
import {
  agent,
  asks,
  asksToStop,
  begins,
  dies,
  emitted,
  fails,
  file,
  grace,
  ruleOf,
  runOver,
  Supervision,
  signal,
  stepOf,
  stops,
} from '../../../support/supervision.ts';

const two = { steps: [stepOf('plan'), stepOf('build')] };
const idlePrompt = (at: number) => hook(at, 'Notification', { notification_type: 'idle_prompt' });

describe('what a run does first', () => {
  it('signal complete while idle is pending advances', () => {
    const on = new Supervision(runOver({}, two)).hear(begins(1), stops(2));
    expect(on.run.pending?.kind).toBe('grace');
    on.hear(signal(3, 'complete'));
    expect(on.run).toMatchObject({ step: 1, status: 'running', pending: { kind: 'start' } });
    expect(on.acts()).toContain('startAgent');
  });

  it('an idle after the advance does nothing', () => {
    const on = new Supervision(runOver({}, two)).hear(begins(1), signal(2, 'complete'), stops(3));
    on.did();
    const before = on.run;
    on.hear(idlePrompt(60_000), file(61_000, 'idle'));
    expect(on.did()).toEqual([]);
    expect(on.run).toEqual(before);
  });

  it('a prompt fires on_prompt, which escalates by default', () => {
    const on = new Supervision(runOver()).hear(begins(1), asks(2));
    expect(on.run).toMatchObject({
      status: 'waiting',
      decision: { source: 'approval', trigger: 'prompt', openedAt: 2 },
    });
    expect(on.did()).toEqual([]);
  });

  it('a prompt is named in the log by its run, its step and its kind only', () => {
    const question = { questions: [{ question: 'secret?', options: [], multiSelect: false }] };
    const seen = new Supervision(runOver());
    seen.hear(
      begins(1),
      hook(2, 'PermissionRequest', { tool_name: 'AskUserQuestion', tool_input: question }),
    );
    expect(seen.notes()).toEqual(['run r1, step 1: agent prompt: question']);
    expect(seen.run.decision).toMatchObject({ source: 'question', trigger: 'prompt:question' });
  });

  it('an idle of a hook, then one of the log: the second does nothing', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    const before = on.run.pending;
    on.hear(file(3, 'idle'), emitted(4, { type: 'agent:waiting', agent_id: agent }));
    expect(on.run.pending).toMatchObject({ kind: 'grace', dueAt: 2 + grace });
    expect(before?.kind).toBe('grace');
    expect(on.wait()).toBe(true);
    expect(on.acts()).toEqual(['typeText']);
  });

  it.each([
    ['idle', stops(5)],
    ['prompt', asks(5)],
    ['error', fails(5)],
    ['end', dies(5)],
    ['signal complete', signal(5, 'complete')],
    ['signal escalate', signal(5, 'escalate')],
  ])("a stale agent's %s is dropped, its row follows", (_, event) => {
    const stale = { ...runOver({}, { agent: 'claude-code:s2' }), former: [agent] };
    const on = new Supervision(stale).hear(begins(1), event);
    expect(on.run).toEqual(stale);
    expect(on.did()).toEqual([]);
    expect(picture(agentOf(on.state))).not.toBe('none');
  });
});

describe('one action for one occasion', () => {
  const escalating = () => new Supervision(runOver({ on_idle: ruleOf('escalate') }));
  const gated = () => new Supervision(runOver({ on_prompt: ruleOf('gate', { run: 'true' }) }));

  it("the idle of a file first, then the hook's: one grace", () => {
    const on = new Supervision(runOver()).hear(begins(1), file(2, 'idle'), stops(3));
    expect(on.run.pending).toMatchObject({ kind: 'grace', dueAt: 2 + grace });
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
  });

  it('an idle while the run waits does nothing', () => {
    const on = escalating().hear(begins(1), asksToStop(2));
    const { decision } = on.run;
    expect(decision?.trigger).toBe('idle');
    on.hear(idlePrompt(60_002), file(60_003, 'idle'));
    expect(on.run.decision).toEqual(decision);
    expect(on.wait()).toBe(false);
  });

  it('a prompt while the run waits does nothing', () => {
    const on = new Supervision(runOver()).hear(begins(1), asks(2, 'a'));
    const { decision } = on.run;
    on.hear(asks(3, 'b'));
    expect(on.run.decision).toEqual(decision);
  });

  it('a prompt and the notice of it run one gate', () => {
    const notice = hook(8, 'Notification', { notification_type: 'permission_prompt' });
    const on = gated().hear(begins(1), asks(2), notice);
    expect(on.acts()).toEqual(['runGate']);
  });

  it('an idle notice at a prompt does nothing', () => {
    const on = gated().hear(begins(1), asks(2), idlePrompt(60_002));
    expect(on.acts()).toEqual(['runGate']);
    expect(on.run.pending).toBeUndefined();
  });

  it('an event delivered twice counts once', () => {
    const once = [begins(1), asksToStop(2), signal(3, 'escalate'), dies(4)];
    const on = new Supervision(runOver()).hear(...once);
    const { state } = on;
    on.did();
    on.hear(...once);
    expect(on.state).toEqual(state);
    expect(on.did()).toEqual([]);
  });

  it('two errors without work between them fire once', () => {
    const on = new Supervision(runOver({ on_error: [ruleOf('nudge', { attempts: 'forever' })] }));
    on.hear(begins(1), fails(2), fails(3));
    expect(on.acts()).toEqual(['typeText']);
  });

  it('each prompt fires once, however many come', () => {
    const on = gated().hear(begins(1), asks(2, 'a'), asks(3, 'b'), asks(4, 'c'));
    expect(on.acts()).toEqual(['runGate', 'runGate', 'runGate']);
    expect(on.run.attempts).toEqual({});
  });

  it('an idle subagent of an idle agent is none', () => {
    const child = { agent_id: 'a1' };
    const on = new Supervision(runOver()).hear(begins(1), hook(2, 'SubagentStart', child), stops(3));
    on.state = { ...on.state, runs: new Map([['r1', runOver()]]) };
    on.hear(hook(4, 'Stop', child));
    expect(on.run.pending).toBeUndefined();
    expect(on.hear(idlePrompt(5)).run.pending?.kind).toBe('grace');
  });
});

describe('the life of its agent', () => {
  const resuming = () => new Supervision(runOver({ on_dead: ruleOf('resume', { attempts: 2 }) }));

  it.each([
    ['a prompt', asks(2)],
    ['an idle', asksToStop(2)],
    ['an error', fails(2)],
    ['a signal', signal(2, 'escalate')],
  ])('its end dismisses a decision about %s and runs on_dead', (_, event) => {
    const on = new Supervision(
      runOver({ on_idle: ruleOf('escalate'), on_dead: ruleOf('resume', { attempts: 2 }) }),
    ).hear(begins(1), event);
    expect(on.run.status).toBe('waiting');
    on.hear(dies(3));
    expect(on.run).toMatchObject({ status: 'running', pending: { kind: 'start' } });
    expect(on.run.decision).toBeUndefined();
    expect(on.did()).toEqual([{ type: 'startAgent', run: 'r1', launch: 1, resume: agent }]);
  });

  it('its end runs on_dead once, whoever tells of it', () => {
    const on = resuming().hear(begins(1), dies(2));
    expect(on.tell({ type: 'agentEnded', at: 3, agent })).toBe(false);
    expect(on.tell({ type: 'agentEnded', at: 3, agent, launch: 0 })).toBe(false);
    expect(on.acts()).toEqual(['startAgent']);
    const other = resuming().hear(begins(1));
    other.tell({ type: 'agentEnded', at: 2, agent, launch: 0, code: 1 });
    other.hear(dies(3));
    expect(other.acts()).toEqual(['startAgent']);
  });

  it('a decision about its end stands when its end is told again', () => {
    const on = new Supervision(runOver()).hear(begins(1), dies(2));
    const { decision } = on.run;
    expect(decision).toMatchObject({ source: 'dead', trigger: 'exit' });
    expect(on.tell({ type: 'agentEnded', at: 3, agent, code: 1 })).toBe(false);
    expect(on.run.decision).toEqual(decision);
  });

  it('its end at a prompt counts as no work: resuming stays bounded', () => {
    const on = resuming();
    for (const at of [10, 20, 30]) {
      on.hear(hook(at, 'SessionStart', { source: 'resume' }), begins(at + 1), asks(at + 2), dies(at + 3));
      on.tell({ type: 'agentStarted', at: at + 4, agent, folder: '/w' });
    }
    expect(on.acts()).toEqual(['startAgent', 'startAgent']);
    expect(on.run.decision).toMatchObject({ source: 'dead', trigger: 'exit:exhausted' });
  });

  it('no end is acted on that is told of the process before the one that was started', () => {
    const on = resuming().hear(hook(1, 'UserPromptSubmit', { pid: 5 }));
    on.tell({ type: 'agentEnded', at: 2, agent, launch: 0 });
    on.tell({ type: 'agentStarted', at: 3, agent, folder: '/w' });
    on.hear(dies(4));
    expect(on.run).toMatchObject({ pending: { kind: 'start' }, attempts: { on_dead: 1 } });
    on.hear(hook(5, 'SessionStart', { source: 'resume', pid: 6 }));
    expect(on.run.pending).toBeUndefined();
    on.tell({ type: 'agentEnded', at: 6, agent, launch: 1 });
    expect(on.acts()).toEqual(['startAgent', 'startAgent']);
  });

  it('a word about tokens is no sign of the agent that was started', () => {
    const on = resuming().hear(begins(1));
    on.tell({ type: 'agentEnded', at: 2, agent, launch: 0 });
    on.hear({
      id: 'u',
      at: 3,
      program: 'claude-code',
      session: 's1',
      evidence: 'transcript',
      type: 'usageRead',
      facts: { contextTokens: 5 },
    });
    expect(on.run.pending).toEqual({ kind: 'start' });
  });

  it('an end that the run brought about triggers nothing', () => {
    const on = resuming().hear(begins(1));
    on.tell({ type: 'cancelled', at: 2 });
    on.hear(dies(3));
    expect(on.triggers()).toEqual([]);
    expect(resuming().hear(begins(1), dies(3)).triggers()).toEqual(['on_dead']);
  });

  it('the last hook of the process before is no sign of the agent that was started', () => {
    const on = resuming().hear(begins(1));
    on.tell({ type: 'agentEnded', at: 2, agent, launch: 0 });
    on.hear(hook(3, 'SessionEnd', { reason: 'other' }));
    expect(on.run).toMatchObject({ pending: { kind: 'start' }, attempts: { on_dead: 1 } });
    expect(on.acts()).toEqual(['startAgent']);
  });

  it.each([
    ['its last hook', (at: number) => hook(at, 'SessionEnd', { reason: 'other' })],
    ['its process', dies],
  ])('the end of the process before is none of the agent that goes on: told by %s', (_, end) => {
    const of = (event: Event | undefined, pid: number) =>
      event && { ...event, facts: { ...event.facts, pid } };
    const on = resuming().hear(of(begins(1), 5));
    on.tell({ type: 'agentEnded', at: 2, agent, launch: 0 });
    on.tell({ type: 'agentStarted', at: 3, agent, folder: '/w' });
    on.hear(of(hook(4, 'SessionStart', { source: 'resume' }), 6), of(begins(5), 6), of(end(6), 5));
    expect([on.run.status, on.run.pending, on.acts()]).toEqual(['running', undefined, ['startAgent']]);
  });

  it('the last hook of an agent that the run started is not its end: its process has yet to go', () => {
    const on = resuming().hear(begins(1), hook(2, 'SessionEnd', { reason: 'other', started_as: agent }));
    expect([picture(agentOf(on.state)), on.acts()]).toEqual(['none', []]);
    on.tell({ type: 'agentEnded', at: 3, agent, launch: on.run.launches });
    expect(on.acts()).toEqual(['startAgent']);
  });

  it('the last hook of an agent that somebody else started is its end', () => {
    const on = resuming().hear(begins(1), hook(2, 'SessionEnd', { reason: 'other' }));
    expect(on.acts()).toEqual(['startAgent']);
  });

  it('the end of another agent is none of its own', () => {
    const on = resuming().hear(begins(1));
    expect(on.tell({ type: 'agentEnded', at: 2, agent: 'claude-code:other' })).toBe(false);
  });

  it('its end told again moves no cooldown', () => {
    const on = new Supervision(runOver({ on_dead: ruleOf('resume', { attempts: 3, cooldownMs: 50 }) }));
    on.hear(begins(1), dies(2), hook(3, 'SessionStart', { source: 'resume' }), dies(4));
    expect(on.run.pending).toMatchObject({ kind: 'cooldown', dueAt: 52 });
    expect(on.tell({ type: 'agentEnded', at: 20, agent })).toBe(false);
  });

  it('its end ends a decision about what a gate said of its idleness, also in the answer to a Stop', () => {
    const policy = { on_idle: ruleOf('gate', { run: 'x' }), on_dead: ruleOf('resume') };
    const on = new Supervision(runOver(policy)).hear(begins(1), asksToStop(2));
    on.gate(3, 1);
    on.did();
    on.hear(dies(4));
    expect(on.run.decision).toBeUndefined();
    expect(on.acts()).toEqual(['startAgent']);
  });
});

describe('an agent that was started again', () => {
  it('is not heard in the last words of the process before it', () => {
    const old = { pid: 7 };
    const on = new Supervision(runOver({ on_dead: ruleOf('resume') })).hear(
      hook(1, 'UserPromptSubmit', old),
      hook(2, 'Stop', old),
    );
    on.tell({ type: 'agentEnded', agent, launch: 0, at: 3 });
    expect(on.acts()).toEqual(['startAgent']);
    on.tell({ type: 'agentStarted', agent, folder: '/w', at: 4 });
    on.hear(file(5, 'idle'), dies(6));
    expect([on.run.pending?.kind, on.run.status]).toEqual(['start', 'running']);
    on.hear(hook(7, 'SessionStart', { source: 'resume', pid: 8 }));
    expect(on.run.pending).toBeUndefined();
  });
});

describe('a prompt that came while the run waited about another', () => {
  const both = (policy: Parameters<typeof runOver>[0] = {}) =>
    new Supervision(runOver(policy)).hear(
      begins(1),
      asks(2, 'first', { agent_id: 'a1' }),
      asks(3, 'second', { agent_id: 'a2' }),
    );

  it('has its turn when that is over', () => {
    const on = both();
    const first = on.run.decision?.prompt;
    on.hear(hook(4, 'PostToolUse', { agent_id: 'a1', tool_name: 'Bash', tool_input: { command: 'first' } }));
    expect(on.run.status).toBe('waiting');
    expect(on.run.decision?.prompt).not.toBe(first);
    on.hear(hook(5, 'PostToolUse', { agent_id: 'a2', tool_name: 'Bash', tool_input: { command: 'second' } }));
    expect([on.run.status, on.run.decision]).toEqual(['running', undefined]);
  });

  const over = (at: number, child: string, command: string) =>
    hook(at, 'PostToolUse', { agent_id: child, tool_name: 'Bash', tool_input: { command } });

  it('has its turn, however many there are', () => {
    const on = both().hear(asks(3.5, 'third', { agent_id: 'a3' }));
    on.hear(over(4, 'a1', 'first'), over(5, 'a2', 'second'));
    expect(on.run.status).toBe('waiting');
    on.hear(over(6, 'a3', 'third'));
    expect([on.run.status, on.run.later]).toEqual(['running', undefined]);
  });

  it('is nothing any more when it was answered meanwhile', () => {
    const on = both().hear(over(4, 'a2', 'second'));
    expect(on.triggers()).toEqual(['on_prompt']);
    on.hear(over(5, 'a1', 'first'));
    expect([on.run.status, on.run.decision, on.run.later]).toEqual(['running', undefined, undefined]);
    expect(on.triggers()).toEqual(['on_prompt']);
  });

  it('has its turn when a person let the run go on otherwise', () => {
    const on = new Supervision(runOver()).hear(begins(1), signal(2, 'escalate'), asks(3));
    expect(on.run.decision?.source).toBe('signal');
    on.choose(4, 'nudge');
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'approval' } });
    expect(on.run.pending).toBeUndefined();
  });

  it('is forgotten with its agent', () => {
    const on = both().hear(dies(4));
    expect([on.run.decision?.source, on.run.later]).toEqual(['dead', undefined]);
  });

  it('cannot be approved by the run once it was left to its terminal', () => {
    const on = both();
    const prompt = on.run.decision?.prompt ?? '';
    on.hear({
      ...begins(4),
      id: 'left',
      child: { id: 'a1' },
      type: 'decisionSettled',
      decision: prompt,
      outcome: 'escalated',
    });
    expect(on.choose(5, 'approve')).toBe(false);
  });
});
