import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../support/runProgram.ts';

const bundle = readFileSync(join(repository, 'dist/extension.cjs'), 'utf8');

describe('the extension', () => {
  it('handles no signal: a handler would keep its host alive when VS Code ends it', () => {
    expect(bundle.match(/\.(?:on|once|addListener)\(["'`]SIG[A-Z]+/gu)).toBeNull();
  });

  it('never ends its host, which other extensions share', () => {
    expect(bundle.match(/process\.(?:exit|abort)\(/gu)).toBeNull();
  });
});
