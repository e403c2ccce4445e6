import type { FixRow } from './hookFixes.ts';

const agent = (...lines: readonly string[]) =>
  ['agents:', '  a:', '    run: x', ...lines.map((line) => `    ${line}`), ''].join('\n');
const piped = (...lines: readonly string[]) =>
  [
    'agents:',
    '  a: { run: x }',
    'pipelines:',
    '  p:',
    '    steps:',
    ...lines.map((line) => `      ${line}`),
    '',
  ].join('\n');

/** The first fixes of runbooks. */
export const runbookFixes: readonly FixRow[] = [
  [
    'program-action',
    agent('on_error: nudge').replace('run: x', 'run: claude -p'),
    "Change to 'resume'",
    agent('on_error: resume').replace('run: x', 'run: claude -p'),
  ],
  [
    'program-action',
    agent('on_dead: { action: resume, message: m }').replace('run: x', 'run: codex exec'),
    "Change to 'escalate'",
    agent('on_dead: { action: escalate, message: m }').replace('run: x', 'run: codex exec'),
  ],
  ['starts-over', agent('on_dead: resume'), "Change to 'escalate'", agent('on_dead: escalate')],
  ['unknown-key', agent('promt: y'), "Change to 'prompt'", agent('prompt: y')],
  ['unknown-key', agent('prompt: x', 'promt: y'), "Remove 'promt'", agent('prompt: x')],
  [
    'unknown-key',
    piped('- when: x', '  name: s', '  agent: a'),
    "Remove 'when'",
    piped('- name: s', '  agent: a'),
  ],
  [
    'missing-run',
    'agents:\n  a:\n    prompt: x\n',
    "Add 'run'",
    'agents:\n  a:\n    run: claude\n    prompt: x\n',
  ],
  [
    'missing-action',
    agent('on_idle:', '  run: make'),
    "Add 'action: gate'",
    agent('on_idle:', '  action: gate', '  run: make'),
  ],
  [
    'missing-action',
    agent('on_prompt:', '  message: x'),
    "Add 'action: escalate'",
    agent('on_prompt:', '  action: escalate', '  message: x'),
  ],
  ['missing-name', piped('- agent: a'), "Add 'name: a'", piped('- name: a', '  agent: a')],
  [
    'missing-name',
    piped('- name: a', '  agent: a', '- agent: a'),
    "Add 'name: a-2'",
    piped('- name: a', '  agent: a', '- name: a-2', '  agent: a'),
  ],
  ['missing-agent', piped('- name: s # first'), "Add 'agent: a'", piped('- name: s # first', '  agent: a')],
  [
    'duplicate-step',
    piped('- { name: s, agent: a }', '- { name: s, agent: a }'),
    "Change to 's-2'",
    piped('- { name: s, agent: a }', '- { name: s-2, agent: a }'),
  ],
  [
    'command-end',
    'agents: { a: { run: "cla\\0ude" } }\n',
    "Change to 'claude'",
    'agents: { a: { run: claude } }\n',
  ],
  [
    'command-end',
    agent('on_idle: { action: gate, run: "make # all\\0" }'),
    "Change to 'make # all'",
    agent("on_idle: { action: gate, run: 'make # all' }"),
  ],
  [
    'gate-without-run',
    agent('on_idle:', '  action: gate', '  attempts: 2'),
    "Add 'run: npm test'",
    agent('on_idle:', '  action: gate', '  run: npm test', '  attempts: 2'),
  ],
  [
    'run-without-gate',
    agent('on_idle:', '  action: nudge', '  run: x'),
    "Remove 'run'",
    agent('on_idle:', '  action: nudge'),
  ],
  [
    'list-form',
    agent('on_idle:', '  - action: nudge', '    attempts: 2'),
    'Take it out of the list',
    agent('on_idle:', '    action: nudge', '    attempts: 2'),
  ],
  ['list-form', agent('on_idle: [done, fail]'), 'Keep only the first', agent('on_idle: done')],
  [
    'duration',
    agent('on_idle: { action: nudge, cooldown: 1h30m }'),
    'Change to 90m',
    agent('on_idle: { action: nudge, cooldown: 90m }'),
  ],
  [
    'duration',
    agent('on_idle: { action: nudge, cooldown: 1.5 hours }'),
    'Change to 90m',
    agent('on_idle: { action: nudge, cooldown: 90m }'),
  ],
  [
    'attempts',
    agent('on_idle: { action: nudge, attempts: unlimited }'),
    'Change to forever',
    agent('on_idle: { action: nudge, attempts: forever }'),
  ],
  [
    'match',
    agent('on_error: { match: [other], action: fail }'),
    "Change to 'other'",
    agent('on_error: { match: other, action: fail }'),
  ],
  [
    'unreachable',
    agent('on_error:', '  - fail', '  - action: nudge', '    attempts: 2'),
    'Remove this rule',
    agent('on_error:', '  - fail'),
  ],
  [
    'name',
    'agents: { a/b: { run: x } }\npipelines: { p: { steps: [{ name: s, agent: a/b }] } }\n',
    "Change to 'a-b'",
    'agents: { a-b: { run: x } }\npipelines: { p: { steps: [{ name: s, agent: a-b }] } }\n',
  ],
  [
    'unknown-agent',
    piped('- { name: s, agent: reviewer }'),
    "Add an agent 'reviewer'",
    piped('- { name: s, agent: reviewer }').replace(
      'a: { run: x }',
      'a: { run: x }\n  reviewer: { run: claude }',
    ),
  ],
  [
    'missing-steps',
    'agents: { a: { run: x } }\npipelines:\n  p: {}\n',
    "Add 'steps'",
    'agents: { a: { run: x } }\npipelines:\n  p: { steps: [{ name: a, agent: a }] }\n',
  ],
  ['wrong-type', 'agents:\n  a:\n', "Make it the 'run' of the agent", 'agents:\n  a: { run: claude }\n'],
  ['syntax', agent('prompt: Do: it'), 'Put it in single quotes', agent("prompt: 'Do: it'")],
];
