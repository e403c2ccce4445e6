import { describe, expect, it } from 'vitest';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';
import { parseRunbook } from '../../../../src/core/runbook/parseRunbook.ts';

const levels = (depth: number) => Array.from({ length: depth }, (_, at) => `${' '.repeat(at)}a:`).join('\n');
const deep: Readonly<Record<string, string>> = {
  'lists on one line, and a line above them': `${'- '.repeat(4000)}x\na: 1\n`,
  'lists that never close': '['.repeat(5000),
  'lists that close': `${'['.repeat(5000)}${']'.repeat(5000)}`,
  'mappings in braces': `${'{a: '.repeat(5000)}1${'}'.repeat(5000)}`,
  'mappings as keys': '{'.repeat(5000),
  'marked keys': `${'? '.repeat(5000)}a`,
  'lists by dashes': `${'- '.repeat(5000)}a`,
  'indented mappings': levels(60),
  'a mixture': '[{a: '.repeat(2500),
};

describe('YAML that is nested too deep', () => {
  it.each(Object.entries(deep))('has one problem, which says so: %s', (_, text) => {
    const hook = parseHook(`---\nname: a\ndescription: b\nx:\n ${text.replaceAll('\n', '\n ')}\n---\n`);
    for (const { problems } of [parseRunbook(text), hook]) {
      expect(problems.map(({ code, message }) => [code.split('.')[1], message])).toEqual([
        ['too-deep', 'Nest lists and mappings at most 50 levels deep.'],
      ]);
    }
  });
});
