import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { repository, runProgram } from '../support/runProgram.ts';

/** What the .vsix holds, and how large each file may get, in kilobytes. Whatever else gets in is a mistake. */
const caps: Readonly<Record<string, number>> = {
  'CHANGELOG.md': 50,
  LICENSE: 5,
  'README.md': 50,
  'dist/beckon.cjs': 200,
  'dist/extension.cjs': 200,
  'dist/relay.cjs': 10,
  'dist/server.cjs': 300,
  'media/beckon.svg': 5,
  'media/icon.png': 50,
  'package.json': 20,
  'package.nls.json': 20,
};

let listed: string[] = [];

beforeAll(async () => {
  const vsce = join(repository, 'node_modules/@vscode/vsce/vsce');
  const { code, out } = await runProgram(process.execPath, [vsce, 'ls', '--no-dependencies']);
  expect(code).toBe(0);
  listed = out.trim().split('\n');
});

describe('the .vsix', () => {
  it('holds exactly what the product needs', () => {
    expect(listed.toSorted()).toEqual(Object.keys(caps).sort());
  });

  it('holds nothing that grew too large', () => {
    const large = listed.filter((file) => statSync(join(repository, file)).size > (caps[file] ?? 0) * 1024);
    expect(large).toEqual([]);
  });
});
