import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { triggers } from '../../src/core/hookfile/triggers.ts';
import type { MomentPowers } from '../../src/core/hookrun/programPowers.ts';
import { powersOf } from '../../src/core/hookrun/programPowers.ts';
import { allPrograms } from '../../src/programs/all.ts';

const page = new URL('../../docs/hooks.md', import.meta.url);

function cell(powers: MomentPowers | undefined): string {
  const heeded = powers
    ? [
        ...(powers.no ? ['block'] : []),
        ...(powers.question === 'asked' ? ['ask'] : []),
        ...(powers.input ? ['input'] : []),
        ...(powers.context ? ['text'] : []),
      ]
    : ['no'];
  return heeded.join(', ') || 'runs';
}

it('docs/hooks.md says what each program heeds', () => {
  const powers = allPrograms.map(powersOf);
  const table = [
    ['trigger', ...powers.map(({ name }) => name)],
    ['---', ...powers.map(() => '---')],
    ...triggers.map(({ id }) => [`\`${id}\``, ...powers.map(({ at }) => cell(at[id]))]),
  ].map((cells) => `| ${cells.join(' | ')} |`.replaceAll(' --- ', '---').replaceAll('| ---', '|---'));
  const lines = readFileSync(page, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(table[0] ?? ''));
  expect(lines.slice(at, at + table.length)).toEqual(table);
});
