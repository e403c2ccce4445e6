import { describe, expect, it } from 'vitest';
import { parseAnswer } from '../../../../src/core/decision/answer.ts';
import { decisionsOf, shownDecision } from '../../../../src/core/decision/decision.ts';
import { parseAnswers } from '../../../../src/core/decision/parseAnswers.ts';
import { answers } from '../../../../src/programs/claudeCode/pure/answers.ts';
import { agentOf, hook, play } from '../../../support/claude.ts';

const questions = [
  {
    question: 'Which color?',
    header: 'Color',
    multiSelect: false,
    options: [{ label: 'Red', description: 'warm' }, { label: 'Blue' }],
  },
];
const ask = { tool_name: 'AskUserQuestion', tool_input: { questions, extra: 7 } };
const bash = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const plan = { tool_name: 'ExitPlanMode', tool_input: { plan: '# Plan' } };
const suggestions = [{ type: 'addRules', rules: [{ toolName: 'Bash' }], destination: 'localSettings' }];

const onlyEditable = 'only a command or the content of a file can be edited';

const decisionIn = (request: Record<string, unknown>, answer: Parameters<typeof answers.encode>[1]) => {
  const verdict = answers.encode(request, answer);
  if (!verdict.ok) return verdict.reason;
  if (verdict.output === '') return '';
  const { hookSpecificOutput } = JSON.parse(verdict.output);
  expect(hookSpecificOutput.hookEventName).toBe('PermissionRequest');
  return hookSpecificOutput.decision;
};

describe("a verdict in Claude Code's words", () => {
  it('approves a tool plainly', () => {
    expect(decisionIn(bash, { kind: 'approve' })).toEqual({ behavior: 'allow' });
  });

  it('approves for good with the rules the agent proposes, and not without', () => {
    const request = { ...bash, permission_suggestions: suggestions };
    expect(decisionIn(request, { kind: 'approve', always: true })).toEqual({
      behavior: 'allow',
      updatedPermissions: suggestions,
    });
    expect(decisionIn(request, { kind: 'approve' })).toEqual({ behavior: 'allow' });
    for (const none of [bash, { ...bash, permission_suggestions: [] }]) {
      expect(decisionIn(none, { kind: 'approve', always: true })).toBe(
        'the agent offers no rule to remember for it',
      );
    }
  });

  it('denies with a message the model reads', () => {
    expect(decisionIn(bash, { kind: 'deny', message: 'no' })).toEqual({ behavior: 'deny', message: 'no' });
    expect(decisionIn(bash, { kind: 'deny' })).toEqual({
      behavior: 'deny',
      message: expect.stringMatching(/denied/),
    });
  });

  it('takes a plan for nothing but a plan', () => {
    expect(answers.encode({ tool_name: 'Bash', tool_input: {} }, { kind: 'approve', plan: 'x' })).toEqual({
      ok: false,
      reason: 'it is no plan',
    });
  });

  it('gives the whole input back with what a person edited, and whatever else is in it', () => {
    const input = { command: 'rm -rf build', description: 'Clean', timeout: 5000 };
    expect(decisionIn({ tool_name: 'Bash', tool_input: input }, { kind: 'approve', edited: 'ls' })).toEqual({
      behavior: 'allow',
      updatedInput: { ...input, command: 'ls' },
    });
    const write = { file_path: '/w/a.ts', content: 'old' };
    expect(decisionIn({ tool_name: 'Write', tool_input: write }, { kind: 'approve', edited: 'new' })).toEqual(
      {
        behavior: 'allow',
        updatedInput: { ...write, content: 'new' },
      },
    );
  });

  it.each([
    [{ tool_name: 'Edit', tool_input: { old_string: 'a' } }, 'b', onlyEditable],
    [{ tool_name: 'Bash', tool_input: { command: 7 } }, 'b', onlyEditable],
    [{ tool_name: 'constructor', tool_input: {} }, 'b', onlyEditable],
    [plan, 'b', onlyEditable],
    [ask, 'b', 'a question needs an answer'],
    [bash, ' \n', 'the edited text is empty'],
  ])('does not take an edit that does not fit: %#', (request, edited, reason) => {
    expect(decisionIn(request, { kind: 'approve', edited })).toBe(reason);
  });

  it('keeps no rule for what was edited', () => {
    const request = { ...bash, permission_suggestions: suggestions };
    expect(decisionIn(request, { kind: 'approve', always: true, edited: 'ls -a' })).toBe(
      'what was edited is approved only once',
    );
  });

  it('accepts a plan by giving it an input back', () => {
    expect(decisionIn(plan, { kind: 'approve' })).toEqual({ behavior: 'allow', updatedInput: {} });
    expect(decisionIn(plan, { kind: 'approve', plan: '# Mine' })).toEqual({
      behavior: 'allow',
      updatedInput: { plan: '# Mine' },
    });
  });

  it('accepts a plan with the mode to go on in, and takes a mode for nothing but a plan', () => {
    const setMode = (mode: string) => [{ type: 'setMode', mode, destination: 'session' }];
    expect(decisionIn(plan, { kind: 'approve', mode: 'acceptEdits' })).toEqual({
      behavior: 'allow',
      updatedInput: {},
      updatedPermissions: setMode('acceptEdits'),
    });
    expect(decisionIn(plan, { kind: 'approve', plan: '# Mine', mode: 'default' })).toEqual({
      behavior: 'allow',
      updatedInput: { plan: '# Mine' },
      updatedPermissions: setMode('default'),
    });
    expect(decisionIn(bash, { kind: 'approve', mode: 'acceptEdits' })).toBe('it is no plan');
  });

  it('says of a question that it was skipped, of a plan that it was rejected, unless told why', () => {
    const [skip, reject] = [ask, plan].map((request) => decisionIn(request, { kind: 'deny' }));
    expect(skip).toEqual({ behavior: 'deny', message: 'The user skipped this without answering.' });
    expect(reject).toEqual({ behavior: 'deny', message: 'The user rejected this plan.' });
    expect(decisionIn(plan, { kind: 'deny', message: 'Smaller' })).toMatchObject({ message: 'Smaller' });
  });

  it('never plainly approves a question', () => {
    expect(decisionIn(ask, { kind: 'approve' })).toBe('a question needs an answer');
  });

  it('answers a question with the input as it came', () => {
    const answers = { 'Which color?': 'Blue' };
    expect(decisionIn(ask, { kind: 'answer', answers })).toEqual({
      behavior: 'allow',
      updatedInput: { questions, extra: 7, answers },
    });
  });

  it.each([
    [ask, {}, '"Which color?" is not answered'],
    [ask, { 'Which color?': 'Red', other: 'x' }, '"other" is not asked'],
    [ask, Object.create({ 'Which color?': 'Red' }), '"Which color?" is not answered'],
    [bash, { 'Which color?': 'Red' }, 'it is no question'],
    [{ tool_name: 'AskUserQuestion' }, {}, 'its questions cannot be read'],
  ])('does not take answers that do not fit: %#', (request, answers, reason) => {
    expect(decisionIn(request, { kind: 'answer', answers })).toBe(reason);
  });

  it('says nothing when it is escalated', () => {
    expect(decisionIn(bash, { kind: 'escalate' })).toBe('');
  });
});

