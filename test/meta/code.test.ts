import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../support/runProgram.ts';

/** What makes a line depend on more than its arguments: the clock, chance, and every back door to the machine. */
const impure =
  /\bDate\.now\b|\bnew Date\b|\bDate\(|Math\.random|\bglobalThis\b|\bFunction\(|\bperformance\b|\bcrypto\b|^\s*declare\b/u;

function impureLines(source: string): string[] {
  return source.split('\n').filter((line) => impure.test(line) && !/^\s*(\/\/|\*|\/\*)/u.test(line));
}

describe('the code', () => {
  const files = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, source: readFileSync(join(repository, 'src', file), 'utf8') }));

  it('keeps every file under 300 lines', () => {
    expect(files.filter(({ source }) => source.split('\n').length > 300).map(({ file }) => file)).toEqual([]);
  });

  it('takes the clock and chance as parameters in core and language', () => {
    const pure = files.filter(({ file }) => /^(?:core|language|programs[\\/]\w+[\\/]pure)[\\/]/u.test(file));
    expect(pure.length).toBeGreaterThan(20);
    expect(pure.flatMap(({ file, source }) => impureLines(source).map((line) => `${file}: ${line}`))).toEqual(
      [],
    );
  });

  it.each([
    'const now = Date.now();',
    'const now = new Date();',
    'const now = Date();',
    'const id = Math.random();',
    'const all = globalThis as unknown;',
    "new Function('return process')();",
    'const t = performance.now();',
    'const id = crypto.randomUUID();',
    'declare const console: { log: (text: string) => void };',
    '  declare const setTimeout: () => void;',
  ])('finds the planted line: %s', (line) => {
    expect(impureLines(`// fine\nconst at = Date.parse(text);\n${line}\n`)).toEqual([line]);
  });

  /** The exported types of some files that are called like one in another file. */
  const namedTwice = (some: typeof files) => {
    const names = some.flatMap(({ source }) =>
      [...source.matchAll(/^export (?:interface|type|class) (\w+)/gmu)].map(([, name]) => name),
    );
    return names.filter((name, at) => names.indexOf(name) !== at);
  };

  it('has one meaning for the name of a type that files share', () => {
    expect(namedTwice(files)).toEqual([]);
    const planted = { file: 'core/run/planted.ts', source: 'export type Evidence = 1;\n' };
    expect(namedTwice([...files, planted])).toEqual(['Evidence']);
  });

  it('has one apostrophe, the one of VS Code itself', () => {
    const texts = [
      ...files,
      { file: 'package.nls.json', source: readFileSync(join(repository, 'package.nls.json'), 'utf8') },
    ];
    expect(texts.filter(({ source }) => source.includes('\u2019')).map(({ file }) => file)).toEqual([]);
  });

  /** What would reach into the tests of other files: all of them share one window. */
  const shared = /^(?:before|after)(?:Each)?\(|^.*\bperformance\.now = .*$/gmu;

  it('lets no test in VS Code act on those of other files', () => {
    const folder = join(repository, 'test/host');
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && file !== join('support', 'productClock.ts'))
      .flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(shared)].map(([line]) => `${file}: ${line}`),
      );
    expect(found).toEqual([]);
  });

  it.each(['beforeEach(later);', 'after(() => {', '    performance.now = () => at;'])(
    'finds the planted line in a test: %s',
    (line) => {
      expect(`const a = 1;\n${line}\n`.match(shared)).not.toBeNull();
    },
  );

  it('documents every export', () => {
    const bare = /(?<!\*\/\n)^export (?!\{|type \{)/gmu;
    const found = files.flatMap(({ file, source }) =>
      [...source.matchAll(bare)].map(({ index }) => `${file}:${source.slice(0, index).split('\n').length}`),
    );
    expect(found).toEqual([]);
  });

  it('has one exported type of each name in the core', () => {
    const named = /^export (?:interface|type|class) (\w+)/gmu;
    const names = files
      .filter(({ file }) => /^core[\\/]/u.test(file))
      .flatMap(({ source }) => [...source.matchAll(named)].map(([, name = '']) => name));
    expect(names.length).toBeGreaterThan(100);
    expect(repeated(names)).toEqual([]);
  });

  it('has one meaning for each word of the glossary', () => {
    const glossary = readFileSync(join(repository, 'CONTEXT.md'), 'utf8');
    expect(repeated(wordsOf(glossary))).toEqual([]);
    expect(repeated(wordsOf(`${glossary}| owner | another one | |\n| a, agent | two | |\n`))).toEqual([
      'owner',
      'agent',
    ]);
  });
});

/** The words of the rows of a glossary; a row may have several. */
function wordsOf(glossary: string): readonly string[] {
  return [...glossary.matchAll(/^\| ([^|]+) \|/gmu)].flatMap(([, words = '']) => words.trim().split(', '));
}

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, at) => names.indexOf(name) !== at);
}
