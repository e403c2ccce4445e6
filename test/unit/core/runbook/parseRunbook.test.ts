import { describe, expect, it } from 'vitest';
import { defaultPolicy, gateTimeoutMs, simpleRule } from '../../../../src/core/run/policy.ts';
import { maxRunbookLength, parseRunbook } from '../../../../src/core/runbook/parseRunbook.ts';

const example = `agents:
  planner: { run: claude, prompt: Write PLAN.md, worktree: true }
  build:
    run: claude --permission-mode acceptEdits
    prompt: |
      Implement the plan
      in PLAN.md
    on_idle:   { action: nudge, message: "Tests must pass.", attempts: 3, cooldown: 30s }
    on_prompt: { action: gate, run: ./allow, timeout: 2 minutes }
    on_dead:   { action: resume, attempts: 2 }
    on_error:
      - { match: rate_limited, action: nudge, cooldown: 5m, attempts: forever }
      - fail
pipelines:
  feature:
    steps:
      - { name: plan, agent: planner }
      - { name: here, agent: planner, worktree: false, prompt: Once more }
      - { name: build, agent: build }
`;

function agentOf(text: string) {
  const { runbook, problems } = parseRunbook(`agents:\n  a:\n    run: x\n${text}`);
  return { agent: runbook?.agents.get('a'), codes: problems.map(({ code }) => code) };
}

describe('parseRunbook', () => {
  it('reads agents, policies and pipelines', () => {
    const { runbook, problems } = parseRunbook(example);
    expect(problems).toEqual([]);
    expect([...(runbook?.agents.values() ?? [])]).toEqual([
      { name: 'planner', run: 'claude', prompt: 'Write PLAN.md', worktree: true, policy: defaultPolicy },
      {
        name: 'build',
        run: 'claude --permission-mode acceptEdits',
        prompt: 'Implement the plan\nin PLAN.md\n',
        worktree: false,
        policy: {
          on_idle: { ...simpleRule('nudge'), message: 'Tests must pass.', attempts: 3, cooldownMs: 30_000 },
          on_prompt: { ...simpleRule('gate'), run: './allow', timeoutMs: 120_000 },
          on_dead: { ...simpleRule('resume'), attempts: 2 },
          on_error: [
            { ...simpleRule('nudge'), match: 'rate_limited', cooldownMs: 300_000, attempts: 'forever' },
            simpleRule('fail'),
          ],
        },
      },
    ]);
    expect([...(runbook?.pipelines.values() ?? [])]).toEqual([
      {
        name: 'feature',
        steps: [
          { name: 'plan', agent: 'planner', worktree: true },
          { name: 'here', agent: 'planner', worktree: false, prompt: 'Once more' },
          { name: 'build', agent: 'build', worktree: false },
        ],
      },
    ]);
  });

  it.each([
    ['a byte order mark', `\uFEFF${example}`],
    ['line ends of Windows', example.replaceAll('\n', '\r\n')],
    ['both', `\uFEFF${example.replaceAll('\n', '\r\n')}`],
    ['a version of YAML it was not written for', `%YAML 1.1\n---\n${example}`],
  ])('reads the same with %s', (_, text) => {
    expect(parseRunbook(text)).toEqual(parseRunbook(example));
  });

  it('counts columns from behind a byte order mark', () => {
    expect(parseRunbook('\uFEFFagent: {}')).toEqual(parseRunbook('agent: {}'));
  });

  it('escalates a prompt unless told otherwise, and takes on_prompt: done', () => {
    expect(agentOf('').agent?.policy).toEqual(defaultPolicy);
    expect(agentOf('').agent?.policy.on_prompt.action).toBe('escalate');
    expect(agentOf('    on_prompt: done\n').agent?.policy.on_prompt).toEqual(simpleRule('done'));
  });

  it('nudges an idle agent and escalates everything else unless told', () => {
    const policy = agentOf('').agent?.policy;
    expect([policy?.on_idle.action, policy?.on_dead.action]).toEqual(['nudge', 'escalate']);
    expect(policy?.on_error.map(({ action }) => action)).toEqual(['escalate']);
  });

  it.each([
    ['a list', '    on_error: [{ match: overloaded, action: resume }]\n'],
    ['a mapping', '    on_error: { match: overloaded, action: resume }\n'],
  ])('escalates the errors that no rule matches: %s', (_, text) => {
    expect(agentOf(text).agent?.policy.on_error).toEqual([
      { ...simpleRule('resume'), match: 'overloaded' },
      simpleRule('escalate'),
    ]);
  });

  it('gives a gate one attempt of thirty seconds unless told', () => {
    expect(agentOf('    on_idle: { action: gate, run: npm test }\n').agent?.policy.on_idle).toEqual({
      action: 'gate',
      run: 'npm test',
      attempts: 1,
      cooldownMs: 0,
      timeoutMs: gateTimeoutMs,
    });
    expect(gateTimeoutMs).toBe(30_000);
  });

  it('adds nothing behind a rule that takes every error', () => {
    expect(agentOf('    on_error: fail\n').agent?.policy.on_error).toEqual([simpleRule('fail')]);
  });

  it('takes every name as a text', () => {
    const { runbook } = parseRunbook('agents: { 1: { run: a }, true: { run: b }, __proto__: { run: c } }');
    expect([...(runbook?.agents.keys() ?? [])]).toEqual(['1', 'true', '__proto__']);
  });

  it('takes what an anchor stands for at each alias', () => {
    const { runbook, problems } = parseRunbook(
      'agents: { a: &a { run: x, on_idle: &idle { action: done } }, b: { run: y, on_dead: *idle }, c: *a }',
    );
    expect(problems).toEqual([]);
    expect(runbook?.agents.get('b')?.policy.on_dead.action).toBe('done');
    expect(runbook?.agents.get('c')).toMatchObject({ name: 'c', run: 'x' });
  });

  it('tells of what is wrong behind an anchor once', () => {
    const { problems } = parseRunbook('agents: { a: &a { run: x, on_idle: dne }, b: *a, c: *a }');
    expect(problems.map(({ code }) => code)).toEqual(['runbook.unknown-action']);
  });

  it.each([
    ['an empty file', ''],
    ['comments only', '# nothing yet\n'],
    ['a byte order mark only', '\uFEFF'],
    ['an empty document', '---\n...\n'],
    ['an empty mapping', '{}'],
    ['keys without anything', 'agents:\npipelines:\n'],
  ])('takes %s for a runbook with nothing in it, and says so', (_, text) => {
    const { runbook, problems } = parseRunbook(text);
    expect(runbook).toEqual({ agents: new Map(), pipelines: new Map() });
    expect(problems).toMatchObject([{ code: 'runbook.nothing', severity: 'warning' }]);
  });

  it('gives a runbook with warnings, and none with errors', () => {
    expect(agentOf('    on_idle: { action: done, message: bye }\n')).toMatchObject({
      agent: { name: 'a' },
      codes: ['runbook.no-effect'],
    });
    expect(agentOf('    on_idle: dne\n').agent).toBeUndefined();
  });

  it('does not look at a text of more than 1 MB', () => {
    const fits = `#${'x'.repeat(maxRunbookLength - 1)}`;
    expect(parseRunbook(fits).problems.map(({ code }) => code)).toEqual(['runbook.nothing']);
    expect(parseRunbook(`${fits}x`)).toEqual({
      problems: [
        {
          code: 'runbook.too-large',
          message: 'Keep the runbook under 1 MB; it was not read.',
          severity: 'error',
          range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
        },
      ],
    });
  });

  it('tells of a thousand problems at most, and still gives no runbook', () => {
    const { runbook, problems } = parseRunbook(
      Array.from({ length: 1500 }, (_, at) => `k${at}: 1\n`).join(''),
    );
    expect([runbook, problems.length]).toEqual([undefined, 1000]);
  });
});

