import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../support/runProgram.ts';
import { lineOf, type Node, nodesOf } from './syntax.ts';

const skips: readonly unknown[] = ['skip', 'todo', 'skipIf', 'runIf', 'fails'];
const runners: readonly unknown[] = ['it', 'test', 'describe', 'suite', 'context', 'specify'];
const oldSkips: readonly unknown[] = ['xit', 'xtest', 'xdescribe', 'xcontext', 'xspecify'];

/** The lines that skip a test and do not say why: in a comment, or in words given to `skip`. */
function silentSkips(source: string, file = 'a.test.ts'): number[] {
  const lines = source.split('\n');
  return [...nodesOf(source, file)]
    .filter((node) => isSkip(node) && !hasWords(node, source))
    .map((node) => lineOf((node.property ?? node) as Node, source))
    .filter((line) => !/\/[/*] \S/u.test(lines[line - 1] ?? ''));
}

function isSkip({ type, property, properties, name, key, value }: Node): boolean {
  const nameOf = (node: unknown) => (node as Node | undefined)?.name;
  switch (type) {
    case 'MemberExpression':
      return skips.includes(nameOf(property));
    case 'ObjectPattern':
      return (properties as Node[]).some((one) => nameOf(one.key) === 'skip');
    case 'Property':
      return skips.includes(nameOf(key)) && (value as Node).value === true;
    default:
      return type === 'Identifier' && oldSkips.includes(name);
  }
}

/** `it.skip('…')` has the test's name there; `this.skip('…')` has the reason. */
function hasWords({ type, object, end }: Node, source: string): boolean {
  const owner = (object as Node | undefined)?.name;
  return type === 'MemberExpression' && !runners.includes(owner) && /^\(['"`]\w/u.test(source.slice(end));
}

describe('a skipped test', () => {
  it('says why on its line', () => {
    const found = globSync('test/**/*.ts', { cwd: repository }).flatMap((file) =>
      silentSkips(readFileSync(join(repository, file), 'utf8'), file).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "it.skip('later', () => {});",
    "describe.skip('later', () => {});",
    "it.todo('later');",
    "it.skip.each([1])('later', () => {});",
    "it.skipIf(process.platform === 'win32')('later', () => {});",
    "it('later', { skip: true }, () => {});",
    "xit('later', () => {});",
    "it('later', ({ skip }) => skip());",
    "it('later', function () {\n  this.skip(); });",
    "it.skip('later: https://example.org', () => {});",
  ])('is found when it does not: %s', (source) => {
    expect(silentSkips(source)).toHaveLength(1);
  });

  it.each([
    "it.skip('later', () => {}); // Windows has no signals.",
    "it('later', (run) => run.skip('Windows has no signals'));",
    "const fixture = `it.skip('later', () => {});`;",
    "it('later', { skip: false }, () => {});",
  ])('is left alone when it does: %s', (source) => {
    expect(silentSkips(source)).toEqual([]);
  });
});
