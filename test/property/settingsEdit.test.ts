import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOurHandler } from '../../src/core/settings/ourHandler.ts';
import type { Undo } from '../../src/core/settings/settingsEdit.ts';
import { insertEntries, takeOutEntries } from '../../src/core/settings/settingsEdit.ts';
import { wantedClaudeEntries } from '../../src/programs/claudeCode/pure/entries.ts';
import { claudeSettings } from '../../src/programs/claudeCode/pure/settingsSchema.ts';
import type { Value } from '../support/arbitrarySettings.ts';
import { foreignGroup, foreignSettings, layout, mixedSettings, relay } from '../support/arbitrarySettings.ts';

const wanted = fc.constantFrom(
  wantedClaudeEntries('local', relay),
  wantedClaudeEntries('project', relay),
  wantedClaudeEntries('user', relay, '2.1.325'),
  wantedClaudeEntries('local', relay, '1.0.60'),
);

function install(source: string | undefined, entries: Parameters<typeof insertEntries>[1], undo?: Undo) {
  const result = insertEntries(source, entries, undo);
  if ('code' in result) {
    throw new Error(`refused: ${JSON.stringify(result)}`);
  }
  return result;
}

function undoOf(result: { readonly undo: Undo | undefined }): Undo {
  if (!result.undo) {
    throw new Error('nothing to undo');
  }
  return result.undo;
}

function remove(source: string, undo?: Undo): string | undefined {
  const result = takeOutEntries(source, { relay, reader: 'Claude Code' }, undo);
  if (typeof result === 'object') {
    throw new Error(`refused: ${JSON.stringify(result)}`);
  }
  return result;
}

/** As if the file had been edited since, which closes the short way back. */
const edited = (undo: Undo): Undo => ({ ...undo, written: '' });
const read = (text: string): Value => JSON.parse(text.replace('\uFEFF', ''));
const withoutMark = (text: string) => text.replace('\uFEFF', '');

type Hooks = Record<string, { matcher?: string; hooks: unknown[] }[]>;
const groupsOf = (value: Value) =>
  Object.entries((value.hooks ?? {}) as Hooks).flatMap(([event, groups]) =>
    groups.map((group) => ({ event, group })),
  );
const handlersOf = (value: Value) =>
  groupsOf(value).flatMap(({ event, group: { matcher, hooks } }) =>
    hooks.map((handler) => ({ event, matcher, handler })),
  );