describe('a text made to keep it busy', () => {
  const laughs = (times: number) =>
    `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: times }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]\n`).join('')}`;

  it.each([
    ['aliases of aliases', laughs(30), 'runbook.alias-expansion'],
    ['many rules at many agents', manyRules(), 'runbook.alias-expansion'],
    ['an alias within its own value', 'agents: &a { x: *a }', 'runbook.alias-cycle'],
    ['the deepest lists', '['.repeat(20_000), 'runbook.too-deep'],
    ['lists that close', `${'['.repeat(60)}${']'.repeat(60)}`, 'runbook.too-deep'],
    ['many keys', Array.from({ length: 5_000 }, (_, at) => `k${at}: 1\n`).join(''), 'runbook.unknown-key'],
    ['a ring of pipelines', ring(2_000), 'runbook.cycle'],
  ])('is an error soon: %s', (_, text, code) => {
    const { runbook, problems } = parseRunbook(text);
    expect(runbook).toBeUndefined();
    expect(problems.map((problem) => problem.code)).toContain(code);
  });

  function manyRules(): string {
    const rules = `agents:\n  a: { run: x, on_error: &e [${'fail, '.repeat(500)}] }\n`;
    return `${rules}${Array.from({ length: 500 }, (_, at) => `  b${at}: { run: x, on_error: *e }\n`).join('')}`;
  }

  function ring(length: number): string {
    const one = (at: number) => `  p${at}: { steps: [{ name: s, agent: p${(at + 1) % length} }] }\n`;
    return `pipelines:\n${Array.from({ length }, (_, at) => one(at)).join('')}`;
  }
});
