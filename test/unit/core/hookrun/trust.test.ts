import { describe, expect, it } from 'vitest';
import type { Trust } from '../../../../src/core/hookrun/trust.ts';
import { consentFor, noTrust, parseTrust, trustText } from '../../../../src/core/hookrun/trust.ts';

const trust: Trust = {
  workspaces: ['/w'],
  consents: { '/w/.agents/hooks/a': { hash: 'h', allowed: true, mayApprove: false } },
  disabled: ['/x'],
};

describe('trust as a text', () => {
  it('is read as it was written', () => {
    expect(parseTrust(trustText(trust))).toEqual(trust);
    expect(parseTrust(trustText(noTrust))).toEqual(noTrust);
  });

  it('is newer with a higher version, whatever else it has', () => {
    expect(parseTrust('{"version": 2}')).toBe('newer');
  });

  it.each([
    '',
    '{}',
    'null',
    '[]',
    '{"version": 1}',
    trustText(trust).replace('"/w"', '1'),
    trustText(trust).replace('true', '"yes"'),
    trustText(trust).slice(0, -3),
    trustText(trust).replace('"version": 1', '"version": 0'),
  ])('is damaged where anything is odd: %j', (text) => {
    expect(parseTrust(text)).toBe('damaged');
  });

  it('has no consent for the names that every object has', () => {
    expect(consentFor(trust, 'toString')).toBeUndefined();
    expect(consentFor(trust, '/w/.agents/hooks/a')?.hash).toBe('h');
  });
});
