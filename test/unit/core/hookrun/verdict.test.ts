import { describe, expect, it } from 'vitest';
import type { TriggerId } from '../../../../src/core/hookfile/triggers.ts';
import type { HookEvent } from '../../../../src/core/hookrun/hookEvent.ts';
import type { HookOutcome } from '../../../../src/core/hookrun/scriptEnd.ts';
import { addOutcome, beginHooks } from '../../../../src/core/hookrun/verdict.ts';

type Said = HookOutcome & { readonly mayApprove?: boolean };

function eventAt(trigger: TriggerId): HookEvent {
  const tool = { name: 'Bash', input: { command: 'ls' } };
  return { trigger, timestamp: '', sessionId: 's', workDir: '/w', tool, fields: {} };
}

function after(outcomes: readonly Said[], trigger: TriggerId = 'before_tool') {
  return outcomes.reduce(
    (progress, { mayApprove = false, ...outcome }) => addOutcome(progress, outcome, mayApprove),
    beginHooks(eventAt(trigger)),
  );
}

const passed: Said = { outcome: 'passed' };
const denied: Said = { outcome: 'denied', reason: 'no' };
const asks: Said = { outcome: 'asks', reason: 'sure?' };
const approves: Said = { outcome: 'approves', reason: 'fine' };
const trusted: Said = { ...approves, mayApprove: true };

describe('addOutcome', () => {
  it.each<readonly [string, readonly Said[], unknown]>([
    ['nobody', [], { decision: 'none' }],
    ['one without objection', [passed], { decision: 'none' }],
    ['one that failed', [{ outcome: 'failed', reason: 'x' }], { decision: 'none' }],
    ['one that took too long', [{ outcome: 'timeout', reason: 'x' }], { decision: 'none' }],
    ['one that approves and may not', [approves], { decision: 'none' }],
    ['one that approves and may', [trusted], { decision: 'allow', reason: 'fine' }],
    ['one that may approve and says nothing', [{ ...passed, mayApprove: true }], { decision: 'none' }],
    ['one that asks', [asks], { decision: 'ask', reason: 'sure?' }],
    ['one that denies', [denied], { decision: 'deny', reason: 'no' }],
    ['a question behind an approval', [trusted, asks], { decision: 'ask', reason: 'sure?' }],
    ['an approval behind a question', [asks, trusted], { decision: 'ask', reason: 'sure?' }],
    ['a no behind everything', [trusted, asks, denied], { decision: 'deny', reason: 'no' }],
    ['everything behind a no', [denied, asks, trusted, passed], { decision: 'deny', reason: 'no' }],
    ['two that say no', [denied, { ...denied, reason: 'never' }], { decision: 'deny', reason: 'no' }],
    ['two that ask', [asks, { ...asks, reason: 'really?' }], { decision: 'ask', reason: 'sure?' }],
    ['one without objection behind an approval', [trusted, passed], { decision: 'allow', reason: 'fine' }],
  ])('hears %s', (_, outcomes, verdict) => {
    expect(after(outcomes).verdict).toEqual(verdict);
  });

  it.each(['before_stop', 'before_agent', 'subagent_stop', 'after_tool'] as const)(
    'takes a question at %s for a no, and an approval for nothing',
    (trigger) => {
      expect(after([asks], trigger).verdict).toEqual({ decision: 'deny', reason: 'sure?' });
      expect(after([trusted], trigger).verdict).toEqual({ decision: 'none' });
    },
  );

  it('says of a question without a reason that it blocks, where it is a no', () => {
    const unsaid: Said = {
      outcome: 'asks',
      reason: 'The hook a asks you.',
      refusal: 'Blocked by the hook a',
    };
    expect(after([unsaid]).verdict).toEqual({ decision: 'ask', reason: 'The hook a asks you.' });
    expect(after([unsaid], 'before_stop').verdict).toEqual({
      decision: 'deny',
      reason: 'Blocked by the hook a',
    });
  });

  it('gives the input of one hook to the next, and to the agent', () => {
    const { event, verdict } = after([{ ...passed, modifiedInput: { command: 'pwd' } }, passed]);
    expect(event.tool?.input).toEqual({ command: 'pwd' });
    expect(verdict).toEqual({ decision: 'none', modifiedInput: { command: 'pwd' } });
  });

  it('has the last of several inputs', () => {
    const { verdict } = after([
      { ...passed, modifiedInput: { command: 'a' } },
      { ...passed, modifiedInput: { command: 'b' } },
    ]);
    expect(verdict.modifiedInput).toEqual({ command: 'b' });
  });

  it('changes no input of a tool that has run', () => {
    const { event, verdict } = after([{ ...passed, modifiedInput: { command: 'pwd' } }], 'after_tool');
    expect(event.tool?.input).toEqual({ command: 'ls' });
    expect(verdict).toEqual({ decision: 'none' });
  });

  it('forgets an approval where a later hook changes what was approved', () => {
    const changes: Said = { ...passed, modifiedInput: { command: 'rm -rf /' } };
    expect(after([trusted, changes]).verdict).toEqual({
      decision: 'none',
      modifiedInput: { command: 'rm -rf /' },
    });
    expect(after([trusted, { ...approves, modifiedInput: { a: 1 } }]).verdict.decision).toBe('none');
    expect(after([trusted, { ...trusted, reason: 'still', modifiedInput: { a: 1 } }]).verdict).toEqual({
      decision: 'allow',
      reason: 'still',
      modifiedInput: { a: 1 },
    });
    expect(after([changes, trusted]).verdict.decision).toBe('allow');
  });

  it('keeps a question and a no where a later hook changes the input', () => {
    const changes: Said = { ...passed, modifiedInput: { a: 1 } };
    expect(after([asks, changes]).verdict).toMatchObject({ decision: 'ask', reason: 'sure?' });
    expect(after([denied, changes]).verdict).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  it('puts the texts for the agent one behind the other', () => {
    const { verdict } = after([
      { ...passed, additionalContext: 'One.' },
      passed,
      { ...denied, additionalContext: 'Two.' },
    ]);
    expect(verdict).toEqual({ decision: 'deny', reason: 'no', additionalContext: 'One.\n\nTwo.' });
  });
});
