import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../support/runProgram.ts';
import { copyHouse, type House } from './house.ts';
import { roomOffences } from './roomOffences.ts';
import { roomOrder } from './roomOrder.ts';

/** Every way to import `target`: a value, types in four ways, and later. */
const importsOf = (target: string) => [
  `import { a } from '${target}';`,
  `import type { A } from '${target}';`,
  `import { type A as B } from '${target}';`,
  `export type C = import('${target}').A;`,
  `export type { A } from '${target}';`,
  `export const late = () => import('${target}');`,
  'export const all = (one: A & B) => one + a;',
];
const pairs = roomOrder.slice(1).map((later, at) => [roomOrder[at] as string, later] as const);

let house: House;
let found: readonly string[];

beforeAll(() => {
  house = copyHouse();
  for (const room of roomOrder) {
    house.plant(`src/core/${room}/target.ts`, 'export const a = 1;\nexport type A = 1;');
  }
  for (const [earlier, later] of pairs) {
    house.plant(`src/core/${earlier}/plantedUp.ts`, importsOf(`../${later}/target.ts`).join('\n'));
    house.plant(`src/core/${later}/plantedDown.ts`, importsOf(`../${earlier}/target.ts`).join('\n'));
  }
  for (const word of ['import', 'import type']) {
    const name = `ring${word.length}`;
    house.plant(
      `src/core/agent/${name}A.ts`,
      `${word} { B } from './${name}B.ts';\nexport class A { b?: B }`,
    );
    house.plant(
      `src/core/agent/${name}B.ts`,
      `${word} { A } from './${name}A.ts';\nexport class B { a?: A }`,
    );
  }
  house.plant('src/core/loose.ts', 'export const loose = 1;');
  found = roomOffences(house.root).map(({ file, line }) => `${file}:${line}`);
});

afterAll(() => house.remove());

describe('the rooms of the core know of each other in one direction', () => {
  it('and every line keeps to it', () => {
    expect(roomOffences(repository)).toEqual([]);
  });

  it('every room has its place, and no place is empty', () => {
    const rooms = readdirSync(join(repository, 'src/core'));
    expect(rooms.sort()).toEqual([...roomOrder, 'tsconfig.json'].sort());
  });

  it('as docs/architecture.md says', () => {
    const text = readFileSync(join(repository, 'docs/architecture.md'), 'utf8').replaceAll(/\s+/gu, ' ');
    expect(text).toContain(roomOrder.map((room) => `\`${room}\``).join(' < '));
  });

  it('every planted import of a later room is found, however it is written, and none of an earlier one', () => {
    const lines = pairs.flatMap(([earlier]) =>
      [1, 2, 3, 4, 5, 6].map((line) => `src/core/${earlier}/plantedUp.ts:${line}`),
    );
    expect(found.filter((one) => one.includes('planted')).sort()).toEqual(lines.sort());
  });

  it('a planted ring of files in one room is found, of values and of types', () => {
    const ring = (name: string) => [`src/core/agent/${name}A.ts:1`, `src/core/agent/${name}B.ts:1`];
    expect(found.filter((one) => one.includes('/ring'))).toEqual([...ring('ring11'), ...ring('ring6')]);
  });

  it('a file in no room is found', () => {
    expect(found.filter((one) => one.includes('loose'))).toEqual(['src/core/loose.ts:1']);
  });
});
