import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { levelNames } from '../../../tools/options.mjs';
import { hostLevel } from '../../../tools/testing/hostLevel.ts';
import type { Level } from '../../../tools/testing/level.ts';
import { levelsToRun } from '../../../tools/testing/levels.ts';
import { runLevels } from '../../../tools/testing/runLevels.ts';
import { vitestLevel } from '../../../tools/testing/vitestLevel.ts';
import { hangMs } from '../../support/hangMs.ts';
import { recordedProgress, root, temporaryDir } from './support.ts';

async function outcomeOf(
  levels: readonly Level[],
  asked: readonly string[] = [],
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runLevels(levels, {
    asked,
    print: (line) => lines.push(line),
    progress: recordedProgress().progress,
  });
  return { code, lines };
}

function plantedLevel(name: string, run: Level['run'], exists = true): Level {
  return { name, exists: () => exists, run };
}

const good = plantedLevel('good', async () => ({ passed: 2, failed: 0, skipped: 0, report: '' }));

/** The unit level of a project that has exactly these test files, run by the real vitest unless another is given. */
function unitLevelWith(
  files: Readonly<Record<string, string>>,
  { vitest, only }: { vitest?: string; only?: readonly string[] } = {},
): Level {
  const dir = temporaryDir('clone');
  mkdirSync(join(dir, 'test', 'unit'), { recursive: true });
  symlinkSync(join(root, 'vitest.config.ts'), join(dir, 'vitest.config.ts'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, 'test', 'unit', name), text);
  const program = vitest === undefined ? join(root, 'node_modules/vitest/vitest.mjs') : join(dir, 'fake.mjs');
  if (vitest !== undefined) writeFileSync(program, vitest);
  return vitestLevel('unit', { root: dir, vitest: program, timeoutMs: hangMs, only });
}

const header = "import { expect, it } from 'vitest';\n";
const passing = `${header}it('holds', () => {});\n`;

describe('npm test', () => {
  it('ends with the sum of its levels on a line of its own', async () => {
    const { code, lines } = await outcomeOf([good, good]);
    expect(code).toBe(0);
    expect(lines.at(-1)).toBe('4 passed, 0 failed');
    expect(lines[0]).toMatch(/^good {6}2 passed, 0 failed {3}\d+\.\d s$/);
  });

  it('leaves out a level that has no tests yet', async () => {
    const { lines } = await outcomeOf([
      good,
      plantedLevel('later', () => Promise.reject(new Error('ran')), false),
    ]);
    expect(lines).toHaveLength(2);
  });

  it('fails when a level that was asked for by name has no tests', async () => {
    const absent = plantedLevel('later', () => Promise.reject(new Error('ran')), false);
    const { code, lines } = await outcomeOf([good, absent], ['good', 'later']);
    expect(code).toBe(1);
    expect(lines.join('\n')).toContain('The later level was asked for, but it has no tests.');
    expect(lines.at(-1)).toBe('2 passed, 1 failed');
  });

  it.each(['test/bench/a.test.ts', 'test/a.test.ts', 'src/core/a.test.ts', 'test/unit/a.spec.ts'])(
    'fails, whatever level is asked for, when no level runs %s',
    async (file) => {
      const dir = temporaryDir();
      for (const path of [file, 'test/unit/deep/b.test.ts', 'test/host/deep/c.test.ts']) {
        mkdirSync(join(dir, path, '..'), { recursive: true });
        writeFileSync(join(dir, path), '');
      }
      const [stray, ...others] = levelsToRun(dir, ['meta'], recordedProgress().progress);
      expect(others.map(({ name }) => name)).toEqual(['meta']);
      const { code, lines } = await outcomeOf(stray ? [stray, good] : []);
      expect(code).toBe(1);
      expect(lines.join('\n')).toContain(`${file} belongs to no level, so it would never run`);
      expect(lines.at(-1)).toBe('2 passed, 1 failed');
    },
  );

  it('has nothing to say where every test file belongs to a level', () => {
    expect(levelsToRun(root, [], recordedProgress().progress).filter((level) => level.exists())).toHaveLength(
      levelNames.length,
    );
  });

  it('can run part of a level, and skips a level without matching files', () => {
    const dir = temporaryDir();
    for (const path of ['test/host/demo.test.ts', 'test/node/cli/a.test.ts']) {
      mkdirSync(join(dir, path, '..'), { recursive: true });
      writeFileSync(join(dir, path), '');
    }
    const asked = ['host/hooks', 'host/demo', 'node/run', 'unit'];
    const levels = levelsToRun(dir, asked, recordedProgress().progress).slice(1);
    expect(levels.map((level) => [level.name, level.exists()])).toEqual([
      ['unit', false],
      ['node', false],
      ['host', true],
    ]);
  });

  it('has a host level that finds tests in folders of folders', () => {
    const dir = temporaryDir();
    mkdirSync(join(dir, 'test', 'host', 'deep'), { recursive: true });
    const host = hostLevel(dir, recordedProgress().progress);
    expect(host.exists()).toBe(false);
    writeFileSync(join(dir, 'test', 'host', 'deep', 'x.test.ts'), '');
    expect(host.exists()).toBe(true);
  });

  it('fails when there is nothing to run at all', async () => {
    expect(await outcomeOf([])).toMatchObject({ code: 1, lines: [expect.anything(), '0 passed, 1 failed'] });
  });

  it('counts a level that throws as failed and goes on with the next', async () => {
    const broken = plantedLevel('broken', () => Promise.reject(new Error('no such program')));
    const { code, lines } = await outcomeOf([broken, good]);
    expect(code).toBe(1);
    expect(lines.join('\n')).toContain('The broken level could not run: Error: no such program');
    expect(lines.at(-1)).toBe('2 passed, 1 failed');
  });

  it('counts a level that ran nothing as failed', async () => {
    const empty = plantedLevel('empty', async () => ({ passed: 0, failed: 0, skipped: 3, report: '' }));
    const { code, lines } = await outcomeOf([empty]);
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
  });
});

