import { describe, expect, it } from 'vitest';
import type { Choice, DecisionSource } from '../../../../src/core/run/runDecision.ts';
import type { RunEffect } from '../../../../src/core/run/runEffect.ts';
import { hook } from '../../../support/claude.ts';
import {
  agent,
  asks,
  asksToStop,
  begins,
  dies,
  fails,
  ruleOf,
  runOver,
  Supervision,
  signal,
  stepOf,
} from '../../../support/supervision.ts';

const question = (at: number, count = 1) =>
  hook(at, 'PermissionRequest', {
    tool_name: 'AskUserQuestion',
    tool_input: {
      questions: Array.from({ length: count }, (_, index) => ({
        question: `Which ${index}?`,
        options: [{ label: 'A' }, { label: 'B' }],
        multiSelect: false,
      })),
    },
  });
const plan = (at: number) =>
  hook(at, 'PermissionRequest', { tool_name: 'ExitPlanMode', tool_input: { plan: 'P' } });

/** A run of two steps that waits about `source`. */
function waiting(source: DecisionSource | 'gate at a prompt' | 'gate after the end'): Supervision {
  const gate = ruleOf('gate', { run: 'make' });
  const policy = {
    on_idle: ruleOf(source === 'gate' ? 'gate' : 'escalate', { run: 'make' }),
    on_prompt: source === 'gate at a prompt' ? gate : ruleOf('escalate'),
    on_dead: source === 'gate after the end' ? gate : ruleOf('escalate'),
  };
  const events = {
    idle: asksToStop(2),
    signal: signal(2, 'escalate', 'Which way?'),
    dead: dies(2),
    error: fails(2),
    gate: asksToStop(2),
    approval: asks(2),
    question: question(2),
    plan: plan(2),
    'gate at a prompt': asks(2),
    'gate after the end': dies(2),
  };
  const steps = [stepOf('a', policy), stepOf('b', policy)];
  const on = new Supervision(runOver({}, { steps })).hear(begins(1), events[source]);
  on.gate(3, 1, 'no');
  expect(on.run.status).toBe('waiting');
  on.did();
  return on;
}

const ends = { type: 'endAgent', run: 'r1', agent } as const;
const starts = { type: 'startAgent', run: 'r1', launch: 1 } as const;
const over = { type: 'endRun', run: 'r1' } as const;
const types = { type: 'typeText', run: 'r1', agent, text: expect.any(String), ofPerson: true };
const gates = { type: 'runGate', run: 'r1', gate: 'r1-3', command: 'make', folder: '/w', timeoutMs: 30_000 };
const answers = (answer: object) => ({ type: 'answerPrompt', run: 'r1', prompt: expect.any(String), answer });

type Row = [Parameters<typeof waiting>[0], Choice, string, object[], string];