describe('an answer from outside', () => {
  it.each([
    [undefined],
    [{}],
    [{ kind: 'yes' }],
    [{ kind: 'answer' }],
    [{ kind: 'deny', message: 1 }],
    [{ kind: 'approve', mode: 'bypassPermissions' }],
    [{ kind: 'approve', edited: { command: 'ls' } }],
    ['approve'],
  ])('%j is none', (value) => {
    expect(parseAnswer(value)).toBeUndefined();
  });
});

describe('answers as a person types them', () => {
  const color = { question: 'Which color?', header: 'Color', multiSelect: false, options: [] };
  const size = { question: 'Which sizes?', header: 'Size', multiSelect: true, options: [] };

  it.each([
    [[color], ['Blue'], { 'Which color?': 'Blue' }],
    [[color], ['a=b'], { 'Which color?': 'a=b' }],
    [[size], ['S', 'L'], { 'Which sizes?': 'S, L' }],
    [[color, size], ['Blue', 'S'], { 'Which color?': 'Blue', 'Which sizes?': 'S' }],
    [
      [color, size],
      ['Size=S', 'Which color?=Blue', 'Size=L'],
      { 'Which sizes?': 'S, L', 'Which color?': 'Blue' },
    ],
  ])('%#', (asked, words, answers) => {
    expect(parseAnswers(asked, words)).toEqual({ answers });
  });

  it.each([
    [[color], ['Red', 'Blue'], '"Which color?" takes one answer'],
    [[color, size], ['Blue'], '2 questions are asked: "Which color?", "Which sizes?"'],
    [[color, size], ['Color=Blue'], 'not answered yet: "Which sizes?"'],
    [[color], [''], 'not answered yet: "Which color?"'],
    [[color, size], ['Color=Blue', 'Size= '], 'not answered yet: "Which sizes?"'],
    [[color, size], ['Color=Blue', 'S'], 'name the question of each answer (QUESTION=ANSWER), or of none'],
  ])('what is wrong: %#', (asked, words, wrong) => {
    expect(parseAnswers(asked, words)).toEqual({ wrong });
  });
});

describe('the decision that a row shows', () => {
  const ask = (at: number, command: string) =>
    hook(at, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command } });

  it('is that of the prompt in its words, whatever else waits', () => {
    const agent = agentOf(play([ask(1, 'rm -rf build'), ask(2, 'ls')]).state);
    const shown = agent?.state.kind === 'prompting' ? agent.state.prompt : undefined;
    expect(decisionsOf(agent)).toHaveLength(2);
    expect(shownDecision(agent)?.prompt).toBe(shown);
  });

  it('is none where nothing is asked', () => {
    expect(shownDecision(agentOf(play([hook(1, 'Stop')]).state))).toBeUndefined();
    expect(shownDecision(undefined)).toBeUndefined();
  });
});
