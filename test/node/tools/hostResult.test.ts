import { describe, expect, it } from 'vitest';
import { hostResult } from '../../../tools/testing/hostLevel.ts';
import type { HostRow } from '../../../tools/testing/hostRun.ts';

const files = ['test/host/view.test.ts'];

function outcome(rows: readonly HostRow[], ending: string | undefined) {
  return { rows, ending, output: 'the extension host died', runDir: '/run' };
}

const passed: HostRow = { file: 'view.test.cjs', title: 'shows', state: 'passed' };
const failed: HostRow = {
  file: 'view.test.cjs',
  title: 'hides',
  state: 'failed',
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
    expect(result.report).toContain('the extension host died');
  });

  it('is a failure when a file ran nothing, whatever VS Code says', () => {
    expect(hostResult(outcome([], undefined), files)).toMatchObject({ passed: 0, failed: 1 });
    expect(hostResult(outcome([passed], undefined), [...files, 'test/host/other.test.ts']).failed).toBe(1);
  });
});
