import { describe, expect, it } from 'vitest';
import { takesArguments } from '../../../../src/core/run/takesArguments.ts';

describe('a command that arguments can be written behind', () => {
  it.each([
    'claude',
    'claude --allowedTools "Bash(beckon emit:*)"',
    "claude --allowedTools 'Bash(beckon emit:*)'",
    'cd api && claude',
    'cd api; claude --verbose',
    'MODE=x env claude',
    'claude \\\n  --verbose',
    'cd api\nclaude',
    'claude 2>log',
    'claude --name a#b',
    'claude --name \\#',
    'claude $(x)',
    'claude --model $(cat model) --verbose',
    'echo fi; claude',
    'claude done',
    'claude {',
  ])('is %j', (command) => {
    expect(takesArguments(command)).toBe(true);
  });

  it.each([
    'echo hello;',
    'claude &',
    'claude |',
    'claude &&',
    'claude >',
    'claude # my agent',
    '# claude',
    "claude 'x",
    'claude "x',
    'claude <<EOF',
    '(claude)',
    'claude `x`',
    'claude $(x "a)")',
    'claude $(x',
    'if true; then claude; fi',
    'if true; then claude',
    '{ claude; }',
    'while true; do claude; done',
    'case a in a) claude;; esac',
    ' fi',
    '',
  ])('is not %j', (command) => {
    expect(takesArguments(command)).toBe(false);
  });
});
