import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRunbook } from '../../src/core/runbook/parseRunbook.ts';
import { repository } from '../support/runProgram.ts';

/** The YAML blocks of a page, without the indentation of the lists they stand in. */
function yamlBlocks(page: string): string[] {
  return [...page.matchAll(/^( *)```yaml\n(.*?)^ *```$/gmsu)].map(([, indent = '', block = '']) =>
    block
      .split('\n')
      .map((line) => line.slice(indent.length))
      .join('\n'),
  );
}

describe('the page about supervision', () => {
  it('shows runbooks that can be used', () => {
    const blocks = yamlBlocks(readFileSync(join(repository, 'docs/supervision.md'), 'utf8'));
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.flatMap((block) => parseRunbook(block).problems)).toEqual([]);
  });

  it('would be found to show one that cannot', () => {
    const page = 'See:\n\n   ```yaml\n   agents:\n     a: { rnu: x }\n   ```\n';
    expect(yamlBlocks(page)).toEqual(['agents:\n  a: { rnu: x }\n']);
    expect(yamlBlocks(page).flatMap((block) => parseRunbook(block).problems)).toHaveLength(2);
  });
});
