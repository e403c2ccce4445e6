import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../../src/core/agent/state.ts';
import { alwaysEffects } from '../../../../../src/core/view/ask/alwaysEffects.ts';

const effects = (...suggests: readonly string[]) =>
  alwaysEffects({
    id: 'p',
    at: 1,
    source: 'request',
    evidence: 'hook',
    kind: 'permission',
    reason: 'x',
    suggests,
  } as Prompt);

describe('what approving for always would change', () => {
  it('is said with every effect', () => {
    expect(effects('Always allow: npm *', 'Auto-accept edits')).toBe(
      'Always allow: npm * · Auto-accept edits',
    );
  });

  it('is not offered where there is nothing, or more than can be shown', () => {
    expect(effects()).toBeUndefined();
    expect(
      effects(...Array.from({ length: 30 }, (_, at) => `Always allow: service-${at} *`)),
    ).toBeUndefined();
    expect(effects(`Always allow: ${'a'.repeat(60)}`)).toBeUndefined();
  });
});
