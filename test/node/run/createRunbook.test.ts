import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRunbook } from '../../../src/node/run/createRunbook.ts';
import { readRunbook, runbookPath } from '../../../src/node/run/readRunbook.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'beckon-create-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('writes a runbook that can be used', async () => {
  expect(await createRunbook(folder)).toBeUndefined();
  expect((await readRunbook(folder))?.problems).toEqual([]);
});

it('never writes over one that is there', async () => {
  mkdirSync(join(folder, '.agents'));
  writeFileSync(runbookPath(folder), 'mine');
  expect(await createRunbook(folder)).toBeUndefined();
  expect(readFileSync(runbookPath(folder), 'utf8')).toBe('mine');
});

it('says why it cannot', async () => {
  writeFileSync(join(folder, '.agents'), '');
  expect(await createRunbook(folder)).toMatch(/./u);
});
