import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyHouse, type House } from './house.ts';

/** What the clean rooms must not know; the compiler says so, line by line. */
const globals = [
  'process.exit();',
  "console.log('x');",
  'setTimeout(() => {}, 1);',
  'document.title;',
  'Buffer.alloc(1);',
];

/** Node 20 has the first line; the second came with Node 22. */
const newerThanNode20 = [
  "export { readFileSync } from 'node:fs';",
  "export { globSync } from 'node:fs';",
  'export const answer: Promise<Response> = fetch(process.argv[0] as string);',
].join('\n');

let house: House;
beforeAll(() => {
  house = copyHouse();
});
afterAll(() => house.remove());

describe('a folder tells a line of code what it may know', () => {
  it.each([
    ['core', 'core'],
    ['language', 'language'],
    ['programs/claudeCode/pure', 'programs/tsconfig.pure.json'],
  ])('no machine and no clock in %s', async (folder, project) => {
    house.plant(`src/${folder}/plantedGlobals.ts`, ['export {};', ...globals].join('\n'));
    const unknown = /plantedGlobals\.ts\((\d+),\d+\): error TS(?:2580|2584|2304|2591|2552):/u;
    const lines = (await house.compile(`src/${project}`)).flatMap((line) => unknown.exec(line)?.[1] ?? []);
    expect([...new Set(lines)]).toEqual(globals.map((_, index) => `${index + 2}`));
  });

  it.each([
    ...['node', 'cli', 'relay', 'editor', 'server'].map((folder) => [folder, folder] as const),
    ['programs/claudeCode/node', 'programs'] as const,
  ])('nothing newer than Node 20 in %s', async (folder, project) => {
    house.plant(`src/${folder}/plantedNode.ts`, newerThanNode20);
    const found = (await house.compile(`src/${project}`)).filter((line) => line.includes('plantedNode.ts'));
    expect(found).toEqual([expect.stringMatching(/plantedNode\.ts\(2,\d+\): error TS2305: .*'globSync'/u)]);
  });
});
