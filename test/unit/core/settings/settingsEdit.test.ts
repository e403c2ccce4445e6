import { describe, expect, it } from 'vitest';
import { insertEntries, takeOutEntries } from '../../../../src/core/settings/settingsEdit.ts';
import type { WantedEdit } from '../../../../src/core/settings/wanted.ts';
import { wantedClaudeEntries } from '../../../../src/programs/claudeCode/pure/entries.ts';

const relay = '/home/ada/.beckon/bin/claude-code';
const reader = 'Claude Code';
const old = wantedClaudeEntries('local', relay, '1.0.38');
const two: WantedEdit = {
  kind: 'edit',
  relay,
  reader,
  entries: old.entries.filter(({ event }) => event === 'Stop' || event === 'Notification'),
};
const stop = `{"type":"command","command":"${relay}","args":["Stop"],"timeout":660}`;
const notification = `{"type":"command","command":"${relay}","args":["Notification"],"timeout":30}`;

const installed = (source: string | undefined) => {
  const result = insertEntries(source, two);
  return 'text' in result ? result.text : result;
};

describe('an install', () => {
  it('makes a file where there is none', () => {
    expect(installed(undefined)).toBe(`{
  "hooks": {
    "Notification": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "${relay}",
            "args": [
              "Notification"
            ],
            "timeout": 30
          }
        ]
      }
    ],
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "${relay}",
            "args": [
              "Stop"
            ],
            "timeout": 660
          }
        ]
      }
    ]
  }
}
`);
  });

  it('writes into one line what is in one line', () => {
    expect(installed('{"model": "x"}')).toBe(
      `{"model": "x", "hooks": {"Notification":[{"hooks":[${notification}]}],"Stop":[{"hooks":[${stop}]}]}}`,
    );
    expect(installed('{"hooks":{"Stop":[]},"a":1}')).toBe(
      `{"hooks":{"Stop":[{"hooks":[${stop}]}],"Notification":[{"hooks":[${notification}]}]},"a":1}`,
    );
  });

  it('takes over tabs and line ends', () => {
    const text = installed('{\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}');
    expect(text).toContain('\t\t"Stop": [\r\n\t\t\t{\r\n\t\t\t\t"hooks": [\r\n');
    expect(String(text).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
  });

  it('repairs an entry in another shape instead of adding one', () => {
    const edited = `{"a":1,"hooks":{"Notification":[{"hooks":[${notification}]}],"Stop":[{"hooks":[{"type":"command","command":"cd /tmp;${relay} Stop"}]}]}}`;
    expect(installed(edited)).toBe(
      `{"a":1,"hooks":{"Notification":[{"hooks":[${notification}]}],"Stop":[{"hooks":[${stop}]}]}}`,
    );
  });

  it('repairs an entry behind a wrapper instead of adding one', () => {
    const around = (handler: string) =>
      `{"a":1,"hooks":{"Notification":[{"hooks":[${notification}]}],"Stop":[{"hooks":[${handler}]}]}}`;
    const edited = `{"type":"command","command":"env A=1 timeout 30 ${relay} Stop"}`;
    expect(installed(around(edited))).toBe(around(stop));
  });

  it('repairs an entry that is as it should be, but not for everything', () => {
    const edited = `{"hooks":{"Notification":[{"matcher":"idle_prompt","hooks":[${notification}]}],"Stop":[{"matcher":"*","hooks":[${stop}]}]}}`;
    expect(installed(edited)).toBe(
      `{"hooks":{"Notification":[{"matcher":"idle_prompt","hooks":[]},{"hooks":[${notification}]}],"Stop":[{"matcher":"*","hooks":[]},{"hooks":[${stop}]}]}}`,
    );
    const all = `{"hooks":{"Notification":[{"matcher":"*","hooks":[${notification}]}],"Stop":[{"hooks":[${stop}]}]}}`;
    expect(installed(all)).toBe(all);
  });

  it('takes out entries at events that are no longer wanted, and doubled ones', () => {
    const edited = `{"a":1,"hooks":{"Notification":[{"hooks":[${notification},${notification}]}],"Stop":[{"hooks":[${stop}]}],"Setup":[{"hooks":[${stop}]}]}}`;
    expect(installed(edited)).toBe(
      `{"a":1,"hooks":{"Notification":[{"hooks":[${notification}]}],"Stop":[{"hooks":[${stop}]}]}}`,
    );
  });
});

describe('a file is refused, with the place', () => {
  it.each([
    ['', 'empty', 1, 1],
    ['  \n', 'empty', 2, 1],
    ['{\n  "a": 1,\n  // note\n  "b": 2\n}', 'comment', 3, 3],
    ['{ /* note */ }', 'comment', 1, 3],
    ['{\n  "a": 1,\n}', 'trailing-comma', 3, 1],
    ['{"a": [1, 2,]}', 'trailing-comma', 1, 13],
    ['{\r\n  "a": 1\r\n  "b": 2\r\n}', 'not-json', 3, 3],
    ['{"a": 1', 'not-json', 1, 8],
    ["{'a': 1}", 'not-json', 1, 2],
    ['{"a": 1} x', 'not-json', 1, 10],
    ['{"a": 01}', 'not-json', 1, 8],
    ['\uFEFF{"a": tru}', 'not-json', 1, 7],
    ['[]', 'not-an-object', 1, 1],
    ['\n null', 'not-an-object', 2, 2],
    ['{\n  "hooks": {},\n  "hooks": {}\n}', 'duplicate-key', 3, 3],
    ['{"hooks": {}, "hoo\\u006bs": {}}', 'duplicate-key', 1, 15],
    ['{"hooks": {"Stop": [], "a": 1, "Stop": []}}', 'duplicate-key', 1, 32],
    [`{"hooks": {"Stop": [{"hooks": [${stop}], "hooks": []}]}}`, 'duplicate-key', 1, 35 + stop.length],
    ['{\n "hooks": []}', 'hooks-not-an-object', 2, 11],
    ['{"hooks": null}', 'hooks-not-an-object', 1, 11],
    ['{"hooks": {"Stop": {}}}', 'event-not-an-array', 1, 20],
  ])('%j', (text, code, line, column) => {
    expect(insertEntries(text, two)).toMatchObject({ code, line, column });
  });

  it.each(['{"hooks": {"Other": 1, "Other": 2}}', '{"a": 1, "a": 2}'])(
    'but not for what is off our path: %s',
    (text) => {
      expect(insertEntries(text, two)).toHaveProperty('text');
      expect(takeOutEntries(text, { relay, reader })).toBe(text);
    },
  );

  it('and, without one, for nesting that is too deep for the stack', () => {
    const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(insertEntries(deep, two)).toMatchObject({
      code: 'not-json',
      message: 'is nested too deeply to be edited',
    });
  });

  it.each(['{"hooks": 1}', '{"a": 1,}', `{"hooks": {"Stop": [{"hooks": [${stop}]}], "Stop": []}}`])(
    'also when entries are to be taken out: %s',
    (text) => {
      expect(takeOutEntries(text, { relay, reader })).toHaveProperty('code');
    },
  );
});

describe('an uninstall', () => {
  it('leaves a group that somebody else uses too', () => {
    const text = `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}, ${stop}, {"type":"command","command":"b"}]}]}}`;
    expect(takeOutEntries(text, { relay, reader })).toBe(
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}, {"type":"command","command":"b"}]}]}}',
    );
  });

  it('without a record takes what it leaves empty, and no more', () => {
    const text = `{"hooks":{"Stop":[ {"hooks":[${stop}]} ]}, "a": 1}`;
    expect(takeOutEntries(text, { relay, reader })).toBe('{"a": 1}');
    const beside = `{"hooks":{"Setup":[],"Stop":[{"hooks":[${stop}]}]}}`;
    expect(takeOutEntries(beside, { relay, reader })).toBe('{"hooks":{"Setup":[]}}');
  });

  it("leaves a group with a matcher, which the person made, and what is in nobody's use already", () => {
    const text = `{"hooks":{"Stop":[{"matcher":"mine","hooks":[${stop}]},{"hooks":[${stop}]}]}}`;
    expect(takeOutEntries(text, { relay, reader })).toBe(
      '{"hooks":{"Stop":[{"matcher":"mine","hooks":[]}]}}',
    );
  });

  it('with a record leaves an event and hooks that were empty before', () => {
    for (const source of ['{"hooks":{"Stop":[ ]}}', '{"hooks":{ }}']) {
      const result = insertEntries(source, two);
      const undo = 'undo' in result ? result.undo : undefined;
      const later = 'text' in result ? result.text.replace('{', '{"a":1,') : '';
      expect(takeOutEntries(later, { relay, reader }, undo)).toBe(source.replace('{', '{"a":1,'));
    }
  });

  it('leaves a file it made and in which nothing of ours is left', () => {
    const result = insertEntries(undefined, two);
    const undo = 'undo' in result ? result.undo : undefined;
    expect(takeOutEntries('{}', { relay, reader }, undo)).toBe('{}');
    expect(takeOutEntries('{"hooks":{"Stop":[]}}', { relay, reader }, undo)).toBe('{}');
  });

  it('leaves entries of another home that is in use', () => {
    const other = stop.replace('/ada/', '/bob/');
    const text = `{"hooks":{"Stop":[{"hooks":[${stop}]},{"hooks":[${other}]}]}}`;
    const others = ['/home/bob/.beckon/bin/claude-code'];
    expect(takeOutEntries(text, { relay, others, reader })).toBe(`{"hooks":{"Stop":[{"hooks":[${other}]}]}}`);
    expect(takeOutEntries(text, { relay, reader })).toBe('{}');
  });

  it('with a record takes containers we made, also those that lost their entries before', () => {
    const result = insertEntries('{\n  "a": 1\n}\n', two);
    const undo = 'undo' in result ? result.undo : undefined;
    expect(takeOutEntries('{\n  "a": 1,\n  "hooks": {"Stop": []}\n}\n', { relay, reader }, undo)).toBe(
      '{\n  "a": 1\n}\n',
    );
  });

  it('remembers over a repair what the first install made', () => {
    const first = insertEntries('{"a":1}', two);
    const undo = 'undo' in first ? first.undo : undefined;
    const theirs = `{"a":1,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]},{"hooks":[${stop}]}]}}`;
    const again = insertEntries(theirs, two, undo);
    const later = `{"a":1,"hooks":{"Stop":[{"hooks":[${stop}]}]}}`;
    expect(takeOutEntries(later, { relay, reader }, 'undo' in again ? again.undo : undefined)).toBe(
      '{"a":1}',
    );
  });

  it('leaves a file alone that has nothing of ours', () => {
    expect(takeOutEntries('{ "hooks" : { } }', { relay, reader })).toBe('{ "hooks" : { } }');
  });
});
