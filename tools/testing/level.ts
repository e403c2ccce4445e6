import { globSync } from 'node:fs';

/** What a level of tests came to; `report` is everything a person needs to read when something failed. */
export interface LevelResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly report: string;
}

/** A level of tests that `npm test` can run. */
export interface Level {
  readonly name: string;
  /** Whether there is anything to run; a level that is not there yet is left out, unless it was asked for. */
  exists(): boolean;
  run(): Promise<LevelResult>;
}

/** The test files of a level, sorted; with `only`, just those below `test` that begin with one of these. */
export function testFilesOf(root: string, level: string, only?: readonly string[]): string[] {
  const isWanted = (file: string) =>
    !only || only.some((start) => file.replaceAll('\\', '/').startsWith(`test/${start}`));
  return globSync(`test/${level}/**/*.test.ts`, { cwd: root }).filter(isWanted).sort();
}

/** The result of a level that could not tell how its tests went: never a success. */
export function levelFailure(report: string): LevelResult {
  return { passed: 0, failed: 1, skipped: 0, report };
}

/** The sum of several results of one level, with the reports of those that failed. */
export function sumOf(results: readonly LevelResult[]): LevelResult {
  const total = (count: (result: LevelResult) => number) =>
    results.reduce((sum, result) => sum + count(result), 0);
  return {
    passed: total((result) => result.passed),
    failed: total((result) => result.failed),
    skipped: total((result) => result.skipped),
    report: results
      .filter((result) => result.failed > 0)
      .map((result) => result.report)
      .join('\n'),
  };
}
