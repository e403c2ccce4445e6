import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../support/runProgram.ts';

describe('the code', () => {
  const files = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, source: readFileSync(join(repository, 'src', file), 'utf8') }));

  it('keeps every file under 300 lines', () => {
    expect(files.filter(({ source }) => source.split('\n').length > 300).map(({ file }) => file)).toEqual([]);
  });

  it('documents every export', () => {
    const bare = /(?<!\*\/\n)^export (?!\{|type \{)/gmu;
    const found = files.flatMap(({ file, source }) =>
      [...source.matchAll(bare)].map(({ index }) => `${file}:${source.slice(0, index).split('\n').length}`),
    );
    expect(found).toEqual([]);
  });
});
