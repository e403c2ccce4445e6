import { describe, expect, it } from 'vitest';
import { newAgent } from '../../../../src/core/agent/agent.ts';
import type { Prompt } from '../../../../src/core/agent/state.ts';
import type { DecisionSource } from '../../../../src/core/run/runDecision.ts';
import { aboutPrompt, contextOf, optionsAbout } from '../../../../src/core/run/runDecision.ts';
import { decisionOf } from '../../../support/runOf.ts';

const asking = (...labels: readonly (readonly string[])[]): Prompt => ({
  id: 'e1',
  at: 1,
  kind: 'question',
  reason: 'AskUserQuestion',
  source: 'request',
  evidence: 'hook',
  questions: labels.map((own, at) => ({
    question: `Question ${at}?`,
    options: own.map((label) => ({ label })),
    multiSelect: false,
  })),
});

const labels = (source: DecisionSource, prompt?: Prompt) =>
  optionsAbout(source, prompt).map(({ label, recommended }) => `${label}${recommended ? '*' : ''}`);

describe('what can be chosen', () => {
  it.each([
    ['idle', ['Nudge*', 'Done', 'Cancel', 'Dismiss']],
    ['signal', ['Nudge*', 'Done', 'Cancel', 'Dismiss']],
    ['dead', ['Retry*', 'Skip', 'Cancel', 'Dismiss']],
    ['error', ['Retry*', 'Skip', 'Cancel', 'Dismiss']],
    ['gate', ['Retry*', 'Skip', 'Cancel']],
    ['approval', ['Approve', 'Deny', 'Cancel', 'Dismiss']],
    ['plan', ['Accept*', 'Revise', 'Cancel']],
  ] as const)('about %s is %j', (source, options) => {
    expect(labels(source)).toEqual(options);
  });

  it('about a question is what it offers itself, or something else', () => {
    expect(labels('question', asking(['Red', 'Blue']))).toEqual([
      'Red',
      'Blue',
      'Other',
      'Cancel',
      'Dismiss',
    ]);
  });

  it('about several questions is to answer them: one click answers one of them only', () => {
    expect(labels('question', asking(['Red'], ['Small']))).toEqual(['Answer', 'Cancel', 'Dismiss']);
  });

  it('about a question that takes several answers is to answer it: one click gives one of them only', () => {
    const one = asking(['Small', 'Large']);
    const any = { ...one, questions: one.questions?.map((own) => ({ ...own, multiSelect: true })) ?? [] };
    expect(labels('question', any)).toEqual(['Answer', 'Cancel', 'Dismiss']);
  });

  it('is told as what it turned out to be, with what the agent said before', () => {
    const context = 'The agent needs input.\n\n--- Last message of the agent ---\nHm.';
    const notice = decisionOf({ source: 'approval', context });
    expect(aboutPrompt(notice, asking(['Red'])).context).toBe(
      'The agent asks a question.\n\n--- Last message of the agent ---\nHm.',
    );
    const gate = decisionOf({ source: 'gate', context: 'The gate said no: make' });
    expect(aboutPrompt(gate, asking(['Red'])).context).toBe('The gate said no: make');
  });

  it('follows what is known of the questions by now', () => {
    const known = decisionOf({ source: 'question', options: optionsAbout('question') });
    expect(aboutPrompt(known, asking(['Red'], ['Small'])).options.map(({ label }) => label)).toEqual([
      'Answer',
      'Cancel',
      'Dismiss',
    ]);
    const two = decisionOf({ source: 'question', options: optionsAbout('question', asking(['Red'])) });
    expect(aboutPrompt(two, asking(['Blue'])).options[0]?.answer).toBe('Blue');
    expect(aboutPrompt(two, asking(['Red']))).toBe(two);
  });
});

describe('what a decision tells of its agent', () => {
  it('is all that is kept of its last message, with its end', () => {
    const facts = { lastMessage: `${'x'.repeat(3000)} Tabs or blanks?` };
    const agent = { ...newAgent({ program: 'claude-code', session: 's1' }, 0), facts };
    expect(contextOf('Idle.', agent)).toBe(
      `Idle.\n\n--- Last message of the agent ---\n${facts.lastMessage}`,
    );
  });
});
