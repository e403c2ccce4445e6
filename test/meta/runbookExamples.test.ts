import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRunbook } from '../../src/core/runbook/parseRunbook.ts';
import { stepsOf } from '../../src/core/runbook/stepsOf.ts';
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

/** The steps of a runbook that cannot see what another step of their pipeline wrote: one is in a worktree of its own. */
function strandedSteps(block: string): string[] {
  const { runbook } = parseRunbook(block);
  return [...(runbook?.pipelines.keys() ?? [])].flatMap((name) => {
    const steps = (runbook && stepsOf(runbook, name)) ?? [];
    return steps.length > 1
      ? steps.filter(({ worktree }) => worktree).map((step) => `${name}/${step.name}`)
      : [];
  });
}

/** The steps that need a person to say that they are done: nothing lets their agent say so by itself. */
function muteSteps(block: string): string[] {
  const { runbook } = parseRunbook(block);
  const names = [...(runbook?.pipelines.keys() ?? []), ...(runbook?.agents.keys() ?? [])];
  return names.flatMap((name) =>
    ((runbook && stepsOf(runbook, name)) ?? [])
      .filter(({ command = '' }) => !command.includes('--allowedTools "Bash(beckon emit:*)"'))
      .map((step) => `${name}/${step.name}`),
  );
}

describe('the page about supervision', () => {
  it('shows runbooks that can be used', () => {
    const blocks = yamlBlocks(readFileSync(join(repository, 'docs/supervision.md'), 'utf8'));
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.flatMap((block) => parseRunbook(block).problems)).toEqual([]);
  });

  it('shows pipelines whose steps see what the others wrote, and agents that can say that they are done', () => {
    const blocks = yamlBlocks(readFileSync(join(repository, 'docs/supervision.md'), 'utf8'));
    expect(blocks.flatMap(strandedSteps)).toEqual([]);
    expect(blocks.flatMap(muteSteps)).toEqual([]);
    expect(blocks.some((block) => (parseRunbook(block).runbook?.pipelines.size ?? 0) > 0)).toBe(true);
  });

  it('would be found to show steps that do not', () => {
    const block = `agents:
  a: { run: claude }
  b: { run: claude, worktree: true }
pipelines:
  p: { steps: [{ name: one, agent: a }, { name: two, agent: b }] }
`;
    expect(strandedSteps(block)).toEqual(['p/two']);
    expect(muteSteps(block)).toEqual(['p/one', 'p/two', 'a/a', 'b/b']);
  });

  it('would be found to show one that cannot', () => {
    const page = 'See:\n\n   ```yaml\n   agents:\n     a: { rnu: x }\n   ```\n';
    expect(yamlBlocks(page)).toEqual(['agents:\n  a: { rnu: x }\n']);
    expect(yamlBlocks(page).flatMap((block) => parseRunbook(block).problems)).toHaveLength(2);
  });
});
