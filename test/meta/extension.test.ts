import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../support/runProgram.ts';

const bundles = ['extension.cjs', 'authoring.cjs'].map((name) => ({
  name,
  bundle: readFileSync(join(repository, 'dist', name), 'utf8'),
}));

describe.each(bundles)('the extension, in $name', ({ bundle }) => {
  it('handles no signal: a handler would keep its host alive when VS Code ends it', () => {
    expect(bundle.match(/\.(?:on|once|addListener)\(["'`]SIG[A-Z]+/gu)).toBeNull();
  });

  it('never ends its host, which other extensions share', () => {
    expect(bundle.match(/process\.(?:exit|abort)\(/gu)).toBeNull();
  });
});

describe('the extension as a window starts it', () => {
  it('has no client of the language server in it, only the way to load one', () => {
    const [extension, authoring] = bundles;
    expect(extension?.bundle).toContain('require("./authoring.cjs")');
    expect(extension?.bundle).not.toContain('textDocument/didOpen');
    expect(authoring?.bundle).toContain('textDocument/didOpen');
  });
});
