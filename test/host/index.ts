import { appendFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Test } from 'mocha';
import { screenshot } from './support/ui.ts';

/** A line of the results file: a test that came to an end. `file` is the bundle it is in, seen from this one. */
interface TestRow {
  readonly file: string;
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly ms: number;
  readonly error?: string;
}

/**
 * What VS Code calls: runs the bundled test files with Mocha in this extension host and writes every result down as
 * it comes, so that a host that dies leaves a trace of how far it got. The last line says that the end was reached:
 * VS Code reports success when its extension host dies in the middle of the tests, so its word alone proves nothing.
 */
export async function run(): Promise<void> {
  const { BECKON_TEST_FILES = '[]', BECKON_TEST_RESULTS = '' } = process.env;
  const record = (row: TestRow | { readonly end: true }) =>
    appendFileSync(BECKON_TEST_RESULTS, `${JSON.stringify(row)}\n`);
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', timeout: 90_000, forbidOnly: true, color: false });
  for (const file of JSON.parse(BECKON_TEST_FILES) as string[]) mocha.addFile(file);
  await mocha.loadFilesAsync();
  // Asked for as soon as a test fails, before what it used is taken away, and awaited before the next one begins.
  let picture: Promise<void> | undefined;
  mocha.rootHooks({ afterEach: () => picture });
  const failures = await new Promise<number>((resolve) => {
    mocha
      .run(resolve)
      .on('pass', (test: Test) => record({ ...nameOf(test), state: 'passed' }))
      .on('pending', (test: Test) => record({ ...nameOf(test), state: 'skipped' }))
      .on('fail', (test: Test, error: Error) => {
        record({ ...nameOf(test), state: 'failed', error: error.stack ?? error.message });
        picture = screenshot(test.fullTitle()).catch(() => undefined);
      });
  });
  record({ end: true });
  if (failures > 0) throw new Error(`${failures} failed`);
}

function nameOf(test: Test): Pick<TestRow, 'file' | 'title' | 'ms'> {
  return {
    file: relative(__dirname, test.file ?? '')
      .split(sep)
      .join('/'),
    title: test.fullTitle(),
    ms: test.duration ?? 0,
  };
}
