import { describe, expect, it } from 'vitest';
import { parseRunbook } from '../../../src/core/runbook/parseRunbook.ts';
import { completeRunbook } from '../../../src/language/complete.ts';
import { accepted, filled, markedDocument } from '../../support/markedDocument.ts';

const uri = 'file:///w/.agents/runbook.yaml';

function itemsAt(marked: string) {
  const { document, position } = markedDocument(marked, uri);
  return completeRunbook(document, position);
}

const labels = (marked: string) => itemsAt(marked).map(({ label }) => label);

function after(marked: string, label: string): string {
  const { document, position } = markedDocument(marked, uri);
  return accepted(
    document,
    completeRunbook(document, position).find((item) => item.label === label),
  );
}

const agent = (lines: string) => `agents:\n  build:\n    run: claude\n    ${lines}`;
const steps = (lines: string) =>
  `agents: { build: { run: x }, 'a: b': { run: x } }\npipelines:\n  p:\n    steps: ${lines}`;

describe('completeRunbook', () => {
  it.each([
    ['¦', ['agents', 'pipelines']],
    ['agents: {}\n¦', ['pipelines']],
    ['agents:\n  ¦', ['a new agent']],
    [
      'agents:\n  build:\n    ¦',
      ['run', 'prompt', 'worktree', 'on_idle', 'on_prompt', 'on_dead', 'on_error'],
    ],
    [agent('¦'), ['prompt', 'worktree', 'on_idle', 'on_prompt', 'on_dead', 'on_error']],
    [agent('on_idle: ¦'), ['nudge', 'done', 'fail', 'escalate', 'gate', 'a rule']],
    [agent('on_prompt: ¦'), ['done', 'fail', 'escalate', 'gate', 'a rule']],
    [agent('on_dead: ¦'), ['done', 'fail', 'escalate', 'gate', 'resume', 'a rule']],
    [agent('on_error: { action: ¦'), ['nudge', 'fail', 'escalate', 'gate', 'resume']],
    [
      agent('on_error:\n      - { match: ¦'),
      ['unauthorized', 'out_of_credits', 'rate_limited', 'no_internet', 'overloaded', 'other'],
    ],
    [agent('on_idle: { match: ¦'), []],
    [agent('on_idle: { action: nudge, ¦'), ['message', 'attempts', 'cooldown']],
    [agent('on_idle: { action: gate, ¦'), ['run', 'attempts', 'cooldown', 'timeout']],
    [agent('on_idle: { action: done, ¦'), ['attempts', 'cooldown']],
    [agent('on_prompt: { action: gate, ¦'), ['run', 'timeout']],
    [agent('on_error: { ¦'), ['match', 'action', 'message', 'run', 'attempts', 'cooldown', 'timeout']],
    [agent('on_idle: { attempts: ¦'), ['1', '2', '3', '5', '10', 'forever']],
    [agent('on_idle: { cooldown: ¦'), ['30s', '1m', '5m', '15m', '1h']],
    [agent('worktree: ¦'), ['true', 'false']],
    [agent('prompt: ¦'), []],
    ['pipelines:\n  ¦', ['a new pipeline']],
    ['pipelines:\n  p:\n    ¦', ['steps']],
    [steps('[{ ¦'), ['name', 'agent', 'prompt', 'worktree']],
    [steps('[¦'), ['a step']],
    [steps('\n      ¦'), ['a step']],
    [steps('\n      - ¦'), ['a step', 'name', 'agent', 'prompt', 'worktree']],
    [steps('\n      - name: x\n        ¦'), ['agent', 'prompt', 'worktree']],
    [steps('[{ name: x, agent: ¦'), ['build', "'a: b'"]],
    [steps('[{ name: x, agent: b¦ }]'), ['build', "'a: b'"]],
    [steps('[{ name: x, worktree: ¦'), ['true', 'false']],
    ['other:\n  ¦', []],
    ['# ¦', []],
  ] as const)('offers at %j', (marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  it('writes what can be read', () => {
    const texts = [
      ['¦', 'agents'],
      ['agents:\n  ¦', 'a new agent'],
      ['agents:\n  bu¦', 'a new agent'],
      ...['prompt', 'worktree', 'on_idle', 'on_prompt', 'on_dead', 'on_error'].map((key) => [
        agent('¦'),
        key,
      ]),
      ...['nudge', 'gate', 'a rule'].map((label) => [agent('on_idle: ¦'), label]),
      ...['gate', 'a rule', 'fail'].map((label) => [agent('on_prompt: ¦'), label]),
      ...['nudge', 'gate', 'a list of rules'].map((label) => [agent('on_error:\n      ¦'), label]),
      ...['escalate', 'gate', 'a rule', 'action'].map((label) => [agent('on_error:\n      - ¦'), label]),
      ...['escalate', 'a rule'].map((label) => [agent('on_error: [¦]'), label]),
      [agent('on_error:\n      - { match: other, action: nudge }\n      ¦'), 'a rule'],
      ...['message', 'attempts', 'cooldown'].map((key) => [agent('on_idle: { action: nudge, ¦ }'), key]),
      [agent('on_idle: { action: gate, ¦ }'), 'run'],
      ['agents: { build: { run: x } }\n¦', 'pipelines'],
      ['agents: { build: { run: x } }\npipelines:\n  ¦', 'a new pipeline'],
      ['agents: { build: { run: x } }\npipelines:\n  p:\n    ¦', 'steps'],
      [steps('[¦]'), 'a step'],
      [steps('\n      ¦'), 'a step'],
      [steps('\n      - ¦'), 'a step'],
      [steps('\n      -¦'), 'a step'],
      [steps('\n      - { name: x, agent: build }\n      ¦'), 'a step'],
      [steps('\n      - name: x\n        ¦'), 'agent'],
      [steps('[{ name: x, agent: ¦ }]'), "'a: b'"],
      [steps("[{ name: x, agent: 'a¦' }]"), "'a: b'"],
    ] as const;
    for (const [marked = '', label = ''] of texts) {
      const text = filled(after(marked, label));
      const wrong = parseRunbook(text).problems;
      expect([text, label, wrong]).toEqual([text, label, []]);
    }
  });

  it('tells what each action does, and how long is how long', () => {
    expect(itemsAt(agent('on_idle: ¦'))[0]?.detail).toBe('Tells the agent to continue.');
    expect(itemsAt(agent('on_idle: { timeout: ¦'))[2]?.detail).toBe('5 minutes');
  });
});
