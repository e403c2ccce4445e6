import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../../src/core/agent/agent.ts';
import { newAgent } from '../../../../src/core/agent/agent.ts';
import { noAgents } from '../../../../src/core/agent/agents.ts';
import type { Ask, BaseState, Prompt } from '../../../../src/core/agent/state.ts';
import { occurrenceText } from '../../../../src/core/view/askText.ts';
import { occurrencesIn } from '../../../../src/core/view/occurrences.ts';

const place = { root: '/w/api', name: 'api', branch: 'main', worktree: false };

function told(agent: Agent, others: readonly Agent[] = []): string | undefined {
  const state = { ...noAgents, agents: new Map([...others, agent].map((one) => [one.id, one])) };
  const occurrence = occurrencesIn(state).find(({ agent: id }) => id === agent.id);
  return occurrence && occurrenceText(occurrence, state, (cwd) => (cwd === '/w/api' ? place : undefined));
}

const root: Agent = { ...newAgent({ program: 'claude-code', session: 's' }, 0), facts: { cwd: '/w/api' } };

function asking(ask: Partial<Ask>, agent = root, others: readonly Agent[] = [root]): string | undefined {
  const head = { id: 'p', at: 1, source: 'request', evidence: 'hook', confirmedAt: 1 } as const;
  const prompt: Prompt = { ...head, kind: 'permission', reason: 'x', ...ask };
  return told({ ...agent, prompts: [prompt], state: { kind: 'prompting', prompt } }, others);
}

const doing = (state: BaseState, facts = {}) => told({ ...root, state, facts: { ...root.facts, ...facts } });

describe('a permission', () => {
  it.each([
    ['Bash', { command: 'npm run e2e' }, 'wants to run: npm run e2e'],
    [
      'Bash',
      { command: 'cat <<EOF\nx\nEOF\nrm -rf build' },
      'wants to run: cat <<EOF ⏎ x ⏎ EOF ⏎ rm -rf build',
    ],
    ['Edit', { file_path: 'src/a.ts', old_string: 'a' }, 'wants to edit: src/a.ts'],
    ['Write', { file_path: '/w/api/src/a.ts', content: 'a' }, 'wants to write: src/a.ts'],
    ['Write', { file_path: '/w/apis/a.ts', content: 'a' }, 'wants to write: /w/apis/a.ts'],
    ['Bash', { command: '/w/api/run.sh' }, 'wants to run: /w/api/run.sh'],
    ['WebFetch', { url: 'https://x.y', prompt: 'p' }, 'wants to fetch: https://x.y'],
    ['WebSearch', { query: 'what' }, 'wants to search for: what'],
    ['mcp__db__query', { sql: 'DROP TABLE x' }, 'wants to use mcp__db__query: {"sql":"DROP TABLE x"}'],
    ['mcp__db__list', {}, 'wants to use mcp__db__list'],
    ['Bash', undefined, 'wants to use Bash'],
  ])('%s is told with what it is about', (tool, input, words) => {
    expect(asking({ tool, input })).toBe(`Claude · api · main ${words}`);
  });

  it('whose tool is not known is still told', () => {
    expect(asking({})).toBe('Claude · api · main asks for permission');
    expect(asking({ message: 'Claude needs your permission' })).toBe(
      'Claude · api · main asks for permission: Claude needs your permission',
    );
  });

  it('of a subagent names it', () => {
    const child = newAgent({ program: 'claude-code', session: 's', child: { id: 'c', type: 'Explore' } }, 0);
    expect(asking({ tool: 'Bash', input: { command: 'ls' } }, child)).toBe(
      'Claude · api · main · Explore wants to run: ls',
    );
  });

  it('names the agent where another one is at the same place', () => {
    const other = (facts: Agent['facts'], state: BaseState = { kind: 'working' }): Agent => ({
      ...newAgent({ program: 'claude-code', session: 'other' }, 0),
      facts: { cwd: '/w/api', ...facts },
      state,
    });
    const child = newAgent({ program: 'claude-code', session: 's', child: { id: 'c', type: 'Explore' } }, 0);
    const ask = { tool: 'Bash', input: { command: 'ls' } };
    const agent: Agent = { ...root, facts: { ...root.facts, title: 'Fix the login' } };
    const own = (others: readonly Agent[], who = agent) => asking(ask, who, [agent, ...others]);
    expect(own([other({})])).toBe('Claude · api · main · "Fix the login" wants to run: ls');
    expect(own([other({})], child)).toBe('Claude · api · main · "Fix the login" · Explore wants to run: ls');
    expect(own([other({ cwd: '/w/web' })])).toBe('Claude · api · main wants to run: ls');
    expect(own([other({}, { kind: 'exited' })])).toBe('Claude · api · main wants to run: ls');
  });

  it('can bring no link and no icon with it', () => {
    const command = '[x](command:workbench.action.reloadWindow) $(bell)';
    const text = asking({ tool: 'Bash', input: { command } });
    expect(text).not.toContain('](');
    expect(text).not.toContain('$(');
  });
});

describe('a question and a plan', () => {
  it('are told in their own words', () => {
    const one = { question: 'Which color?', options: [], multiSelect: false };
    expect(asking({ kind: 'question', questions: [one] })).toBe('Claude · api · main asks: Which color?');
    expect(asking({ kind: 'question', questions: [one, one] })).toBe(
      'Claude · api · main asks: Which color? (and 1 more)',
    );
    expect(asking({ kind: 'question' })).toBe('Claude · api · main asks a question');
    expect(asking({ kind: 'plan_approval', plan: '\n# Move to pnpm\n\n1. a' })).toBe(
      'Claude · api · main has a plan: Move to pnpm',
    );
    expect(asking({ kind: 'plan_approval', plan: '---\n\n**Move** to pnpm' })).toBe(
      'Claude · api · main has a plan: Move** to pnpm',
    );
    expect(asking({ kind: 'plan_approval', plan: '---\n***\n' })).toBe('Claude · api · main has a plan');
    expect(asking({ kind: 'plan_approval' })).toBe('Claude · api · main has a plan');
    expect(asking({ kind: 'other', message: 'Token?' })).toBe('Claude · api · main needs input: Token?');
    const mcp = { kind: 'other', reason: 'MCP input' } as const;
    expect(asking({ ...mcp, message: 'Token?' })).toBe('Claude · api · main needs MCP input: Token?');
    expect(asking(mcp)).toBe('Claude · api · main needs MCP input');
  });
});

describe('a state', () => {
  it('is told with its reason', () => {
    expect(doing({ kind: 'failed', error: { class: 'rate_limited' } })).toBe(
      'Claude · api · main failed: rate limited',
    );
    expect(doing({ kind: 'failed', error: { class: 'other', message: 'Boom' } })).toBe(
      'Claude · api · main failed: Boom',
    );
    expect(doing({ kind: 'exited', code: 137 })).toBe('Claude · api · main died (exit 137)');
    expect(doing({ kind: 'exited' })).toBe('Claude · api · main died');
    expect(doing({ kind: 'idle' }, { lastMessage: 'It is done.' })).toBe(
      'Claude · api · main is done: It is done.',
    );
    expect(doing({ kind: 'idle' })).toBe('Claude · api · main is done');
  });
});
