import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './runProgram.ts';

/** One case of the conformance suite; test/conformance/README.md says what is in it. */
export interface ConformanceCase<Input, Expected> {
  readonly id: string;
  readonly section: string;
  readonly shows: string;
  readonly basis: 'spec' | 'practice' | 'choice';
  readonly needs?: readonly string[];
  readonly input: Input;
  readonly expected: Expected;
}

/** How a script ended, as cases tell it. */
export interface GivenEnd {
  readonly how: 'exit' | 'timeout' | 'signal' | 'not-started' | 'no-script';
  readonly code?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** What was read of a file: many tests ask for the same cases. */
const read = new Map<string, readonly unknown[]>();

const root = join(repository, 'test/conformance');

/** The files of the suite, as `folder/name`. */
export function conformanceFiles(): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replaceAll('\\', '/').replace(/\.json$/u, ''))
    .sort();
}

/** The cases of a file of the suite, or of all files of a folder. */
export function conformanceCases<Input, Expected>(
  place: string,
): readonly ConformanceCase<Input, Expected>[] {
  const cases =
    read.get(place) ??
    conformanceFiles()
      .filter((file) => file === place || file.startsWith(`${place}/`))
      .flatMap((file) => JSON.parse(readFileSync(join(root, `${file}.json`), 'utf8'), repeated).cases);
  read.set(place, cases);
  return cases as readonly ConformanceCase<Input, Expected>[];
}

/** A long text is written as what it repeats, and how often. */
function repeated(_: string, value: unknown): unknown {
  const { repeat, times } = Object(value);
  return typeof repeat === 'string' && typeof times === 'number' ? repeat.repeat(times) : value;
}

/** The text that lines are. */
export function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
