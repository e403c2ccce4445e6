import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../../src/core/agent/agent.ts';
import { newAgent } from '../../../../src/core/agent/agent.ts';
import type { BaseState, Prompt } from '../../../../src/core/agent/state.ts';
import type { Ask } from '../../../../src/core/event/ask.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import { occurrenceText } from '../../../../src/core/view/askText.ts';
import { Namesakes } from '../../../../src/core/view/notify/namesakes.ts';
import { occurrencesIn } from '../../../../src/core/view/occurrences.ts';

const place = { root: '/w/api', name: 'api', branch: 'main', worktree: false };

function told(agent: Agent, others: readonly Agent[] = []): string | undefined {
  const state = { ...noAgents, agents: new Map([...others, agent].map((one) => [one.id, one])) };
  const occurrence = occurrencesIn(state).find(({ agent: id }) => id === agent.id);
  const placeOf = (cwd: string | undefined) => (cwd === '/w/api' ? place : undefined);
  return occurrence && occurrenceText(occurrence, state, { placeOf, namesakes: new Namesakes(state) });
}

const root: Agent = {
  ...newAgent({ program: 'claude-code', session: 's' }, 0),
  facts: { cwd: '/w/api', title: 'Fix login' },
};

function asking(ask: Partial<Ask>, agent = root, others: readonly Agent[] = [root]): string | undefined {
  const head = { id: 'p', at: 1, source: 'request', evidence: 'hook', confirmedAt: 1 } as const;
  const prompt: Prompt = { ...head, kind: 'permission', reason: 'x', ...ask };
  return told({ ...agent, prompts: [prompt], state: { kind: 'prompting', prompt } }, others);
}

const doing = (state: BaseState, facts = {}) =>
  told({ ...root, state, finishedAt: 1, facts: { ...root.facts, ...facts } });

describe('a permission', () => {
  it.each([
    ['Bash', { command: 'npm run e2e' }, 'wants to run: npm run e2e'],
    [
      'Bash',
      { command: 'cat <<EOF\nx\nEOF\nrm -rf build' },
      'wants to run: cat <<EOF ⏎ x ⏎ EOF ⏎ rm -rf build',
    ],
    ['Edit', { file_path: 'src/a.ts', old_string: 'a' }, 'wants to edit src/a.ts'],
    ['Edit', { file_path: '/w/api/b.ts', old_string: 'a', new_string: 'b\nc' }, 'wants to edit b.ts +2 −1'],
    ['Write', { file_path: '/w/api/src/a.ts', content: 'a' }, 'wants to write src/a.ts (1 line)'],
    ['Write', { file_path: '/w/apis/a.ts', content: 'a' }, 'wants to write /w/apis/a.ts (1 line)'],
    ['Bash', { command: '/w/api/run.sh' }, 'wants to run: /w/api/run.sh'],
    ['WebFetch', { url: 'https://x.y', prompt: 'p' }, 'wants to fetch https://x.y'],
    ['WebSearch', { query: 'what' }, 'wants to search for what'],
    ['mcp__db__query', { sql: 'DROP TABLE x' }, 'wants to use mcp__db__query {"sql":"DROP TABLE x"}'],
    ['mcp__db__list', {}, 'wants to use mcp__db__list'],
    ['Bash', undefined, 'wants to use Bash'],
  ])('%s is told with what it is about', (tool, input, words) => {
    expect(asking({ tool, input })).toBe(`Fix login ${words} (api · main)`);
  });

  it('whose tool is not known is still told', () => {
    expect(asking({})).toBe('Fix login wants to do something (api · main)');
    expect(asking({ message: 'Claude needs your permission' })).toBe(
      'Fix login wants to do something: Claude needs your permission (api · main)',
    );
  });

  it('of a subagent names it', () => {
    const child = newAgent({ program: 'claude-code', session: 's', child: { id: 'c', type: 'Explore' } }, 0);
    expect(asking({ tool: 'Bash', input: { command: 'ls' } }, child)).toBe(
      'Fix login › Explore wants to run: ls (api · main)',
    );
  });

  it('has the id of its agent where another one of that name is at the same place', () => {
    const other = (facts: Agent['facts'], state: BaseState = { kind: 'working' }): Agent => ({
      ...newAgent({ program: 'claude-code', session: 'other' }, 0),
      facts: { ...root.facts, ...facts },
      state,
    });
    const own = (one: Agent) => asking({ tool: 'Bash', input: { command: 'ls' } }, root, [root, one]);
    expect(own(other({}))).toBe('Fix login [s] wants to run: ls (api · main)');
    expect(own(other({ title: 'Fix logout' }))).toBe('Fix login wants to run: ls (api · main)');
    expect(own(other({ cwd: '/w/web' }))).toBe('Fix login wants to run: ls (api · main)');
    expect(own(other({}, { kind: 'exited' }))).toBe('Fix login wants to run: ls (api · main)');
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
    expect(asking({ kind: 'question', questions: [one] })).toBe('Fix login asks: Which color? (api · main)');
    expect(asking({ kind: 'question', questions: [one, one] })).toBe(
      'Fix login asks: Which color? (and 1 more) (api · main)',
    );
    expect(asking({ kind: 'question' })).toBe('Fix login asks a question (api · main)');
    expect(asking({ kind: 'plan_approval', plan: '\n# Move to pnpm\n\n1. a' })).toBe(
      'Fix login has a plan: Move to pnpm (api · main)',
    );
    expect(asking({ kind: 'plan_approval', plan: '---\n\n**Move** to pnpm' })).toBe(
      'Fix login has a plan: Move** to pnpm (api · main)',
    );
    expect(asking({ kind: 'plan_approval', plan: '---\n***\n' })).toBe('Fix login has a plan (api · main)');
    expect(asking({ kind: 'plan_approval' })).toBe('Fix login has a plan (api · main)');
    expect(asking({ kind: 'other', message: 'Token?' })).toBe('Fix login needs input: Token? (api · main)');
    const mcp = { kind: 'other', reason: 'MCP input' } as const;
    expect(asking({ ...mcp, message: 'Token?' })).toBe('Fix login needs MCP input: Token? (api · main)');
    expect(asking(mcp)).toBe('Fix login needs MCP input (api · main)');
  });
});

describe('a state', () => {
  it('is told with its reason', () => {
    expect(doing({ kind: 'failed', error: { class: 'rate_limited' } })).toBe(
      'Fix login failed: rate limited (api · main)',
    );
    expect(doing({ kind: 'failed', error: { class: 'other', message: 'Boom' } })).toBe(
      'Fix login failed: Boom (api · main)',
    );
    expect(doing({ kind: 'exited', code: 137 })).toBe('Fix login died: exit 137 (api · main)');
    expect(doing({ kind: 'exited' })).toBe('Fix login died (api · main)');
    expect(doing({ kind: 'idle' }, { lastMessage: 'It is done.' })).toBe(
      'Fix login is done: It is done. (api · main)',
    );
    expect(doing({ kind: 'idle' })).toBe('Fix login is done (api · main)');
  });
});
