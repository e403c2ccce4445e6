import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hostResult, plantedDeath, plantedResult } from '../../../tools/testing/hostLevel.ts';
import { type HostOutcome, type HostRow, runHostTests } from '../../../tools/testing/hostRun.ts';
import { root, temporaryDir } from './support.ts';

const files = ['test/host/view.test.ts'];

function outcome(rows: readonly HostRow[], ending: string | undefined, cameToEnd = true): HostOutcome {
  return { rows, cameToEnd, ending, output: 'what VS Code said', runDir: '/run' };
}

const passed: HostRow = { file: 'view.test.cjs', title: 'shows', state: 'passed', ms: 5 };
const failed: HostRow = {
  file: 'view.test.cjs',
  title: 'hides',
  state: 'failed',
  ms: 5,
  error: 'Error: still there',
};

describe('The result of the host level', () => {
  it('is a success when VS Code says so and every file ran a test', () => {
    expect(hostResult(outcome([passed], undefined), files)).toMatchObject({ passed: 1, failed: 0 });
  });

  it('tells each failed test and where the pictures are', () => {
    const result = hostResult(outcome([passed, failed], 'ended with exit code 1'), files);
    expect(result).toMatchObject({ passed: 1, failed: 1 });
    expect(result.report).toMatch(/hides\nError: still there[\s\S]*are in \/run/);
  });

  it('is a failure when all tests that ended passed and then VS Code did not end well', () => {
    const result = hostResult(outcome([passed], 'ended with exit code 1'), files);
    expect(result.failed).toBe(1);
    expect(result.report).toContain('what VS Code said');
  });

  it('is a failure when a file ran nothing, whatever VS Code says', () => {
    expect(hostResult(outcome([], undefined), files)).toMatchObject({ passed: 0, failed: 1 });
    expect(hostResult(outcome([passed], undefined), [...files, 'test/host/other.test.ts']).failed).toBe(1);
  });

  it('is a failure when a test was skipped, unless the VS Code is one without a page', () => {
    const skipped: HostRow = { file: 'view.test.cjs', title: 'looks', state: 'skipped', ms: 0 };
    const both = outcome([passed, skipped], undefined);
    expect(hostResult(both, files, false)).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
    expect(hostResult(both, files, true)).toMatchObject({ passed: 1, failed: 0, skipped: 1 });
  });

  it('is a failure when the tests did not come to their end, whatever VS Code says', () => {
    const result = hostResult(outcome([passed], undefined, false), files);
    expect(result).toMatchObject({ passed: 1, failed: 1 });
    expect(result.report).toContain('The extension host ended before its tests did.');
  });

  it('tells files of the same name in different folders apart', () => {
    const both = [...files, 'test/host/deep/view.test.ts'];
    expect(hostResult(outcome([passed], undefined), both).report).toContain(
      'test/host/deep/view.test.ts did not run a single test.',
    );
    const deep: HostRow = { ...passed, file: 'deep/view.test.cjs' };
    expect(hostResult(outcome([passed, deep], undefined), both).failed).toBe(0);
  });
});

describe('A VS Code that always ends with 0 and says nothing', () => {
  afterEach(() => void vi.unstubAllEnvs());

  /** Does what VS Code's desktop program does with the tests it is given, in a plain Node. */
  async function runIn(testFiles: readonly string[]): Promise<HostOutcome> {
    const code = join(temporaryDir(), 'code');
    const load = 'require(process.argv[1]).run().catch(() => {}).finally(() => process.exit(0))';
    writeFileSync(
      code,
      `#!/bin/sh
for arg; do case "$arg" in
  --extensionTestsPath=*) "${process.execPath}" -e '${load}' "\${arg#*=}"; exit 0 ;;
esac; done
`,
    );
    chmodSync(code, 0o755);
    vi.stubEnv('BECKON_VSCODE', code);
    return await runHostTests(root, { runDir: temporaryDir('clone'), testFiles, extensions: temporaryDir() });
  }

  it('does not hide that its extension host died', async () => {
    const died = await runIn([plantedDeath]);
    expect(died).toMatchObject({ ending: undefined, cameToEnd: false, rows: [{ state: 'passed' }] });
    expect(plantedResult(died)).toMatchObject({ passed: 1, failed: 0 });
  });

  it('is believed when the tests came to their end', async () => {
    const lived = await runIn(['test/host/planted/lives.ts']);
    expect(hostResult(lived, ['test/host/planted/lives.ts'])).toMatchObject({ passed: 1, failed: 0 });
    // A level that is blind to death must not call itself tested.
    expect(plantedResult(lived)).toMatchObject({ passed: 0, failed: 1 });
  });
});
