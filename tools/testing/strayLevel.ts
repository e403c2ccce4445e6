import { globSync } from 'node:fs';
import { type Level, levelFailure, sumOf } from './level.ts';

/** Everything a person may take for a test of this repository. */
const anyTest = '{src,test}/**/*.{test,spec}.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';

/**
 * The level of test files that no level owns, each a failure: nobody would notice that they never run. `owners` are
 * the levels that have a folder under test/.
 */
export function strayLevel(root: string, owners: readonly string[]): Level {
  const owned = new RegExp(`^test/(${owners.join('|')})/.*\\.test\\.ts$`);
  const strays = () =>
    globSync(anyTest, { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !owned.test(file))
      .sort();
  const failure = (file: string) =>
    levelFailure(
      `${file} belongs to no level, so it would never run: name it *.test.ts in test/${owners.join(', test/')}.`,
    );
  return {
    name: 'stray',
    exists: () => strays().length > 0,
    run: async () => sumOf(strays().map(failure)),
  };
}
