import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPython } from './runPython.ts';

/** How long a hook of the bench may take; those that never end take this long. */
const timeoutMs = 1000;

const rounds = 5;

/** The scripts that are measured: first one that does nothing, with which the others are compared. */
const scripts: Readonly<Record<string, string>> = {
  'a hook that says nothing': 'exit 0',
  'one that ignores its input': 'exec 0<&-; exit 0',
  'one that prints 100 MB': 'head -c 100000000 /dev/zero | tr "\\0" x',
  'half a character': "printf '\\xe2\\x82'",
  'one that leaves a child with its output': 'sleep 60 & exit 0',
  [`one that never ends (${timeoutMs} ms)`]: 'sleep 60',
};

interface Peak {
  readonly ms: number;
  readonly megabytes: number;
}

/** Measures `beckon hooks run` with well-behaved and with hostile hooks, in turn. */
export async function benchHooks(root: string, program: string): Promise<void> {
  const found: Record<string, Peak[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, script] of Object.entries(scripts)) {
      const peak = await peakOf(root, program, script);
      found[name] = [...(found[name] ?? []), peak];
    }
  }
  const [first = []] = Object.values(found);
  process.stdout.write(`beckon hooks run, ${rounds} rounds in turn, median\n`);
  for (const [name, peaks] of Object.entries(found)) {
    const [ms, megabytes] = [median(peaks, 'ms'), median(peaks, 'megabytes')];
    process.stdout.write(`  ${name.padEnd(42)}${ms.toFixed(0).padStart(6)} ms`);
    process.stdout.write(`${(ms / median(first, 'ms')).toFixed(2).padStart(7)} ×`);
    process.stdout.write(`${megabytes.toFixed(0).padStart(6)} MB`);
    process.stdout.write(`${(megabytes / median(first, 'megabytes')).toFixed(2).padStart(7)} ×\n`);
  }
}

async function peakOf(root: string, program: string, script: string): Promise<Peak> {
  const hook = join(root, 'config', 'agents', 'hooks', 'bench');
  mkdirSync(join(hook, 'scripts'), { recursive: true });
  const keys = `name: bench\ndescription: Measured\ntrigger: before_tool\ntimeout: ${timeoutMs}\n`;
  writeFileSync(join(hook, 'HOOK.md'), `---\n${keys}---\n`);
  writeFileSync(join(hook, 'scripts', 'run.sh'), `#!/bin/bash\n${script}\n`);
  chmodSync(join(hook, 'scripts', 'run.sh'), 0o755);
  const order = {
    command: [process.execPath, program, 'hooks', 'run', '--trigger', 'before_tool', '--workspace', root],
    env: {
      PATH: process.env.PATH,
      HOME: root,
      XDG_CONFIG_HOME: join(root, 'config'),
      BECKON_HOME: join(root, 'b'),
    },
    input: '{"tool_name": "Bash", "tool_input": {"command": "make"}}',
  };
  return runPython('peak.py', order, 'The hooks could not be measured.');
}

function median(peaks: readonly Peak[], what: keyof Peak): number {
  const sorted = peaks.map((peak) => peak[what]).toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