describe('what a person chooses', () => {
  it.each<Row>([
    ['idle', 'nudge', 'running grace', [types], 'running'],
    ['idle', 'done', 'running end', [ends, starts], 'running'],
    ['idle', 'cancel', 'running end', [ends, over], 'failed'],
    ['idle', 'dismiss', 'waiting', [], 'waiting'],
    ['signal', 'nudge', 'running', [], 'running'],
    ['signal', 'done', 'running end', [ends, starts], 'running'],
    ['signal', 'cancel', 'running end', [ends, over], 'failed'],
    ['signal', 'dismiss', 'waiting', [], 'waiting'],
    ['dead', 'retry', 'running start', [{ ...starts, resume: agent }], 'running'],
    ['dead', 'skip', 'running start', [starts], 'running'],
    ['dead', 'cancel', 'failed', [over], 'failed'],
    ['dead', 'dismiss', 'waiting', [], 'waiting'],
    ['error', 'retry', 'running end', [ends, { ...starts, resume: agent }], 'running'],
    ['error', 'skip', 'running end', [ends, starts], 'running'],
    ['error', 'cancel', 'running end', [ends, over], 'failed'],
    ['error', 'dismiss', 'waiting', [], 'waiting'],
    ['gate', 'retry', 'running', [gates], 'running'],
    ['gate', 'skip', 'running end', [ends, starts], 'running'],
    ['gate', 'cancel', 'running end', [ends, over], 'failed'],
    ['gate after the end', 'retry', 'running', [gates], 'running'],
    ['gate after the end', 'skip', 'running start', [starts], 'running'],
    ['gate after the end', 'cancel', 'failed', [over], 'failed'],
    ['gate at a prompt', 'retry', 'running', [gates], 'running'],
    ['gate at a prompt', 'approve', 'waiting', [answers({ kind: 'approve' })], 'waiting'],
    ['gate at a prompt', 'deny', 'waiting', [answers({ kind: 'deny' })], 'waiting'],
    ['gate at a prompt', 'cancel', 'running end', [ends, over], 'failed'],
    ['approval', 'approve', 'waiting', [answers({ kind: 'approve' })], 'waiting'],
    ['approval', 'deny', 'waiting', [answers({ kind: 'deny' })], 'waiting'],
    ['approval', 'cancel', 'running end', [ends, over], 'failed'],
    ['approval', 'dismiss', 'waiting', [], 'waiting'],
    ['question', 'cancel', 'running end', [ends, over], 'failed'],
    ['question', 'dismiss', 'waiting', [], 'waiting'],
    ['plan', 'approve', 'waiting', [answers({ kind: 'approve' })], 'waiting'],
    ['plan', 'deny', 'waiting', [answers({ kind: 'deny' })], 'waiting'],
    ['plan', 'cancel', 'running end', [ends, over], 'failed'],
  ])('about %s, %s: %s', (source, choice, now, effects, then) => {
    const on = waiting(source);
    expect(on.choose(9, choice)).toBe(true);
    const { status, pending } = on.run;
    expect([status, ...(pending ? [pending.kind] : [])].join(' ')).toBe(now);
    if (pending?.kind === 'end') {
      on.tell({ type: 'agentEnded', at: 10, agent });
    }
    expect(on.did()).toEqual(effects as RunEffect[]);
    expect(on.run.status).toBe(then);
  });

  it.each<[DecisionSource, Choice[]]>([
    ['idle', ['nudge', 'done', 'cancel', 'dismiss']],
    ['signal', ['nudge', 'done', 'cancel', 'dismiss']],
    ['dead', ['retry', 'skip', 'cancel', 'dismiss']],
    ['error', ['retry', 'skip', 'cancel', 'dismiss']],
    ['gate', ['retry', 'skip', 'cancel']],
    ['approval', ['approve', 'deny', 'cancel', 'dismiss']],
    ['question', ['answer', 'answer', 'answer', 'cancel', 'dismiss']],
    ['plan', ['approve', 'deny', 'cancel']],
  ])('about %s is one of its options, and no other', (source, expected) => {
    const on = waiting(source);
    expect(on.run.decision?.options.map(({ choice }) => choice)).toEqual(expected);
    const all: Choice[] = [
      'nudge',
      'done',
      'retry',
      'skip',
      'approve',
      'deny',
      'answer',
      'cancel',
      'dismiss',
    ];
    const before = on.run;
    for (const choice of all.filter((one) => !expected.includes(one))) {
      expect(on.choose(9, choice, 'text')).toBe(false);
    }
    expect(on.run).toEqual(before);
  });

  it('skipping and doing a step are told apart', () => {
    const skipped = waiting('dead');
    skipped.choose(9, 'skip');
    expect(skipped.run.steps[0]).toMatchObject({ outcome: 'skipped', endedAt: 9 });
    const done = waiting('idle');
    done.choose(9, 'done');
    done.hear(dies(10));
    expect(done.run.steps[0]).toMatchObject({ outcome: 'done', endedAt: 10 });
  });

  it('answers a question with one of its options or words of their own', () => {
    const on = waiting('question');
    expect(on.choose(9, 'answer')).toBe(false);
    on.choose(9, 'answer', 'B');
    expect(on.did()).toEqual([answers({ kind: 'answer', answers: { 'Which 0?': 'B' } })]);
  });

  it('answers no set of several questions', () => {
    const on = new Supervision(runOver()).hear(begins(1), question(2, 2));
    expect(on.choose(9, 'answer', 'B')).toBe(false);
    expect(on.run.status).toBe('waiting');
  });

  it('answers a question of a subagent', () => {
    const asked = { ...question(2), child: { id: 'a1' } };
    const on = new Supervision(runOver()).hear(begins(1), asked);
    on.choose(9, 'answer', 'B');
    expect(on.acts()).toEqual(['answerPrompt']);
  });

  it('goes with their words', () => {
    const nudged = waiting('idle');
    nudged.choose(9, 'nudge', 'Look at the log.');
    expect(nudged.did()).toEqual([{ ...types, text: 'Look at the log.' }]);
    const retried = waiting('dead');
    retried.choose(9, 'retry', 'Slower.');
    expect(retried.did()).toEqual([{ ...starts, resume: agent, message: 'Slower.' }]);
    const denied = waiting('plan');
    denied.choose(9, 'deny', 'Smaller.');
    expect(denied.did()).toEqual([answers({ kind: 'deny', message: 'Smaller.' })]);
  });

  it('about another decision than the one that stands means nothing', () => {
    const on = waiting('idle');
    expect(on.tell({ type: 'chosen', at: 9, decision: 'r1-99', choice: 'nudge' })).toBe(false);
    on.choose(9, 'nudge');
    expect(on.tell({ type: 'chosen', at: 9, decision: 'r1-1', choice: 'nudge' })).toBe(false);
  });

  it('to dismiss leaves the run waiting, and the agent as it is', () => {
    const on = waiting('approval');
    on.choose(9, 'dismiss');
    expect(on.run).toMatchObject({ status: 'waiting', decision: { dismissed: true } });
    on.hear(hook(10, 'PostToolUse', { tool_name: 'Bash' }));
    expect(on.run.status).toBe('running');
  });

  it('to nudge an agent that ended meanwhile goes on with its conversation', () => {
    const on = waiting('signal');
    const { agents } = new Supervision(runOver()).hear(begins(1), dies(2)).state;
    on.state = { ...on.state, agents };
    on.choose(9, 'nudge', 'Go on.');
    expect(on.did()).toEqual([{ ...starts, resume: agent, message: 'Go on.' }]);
    expect(on.run.signal).toBeUndefined();
  });

  it.each<[Choice, string, object[]]>([
    ['nudge', 'grace', [types]],
    ['done', 'end', [ends, starts]],
    ['cancel', 'end', [ends, over]],
  ])(
    '%s about an agent of which only its signal was heard is about one that lives',
    (choice, kind, effects) => {
      const steps = [stepOf('a'), stepOf('b')];
      const on = new Supervision(runOver({}, { steps })).hear(signal(2, 'escalate'));
      expect(on.state.agents.size).toBe(0);
      on.choose(9, choice);
      expect(on.run.pending?.kind).toBe(kind);
      on.tell({ type: 'agentEnded', at: 10, agent });
      expect(on.did().slice(0, effects.length)).toEqual(effects);
    },
  );

  it.each<[Parameters<typeof waiting>[0], Choice, object]>([
    ['dead', 'retry', { ...starts, resume: agent }],
    ['dead', 'skip', starts],
    ['gate after the end', 'skip', starts],
  ])('about %s, %s: nothing is ended, also where the row is gone', (source, choice, effect) => {
    const on = waiting(source);
    on.state = { ...on.state, agents: new Map() };
    on.choose(9, choice);
    expect(on.did()).toEqual([effect]);
  });

  it('lets the gate run again for the same idleness, not for another', () => {
    const on = waiting('gate');
    on.choose(9, 'retry');
    on.did();
    on.hear(hook(60_002, 'Notification', { notification_type: 'idle_prompt' }));
    expect(on.run.pending).toBeUndefined();
    on.gate(60_003, 0);
    expect(on.acts()).toEqual(['endAgent']);
  });

  it('a nudge that moves nothing asks them again', () => {
    const on = waiting('idle');
    on.choose(9, 'nudge');
    on.wait();
    expect(on.run.status).toBe('waiting');
  });

  it('a nudge answers what the agent signalled: the next idleness counts', () => {
    const on = waiting('signal');
    on.choose(9, 'nudge');
    on.hear(asksToStop(10));
    expect(on.acts()).toEqual(['blockStop']);
    on.hear(asksToStop(11));
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'idle' } });
  });
});
