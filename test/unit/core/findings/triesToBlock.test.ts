import { describe, expect, it } from 'vitest';
import { triesToBlock } from '../../../../src/core/findings/triesToBlock.ts';

const script = (name: string, text: string) =>
  triesToBlock({ name, isExecutable: true, kind: text.startsWith('#!') ? 'shebang' : 'plain', text });

describe('triesToBlock', () => {
  it.each([
    ['run.sh', '#!/bin/sh\nexit 2\n', 'exit 2'],
    ['run.sh', '[ -z "$x" ] && exit 2', 'exit 2'],
    ['run.sh', 'if x; then exit 2; fi', 'exit 2'],
    ['run.sh', 'case $x in *.env) exit 2 ;; esac', 'exit 2'],
    ['run.sh', 'x || { echo "no # comment"; exit 2; }', 'exit 2'],
    ['run.sh', 'echo \'{"decision": "deny"}\'', 'decision": "deny'],
    ['run.sh', 'echo "{\\"decision\\": \\"ask\\"}"', 'decision\\": \\"ask'],
    ['run.sh', 'exit "2"', 'exit "2"'],
    ['run.sh', "echo it\\'s; exit 2", 'exit 2'],
    ['run.cmd', 'exit /b 2', 'exit /b 2'],
    ['run.py', 'import sys\nsys.exit(2)\n', 'sys.exit(2)'],
    ['run.py', 'raise SystemExit( 2 )', 'SystemExit( 2 )'],
    ['run.py', "print(json.dumps({'decision': 'block'}))", "decision': 'block"],
    ['run.js', 'process.exit(2)', 'process.exit(2)'],
    ['run.js', 'process.exitCode = 2;', 'process.exitCode = 2'],
    ['run', '#!/usr/bin/env node\nconsole.log(JSON.stringify({ decision: "deny" }))', 'decision: "deny'],
    ['run.js', 'const url = "http://x"; process.exit(2);', 'process.exit(2)'],
  ])('sees it in %s: %j', (name, text, how) => {
    expect(script(name, text)).toBe(how);
  });

  it.each([
    ['run.sh', 'exit 0'],
    ['run.sh', 'exit 20'],
    ['run.sh', '# exit 2'],
    ['run.sh', 'true # exit 2'],
    ['run.sh', 'echo "then exit 2"'],
    ['run.sh', 'echo \'{"decision": "allow"}\''],
    ['run.sh', 'echo "one\nexit 2\nthree"'],
    ['run.sh', "cat 'one\nexit 2\n'"],
    ['run.sh', 'echo "one; exit 2"'],
    ['run.py', '"""\nsys.exit(2)\n"""'],
    ['run.sh', '# {"decision": "deny"}'],
    ['run.py', 'sys.exit(21)'],
    ['run.py', 'x = 1 # sys.exit(2)'],
    ['run.js', '// process.exit(2)\n/* process.exit(2)\n*/'],
    ['run.js', '/* process.exit(2)'],
    ['run', '#!/usr/bin/env node\n// process.exit(2)'],
  ])('does not see it in %s: %j', (name, text) => {
    expect(script(name, text)).toBeUndefined();
  });

  it('does not look into a program', () => {
    expect(triesToBlock({ name: 'run', isExecutable: true, kind: 'binary', text: 'exit 2' })).toBeUndefined();
  });
});
