/** A code, a text that has it, the title of its first fix, and the text after that. */
export type FixRow = readonly [code: string, before: string, title: string, after: string];

const body = '\n# Sample\n';
/** A HOOK.md with these lines between its dashes. */
export const front = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\n${body}`;
/** What every hook has. */
export const three = ['name: sample', 'description: A sample.', 'trigger: before_tool'];

/** The first fixes of hooks. */
export const hookFixes: readonly FixRow[] = [
  ...(
    [
      ['timeout-range', 'timeout: 5 # short', 'Change to 100', 'timeout: 100 # short'],
      ['timeout-range', 'timeout: 900000', 'Change to 600000', 'timeout: 600000'],
      ['timeout-range', 'timeout: 2m', 'Change to 120000', 'timeout: 120000'],
      ['timeout-range', 'timeout:', 'Change to 30000', 'timeout: 30000'],
      ['timeout-range', 'timeout:\n  - 5', 'Change to 100', 'timeout:\n  100'],
      ['priority-range', 'priority: 1001', 'Change to 1000', 'priority: 1000'],
      ['priority-range', 'priority: -0.5', 'Change to 0', 'priority: 0'],
      ['async', 'async: maybe', 'Change to true', 'async: true'],
      ['unknown-key', 'timeuot: 5000', "Change to 'timeout'", 'timeout: 5000'],
      ['unknown-key', 'timeuot: 5', "Change to 'timeout'", 'timeout: 5'],
      ['regex', "matcher: { tool: '*' }", "Change to '.*', for everything", "matcher: { tool: '.*' }"],
      ['regex', 'matcher: { tool: f( }', 'Look for this very text', "matcher: { tool: 'f\\(' }"],
      [
        'double-quoted-backslash',
        'matcher: { pattern: "it\'s \\"a\\"\\.py$" }',
        'Put it in single quotes',
        "matcher: { pattern: 'it''s \"a\"\\.py$' }",
      ],
      [
        'double-quoted-backslash',
        'matcher: { pattern: "\\bfoo\\\\.py\\t" }',
        'Put it in single quotes',
        "matcher: { pattern: '\\bfoo\\.py\\t' }",
      ],
      ['wrong-type', 'matcher: Shell', 'Make it the tool', 'matcher: { tool: Shell }'],
      ['wrong-type', 'matcher: [Bash, Edit]', 'Make it the tool', "matcher: { tool: 'Bash|Edit' }"],
      ['wrong-type', 'matcher: { tool: [A, B] }', "Change to 'A|B'", "matcher: { tool: 'A|B' }"],
      ['wrong-type', 'matcher:\n  tool: 5', 'Put it in single quotes', "matcher:\n  tool: '5'"],
      [
        'syntax',
        'matcher:\n\ttool: x\n\tpattern: y',
        'Change the tabs to spaces',
        'matcher:\n  tool: x\n  pattern: y',
      ],
      ['syntax', 'matcher:\n  pattern: [a-z]+$', 'Put it in single quotes', "matcher:\n  pattern: '[a-z]+$'"],
      ['syntax', 'matcher:\n  tool: @x # who', 'Put it in single quotes', "matcher:\n  tool: '@x' # who"],
      ['syntax', 'metadata: [a', 'Close it with ]', 'metadata: [a]'],
      [
        'unknown-alias',
        'matcher:\n  pattern: *.py',
        'Put it in single quotes',
        "matcher:\n  pattern: '*.py'",
      ],
      ['unknown-alias', 'metadata: { a: *x }', 'Put it in single quotes', "metadata: { a: '*x' }"],
      ['tag', 'metadata: { a: !own x }', 'Remove the tag', 'metadata: { a: x }'],
      ['empty-text', 'matcher:\n  tool: ""\n  pattern: x', "Remove 'tool'", 'matcher:\n  pattern: x'],
    ] as const
  ).map(
    ([code, before, title, after]): FixRow => [code, front(...three, before), title, front(...three, after)],
  ),
  [
    'unknown-key',
    front(...three, 'colour:', '  - red', '  # more', '  - blue', 'async: true'),
    "Remove 'colour'",
    front(...three, 'async: true'),
  ],
  ['unknown-key', front(...three, 'colour: |', '  red', '', '  blue'), "Remove 'colour'", front(...three)],
  [
    'unknown-key',
    front('{ name: sample, colour: [a, b], description: d, trigger: session_start }'),
    "Remove 'colour'",
    front('{ name: sample, description: d, trigger: session_start }'),
  ],
  [
    'unknown-key',
    front('{ name: sample, description: d, trigger: session_start, colour: red }'),
    "Remove 'colour'",
    front('{ name: sample, description: d, trigger: session_start }'),
  ],
  ['duplicate-key', front(...three, 'name: other'), "Remove this 'name'", front(...three)],
  [
    'trigger-alias',
    front(...three.slice(0, 2), 'trigger: "pre-agent-turn-stop"'),
    "Change to 'before_stop'",
    front(...three.slice(0, 2), 'trigger: before_stop'),
  ],
  [
    'unknown-trigger',
    front(...three.slice(0, 2), 'trigger: before-tool'),
    "Change to 'before_tool'",
    front(...three),
  ],
  [
    'matcher-ignored',
    front(...three.slice(0, 2), 'trigger: session_start', 'matcher:', '  tool: x', 'async: true'),
    "Remove 'matcher'",
    front(...three.slice(0, 2), 'trigger: session_start', 'async: true'),
  ],
  ['missing-key', front(...three.slice(1)), "Add 'name'", front('name: my-hook', ...three.slice(1))],
  [
    'missing-key',
    front(three[0] ?? '', three[2] ?? ''),
    "Add 'description'",
    front('name: sample', 'description: Say what this hook does', 'trigger: before_tool'),
  ],
  [
    'missing-key',
    front(...three.slice(0, 2), 'async: true'),
    "Add 'trigger'",
    front(...three, 'async: true'),
  ],
  [
    'missing-key',
    front('{ name: sample, description: d }'),
    "Add 'trigger'",
    front('{ name: sample, description: d, trigger: before_tool }'),
  ],
  [
    'name',
    front('name: My Hook!', ...three.slice(1)),
    "Change to 'my-hook'",
    front('name: my-hook', ...three.slice(1)),
  ],
  [
    'wrong-type',
    front('name: 5', ...three.slice(1)),
    'Put it in single quotes',
    front("name: '5'", ...three.slice(1)),
  ],
  [
    'wrong-type',
    `---\n---\n${body}`,
    'Add the keys of a hook',
    front('name: my-hook', 'description: Say what this hook does', 'trigger: before_tool'),
  ],
  [
    'syntax',
    front('name: sample', 'description: Blocks: all', 'trigger: before_tool'),
    'Put it in single quotes',
    front('name: sample', "description: 'Blocks: all'", 'trigger: before_tool'),
  ],
  ['syntax', front('name:sample', ...three.slice(1)), 'Put a space behind the colon', front(...three)],
  [
    'syntax',
    front('name: sample', 'description: "A sample.', 'trigger: before_tool'),
    'Close it with "',
    front('name: sample', 'description: "A sample."', 'trigger: before_tool'),
  ],
  ['no-frontmatter', `\n${front(...three)}`, "Begin the file with '---'", front(...three)],
  ['no-frontmatter', front(...three).slice(4), "Add the line '---'", front(...three)],
  ['no-frontmatter', `${three.join('\n')}\n${body}`, "Add the line '---'", front(...three)],
  [
    'no-frontmatter',
    '# Sample\n',
    'Begin with the keys of a hook',
    `---\nname: my-hook\ndescription: Say what this hook does\ntrigger: before_tool\n---\n\n# Sample\n`,
  ],
  ['open-frontmatter', `---\n${three.join('\n')}\n${body}`, "Add the line '---'", front(...three)],
  ['open-frontmatter', `---\n${three.join('\n')}`, "Add the line '---'", `---\n${three.join('\n')}\n---\n`],
  [
    'open-frontmatter',
    `---\n${three.join('\n')}\n----\n${body}`,
    "Change the line to '---'",
    front(...three),
  ],
];
