import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import type { Policy } from '../../../../src/core/run/policy.ts';
import { hook } from '../../../support/claude.ts';
import {
  agent,
  asks,
  begins,
  dies,
  fails,
  ruleOf,
  runOver,
  Supervision,
  signal,
  stepOf,
  stops,
} from '../../../support/supervision.ts';

describe('a gate', () => {
  const gate = ruleOf('gate', { run: 'make test', timeoutMs: 5 });
  const atIdle = () => {
    const on = new Supervision(runOver({ on_idle: gate })).hear(begins(1), stops(2));
    on.wait();
    return on;
  };
  const atPrompt = (...events: readonly (Event | undefined)[]) =>
    new Supervision(runOver({ on_prompt: gate })).hear(begins(1), ...events);

  const unanswered = 'The gate said yes: make test\nbut no request waits';
  /** What was to be answered cannot be. */
  const failAnswers = (on: Supervision, at: number) => {
    for (const effect of on.did()) {
      if (effect.type === 'answerPrompt') {
        const { prompt, gate: said } = effect;
        const about = said === undefined ? {} : { gate: said };
        on.tell({ type: 'answerFailed', at, prompt, reason: 'no request waits', ...about });
      }
    }
  };

  it('runs its command where the run is', () => {
    const on = atIdle();
    expect(on.did()).toEqual([
      { type: 'runGate', run: 'r1', gate: 'r1-1', command: 'make test', folder: '/w', timeoutMs: 5 },
    ]);
  });

  it.each([
    ['the workspace, wherever a supervised agent was started', { folder: '/w/sub' }, '/w'],
    ['the worktree of its step', { folder: '/w.feature-build', worktree: true }, '/w.feature-build'],
    ['the workspace while its step has no worktree yet', { worktree: true }, '/w'],
  ])('runs its command in %s', (_, more, folder) => {
    const steps = [{ ...stepOf('build', { on_idle: gate }), ...more }];
    const on = new Supervision(runOver({}, { steps })).hear(begins(1), stops(2));
    on.wait();
    expect(on.did()).toMatchObject([{ type: 'runGate', folder }]);
  });

  it("that says yes advances, once the agent's process is ended", () => {
    const on = atIdle();
    on.did();
    on.gate(9, 0);
    expect(on.did()).toEqual([{ type: 'endAgent', run: 'r1', agent }]);
    expect(on.run.status).toBe('running');
    on.tell({ type: 'agentEnded', at: 10, agent });
    expect(on.run.status).toBe('done');
  });

  it("that says yes after the agent's end advances at once", () => {
    const on = new Supervision(runOver({ on_dead: gate })).hear(begins(1), dies(2));
    on.gate(9, 0);
    expect(on.acts()).toEqual(['runGate', 'endRun']);
    expect(on.run.status).toBe('done');
  });

  describe('about a prompt that a person took to the terminal', () => {
    const left = (ask: Event): Event => ({
      ...{ id: `${ask.id}-left`, at: 3, program: 'claude-code', session: 's1', evidence: 'hook' },
      ...{ type: 'decisionSettled', decision: ask.id, outcome: 'escalated' },
    });

    it('is over, whatever it says', () => {
      const ask = asks(2);
      const on = atPrompt(ask, left(ask));
      const gateFinished = { type: 'gateFinished', at: 4, gate: 'r1-1', command: '', output: '' } as const;
      expect(on.run.gates).toEqual([]);
      expect([on.tell({ ...gateFinished, code: 0 }), on.tell(gateFinished)]).toEqual([false, false]);
      expect([on.run.status, on.acts()]).toEqual(['running', ['runGate']]);
    });

    it.each([0, 1])('approves nothing and asks nothing, where it is known late: %s', (code) => {
      const ask = asks(2);
      const on = atPrompt(ask);
      const { gates } = on.run;
      on.hear(left(ask));
      on.state = { ...on.state, runs: new Map([['r1', { ...on.run, gates }]]) };
      on.gate(4, code);
      expect([on.run.status, on.acts()]).toEqual(['running', ['runGate']]);
    });

    it('that could not be answered is asked about nobody else', () => {
      const ask = asks(2);
      const on = atPrompt(ask);
      on.gate(3, 0);
      on.hear({ ...left(ask), at: 4 });
      expect(on.tell({ type: 'answerFailed', at: 5, prompt: ask.id, reason: '' })).toBe(false);
    });

    it('is not run again', () => {
      const ask = asks(2);
      const on = atPrompt(ask);
      on.gate(3, 1);
      on.hear({ ...left(ask), at: 4 });
      expect([on.choose(5, 'retry'), on.choose(6, 'approve')]).toEqual([false, false]);
    });
  });

  it('that says yes approves a permission', () => {
    const ask = asks(2);
    const on = atPrompt(ask);
    on.did();
    on.gate(9, 0);
    expect(on.did()).toEqual([
      {
        type: 'answerPrompt',
        run: 'r1',
        prompt: ask.id,
        answer: { kind: 'approve' },
        gate: expect.anything(),
      },
    ]);
    expect(on.run).toMatchObject({ status: 'running', gates: [] });
  });

  it.each([
    ['AskUserQuestion', 'question'],
    ['ExitPlanMode', 'plan'],
  ])("is never asked about %s: that is a person's", (tool_name, source) => {
    const on = atPrompt(hook(2, 'PermissionRequest', { tool_name, tool_input: {} }));
    expect(on.acts()).toEqual([]);
    expect(on.run.decision?.source).toBe(source);
  });

  it('never approves what turned out to be a question while it ran', () => {
    const notice = hook(2, 'Notification', { notification_type: 'permission_prompt' });
    const question = hook(2.5, 'PermissionRequest', { tool_name: 'AskUserQuestion', tool_input: {} });
    const on = atPrompt(notice, question);
    expect(on.acts()).toEqual(['runGate']);
    on.gate(9, 0);
    expect(on.acts()).toEqual([]);
    expect(on.run.decision?.source).toBe('question');
  });

  it.each([
    [3, 'exit code 3'],
    [undefined, 'no exit code'],
  ])('that says no (%s) asks a person, with what it said', (code, how) => {
    const on = atIdle();
    on.did();
    on.gate(9, code, '2 tests failed');
    expect(on.did()).toEqual([]);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'gate', trigger: 'gate' } });
    expect(on.run.decision?.context).toContain(how);
    expect(on.run.decision?.context).toContain('make test');
    expect(on.run.decision?.context).toContain('2 tests failed');
  });

  it.each([
    ['the agent', {}],
    ['a subagent', { agent_id: 'a1' }],
  ])('that says no to a permission of %s asks a person about it', (_, fields) => {
    const ask = asks(2, 'make', fields);
    const on = atPrompt(ask);
    on.gate(9, 1);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'gate', prompt: ask.id } });
  });

  it.each([0, 1])('that ends with %i after the prompt went away is ignored', (code) => {
    const on = atPrompt(asks(2), hook(3, 'PostToolUse', { tool_name: 'Bash' }));
    on.did();
    expect(on.tell({ type: 'gateFinished', at: 9, gate: 'r1-1', command: '', code, output: '' })).toBe(false);
    expect(on.did()).toEqual([]);
    expect(on.run.status).toBe('running');
  });

  it.each([0, 1])('that ends with %i after the agent works again is ignored', (code) => {
    const on = atIdle().hear(begins(100_000));
    on.did();
    expect(on.tell({ type: 'gateFinished', at: 9, gate: 'r1-1', command: '', code, output: '' })).toBe(false);
    expect(on.did()).toEqual([]);
    expect(on.run.status).toBe('running');
  });

  it.each([0, 1])('that ends with %i while the agent asks for a person changes nothing', (code) => {
    const on = atIdle().hear(signal(100_000, 'escalate'));
    on.did();
    const { decision } = on.run;
    on.gate(100_001, code);
    expect(on.run.decision).toEqual(decision);
    expect(on.did()).toEqual([]);
  });

  it.each(['on_idle', 'on_error'] as const)('at %s that nobody heeds is no attempt', (trigger) => {
    const policy = trigger === 'on_idle' ? { on_idle: gate } : { on_error: [gate] };
    const on = new Supervision(runOver(policy)).hear(begins(1), trigger === 'on_idle' ? stops(2) : fails(2));
    on.wait();
    const key = trigger === 'on_idle' ? 'on_idle' : 'on_error:0';
    expect(on.run.attempts).toEqual({ [key]: 1 });
    on.hear(signal(100_000, 'escalate'));
    on.gate(100_001, 1);
    expect(on.run.attempts).toEqual({ [key]: 0 });
  });

  it.each<['on_idle' | 'on_error', Partial<Policy>, Event | undefined]>([
    ['on_idle', { on_idle: gate }, stops(2)],
    ['on_error', { on_error: [gate] }, fails(2)],
  ])(
    'at %s that is left since the agent works again runs again, until it has said something',
    (trigger, policy, over) => {
      const on = new Supervision(runOver(policy)).hear(begins(1), over);
      on.wait();
      expect(on.acts()).toEqual(['runGate']);
      for (const turn of [1, 2]) {
        const at = turn * 200_000;
        on.hear(begins(at), trigger === 'on_idle' ? stops(at + 1) : fails(at + 1));
        on.wait();
        expect([on.run.status, on.acts()]).toEqual(['running', ['runGate']]);
      }
      on.gate(700_000, 1);
      expect(Object.values(on.run.attempts)).toEqual([1]);
    },
  );

  it('that is left since somebody started the agent again runs at its next end', () => {
    const on = new Supervision(runOver({ on_dead: gate })).hear(begins(1), dies(2));
    expect(on.acts()).toEqual(['runGate']);
    on.hear(hook(3, 'SessionStart', { source: 'resume' }), begins(4), dies(5));
    expect([on.run.status, on.acts()]).toEqual(['running', ['runGate']]);
  });

  it("that is over with the agent's life runs when its next process is idle", () => {
    const on = new Supervision(runOver({ on_idle: gate, on_dead: ruleOf('resume') }));
    on.hear(begins(1), stops(2));
    on.wait();
    on.hear(
      dies(100_000),
      hook(100_001, 'SessionStart', { source: 'resume' }),
      begins(100_002),
      stops(100_003),
    );
    on.wait();
    expect([on.run.status, on.acts()]).toEqual(['running', ['runGate', 'startAgent', 'runGate']]);
  });

  it('that a person has run again was no attempt, so none is taken back', () => {
    const on = atIdle();
    on.gate(70_000, 1);
    on.choose(70_001, 'retry');
    on.hear(signal(100_000, 'escalate'));
    on.gate(100_001, 1);
    expect(on.run.attempts).toEqual({ on_idle: 1 });
  });

  describe('beside another', () => {
    const [first, second] = [asks(2, 'a', { agent_id: 'a1' }), asks(3, 'b', { agent_id: 'a2' })];
    const over = hook(9, 'PostToolUse', { agent_id: 'a1', tool_name: 'Bash', tool_input: { command: 'a' } });
    const refused = () => {
      const on = atPrompt(first, second);
      on.gate(4, 1, 'no to a');
      expect(on.run.decision?.prompt).toBe(first.id);
      on.did();
      return on;
    };

    it('that says no while the run waits asks a person when its turn comes, and does not run again', () => {
      const on = refused();
      on.gate(5, 2, 'no to b');
      expect(on.run.decision?.prompt).toBe(first.id);
      on.hear(over);
      expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'gate', prompt: second.id } });
      expect(on.run.decision?.context).toContain('no to b');
      expect(on.acts()).toEqual([]);
    });

    it('that says yes while the run waits asks nobody', () => {
      const on = refused();
      on.gate(5, 0);
      on.hear(over);
      expect(on.acts()).toEqual(['answerPrompt']);
      expect(on.run.status).toBe('running');
    });

    it('whose yes cannot be given while the run waits asks a person when its turn comes', () => {
      const on = refused();
      on.gate(5, 0);
      failAnswers(on, 6);
      on.hear(over);
      expect(on.run.decision).toMatchObject({ source: 'approval', prompt: second.id, context: unanswered });
    });

    it('gives its place to the other where a person has it run again', () => {
      const on = refused();
      on.gate(5, 2, 'no to b');
      on.choose(6, 'retry');
      expect(on.acts()).toEqual(['runGate']);
      expect(on.run.decision?.prompt).toBe(second.id);
      on.gate(7, 1, 'still no to a');
      expect(on.run.later).toMatchObject([
        { prompt: first.id, refusal: expect.stringContaining('still no') },
      ]);
    });
  });

  it.each(['on_idle', 'on_error'] as const)("that said no at %s is over with the agent's life", (trigger) => {
    const policy = trigger === 'on_idle' ? { on_idle: gate } : { on_error: [gate] };
    const on = new Supervision(runOver({ ...policy, on_dead: ruleOf('resume') })).hear(begins(1));
    on.hear(trigger === 'on_idle' ? stops(2) : fails(2));
    on.wait();
    on.gate(70_000, 1);
    expect(on.run.decision?.source).toBe('gate');
    on.did();
    on.hear(dies(70_001));
    on.tell({ type: 'agentEnded', at: 70_002, agent });
    expect(on.acts()).toEqual(['startAgent']);
    expect([on.run.status, on.run.decision]).toEqual(['running', undefined]);
  });

  it("that said no about the agent's end stands when that is told again", () => {
    const on = new Supervision(runOver({ on_dead: gate })).hear(begins(1), dies(2));
    on.gate(3, 1);
    on.did();
    expect(on.tell({ type: 'agentEnded', at: 4, agent })).toBe(false);
    expect([on.run.decision?.source, on.acts()]).toEqual(['gate', []]);
  });

  it.each([
    ['the agent', {}],
    ['a subagent', { agent_id: 'a1' }],
  ])('whose yes to %s cannot be given asks a person', (_, fields) => {
    const ask = asks(2, 'make', fields);
    const on = atPrompt(ask);
    on.gate(9, 0);
    failAnswers(on, 10);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'approval', prompt: ask.id } });
    expect(on.run.decision).toMatchObject({
      context: unanswered,
      gate: { command: 'make test', said: 'yes' },
    });
    expect(on.run.decision?.options.map(({ choice }) => choice)).toEqual([
      ...['approve', 'deny', 'cancel', 'dismiss'],
    ]);
    expect(on.tell({ type: 'answerFailed', at: 11, prompt: 'other', reason: '' })).toBe(false);
  });
});
