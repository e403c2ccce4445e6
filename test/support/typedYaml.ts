import fc from 'fast-check';

const bits = [
  ...['\n', '\r\n', '\r', '\t', ' ', '  ', '    ', ': ', ':', '- ', '-', '? ', ', ', '{', '}', '[', ']'],
  ...['"', "'", '#', ' # c', '|', '>-', '%', '---\n', '---', '&a ', '*a', '!t ', '<<: ', '~', '\\', '\\"'],
  ...[
    'name',
    'trigger: ',
    'matcher:',
    'tool: ',
    'Shell',
    'pre-tool-call',
    'async: ',
    'true',
    'timeout',
    '5000',
  ],
  ...['agents:', 'build:', 'on_error:', 'on_idle: ', 'action: ', 'nudge', 'steps:', 'pipelines:', 'agent: '],
  ...['\uFEFF', '\u0000', '\ud800', '\u2028', '\u202e', '漢', '\u{1f600}', '${', '}', '$1', '`', '](', '<b>'],
];

/** A piece of YAML as somebody types it, or anything else. */
const yamlPiece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...bits) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);

/** Pieces in a row. */
export const typedYaml = fc.array(yamlPiece, { maxLength: 50 }).map((all) => all.join(''));

/** A text with pieces taken out and put in. */
export function editsOf(example: string): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(fc.nat(example.length), fc.nat(12), yamlPiece), { minLength: 1, maxLength: 6 })
    .map((edits) =>
      edits.reduce((text, [at, out, piece]) => text.slice(0, at) + piece + text.slice(at + out), example),
    );
}

/** A HOOK.md with most that can be in one. */
export const exampleHook = `---
# About it
name: no-danger
description: >-
  Blocks what could
  destroy data
trigger: before_tool # when
matcher: { tool: "Shell|Bash", pattern: 'rm -rf /|mkfs' }
timeout:   5000
metadata:
    author: me
    list: [a,b , c]
---

# Body
`;

/** A runbook with most that can be in one. */
export const typedRunbook = `agents:
  build: &build
    run: claude
    # what it is told
    on_idle: { action: nudge, message: "Go on.", attempts: 3, cooldown: 30s }
    on_error:
    - { match: rate_limited, action: nudge, attempts: forever }
    -   action: escalate
  other: *build
pipelines:
  feature:
    steps: [ { name: plan, agent: build }, { name: build, agent: other, worktree: true } ]
`;
