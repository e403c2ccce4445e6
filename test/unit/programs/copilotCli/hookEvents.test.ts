import { describe, expect, it } from 'vitest';
import { events } from '../../../../src/programs/copilotCli/pure/events.ts';
import { parseCopilot } from '../../../../src/programs/copilotCli/pure/hookEvents.ts';

const told = (event: string, fields: object = {}, call: object = {}) =>
  parseCopilot({ sessionId: 's', cwd: '/w', ...fields }, { id: 'e', at: 4e6, event, env: {}, ...call });

describe('an event of Copilot CLI', () => {
  it.each([
    ['happened when it says', 3.9e6, 3.9e6],
    ['happened when it says, though another entry made a person wait first', 3.4e6, 3.4e6],
    ['happened when its relay began, where its own time lies ahead', 4e6 + 1, 4e6],
    ['happened when its relay began, where its own time is in seconds', 3900, 4e6],
  ])('%s', (_, timestamp, at) => {
    expect(told('agentStop', { timestamp })?.at).toBe(at);
  });

  it.each([
    ['is its own', { sessionId: 's', timestamp: 4e6 }, true],
    ["is that of VS Code's own agents", { session_id: 's', timestamp: '2026-11-15T23:44:04Z' }, false],
    ['is that of older ones', { sessionId: 's', timestamp: '2026-11-15T23:44:04Z' }, false],
  ])('%s, by its fields', (_, payload, isOwn) => {
    expect(events.owns(payload, {})).toBe(isOwn);
  });

  it('of a subagent is one of its conversation, whichever of the two has the session', () => {
    const subagent = { agentId: 'a', agentType: 'task', parentAgentId: 's' };
    const child = { session: 's', child: { id: 'a', type: 'task' } };
    expect(told('preToolUse', { ...subagent, sessionId: 'a', toolName: 'bash' })).toMatchObject(child);
    expect(told('permissionRequest', { ...subagent, toolName: 'bash' })).toMatchObject(child);
    expect(events.sessionOf({ ...subagent, sessionId: 'a' })).toBe('s');
  });

  it('of the turns of a subagent ends none, and begins none', () => {
    const subagent = { sessionId: 'a', agentId: 'a', parentAgentId: 's' };
    expect([told('userPromptSubmitted', subagent)?.type, told('agentStop', subagent)?.type]).toEqual([
      'workNoticed',
      'noted',
    ]);
  });

  it.each([
    [{ recoverable: true, error: { message: 'ECONNREFUSED' } }, { type: 'noted' }],
    [
      { recoverable: false, error: { message: '429 Too Many Requests' } },
      { type: 'turnFailed', error: { class: 'rate_limited', message: '429 Too Many Requests' } },
    ],
  ])('that is an error is a failure only where it does not try again: %j', (fields, happened) => {
    expect(told('errorOccurred', fields)).toMatchObject(happened);
  });

  it('is known by where its files are, and by whom it was started', () => {
    const env = { COPILOT_HOME: '/c', TMUX_PANE: '%1', BECKON_AGENT: 'copilot-cli:s' };
    expect(told('userPromptSubmitted', { prompt: 'Hello' }, { env })?.facts).toEqual({
      cwd: '/w',
      transcript: '/c/session-state/s/events.jsonl',
      firstPrompt: 'Hello',
      terminal: '%1',
      startedAs: 'copilot-cli:s',
    });
  });
});

describe('a request of Copilot CLI to change a file', () => {
  const diffOf = (hunks: string, old: string) =>
    `\ndiff --git a/w/a b/w/a\nindex 0000000..0000000 100644\n--- a/${old}\n+++ b/w/a\n${hunks}`;
  const asked = (hunks: string, old = 'w/a') => {
    const toolInput = { file_path: '/w/a', diff: diffOf(hunks, old) };
    const event = told('permissionRequest', { toolName: 'edit', toolInput });
    return event?.type === 'promptShown' ? event.ask : undefined;
  };
  const edit = '@@ -1,4 +1,5 @@\n one\n-two\n+2\n+2.5\n three\n \n';

  it('is the edit that the one part of its diff makes', () => {
    expect(asked(edit)).toMatchObject({
      tool: 'edit',
      input: { file_path: '/w/a', old_string: 'one\ntwo\nthree\n', new_string: 'one\n2\n2.5\nthree\n' },
    });
  });

  it('has the name of its call where the file is new', () => {
    expect(asked('@@ -1,0 +1,2 @@\n+one\n+two\n', 'dev/null')).toMatchObject({
      reason: 'Permission for create',
      tool: 'create',
      input: { file_path: '/w/a', content: 'one\ntwo\n' },
    });
    expect(asked('', 'dev/null')).toMatchObject({ tool: 'create', input: { file_path: '/w/a' } });
  });

  it.each([
    ['of several parts', '@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-a\n+b\n'],
    ['that is cut off', edit.slice(0, -8)],
    ['of nothing', ''],
  ])('keeps a diff %s', (_, hunks) => {
    expect(asked(hunks)).toMatchObject({
      tool: 'edit',
      input: { file_path: '/w/a', diff: diffOf(hunks, 'w/a') },
    });
  });
});

describe('a question of Copilot CLI', () => {
  const questions = (toolArgs: object) => {
    const event = told('preToolUse', { toolName: 'ask_user', toolArgs });
    return event?.type === 'toolStarted' ? event.ask?.questions : undefined;
  };

  it('has the options of its field', () => {
    const colour = { type: 'string', title: 'Colour', enum: ['Red', 'Blue'] };
    expect(questions({ message: 'Which?', requestedSchema: { properties: { c: colour } } })).toEqual([
      {
        question: 'Which?',
        header: 'Colour',
        options: [{ label: 'Red' }, { label: 'Blue' }],
        multiSelect: false,
      },
    ]);
  });

  it('is one for each of several fields', () => {
    const properties = { a: { type: 'array', items: { enum: ['X'] } }, b: { title: 'Name' } };
    expect(questions({ message: 'Say', requestedSchema: { properties } })).toEqual([
      { question: 'a', options: [{ label: 'X' }], multiSelect: true },
      { question: 'Name', options: [], multiSelect: false },
    ]);
  });

  it.each([
    [
      { question: 'Which?', choices: ['Red'] },
      [{ question: 'Which?', options: [{ label: 'Red' }], multiSelect: false }],
    ],
    [{ message: 'Well?' }, [{ question: 'Well?', options: [], multiSelect: false }]],
    [{ choices: ['Red'] }, undefined],
  ])('is read from %j', (toolArgs, expected) => {
    expect(questions(toolArgs)).toEqual(expected);
  });
});
