import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRunText, runText } from '../../src/core/run/runCodec.ts';
import { arbitraryRun } from '../support/arbitraryRun.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 });

describe('the file of a run', () => {
  it('gives back every run, and who owns it', () => {
    fc.assert(
      fc.property(arbitraryRun, text, (run, owner) => {
        expect(parseRunText(runText(run, owner))).toEqual({
          owner,
          run: { ...run, attempts: { ...run.attempts } },
        });
      }),
    );
  });

  it('never throws on junk, and is damaged wherever it is cut', () => {
    fc.assert(
      fc.property(arbitraryRun, fc.nat(), fc.string({ unit: 'binary' }), (run, at, junk) => {
        const whole = runText(run, 'o');
        expect(parseRunText(whole.slice(0, at % whole.length))).toBe('damaged');
        expect(parseRunText(junk)).toBe('damaged');
      }),
    );
  });

  it('never throws on other JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(['damaged', 'newer']).toContain(parseRunText(json));
      }),
    );
  });
});
