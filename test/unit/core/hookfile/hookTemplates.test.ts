import { describe, expect, it } from 'vitest';
import { hookTemplates } from '../../../../src/core/hookfile/hookTemplates.ts';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';
import { triggers } from '../../../../src/core/hookfile/triggers.ts';

describe.each(hookTemplates)('the pattern $id', ({ files }) => {
  const { hook, problems } = parseHook(files('one').hook);

  it('has nothing wrong with it', () => {
    expect(problems).toEqual([]);
  });

  it('names its trigger as Beckon shows it', () => {
    expect(triggers.map(({ id }): string => id)).toContain(hook?.eventType);
  });

  it('has a script that can be run, and reads its event', () => {
    expect(files('one').script).toMatch(/^#!\/usr\/bin\/env bash\n(?:#.*\n)*event=\$\(cat\)\n/u);
  });
});
