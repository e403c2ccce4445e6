import fc from 'fast-check';

/** The relay in tests. */
export const relay = '/home/ada/.beckon/bin/claude-code';

/** A settings file's value. */
export type Value = Record<string, unknown>;

const name = fc.oneof(
  fc.constantFrom('permissions', 'env', 'model', 'Hooks', '', 'a"b\\', 'ünï\u2028'),
  fc.string(),
);
const event = fc.constantFrom(
  'Stop',
  'PreToolUse',
  'Notification',
  'PostModelSwitch',
  'Custom',
  'SessionEnd',
);

const foreignHandler = fc.oneof(
  fc.record(
    {
      type: fc.constant('command'),
      command: fc.constantFrom(
        'echo done',
        '/home/ada/.beckon/bin/claude-code-not',
        '/usr/bin/claude-code',
        `ls -l ${relay} >> /tmp/log; my-own-notify`,
        `my-own-notify && ${relay} Stop`,
      ),
      args: fc.array(fc.string(), { maxLength: 2 }),
      timeout: fc.integer({ min: 1, max: 900 }),
    },
    { requiredKeys: ['type', 'command'] },
  ),
  fc.record({ type: fc.constant('http'), url: fc.webUrl() }),
);

/** One of ours in a shape it has no more, or had at another home. */
const oldHandler = fc.oneof(
  fc.record({
    type: fc.constant('command'),
    command: fc.constantFrom(
      relay,
      '/Users/bob/.beckon/bin/claude-code',
      'C:\\Users\\b\\.beckon\\bin\\claude-code',
    ),
    args: fc.constantFrom(['Stop'], ['PreToolUse'], []),
    timeout: fc.constantFrom(5, 30, 660),
  }),
  fc.record({
    type: fc.constant('command'),
    command: fc.constantFrom(`${relay} Stop`, 'exec "$HOME/.beckon/bin/claude-code" Stop >/dev/null'),
  }),
);

const groupOf = (handler: fc.Arbitrary<unknown>) =>
  fc.record(
    { matcher: fc.constantFrom('*', 'Bash', 'idle_prompt'), hooks: fc.array(handler, { maxLength: 3 }) },
    { requiredKeys: ['hooks'] },
  );

/** A group of somebody else. */
export const foreignGroup = groupOf(foreignHandler);

// As it is read back: a text knows no negative zero.
const jsonValue = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)));

const settingsOf = (handler: fc.Arbitrary<unknown>): fc.Arbitrary<Value> =>
  fc
    .tuple(
      fc.array(fc.tuple(name, jsonValue), { maxLength: 4 }),
      fc.option(
        fc.dictionary(event, fc.array(groupOf(handler), { maxLength: 3 }), {
          maxKeys: 4,
          noNullPrototype: true,
        }),
        { nil: undefined },
      ),
      fc.nat(),
    )
    .map(([others, hooks, at]) => {
      const entries = others.filter(([key]) => key !== 'hooks' && key !== '__proto__');
      if (hooks) {
        entries.splice(at % (entries.length + 1), 0, ['hooks', hooks as never]);
      }
      return Object.fromEntries(entries);
    });

/** A settings file that has nothing of ours. */
export const foreignSettings = settingsOf(foreignHandler);

/** A settings file that also has entries of ours in other shapes and places. */
export const mixedSettings = settingsOf(fc.oneof(foreignHandler, oldHandler));

const weirdSpaces = fc.array(fc.constantFrom('', '', ' ', '\n', '\t', '\r\n', '  \n\n '), {
  minLength: 1,
  maxLength: 7,
});

/** A way to write a value as JSON: indentation, line ends, byte order mark, last line, or white space anywhere. */
export const layout: fc.Arbitrary<(value: unknown) => string> = fc
  .record({
    how: fc.oneof(
      fc
        .constantFrom('  ', '    ', '\t', ' ', '')
        .map((step) => (value: unknown) => JSON.stringify(value, null, step)),
      weirdSpaces.map((spaces) => (value: unknown) => weird(value, spaces)),
    ),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    start: fc.constantFrom('', '\uFEFF', '\n', '\uFEFF  '),
    end: fc.constantFrom('', '\n', '\n\n', ' '),
  })
  .map(
    ({ how, lineEnd, start, end }) =>
      (value: unknown) =>
        start + (how(value) + end).replaceAll(/\r?\n/gu, lineEnd),
  );

/** The same tokens with white space between all of them, taken from a list in turn. */
function weird(value: unknown, spaces: readonly string[]): string {
  let at = 0;
  const tokens = JSON.stringify(value).match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:]+/gu) ?? [];
  return tokens.map((token) => token + spaces[at++ % spaces.length]).join('');
}
