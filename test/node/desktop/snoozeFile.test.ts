import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSnooze, writeSnooze } from '../../../src/node/desktop/snoozeFile.ts';

function home(): string {
  const root = mkdtempSync(join(tmpdir(), 'beckon-snooze-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return join(root, 'home');
}

it('a snooze is kept for every window, and can be ended', () => {
  const folder = home();
  expect(readSnooze(folder)).toBeUndefined();
  writeSnooze(folder, 1_794_788_835_609);
  expect(readSnooze(folder)).toBe(1_794_788_835_609);
  expect(statSync(join(folder, 'snooze')).mode & 0o777).toBe(0o600);
  writeSnooze(folder, undefined);
  writeSnooze(folder, undefined);
  expect(readSnooze(folder)).toBeUndefined();
});

it('what is no time is no snooze', () => {
  const folder = home();
  writeSnooze(folder, 1);
  for (const text of ['', 'soon\n', '-5\n', '12', '1e9\n', `${'9'.repeat(16)}\n`]) {
    writeFileSync(join(folder, 'snooze'), text);
    expect(readSnooze(folder)).toBeUndefined();
  }
});
