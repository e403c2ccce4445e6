import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOurHandler } from '../../src/core/settings/ourHandler.ts';
import { installOwnFile, removeOwnFile } from '../../src/core/settings/ownFile.ts';
import type { WantedFile } from '../../src/core/settings/wanted.ts';
import { foreignSettings, layout } from '../support/arbitrarySettings.ts';

const home = '/home/ada/.beckon/bin/copycat';
const wantedFor = (relay: string, events: readonly string[], timeout = 30): WantedFile => ({
  kind: 'ownFile',
  relay,
  reader: 'Copycat',
  events,
  text: `${JSON.stringify({ version: 1, on: events.map((event) => ({ type: 'command', sh: `'${relay}' ${event}`, timeout })) }, null, 2)}\n`,
});
const event = fc.stringMatching(/^[a-z]{1,12}$/u);
const wanted = fc.uniqueArray(event, { minLength: 1, maxLength: 8 }).map((events) => wantedFor(home, events));

/** Any text, JSON or not, that is not of a Beckon: all that may stand at our place without being ours. */
const foreign = fc.oneof(
  fc.string(),
  fc.json(),
  fc.tuple(foreignSettings, layout).map(([value, write]) => write(value)),
);

describe('a file of our own', () => {
  it('is made where there is none, once, and deleted again, also without a record', () => {
    fc.assert(
      fc.property(wanted, (file) => {
        const made = installOwnFile(undefined, file, undefined);
        expect(made).toMatchObject({ text: file.text, undo: { original: undefined, written: file.text } });
        expect(installOwnFile(file.text, file, undefined)).toEqual({ text: file.text, undo: undefined });
        expect(removeOwnFile(file.text, file, undefined)).toBeUndefined();
      }),
    );
  });

  it('is never written over what somebody else has there, nor is that taken away', () => {
    fc.assert(
      fc.property(foreign, wanted, (text, file) => {
        expect(installOwnFile(text, file, undefined)).toMatchObject({ code: 'not-ours' });
        expect(removeOwnFile(text, file, undefined)).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  it('is left alone once somebody else has put something into it', () => {
    const addition = fc.oneof(
      fc.tuple(event, fc.oneof(fc.boolean(), fc.string(), fc.constant('notify me'))),
      fc.tuple(fc.constant('run'), fc.constant(`./notify && ${home} stop`)),
    );
    fc.assert(
      fc.property(wanted, layout, addition, (file, write, [key, value]) => {
        fc.pre(!isOurHandler({ command: value }, file) && key !== 'type');
        const text = write({ ...JSON.parse(file.text), [key]: value });
        const undo = {
          original: undefined,
          written: file.text,
          made: { file: true, hooks: true, events: [], empty: { events: {} } },
        };
        expect(installOwnFile(text, file, undo)).toMatchObject({ code: 'not-ours' });
        expect(removeOwnFile(text, file, undo)).toMatchObject({ code: 'not-ours' });
      }),
    );
  });

  it('is written anew where another Beckon wrote it: an older one, or one whose home is gone', () => {
    fc.assert(
      fc.property(wanted, layout, fc.uniqueArray(event), fc.nat(), (file, write, events, timeout) => {
        fc.pre(events.length > 0);
        for (const relay of [home, '/mnt/old/.beckon/bin/copycat']) {
          const text = write(JSON.parse(wantedFor(relay, events, timeout).text));
          fc.pre(text !== file.text);
          expect(installOwnFile(text, file, undefined)).toMatchObject({ text: file.text });
          expect(removeOwnFile(text, file, undefined)).toBeUndefined();
        }
      }),
    );
  });

  it('of another Beckon that is in use stays as it is', () => {
    const relay = '/mnt/other/.beckon/bin/copycat';
    fc.assert(
      fc.property(wanted, fc.uniqueArray(event, { minLength: 1 }), (mine, events) => {
        const file = { ...mine, others: [relay] };
        const { text } = wantedFor(relay, events);
        expect(installOwnFile(text, file, undefined)).toMatchObject({ code: 'not-ours' });
        expect(removeOwnFile(text, file, undefined)).toBe(text);
      }),
    );
  });

  it('is known by the record of what was written, whatever that was', () => {
    fc.assert(
      fc.property(fc.string(), wanted, (written, file) => {
        fc.pre(written !== file.text);
        const undo = {
          original: undefined,
          written,
          made: { file: true, hooks: true, events: [], empty: { events: {} } },
        };
        expect(installOwnFile(written, file, undo)).toMatchObject({ text: file.text });
        expect(removeOwnFile(written, file, undo)).toBeUndefined();
      }),
    );
  });
});
