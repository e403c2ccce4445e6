import { describe, expect, it } from 'vitest';
import { maxFrontmatterLength, parseHook } from '../../../../src/core/hookfile/parseHook.ts';
import { hookProblem } from '../../../../src/core/hookfile/problem.ts';

const example = `---
name: block-dangerous-commands
description: Keeps commands from running that destroy data
trigger: before_tool
matcher:
  tool: Shell
  pattern: "rm -rf /|mkfs"
timeout: 5000
async: false
priority: 999
metadata: { author: somebody, version: 1.5, beta: true }
---

# Anything

---
name: [not read
`;

const least = ['name: a', 'description: d', 'trigger: before_tool'];
const textOf = (...keys: readonly string[]) => ['---', ...keys, '---', ''].join('\n');
const codes = (text: string) =>
  parseHook(text).problems.map(({ code, range }) => `${code} ${range.start.line}:${range.start.column}`);

describe('parseHook', () => {
  it('reads every key', () => {
    expect(parseHook(example)).toEqual({
      hook: {
        name: 'block-dangerous-commands',
        description: 'Keeps commands from running that destroy data',
        trigger: 'before_tool',
        eventType: 'before_tool',
        matcher: { tool: 'Shell', pattern: 'rm -rf /|mkfs' },
        timeoutMs: 5000,
        async: false,
        priority: 999,
        metadata: { author: 'somebody', version: '1.5', beta: 'true' },
      },
      problems: [],
    });
  });

  it('needs three keys and has something usual for the others', () => {
    expect(parseHook(textOf(...least))).toEqual({
      hook: {
        name: 'a',
        description: 'd',
        trigger: 'before_tool',
        eventType: 'before_tool',
        matcher: {},
        timeoutMs: 30_000,
        async: false,
        priority: 100,
        metadata: {},
      },
      problems: [],
    });
  });

  it.each([
    ['a byte order mark', `\uFEFF${example}`],
    ['line ends of Windows', example.replaceAll('\n', '\r\n')],
    ['both', `\uFEFF${example.replaceAll('\n', '\r\n')}`],
    ['comments', example.replace('timeout:', '# five seconds\ntimeout:')],
    ['nothing behind it', example.slice(0, example.indexOf('\n\n#'))],
  ])('reads the same with %s', (_, text) => {
    expect(parseHook(text)).toEqual(parseHook(example));
  });

  it('keeps the name that the file has for the trigger', () => {
    expect(parseHook(textOf('name: a', 'description: d', 'trigger: pre-tool-call')).hook).toMatchObject({
      trigger: 'before_tool',
      eventType: 'pre-tool-call',
    });
  });

  it.each(['name', 'description', 'trigger'])('needs the key %s', (key) => {
    expect(codes(textOf(...least.filter((line) => !line.startsWith(key))))).toEqual(['hook.missing-key 2:1']);
  });

  it('tells everything that is wrong, in the order of its places', () => {
    expect(codes(textOf('priority: 1001', 'name: A', 'timeout: 1', 'description: ""', 'trigger: x'))).toEqual(
      [
        'hook.priority-range 2:11',
        'hook.name 3:7',
        'hook.timeout-range 4:10',
        'hook.empty-text 5:14',
        'hook.unknown-trigger 6:10',
      ],
    );
  });

  it.each([
    ['', 'hook.no-frontmatter 1:1'],
    ['# A hook', 'hook.no-frontmatter 1:1'],
    [` ${example}`, 'hook.no-frontmatter 1:1'],
    ['---\nname: a\n', 'hook.open-frontmatter 1:1'],
    ['---\n---\n', 'hook.wrong-type 2:1'],
    ['---\n- name: a\n---\n', 'hook.wrong-type 2:1'],
    ['---\njust words\n---\n', 'hook.wrong-type 2:1'],
    [textOf(...least, 'name: b'), 'hook.duplicate-key 5:1'],
    [textOf(...least, '\tpriority: 5'), 'hook.syntax 5:1'],
    [textOf(...least, 'priority: [5'), 'hook.syntax 6:1'],
    [textOf(...least, 'priority: *a'), 'hook.unknown-alias 5:11'],
    [textOf(...least, 'priority: !own 5'), 'hook.tag 5:11'],
    [textOf(...least, '<<: {}'), 'hook.merge-key 5:1'],
    [textOf(...least, '...', 'priority: 5'), 'hook.several-documents 6:1'],
    [textOf(...least, 'metadata: words'), 'hook.wrong-type 5:11'],
    [textOf('name: 5', 'description: d', 'trigger: before_tool'), 'hook.wrong-type 2:7'],
    [textOf('name: a', 'description: [d]', 'trigger: before_tool'), 'hook.wrong-type 3:14'],
    [textOf('name: a', 'description: d', 'trigger: [before_tool]'), 'hook.wrong-type 4:10'],
  ])('refuses %j', (text, problem) => {
    expect(codes(text)).toEqual([problem]);
    expect(parseHook(text).hook).toBeUndefined();
  });

  it('says what was meant by a key that nobody knows', () => {
    expect(parseHook(textOf(...least, 'timeuot: 5000')).problems).toMatchObject([
      { code: 'hook.unknown-key', message: "Write 'timeout' instead of 'timeuot'; a hook has no such key." },
    ]);
  });

  it.each([
    ['before_tol', "Write 'before_tool' instead of 'before_tol'; there is no such trigger."],
    ['pre-tool-cal', "Write 'before_tool' instead of 'pre-tool-cal'; there is no such trigger."],
    ['sometimes', "Name a trigger instead of 'sometimes', such as before_tool, after_tool or before_stop."],
    ['PreToolUse', "Write 'before_tool' instead of 'PreToolUse'; there is no such trigger."],
    ['Stop', "Write 'before_stop' instead of 'Stop'; there is no such trigger."],
    ['session_stop', "Write 'session_end' instead of 'session_stop'; there is no such trigger."],
    ['after_compact', "Write 'post-context-compact' instead of 'after_compact'; there is no such trigger."],
    ['after_stop', "Write 'post-agent-turn-stop' instead of 'after_stop'; there is no such trigger."],
    ['post-agent', "Write 'after_agent' instead of 'post-agent'; there is no such trigger."],
    [
      'pre-session-end',
      "Name a trigger instead of 'pre-session-end', such as before_tool, after_tool or before_stop.",
    ],
    ["' before_tool '", "Take the space around 'before_tool' out; it counts inside quotes."],
    ['"pre-tool-call\\t"', "Take the space around 'pre-tool-call' out; it counts inside quotes."],
    ["' before_tol'", "Write 'before_tool' instead of 'before_tol'; there is no such trigger."],
  ])('says what was meant by the trigger %s', (trigger, message) => {
    expect(parseHook(textOf('name: a', 'description: d', `trigger: ${trigger}`)).problems).toMatchObject([
      { code: 'hook.unknown-trigger', message },
    ]);
  });

  it('does not say to take a key out that every hook has', () => {
    const messages = (...lines: readonly string[]) =>
      parseHook(textOf(...lines)).problems.map(({ message }) => message);
    expect(messages('name: ""', 'description: " "', 'trigger: ""')).toEqual(
      ['name', 'description', 'trigger'].map((key) => `Give '${key}' a text.`),
    );
    expect(messages(...least, 'matcher: { tool: "" }')).toEqual(["Give 'tool' a text, or take the key out."]);
  });

  it('takes a description of 1024 characters and refuses one of 1025', () => {
    const described = (text: string) =>
      parseHook(textOf('name: a', `description: ${JSON.stringify(text)}`, 'trigger: before_tool'));
    expect(described('x'.repeat(1024)).hook?.description).toHaveLength(1024);
    expect(described('😀'.repeat(1024)).problems).toEqual([]);
    expect(described(` ${'x'.repeat(1024)} `).hook?.description).toHaveLength(1024);
    expect(described('x'.repeat(1025)).problems.map(({ code }) => code)).toEqual(['hook.description-length']);
    expect(described('😀'.repeat(1025)).hook).toBeUndefined();
  });

  it('reads what an anchor stands for', () => {
    expect(
      parseHook(textOf('name: a', 'description: &text d', 'trigger: before_tool', 'metadata: { x: *text }'))
        .hook,
    ).toMatchObject({ description: 'd', metadata: { x: 'd' } });
  });

  it('has every value of the metadata as a text, whatever its key is', () => {
    const { hook } = parseHook(textOf(...least, 'metadata: { a: 1, b: ~, c: [x], __proto__: y }'));
    expect(Object.entries(hook?.metadata ?? {})).toEqual([
      ['a', '1'],
      ['b', ''],
      ['c', ''],
      ['__proto__', 'y'],
    ]);
    expect(parseHook(textOf(...least, 'metadata:')).problems).toEqual([]);
  });

  it('does not look behind the front matter, however long that is', () => {
    const long = textOf(...least) + 'x'.repeat(maxFrontmatterLength);
    expect(parseHook(long)).toEqual(parseHook(textOf(...least)));
  });

  it('does not read front matter that is too long', () => {
    const filled = (length: number) => {
      const empty = textOf(...least, '# ');
      return textOf(...least, `# ${'x'.repeat(length - empty.length)}`);
    };
    expect(codes(filled(maxFrontmatterLength))).toEqual([]);
    expect(codes(filled(maxFrontmatterLength + 10))).toEqual(['hook.too-large 1:1']);
  });
});

describe('hookProblem', () => {
  it('stands at the start of a file, and is an error unless told', () => {
    const start = { line: 1, column: 1 };
    expect(hookProblem('no-script', 'Add a script.')).toEqual({
      code: 'hook.no-script',
      message: 'Add a script.',
      severity: 'error',
      range: { start, end: start },
    });
    expect(hookProblem('name-folder', 'Rename it.', 'warning').severity).toBe('warning');
  });
});