describe('A level run by vitest', () => {
  it('counts what passed, failed and was skipped, and prints the failure in full', async () => {
    const level = unitLevelWith({
      'some.test.ts': `${passing}it('adds', () => expect(1 + 1).toBe(3));\nit.skip('later', () => {});\n`,
    });
    const { code, lines } = await outcomeOf([level]);
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(/expected 2 to be 3/);
    expect(lines.at(-2)).toMatch(/^unit {6}1 passed, 1 failed, 1 skipped/);
    expect(lines.at(-1)).toBe('1 passed, 1 failed');
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['cannot be loaded', { 'broken.test.ts': "import './missing.ts';\n" }],
    ['has no tests', { 'empty.test.ts': 'export {};\n' }],
    [
      'kills its process',
      { 'dead.test.ts': `${header}it('dies', () => process.kill(process.pid, 'SIGKILL'));\n` },
    ],
    [
      'runs one test only',
      { 'only.test.ts': `${header}it.only('alone', () => {});\nit('never', () => {});\n` },
    ],
    [
      'throws after its tests',
      { 'late.test.ts': `${passing}setTimeout(() => { throw new Error('late') }, 0);\n` },
    ],
    ['skips all it has', { 'skip.test.ts': `${header}it.skip('later', () => {});\n` }],
  ])('fails when a file %s', async (_, files) => {
    const { code, lines } = await outcomeOf([unitLevelWith({ ...files, 'good.test.ts': passing })]);
    expect(code).toBe(1);
    expect(lines.join('\n')).not.toContain('did not end within');
    expect(lines.at(-1)).toMatch(/^\d passed, [1-9]\d* failed$/);
  });

  it.each<[string, string, RegExp]>([
    ['ends well without a report', '', /vitest ended and left no report of the unit level/],
    ['crashes', 'process.abort();', /vitest ended with SIG[A-Z]+ and left no report/],
    [
      'ends badly without a report',
      'console.log("out of memory"); process.exit(7);',
      /out of memory[\s\S]*exit code 7/,
    ],
  ])('fails when vitest %s', async (_, vitest, said) => {
    const { code, lines } = await outcomeOf([unitLevelWith({ 'good.test.ts': passing }, { vitest })]);
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(said);
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
  });

  it('runs only the files it is asked for', async () => {
    const failing = `${header}it('fails', () => expect(1).toBe(2));\n`;
    const files = { 'view.test.ts': passing, 'viewer.test.ts': passing, 'a.view.test.ts': failing };
    const { code, lines } = await outcomeOf([unitLevelWith(files, { only: ['unit/view'] })]);
    expect([code, lines.at(-1)]).toEqual([0, '2 passed, 0 failed']);
  });

  it('fails when a test file is not in the report', async () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
    };
    const fake = `
      import { writeFileSync } from 'node:fs';
      const file = process.argv.find((arg) => arg.startsWith('--outputFile.json=')).split('=')[1];
      writeFileSync(file, ${JSON.stringify(JSON.stringify(report))});
    `;
    const { code, lines } = await outcomeOf([unitLevelWith({ 'good.test.ts': passing }, { vitest: fake })]);
    expect(code).toBe(1);
    expect(lines.join('\n')).toContain('test/unit/good.test.ts did not run a single test.');
  });
});
