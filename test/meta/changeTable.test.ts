import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeTable, everything } from '../../tools/testing/changeTable.ts';
import { scopesOfFile } from '../../tools/testing/scopesOfChange.ts';
import { repository } from '../support/runProgram.ts';

const files = globSync(['{src,test,docs,media,tools}/**/*.*', '*.*'], { cwd: repository });
const known = new Set(files);
const testFiles = files.filter((file) => /^test\/.*\.test\.ts$/u.test(file));

/** The levels whose tests only import the sources. Those of `node` do too, but often to run all of the command line. */
const importing = /^test\/(?:unit|property|replay|server|meta)\//u;

const rowOf = (file: string) => changeTable.find(([glob]) => posix.matchesGlob(file, glob))?.[0];

/** A glob with braces as one glob per alternative, so that each alternative has to match something. */
function alternatives(glob: string): string[] {
  const [braces, words = ''] = /\{(.*?)\}/u.exec(glob) ?? [];
  return braces === undefined ? [glob] : words.split(',').map((word) => glob.replace(braces, word));
}

/** What a module imports, except as types only. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(repository, file), 'utf8');
  const imports = /(?:^(?:import|export)(?! type\b)[^'";]* from |\bimport\(?\s*)'(\.[^']+)'/gmu;
  const paths = Array.from(text.matchAll(imports), ([, path = '']) => posix.join(posix.dirname(file), path));
  return paths.filter((path) => known.has(path));
}

/** A module and everything it imports. */
function modulesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (!seen.has(file)) {
    seen.add(file);
    for (const path of importsOf(file)) modulesOf(path, seen);
  }
  return seen;
}

/** The files a change of which a test has to notice: the sources it is about, and every helper. */
function filesBehind(test: string): string[] {
  const all = [...modulesOf(test)].filter((file) => file !== test);
  const helpers = all.filter((file) => file.startsWith('test/'));
  const sources = importing.test(test) ? all : importsOf(test);
  return [...helpers, ...sources.filter((file) => file.startsWith('src/'))];
}

/** Every file whose scopes leave out a test that is about it. */
function leftOut(scopesOf: (file: string) => readonly string[]): string[] {
  return testFiles.flatMap((test) =>
    filesBehind(test)
      .filter((file) => !scopesOf(file).some((scope) => test.startsWith(`test/${scope}`)))
      .map((file) => `${file} is used by ${test}`),
  );
}

describe('the table of what each change can break', () => {
  it('has a row for every file of the sources and the tests', () => {
    const rowless = (paths: readonly string[]) => paths.filter((file) => rowOf(file) === undefined);
    expect(rowless(files.filter((file) => /^(?:src|test)\//u.test(file)))).toEqual([]);
    expect(rowless(['src/shared/a.ts', 'test/bench/a.ts'])).toHaveLength(2);
  });

  it('has no row that never applies', () => {
    const idle = (globs: readonly string[]) =>
      globs.filter((glob) => !files.some((file) => posix.matchesGlob(file, glob) && reaches(file, glob)));
    const reaches = (file: string, glob: string) => alternatives(rowOf(file) ?? '').includes(glob);
    expect(idle(changeTable.flatMap(([glob]) => alternatives(glob)))).toEqual([]);
    expect(idle(['src/core/view/hookRows.ts', 'src/gone/**'])).toHaveLength(2);
  });

  it('names only levels and test files that exist', () => {
    const gone = (scopes: readonly string[]) =>
      scopes.filter((scope) => !testFiles.some((file) => file.startsWith(`test/${scope}`)));
    const named = new Set(changeTable.flatMap(([, scopes]) => scopes));
    expect(gone([...named].filter((scope) => scope !== 'check' && scope !== 'build'))).toEqual([]);
    expect(gone(['units', 'host/gone'])).toHaveLength(2);
  });

  it('runs every test that imports the changed file', () => {
    expect(leftOut(scopesOfFile)).toEqual([]);
    expect(leftOut((file) => scopesOfFile(file).filter((scope) => scope !== 'unit'))).toContain(
      'src/core/view/hookRows.ts is used by test/unit/core/view/hookRows.test.ts',
    );
    expect(leftOut((file) => scopesOfFile(file).filter((scope) => scope !== 'node'))).toContain(
      'src/node/listener/spool.ts is used by test/node/listener/spool.test.ts',
    );
  });

  it('always runs the check level', () => {
    expect(changeTable.filter(([, scopes]) => !scopes.includes('check')).map(([glob]) => glob)).toEqual([]);
    expect(everything).toContain('check');
  });
});
