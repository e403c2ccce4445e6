import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import type { RunDecision } from '../../../../src/core/run/runDecision.ts';
import { optionsAbout } from '../../../../src/core/run/runDecision.ts';
import { decisionAsk } from '../../../../src/core/view/decisionAsk.ts';
import { hook, play } from '../../../support/claude.ts';
import { waitingRun } from '../../../support/runOf.ts';

/** What is shown of the decision about what an agent asks. */
const shown = (tool: string, input: object, more: Partial<RunDecision> = {}) => {
  const { state } = play([
    hook(1, 'UserPromptSubmit'),
    hook(2, 'PermissionRequest', { tool_name: tool, tool_input: input }),
  ]);
  return askIn(state, more);
};

const askIn = ({ agents }: AgentsState, more: Partial<RunDecision> = {}) => {
  const [prompt] = [...agents.values()].flatMap(({ prompts }) => prompts);
  const source = more.source ?? 'approval';
  const options = optionsAbout(source, prompt);
  const context = 'The agent asks for permission.';
  const run = waitingRun({ source, context, options, prompt: prompt?.id ?? 'e9', ...more });
  return run.decision && decisionAsk(run, run.decision, agents);
};

const question = (text: string, more: object = {}) => ({
  question: text,
  header: 'Store',
  options: [{ label: 'SQLite', description: 'One [file](command:x)' }, { label: 'None' }],
  multiSelect: false,
  ...more,
});

