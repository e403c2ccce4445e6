import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../src/core/run/policy.ts';
import {
  actionsAt,
  actionTexts,
  agentKeyTexts,
  errorClassTexts,
  ruleKeyTexts,
  ruleTriggers,
  stepKeyTexts,
} from '../../../../src/core/runbook/keyTexts.ts';
import { parseRunbook } from '../../../../src/core/runbook/parseRunbook.ts';

const codes = (text: string) => parseRunbook(text).problems.map(({ code }) => code);

describe('the words about runbooks', () => {
  it('are about keys that the parser knows, and about all of them', () => {
    const told = [
      ['agents: { a: { KEY: 0 } }', Object.keys(agentKeyTexts)],
      ['agents: { a: { on_error: { KEY: 0 } } }', Object.keys(ruleKeyTexts)],
      ['pipelines: { p: { steps: [{ KEY: 0 }] } }', Object.keys(stepKeyTexts)],
    ] as const;
    for (const [text, keys] of told) {
      for (const key of keys) {
        expect([key, codes(text.replace('KEY', key))]).not.toContainEqual(
          expect.arrayContaining(['runbook.unknown-key']),
        );
      }
      const { message } = parseRunbook(text.replace('KEY', 'zzzzzzzzz')).problems.find(
        ({ code }) => code === 'runbook.unknown-key',
      ) ?? { message: '' };
      const known = /are (.*)\.$/u.exec(message)?.[1]?.split(', ');
      expect(known?.sort()).toEqual([...keys].sort());
    }
  });

  it('tell the actions of each trigger as the parser does', () => {
    for (const trigger of ruleTriggers) {
      const valid = (Object.keys(actionTexts) as Action[]).filter(
        (action) =>
          !codes(`agents: { a: { run: x, ${trigger}: ${action} } }`).includes('runbook.invalid-pair'),
      );
      expect(actionsAt(trigger)).toEqual(valid);
    }
  });

  it('tell the classes of errors as the parser does', () => {
    for (const word of Object.keys(errorClassTexts)) {
      expect(codes(`agents: { a: { run: x, on_error: { action: nudge, match: ${word} } } }`)).toEqual([]);
    }
  });
});
