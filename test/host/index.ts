import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Test } from 'mocha';
import { screenshot } from './support/ui.ts';

/** One line of the results file: a test that came to an end. `file` is the bundle it is in. */
interface TestRow {
  readonly file: string;
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly error?: string;
  readonly shot?: string;
}

/**
 * What VS Code calls: runs the bundled test files with Mocha in this extension host and writes every result down as
 * it comes, so that a host that dies leaves a trace of how far it got.
 */
export async function run(): Promise<void> {
  const { BECKON_TEST_FILES = '[]', BECKON_TEST_RESULTS = '' } = process.env;
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, forbidOnly: true, color: false });
  for (const file of JSON.parse(BECKON_TEST_FILES) as string[]) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const rows: TestRow[] = [];
  const shots: Promise<unknown>[] = [];
  const record = (row: TestRow) => {
    rows.push(row);
    writeFileSync(BECKON_TEST_RESULTS, JSON.stringify(rows));
  };
  const failures = await new Promise<number>((resolve) => {
    mocha
      .run(resolve)
      .on('pass', (test: Test) => record({ ...nameOf(test), state: 'passed' }))
      .on('pending', (test: Test) => record({ ...nameOf(test), state: 'skipped' }))
      .on('fail', (test: Test, error: Error) => {
        record({ ...nameOf(test), state: 'failed', error: error.stack ?? error.message });
        shots.push(screenshot(test.fullTitle()).catch(() => undefined));
      });
  });
  await Promise.all(shots);
  if (failures > 0) throw new Error(`${failures} failed`);
}

function nameOf(test: Test): { file: string; title: string } {
  return { file: basename(test.file ?? ''), title: test.fullTitle() };
}
