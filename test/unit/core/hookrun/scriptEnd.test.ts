import { describe, expect, it } from 'vitest';
import type { ScriptEnd } from '../../../../src/core/hookrun/scriptEnd.ts';
import { readScriptEnd } from '../../../../src/core/hookrun/scriptEnd.ts';

const guard = { name: 'guard', timeoutMs: 5000, async: false };
const read = (end: Partial<ScriptEnd>) =>
  readScriptEnd({ how: 'exited', stdout: '', stderr: '', ms: 1, ...end }, guard);
const printed = (value: unknown) => read({ exit: 0, stdout: JSON.stringify(value) });

describe('readScriptEnd', () => {
  it('blocks at exit 2 with what the script said, and does not read its output', () => {
    const stdout = '{"decision":"allow","modified_input":{"a":1},"additional_context":"x"}';
    expect(read({ exit: 2, stderr: ' No.\n', stdout })).toEqual({ outcome: 'denied', reason: 'No.' });
  });

  it('blocks at exit 2 in its own words where the script said nothing', () => {
    expect(read({ exit: 2, stderr: ' \n' })).toEqual({
      outcome: 'denied',
      reason: 'Blocked by the hook guard',
    });
  });

  it.each([1, 3, 126, 127, 255])('lets pass at exit %i, whatever the output says', (exit) => {
    expect(read({ exit, stdout: '{"decision":"deny"}', stderr: 'oops' })).toEqual({
      outcome: 'failed',
      reason: `exited with ${exit}`,
      log: 'oops',
    });
    expect(read({ exit })).toEqual({ outcome: 'failed', reason: `exited with ${exit}` });
  });

  it.each([
    [
      { how: 'timeout', stdout: '{"decision":"deny"}' },
      { outcome: 'timeout', reason: 'took longer than 5000 ms' },
    ],
    [
      { how: 'killed', exit: 2 },
      { outcome: 'failed', reason: 'was killed' },
    ],
    [{ how: 'no-script' }, { outcome: 'failed', reason: 'has no script to run' }],
    [{ how: 'unstarted' }, { outcome: 'failed', reason: 'could not be started' }],
    [
      { how: 'unstarted', stderr: 'EACCES' },
      { outcome: 'failed', reason: 'could not be started: EACCES' },
    ],
  ] as const)('lets pass after %j', (end, outcome) => {
    expect(read(end)).toEqual(outcome);
  });

  it.each(['', ' \n\t', '{}', '{"decision":null}', ' {"other":1}\n', '\uFEFF{}'])(
    'has nothing to say of %j at exit 0',
    (stdout) => {
      expect(read({ exit: 0, stdout, stderr: 'said' })).toEqual({ outcome: 'passed' });
    },
  );

  it.each(['words', '5', 'null', '"deny"', '{} {}', "{'a':1}", 'My decision: go on', 'decision {'])(
    'lets %j pass, and writes it down',
    (stdout) => {
      expect(read({ exit: 0, stdout })).toEqual({
        outcome: 'passed',
        log: 'wrote something else than a JSON object',
      });
    },
  );

  it.each([
    'Looking…\n{"decision":"deny"}',
    '[{"decision":"deny"}]',
    '{"decision":"deny"',
    '{"decision":"deny"} {}',
    "{'decision': 'deny'}",
    'Looking…\n{"modified_input": {}}',
    'Looking…\n{"additional_context": "x"}',
  ])('has a failure where a verdict cannot be read: %j', (stdout) => {
    expect(read({ exit: 0, stdout })).toEqual({
      outcome: 'failed',
      reason: 'wrote something else than a JSON object',
    });
  });

  it('has a failure where the output was cut, even where its beginning is JSON', () => {
    expect(read({ exit: 0, stdout: '{"decision":"deny"}', isCut: true })).toEqual({
      outcome: 'failed',
      reason: 'wrote more than is read',
    });
  });

  it.each(['Looking…\n{"decision":"deny"}', '{"decision":"Deny"}', 'words'])(
    'has no verdict to read in the background: %j',
    (stdout) => {
      const end = { how: 'exited', exit: 0, stdout, stderr: '', ms: 1 } as const;
      expect(readScriptEnd(end, { ...guard, async: true })).toEqual({ outcome: 'passed' });
      expect(readScriptEnd({ ...end, isCut: true }, { ...guard, async: true })).toEqual({
        outcome: 'passed',
      });
    },
  );

  it('blocks at exit 2 even where the output was cut', () => {
    expect(read({ exit: 2, stderr: 'No.', isCut: true }).outcome).toBe('denied');
  });

  it.each([
    ['allow', 'approves'],
    ['deny', 'denied'],
    ['ask', 'asks'],
  ])('reads the decision %s', (decision, outcome) => {
    expect(printed({ decision, reason: ' Why. ' })).toEqual({ outcome, reason: 'Why.' });
  });

  it.each([
    ['allow', undefined],
    ['deny', 'Blocked by the hook guard'],
    ['ask', 'The hook guard asks you.'],
  ])('has for %s without a reason: %s', (decision, reason) => {
    expect(printed({ decision, reason: '  ' }).reason).toBe(reason);
    expect(printed({ decision, reason: 5 }).reason).toBe(reason);
  });

  it('says what a question without a reason is where nobody can be asked', () => {
    expect(printed({ decision: 'ask' }).refusal).toBe('Blocked by the hook guard');
    expect(printed({ decision: 'ask', reason: 'Why.' }).refusal).toBeUndefined();
    expect(printed({ decision: 'deny' }).refusal).toBeUndefined();
  });

  it.each([
    ['Deny', 'decided "Deny", not allow, deny or ask'],
    ['', 'decided "", not allow, deny or ask'],
    [true, 'decided something else than allow, deny or ask'],
    [0, 'decided something else than allow, deny or ask'],
    [['deny'], 'decided something else than allow, deny or ask'],
    [{ deny: true }, 'decided something else than allow, deny or ask'],
  ])('has a failure at the decision %j, and nothing else of it counts', (decision, reason) => {
    const said = { decision, reason: 'Why.', modified_input: { a: 1 }, additional_context: 'Mind.' };
    expect(printed({ ...said, log: 'Looked.' })).toEqual({ outcome: 'failed', reason, log: 'Looked.' });
  });

  it('hands on another input and a text for the agent', () => {
    expect(printed({ modified_input: { command: 'ls' }, additional_context: 'Mind.' })).toEqual({
      outcome: 'passed',
      modifiedInput: { command: 'ls' },
      additionalContext: 'Mind.',
    });
  });

  it.each([5, 'x', [1], true])('drops the input %j, and writes it down', (modified_input) => {
    expect(printed({ modified_input, log: 'Looked.' })).toEqual({
      outcome: 'passed',
      log: "Looked.; its 'modified_input' is no object",
    });
  });

  it('drops an input that is null, and a text that is blank or none', () => {
    expect(printed({ modified_input: null, additional_context: ' ' })).toEqual({ outcome: 'passed' });
    expect(printed({ additional_context: { a: 1 }, log: 5 })).toEqual({ outcome: 'passed' });
  });

  it('has no other input for what is denied', () => {
    expect(printed({ decision: 'deny', modified_input: { a: 1 } })).not.toHaveProperty('modifiedInput');
    expect(printed({ decision: 'ask', modified_input: { a: 1 } })).toHaveProperty('modifiedInput');
  });

  it('writes down what the script wants written down', () => {
    expect(printed({ decision: 'allow', log: ' Looked. ' })).toEqual({ outcome: 'approves', log: 'Looked.' });
  });
});
