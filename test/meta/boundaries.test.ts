import { posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../support/runProgram.ts';
import { copyHouse, type House } from './house.ts';
import { importOffences } from './importOffences.ts';
import { importTable, isIn, rowOf } from './importTable.ts';
import { hidden, tricks } from './plantedImports.ts';

/** The places of the table, with two programs that are planted for its `*`. */
const places = Object.keys(importTable).flatMap((place) =>
  place.includes('*') ? ['one', 'other'].map((program) => place.replace('*', program)) : [place],
);

/** Everything a row may or may not have, each tried from every place. */
const targets = [
  ...new Set([...places, ...Object.values(importTable).flat()]),
  'tools',
  'test',
  'left-pad',
].filter((target) => !target.includes('*'));

const firstLines = (planted: Readonly<Record<string, string>>) =>
  Object.keys(planted).map((file) => `${file}:1`);

function filesIn(place: string): string[] {
  return place.endsWith('.ts') ? [place] : [`${place}/planted.ts`, `${place}/deep/planted.ts`];
}

/** How `file` would write an import of `target`. */
function specifier(file: string, target: string): string {
  if (!/^(?:src|tools|test)\b/u.test(target)) {
    return target.replace(/:$/u, ':fs/promises');
  }
  const path = target.endsWith('.ts') ? target : `${target}/target.ts`;
  return posix.relative(posix.dirname(file), path).replace(/^(?!\.)/u, './');
}

function isAllowed(file: string, target: string): boolean {
  const { allowed = [] } = rowOf(file) ?? {};
  const isNode = target.startsWith('node:') && allowed.includes('node:');
  const isOurs = target.startsWith('src/') && allowed.some((other) => isIn(other, target));
  return allowed.includes(target) || isNode || isOurs;
}

let house: House;
const denied: string[] = [];

beforeAll(() => {
  house = copyHouse();
  for (const [file, text] of Object.entries({ ...tricks, ...hidden })) {
    house.plant(file, text);
  }
  for (const target of targets.filter((name) => name.startsWith('src/') && !name.endsWith('.ts'))) {
    house.plant(`${target}/target.ts`, 'export {};');
  }
  for (const place of places) {
    for (const file of filesIn(place)) {
      const asked = targets.filter((target) => target !== file);
      house.plant(file, asked.map((target) => `import '${specifier(file, target)}';`).join('\n'));
      const lines = asked.flatMap((target, index) => (isAllowed(file, target) ? [] : [index + 1]));
      denied.push(...lines.map((line) => `${file}:${line}`));
    }
  }
});

afterAll(() => house.remove());

describe('a folder tells a line of code what it may touch', () => {
  it('and every line keeps to it', () => {
    expect(importOffences(repository)).toEqual([]);
  });

  it('every planted import is found by the parser, and nothing else', () => {
    const found = importOffences(house.root).map(({ file, line }) => `${file}:${line}`);
    expect([...new Set(found)].sort()).toEqual(
      [...denied, ...firstLines(tricks), ...firstLines(hidden)].sort(),
    );
  });

  it('every planted import that is written plainly is found by Biome, and nothing else', async () => {
    expect(await house.lint('noRestrictedImports')).toEqual([...denied, ...firstLines(tricks)].sort());
  });

  it('a file in a place that no row has is found by Biome', async () => {
    const found = await house.lint('useFilenamingConvention');
    expect(found.map((place) => place.replace(/:\d+$/u, ''))).toEqual([
      'src/hidden.ts',
      'src/shared/hidden.ts',
      'src/shared/trick.ts',
      'src/wiring.ts',
    ]);
  });

  it('a planted cycle is found', async () => {
    // In the other one the planted files import each other.
    const house = copyHouse();
    house.plant('src/core/cycleA.ts', "import { b } from './cycleB.ts';\nexport const a = () => b();");
    house.plant('src/core/cycleB.ts', "import { a } from './cycleA.ts';\nexport const b = () => a();");
    expect(await house.lint('noImportCycles')).toEqual(['src/core/cycleA.ts:1', 'src/core/cycleB.ts:1']);
    house.remove();
  });

  it('a planted console is found', async () => {
    house.plant('src/editor/plantedConsole.ts', "console.log('x');");
    expect(await house.lint('noConsole')).toEqual(['src/editor/plantedConsole.ts:1']);
  });
});
