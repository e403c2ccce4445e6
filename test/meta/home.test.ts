import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRemoved } from '../../src/node/removeBeckon.ts';
import { repository } from '../support/runProgram.ts';

/** The ways in which the sources name something at the top of a Beckon home. */
const ways = [
  /\bjoin\(\s*(?:this\.#)?home,\s*'([^']+)'/gu,
  /\bat\('([^']+)'/gu,
  /\bfolderName = '([^']+)'/gu,
  /\$home"?\/(\w+)/gu,
] as const;

/** The own folder of an agent program, in the person's home: nothing in a Beckon home has a name like that. */
const foreign = /^\./u;

function unknownNames(source: string): string[] {
  const names = ways.flatMap((way) => [...source.matchAll(way)].map(([, name = '']) => name));
  return names.filter((name) => !foreign.test(name) && !isRemoved(name));
}

/** Names that are not in the line itself. */
function hiddenNames(source: string): string[] {
  return [...source.matchAll(/\bjoin\(\s*(?:this\.#)?home,\s*([^'\s][^,)]*)/gu)].map(([, name = '']) => name);
}

describe('the Beckon home', () => {
  const sources = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|sh)$/u.test(file))
    .map((file) => readFileSync(join(repository, 'src', file), 'utf8'));

  it('gets nothing written into it that an uninstall does not know', () => {
    expect(sources.flatMap(unknownNames)).toEqual([]);
  });

  it('has its names in the lines that write them, or in those the test above knows', () => {
    const known = ['...path', 'folder', 'folderName'];
    expect([...new Set(sources.flatMap(hiddenNames))].sort()).toEqual(known);
  });

  it.each([
    "const file = join(home, 'logs', name);",
    "this.#folder = join(this.#home, 'logs');",
    "await replaceFile(at('logs'), text, 0o600);",
    "const folderName = 'logs';",
    'local dir=$home/logs',
    'for file in "$home"/logs/*; do',
  ])('finds the planted line: %s', (line) => {
    expect(unknownNames(`const spool = join(home, 'spool');\n${line}\n`)).toEqual(['logs']);
  });
});