describe('what a run asks a person to decide', () => {
  it('is the command of a permission, and no more than that is left out of it', () => {
    expect(shown('Bash', { command: 'rm -rf build' })).toMatchObject({
      title: 'Run "feature" wants to run: rm -rf build',
      asks: 'wants to run: rm -rf build',
    });
    const long = shown('Bash', { command: `echo ${'x'.repeat(4000)} && rm -rf /` });
    expect(long?.title).toMatch(/^Run "feature" wants to run: echo x+ … x+ && rm -rf \/$/u);
    expect(long?.asks).toMatch(/^wants to run: echo x+ … x+ && rm -rf \/$/u);
    expect(long?.asks?.length).toBeLessThan(420);
  });

  it('is approved there only where all of it is in the title', () => {
    const choices = (ask = shown('Bash', { command: 'ls' })) => ask?.options.map(({ choice }) => choice);
    expect(choices()).toContain('approve');
    expect(choices(shown('Bash', { command: 'x'.repeat(500) }))).not.toContain('approve');
    expect(choices(shown('Bash', { command: 'x'.repeat(300) }))).not.toContain('approve');
    expect(choices(shown('Bash', { command: 'ls', run_in_background: true }))).not.toContain('approve');
    expect(choices(shown('ExitPlanMode', { plan: '# Plan' }, { source: 'plan' }))).not.toContain('approve');
    expect(choices(shown('Bash', { command: 'x'.repeat(500) }))).toContain('deny');
  });

  it('is the question with its header, and what the agent says of each answer', () => {
    const ask = shown('AskUserQuestion', { questions: [question('Which store?')] }, { source: 'question' });
    expect(ask).toMatchObject({
      title: 'Run "feature" asks: [Store] Which store?',
      asks: 'asks: [Store] Which store?',
    });
    expect(ask?.about({ choice: 'answer', label: 'SQLite', answer: 'SQLite' })).toBe(
      'One [file]\u200b(command:x)',
    );
    expect(ask?.about({ choice: 'answer', label: 'None', answer: 'None' })).toBeUndefined();
    expect(ask?.about({ choice: 'answer', label: 'Other' })).toBeUndefined();
  });

  it('is every one of several questions', () => {
    const questions = [question('Which store?'), question('How big?', { header: undefined })];
    const ask = shown('AskUserQuestion', { questions }, { source: 'question' });
    expect(ask?.title).toBe('Run "feature" asks: [Store] Which store? · How big?');
    expect(ask?.about({ choice: 'answer', label: 'SQLite', answer: 'SQLite' })).toBeUndefined();
  });

  it('is the title of a plan', () => {
    expect(shown('ExitPlanMode', { plan: '# Move the *store*\n\n1. …' }, { source: 'plan' })).toMatchObject({
      title: 'Run "feature" has a plan: Move the *store*',
      asks: 'has a plan: Move the *store*',
    });
  });

  it('is what the gate refused, and that it did', () => {
    const gate = { id: 'g', trigger: 'on_prompt', command: 'make', timeoutMs: 1, prompt: 'e' } as const;
    const context = 'The gate said no: make\nexit code 3\n\nNot today.';
    const ask = shown('Bash', { command: 'npm t' }, { source: 'gate', gate, context });
    expect(ask).toMatchObject({
      title: 'Run "feature" wants to run: npm t',
      asks: 'wants to run: npm t',
      more: 'The gate said no (exit code 3): Not today.',
    });
  });

  it('holds nothing that a quick pick would make a link, an icon or a second line of', () => {
    const nasty = '[x](command:boom)\n$(bell)\u202e';
    const { title = '', asks = '' } = shown('Bash', { command: nasty }) ?? {};
    const text = [
      title,
      asks,
      shown('AskUserQuestion', { questions: [question(nasty, { header: nasty })] }, { source: 'question' })
        ?.asks,
    ].join(' ');
    expect(text).not.toMatch(/\]\(|\$\(|\n|\u202e/u);
  });

  it('is known though the person left it to the terminal, and not once nobody asks it any more', () => {
    const { state } = play([
      hook(1, 'UserPromptSubmit'),
      hook(2, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
    ]);
    const left = [...state.agents].map(([id, agent]) => {
      const prompts = agent.prompts.map((prompt) => ({ ...prompt, escalatedAt: 3 }));
      return [id, { ...agent, prompts }] as const;
    });
    const ask = askIn({ ...state, agents: new Map(left) });
    expect(ask?.asks).toBe('wants to run: ls');
    expect(ask?.prompt?.input).toEqual({ command: 'ls' });
    expect(askIn({ ...state, agents: new Map() })).toMatchObject({
      title: 'Run "feature" asks for permission',
      asks: undefined,
    });
  });

  it('offers no answer to what was left to the terminal, and says that it is answered there', () => {
    const left = (more: Partial<RunDecision> = {}) => {
      const ask = hook(2, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } });
      const { state } = play([
        hook(1, 'UserPromptSubmit'),
        ask,
        { ...ask, id: 'x', at: 3, type: 'decisionSettled', decision: ask.id, outcome: 'escalated' } as Event,
      ]);
      return askIn(state, more);
    };
    const choices = (ask: ReturnType<typeof left>) => ask?.options.map(({ choice }) => choice);
    expect(choices(left())).toEqual(['cancel', 'dismiss']);
    expect(left()).toMatchObject({ isLeft: true, more: "It can only be answered in the agent's terminal." });
    const gate = { id: 'g', trigger: 'on_prompt', command: 'make', timeoutMs: 1, prompt: 'e' } as const;
    const context = 'The gate said no: make\nexit code 3';
    expect(choices(left({ source: 'gate', gate, context }))).toEqual(['cancel']);
    expect(left({ source: 'gate', gate, context })?.more).toBe(
      "It can only be answered in the agent's terminal. The gate said no (exit code 3)",
    );
    expect(shown('Bash', { command: 'ls' })).toMatchObject({ isLeft: false });
    expect(choices(shown('Bash', { command: 'ls' }))).toEqual(['approve', 'deny', 'cancel', 'dismiss']);
  });

  it('is read in full with all that the gate said to it', () => {
    const gate = { id: 'g', trigger: 'on_prompt', command: 'make', timeoutMs: 1, prompt: 'e' } as const;
    const context = 'The gate said no: make\nexit code 3\n\nFirst.\nLast.\u202e';
    const ask = shown('Bash', { command: 'npm t' }, { source: 'gate', gate, context });
    expect(ask?.besides).toBe('The gate said no: make\nexit code 3\n\nFirst.\nLast.');
    expect(shown('Bash', { command: 'npm t' })?.besides).toBeUndefined();
  });

  it('is what the agent said last, without the line above that', () => {
    const context =
      'The agent is idle and waits for input.\n\n--- Last message of the agent ---\nTabs\nor blanks?';
    const run = waitingRun({ context });
    expect(run.decision && decisionAsk(run, run.decision, new Map())).toMatchObject({
      more: 'Tabs ⏎ or blanks?',
    });
  });

  it('is what a gate wrote where that decided about no prompt', () => {
    const gate = { id: 'g', trigger: 'on_idle', command: 'make\nlint', timeoutMs: 1 } as const;
    const context = 'The gate said no: make\nlint\nexit code 3\n\nFirst.\nLast.';
    const run = waitingRun({ source: 'gate', context, gate });
    expect(run.decision && decisionAsk(run, run.decision, new Map())).toMatchObject({
      title: 'Run "feature": The gate said no: make ⏎ lint (exit code 3): Last.',
      more: 'exit code 3 ⏎ First. ⏎ Last.',
    });
  });

  it('is what it waits for where no agent asks', () => {
    const run = waitingRun({ context: 'The agent is idle and waits for input.\n\nHm.\nWell.' });
    expect(run.decision && decisionAsk(run, run.decision, new Map())).toMatchObject({
      title: 'Run "feature" is idle and waits for input',
      asks: undefined,
      more: 'Hm. ⏎ Well.',
    });
  });
});
