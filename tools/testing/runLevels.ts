import type { Progress } from '../cache/progress.mjs';
import { UserError } from '../cache/userError.mjs';
import { type Level, type LevelResult, levelFailure } from './level.ts';

/** Where the runner writes and how it tells that it is alive. */
export interface RunOutput {
  readonly print: (line: string) => void;
  readonly progress: Progress;
  /** The levels a person named; of those none may be left out. */
  readonly asked?: readonly string[];
}

/**
 * Runs the levels one after the other and returns the exit code. The last line printed is `N passed, N failed`.
 * A level that throws, or comes back without having run a single test, counts as one failure, and so does one that was
 * asked for by name and is not there.
 */
export async function runLevels(levels: readonly Level[], output: RunOutput): Promise<number> {
  const { asked = [] } = output;
  const present = levels.filter((level) => asked.includes(level.name) || level.exists());
  let passed = 0;
  let failed = 0;
  if (present.length === 0) {
    failed = 1;
    output.print('There is not a single test to run.');
  }
  for (const level of present) {
    const startedAt = Date.now();
    const result = await output.progress.step(`Running the ${level.name} tests`, () => resultOf(level));
    passed += result.passed;
    failed += result.failed;
    if (result.failed > 0) output.print(`\n${result.report.trim()}\n`);
    output.print(levelLine(level.name, result, Date.now() - startedAt));
  }
  output.print(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function resultOf(level: Level): Promise<LevelResult> {
  if (!level.exists()) return levelFailure(`The ${level.name} level was asked for, but it has no tests.`);
  try {
    const result = await level.run();
    if (result.passed + result.failed > 0) return result;
    return levelFailure(`The ${level.name} level has tests but ran none of them.\n${result.report}`);
  } catch (error) {
    const why =
      error instanceof UserError ? error.message : error instanceof Error ? error.stack : String(error);
    return levelFailure(`The ${level.name} level could not run: ${why}`);
  }
}

function levelLine(name: string, result: LevelResult, elapsedMs: number): string {
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
  return `${name.padEnd(9)} ${result.passed} passed, ${result.failed} failed${skipped}   ${(elapsedMs / 1000).toFixed(1)} s`;
}
