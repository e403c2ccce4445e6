import { expect, it } from 'vitest';
import { exampleRunbook } from '../../../../src/core/runbook/exampleRunbook.ts';
import { parseRunbook } from '../../../../src/core/runbook/parseRunbook.ts';

it('has nothing wrong in it', () => {
  const { runbook, problems } = parseRunbook(exampleRunbook);
  expect(problems).toEqual([]);
  expect([...(runbook?.pipelines.keys() ?? [])]).toEqual(['feature']);
});
