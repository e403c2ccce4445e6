import { describe, expect, it } from 'vitest';
import { callerVariables, parseTold, parseWaitRule } from '../../../../src/core/wire/relayRules.ts';
import { claudeCodeRelay } from '../../../support/claudeCodeRelay.ts';

describe('a wait rule', () => {
  it.each([
    ['always', { kind: 'always' }],
    ['run\n', { kind: 'run' }],
    ['hooks', { kind: 'hooks' }],
    ['hooks PARROT_CAGE\n', { kind: 'hooks', from: 'PARROT_CAGE' }],
    ['hooks parrot', { kind: 'hooks' }],
    ['always  later words', { kind: 'always' }],
    ['sometimes', undefined],
    ['', undefined],
    ['\nalways', undefined],
  ])('reads %j', (text, rule) => {
    expect(parseWaitRule(text)).toEqual(rule);
  });
});

describe('the variables that are told', () => {
  it('are names in the first line', () => {
    expect(parseTold('A_1  _B 1A a-b c D\nE')).toEqual(['A_1', '_B', 'D']);
  });
});

describe('the rules of Claude Code', () => {
  it('are as its relay reads them', () => {
    for (const text of Object.values(claudeCodeRelay.waits)) {
      expect(parseWaitRule(`${text}\n`)).toBeDefined();
    }
    expect(parseTold(`${claudeCodeRelay.told.join(' ')}\n`)).toEqual(claudeCodeRelay.told);
  });

  it('name what whoever plays an agent must not inherit', () => {
    expect(callerVariables(claudeCodeRelay)).toEqual(
      expect.arrayContaining(['BECKON_AGENT', 'CLAUDE_PID', 'CLAUDE_PROJECT_DIR']),
    );
  });
});
