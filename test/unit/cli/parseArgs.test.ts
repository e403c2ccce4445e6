import { describe, expect, it } from 'vitest';
import type { ArgsSpec } from '../../../src/cli/parseArgs.ts';
import { parseArgs } from '../../../src/cli/parseArgs.ts';

const spec: ArgsSpec = {
  command: 'try',
  values: { scope: ['local', 'user'], message: 'any', note: 'text' },
  flags: ['json'],
  short: { m: 'message' },
  words: ['AGENT', 'VERB?'],
};

const parsed = (...args: string[]) => {
  const result = parseArgs(args, spec);
  return 'wrong' in result
    ? result.wrong
    : { ...result, values: { ...result.values }, flags: [...result.flags] };
};

describe('the words after a command', () => {
  it.each([
    ['--scope user --json a', { values: { scope: 'user' }, flags: ['json'], words: ['a'] }],
    ['a --scope=local b', { values: { scope: 'local' }, flags: [], words: ['a', 'b'] }],
    ['-m text a', { values: { message: 'text' }, flags: [], words: ['a'] }],
    ['--scope user --scope local a', { values: { scope: 'local' }, flags: [], words: ['a'] }],
    ['--message=a=b x', { values: { message: 'a=b' }, flags: [], words: ['x'] }],
    ['--message -x a', { values: { message: '-x' }, flags: [], words: ['a'] }],
    ['--message -h a', { values: { message: '-h' }, flags: [], words: ['a'] }],
    ['--note= a', { values: { note: '' }, flags: [], words: ['a'] }],
    ['--note  a', { values: { note: '' }, flags: [], words: ['a'] }],
    ['- -- --json', { values: {}, flags: [], words: ['-', '--json'] }],
  ])('%s is understood', (line, expected) => {
    expect(parsed(...line.split(' '))).toEqual({ help: false, ...expected });
  });

  it('asks for help before anything is wrong', () => {
    expect(parsed('--nonsense', '--help')).toMatchObject({ help: true });
    expect(parsed('-h')).toMatchObject({ help: true });
    expect(parsed('-m', '-m', '-h')).toMatchObject({ help: true });
    expect(parsed('--scope', '-h')).toMatchObject({ help: true });
  });

  it.each([
    ['a --nonsense', "beckon try: unknown option '--nonsense'; 'beckon try --help' lists them"],
    ['a --toString x', "beckon try: unknown option '--toString'; 'beckon try --help' lists them"],
    ['a -x', "beckon try: unknown option '-x'; 'beckon try --help' lists them"],
    ['a --json=1', 'beckon try: --json takes no value'],
    ['a --scope', 'beckon try: --scope needs a value'],
    ['a --message=', 'beckon try: --message needs a value'],
    ['a --scope here', "beckon try: --scope is one of local, user, not 'here'"],
    ['--json', 'beckon try: AGENT is missing'],
    ['a b c', "beckon try: unexpected 'c'"],
  ])('%s is told in one line', (line, expected) => {
    expect(parsed(...line.split(' '))).toBe(expected);
  });

  it('takes any number of words where the last may repeat', () => {
    const result = parseArgs(['a', 'b', 'c'], { command: 'try', words: ['WORD…'] });
    expect(result).toMatchObject({ words: ['a', 'b', 'c'] });
  });
});
