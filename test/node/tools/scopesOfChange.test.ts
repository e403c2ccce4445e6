import { describe, expect, it } from 'vitest';
import { levelNames } from '../../../tools/options.mjs';
import { changeTable } from '../../../tools/testing/changeTable.ts';
import { scopesOfChange, scopesOfFile, sinceLine } from '../../../tools/testing/scopesOfChange.ts';

const levelsOf = (...files: string[]) => [
  ...new Set(scopesOfChange(files).map((scope) => scope.replace(/\/.*/, ''))),
];

describe('The tests for a change', () => {
  it.each([
    'package.json',
    'package-lock.json',
    'tools/testing/levels.ts',
    'esbuild.mjs',
    'vitest.config.ts',
    'new/x',
  ])('are all of them when %s changes', (file) => {
    expect(scopesOfChange(['README.md', file])).toEqual(levelNames);
  });

  it.each(['README.md', 'docs/adr/0001-x.md', 'docs/größe und maß.svg'])(
    'are only those that read or package documents when %s changes',
    (file) => {
      expect(levelsOf(file)).toEqual(['check', 'build', 'unit', 'meta']);
    },
  );

  it.each([
    ['src/core/view/statusBarView.ts', 'host/demo'],
    ['src/core/view/healthView.ts', 'host/health'],
    ['src/editor/agentStatus.ts', 'host/demo'],
    ['src/editor/hooks/hookTree.ts', 'host/hooks'],
  ])('include only a few files of the slow levels when the view %s changes', (file, shown) => {
    const scopes = scopesOfChange([file]);
    expect(scopes).toContain(shown);
    expect(scopes.filter((scope) => /^(?:node|agents|host|window)$/.test(scope))).toEqual([]);
    expect(levelsOf(file)).not.toContain('window');
  });

  it.each(['src/core/agent/agent.ts', 'src/core/wire/protocol.ts', 'src/core/text/clip.ts'])(
    'are all of them when a rule changes that everything builds on: %s',
    (file) => {
      expect(scopesOfChange([file])).toEqual(levelNames);
    },
  );

  it('of a slow level are only the test file that changed', () => {
    const rules = ['check', 'meta/changeTable', 'meta/skipped'];
    expect(scopesOfFile('test/host/deep/a b.test.ts')).toEqual([...rules, 'host/deep/a b.test.ts']);
    expect(scopesOfFile('test/unit/core/a.test.ts')).toEqual([...rules, 'unit']);
  });

  it('are those of every level that uses a helper when it changes', () => {
    expect(levelsOf('test/agents/support/cage.ts')).toEqual(['check', 'meta', 'agents', 'window']);
    expect(levelsOf('test/support/runProgram.ts')).toEqual(
      levelNames.filter((level) => level !== 'build' && level !== 'host'),
    );
  });

  it('come from the first row that matches', () => {
    const globs = changeTable.map(([glob]) => glob);
    expect(globs.indexOf('src/core/view/hook*')).toBeLessThan(globs.indexOf('src/core/view/**'));
    expect(scopesOfFile('src/core/view/hookRows.ts')).not.toContain('host/demo');
  });

  it('are the union over all files, in the order of the levels', () => {
    const scopes = scopesOfChange(['test/window/a.test.ts', 'test/host/a.test.ts', 'test/host/index.ts']);
    expect(scopes).toEqual(['check', 'meta/changeTable', 'meta/skipped', 'host', 'window/a.test.ts']);
  });

  it('are announced in one line, with the reason', () => {
    expect(sinceLine('HEAD', ['test/unit/a.test.ts'])).toBe(
      'Changed since HEAD: test/unit/a.test.ts. Running what that can break: check, unit, meta/changeTable, meta/skipped.',
    );
    expect(sinceLine('v1', ['README.md', 'package.json', 'src/core/text/clip.ts'])).toBe(
      'Changed since v1: README.md and 2 more. Running everything, which package.json can break.',
    );
  });
});
