import { describe, expect, it } from 'vitest';
import { ownName } from '../../../../src/core/run/ownName.ts';

const among = (name: string, ...names: readonly string[]) =>
  ownName(
    name,
    names.map((one) => ({ name: one })),
  );

describe('the name of a run that begins', () => {
  it('is that of the runbook where no other run has it', () => {
    expect(among('build')).toBe('build');
    expect(among('build', 'plan', 'builder', 'build (x)', 'a build (2)')).toBe('build');
  });

  it('has a number behind it where others have the name, in the order they begin', () => {
    expect(among('build', 'build')).toBe('build (2)');
    expect(among('build', 'build', 'build (2)')).toBe('build (3)');
  });

  it('is not that of an older one that is forgotten, while a newer one is known', () => {
    expect(among('build', 'build (2)')).toBe('build (3)');
    expect(among('build', 'build (2)', 'build (9)')).toBe('build (10)');
  });

  it('is its own also where the runbook has numbers in its names', () => {
    expect(among('build (2)', 'build', 'build (2)')).toBe('build (2) (2)');
    expect(among('build', 'build', 'build (999999)', 'build (1000000)')).toBe('build (1000001)');
  });

  it('is never that of another', () => {
    const names: string[] = [];
    for (const name of ['a', 'a (2)', 'a', 'a (2)', 'a (2) (2)', 'a', 'a (3)', 'a', '$(a', '$(a']) {
      names.push(among(name, ...names));
    }
    expect(new Set(names).size).toBe(names.length);
  });
});