describe('installing and uninstalling', () => {
  it('gives the original bytes back, by the record and, entry by entry, without the short way', () => {
    fc.assert(
      fc.property(foreignSettings, layout, wanted, (value, write, entries) => {
        const source = write(value);
        const result = install(source, entries);
        expect(remove(result.text, undoOf(result))).toBe(source);
        expect(remove(result.text, edited(undoOf(result)))).toBe(source);
      }),
      { numRuns: 400 },
    );
  });

  it('deletes a file it made, also when the program wrote it anew', () => {
    const result = install(undefined, wantedClaudeEntries('local', relay));
    expect(remove(result.text, undoOf(result))).toBeUndefined();
    expect(remove(JSON.stringify(JSON.parse(result.text)), undoOf(result))).toBeUndefined();
  });

  it('twice is once', () => {
    fc.assert(
      fc.property(mixedSettings, layout, wanted, (value, write, entries) => {
        const once = install(write(value), entries);
        expect(install(once.text, entries, once.undo)).toEqual({ text: once.text, undo: undefined });
        expect(install(once.text, entries)).toEqual({ text: once.text, undo: undefined });
      }),
      { numRuns: 200 },
    );
  });

  it('changes nothing for anybody else, and leaves each wanted entry exactly once', () => {
    fc.assert(
      fc.property(mixedSettings, layout, wanted, (value, write, entries) => {
        const after = read(install(write(value), entries).text);
        const foreign = ({ handler }: { handler: unknown }) => !isOurHandler(handler, { relay });
        expect(handlersOf(after).filter(foreign)).toEqual(handlersOf(value).filter(foreign));
        const ours = handlersOf(after).filter((handler) => !foreign(handler));
        expect(ours.toSorted((a, b) => (a.event < b.event ? -1 : 1))).toEqual(
          entries.entries.toSorted((a, b) => (a.event < b.event ? -1 : 1)),
        );
        const others = ({ hooks: _, ...rest }: Value) => rest;
        expect(others(after)).toEqual(others(value));
        expect(Object.keys(after).filter((key) => key !== 'hooks')).toEqual(
          Object.keys(value).filter((key) => key !== 'hooks'),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('keeps a valid file valid for Claude Code', () => {
    fc.assert(
      fc.property(mixedSettings, layout, wanted, (value, write, entries) => {
        fc.pre(claudeSettings.safeParse(value).success);
        expect(claudeSettings.safeParse(read(install(write(value), entries).text)).error).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the line ends, the byte order mark and the end of the file', () => {
    fc.assert(
      fc.property(foreignSettings, layout, wanted, (value, write, entries) => {
        const source = write(value);
        const { text } = install(source, entries);
        if (/\n/u.test(source)) {
          const lineEnds = (all: string) => [...new Set(all.match(/\r\n|\n|\r/gu))];
          expect(lineEnds(source)).toEqual(expect.arrayContaining(lineEnds(text)));
        }
        expect(text.startsWith('\uFEFF')).toBe(source.startsWith('\uFEFF'));
        expect(/\s*$/u.exec(text)?.[0]).toBe(/\s*$/u.exec(source)?.[0]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('installing, an edit by somebody else, and uninstalling', () => {
  it('leaves the very bytes of an edit beside ours', () => {
    const edit = (text: string) => {
      const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
      const [, before = '', after = ''] = /^(\s*\{)(.*)$/su.exec(withoutMark(text)) ?? [];
      return `${mark}${before} "added": [1,  2],${after} \n`;
    };
    fc.assert(
      fc.property(foreignSettings, layout, wanted, (value, write, entries) => {
        fc.pre(Object.keys(value).length > 0 && !Object.hasOwn(value, 'added'));
        const source = write(value);
        const result = install(source, entries);
        expect(remove(edit(result.text), undoOf(result))).toBe(edit(source));
      }),
      { numRuns: 200 },
    );
  });

  it('leaves the value and the order when the program wrote the whole file anew', () => {
    fc.assert(
      fc.property(foreignSettings, layout, layout, wanted, (value, write, rewrite, entries) => {
        const result = install(write(value), entries);
        const left = remove(rewrite({ ...read(result.text), added: true }), undoOf(result));
        expect(JSON.stringify(read(left ?? ''))).toBe(JSON.stringify({ ...value, added: true }));
      }),
      { numRuns: 200 },
    );
  });

  it.each(['before ours', 'behind ours', 'into our group'] as const)('leaves a group put %s', (where) => {
    fc.assert(
      fc.property(foreignSettings, layout, foreignGroup, wanted, (value, write, group, entries) => {
        fc.pre(group.hooks.length > 0);
        const result = install(write(value), entries);
        const after = read(result.text) as { hooks: Hooks };
        const groups = after.hooks.Stop ?? [];
        const ours = groups.at(-1);
        if (where === 'into our group') {
          ours?.hooks.splice(1, 0, ...group.hooks);
        } else {
          groups.splice(where === 'before ours' ? -1 : groups.length, 0, group);
        }
        const left = read(remove(write(after), undoOf(result)) ?? '');
        const before = ((value.hooks ?? {}) as Hooks).Stop ?? [];
        const added = where === 'into our group' ? { hooks: group.hooks } : group;
        expect(left).toEqual({ ...value, hooks: { ...(value.hooks ?? {}), Stop: [...before, added] } });
      }),
      { numRuns: 150 },
    );
  });

  it('leaves nothing of ours and everything else when entries were lost, edited and repaired', () => {
    fc.assert(
      fc.property(foreignSettings, layout, wanted, fc.nat(), (value, write, entries, which) => {
        const first = install(write(value), entries);
        const after = read(first.text) as { hooks: Hooks };
        const names = entries.entries.map(({ event }) => event);
        const lost = names[which % names.length] ?? '';
        after.hooks[lost] = (after.hooks[lost] ?? []).slice(0, -1);
        const again = install(write(after), entries, undoOf(first));
        expect(read(again.text)).toEqual(read(first.text));
        const left = remove(again.text, undoOf(again));
        expect(read(left ?? '')).toEqual(value);
        expect(read(remove(again.text, edited(undoOf(again))) ?? '')).toEqual(value);
      }),
      { numRuns: 150 },
    );
  });

  it('without a record takes our entries and the bare groups, events and hooks they leave empty, nothing else', () => {
    fc.assert(
      fc.property(mixedSettings, layout, (value, write) => {
        const left = read(remove(write(value)) ?? '');
        const isOurs = (one: unknown) => isOurHandler(one, { relay });
        const kept = Object.entries((value.hooks ?? {}) as Hooks).flatMap(([event, groups]) => {
          const left = groups
            .map((group) => ({ ...group, hooks: group.hooks.filter((one) => !isOurs(one)) }))
            .filter(
              (group, at) =>
                group.hooks.length > 0 || group.matcher !== undefined || groups[at]?.hooks.length === 0,
            );
          return left.length > 0 || groups.length === 0 ? [[event, left] as const] : [];
        });
        const { hooks, ...others } = value;
        const untouched = kept.length > 0 || Object.keys(hooks ?? {}).length === 0;
        const wanted = hooks && untouched ? { ...value, hooks: Object.fromEntries(kept) } : others;
        expect(JSON.stringify(left)).toBe(JSON.stringify(wanted));
      }),
      { numRuns: 200 },
    );
  });
});

describe('any text at all', () => {
  it('is edited or refused, never an exception, and refused where it is no JSON object', () => {
    const broken = fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 3 })).map(([text, at, more]) => {
      const where = at % (text.length + 1);
      return text.slice(0, where) + more + text.slice(where + more.length);
    });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), broken), wanted, (text, entries) => {
        const result = insertEntries(text, entries);
        let value: unknown;
        try {
          value = JSON.parse(text.replace(/^\uFEFF/u, ''));
        } catch {
          value = undefined;
        }
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        if (!isObject) {
          expect(result).toHaveProperty('code');
          expect(takeOutEntries(text, { relay, reader: 'Claude Code' })).toHaveProperty('code');
        } else if (!Object.hasOwn(value as object, 'hooks')) {
          expect(result).toHaveProperty('text');
        }
      }),
      { numRuns: 400 },
    );
  });
});
