import { readHealth } from '../node/entries/readHealth.ts';
import type { Console, ExitCode } from './console.ts';
import { entryArgs } from './entryArgs.ts';

const command = {
  command: 'doctor',
  does: 'say what keeps Beckon from hearing of agents, and what to do about it.',
};

/** `beckon doctor`: exit 0 where all is well, 1 with a finding. */
export async function runDoctor(
  args: readonly string[],
  console: Console,
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const asked = await entryArgs(args, console, command);
  if (typeof asked === 'number') {
    return asked;
  }
  const { program, agentOption, scope, workspace, json } = asked;
  const { version, holder: _, ...health } = await readHealth({ program, agentOption, scope, workspace, env });
  const healthy = health.findings.length === 0;
  if (json) {
    console.out(JSON.stringify({ healthy, ...health, claudeVersion: version }));
  } else if (healthy) {
    console.out(`Beckon is connected: the entries in ${health.file} are complete.`);
  } else {
    for (const { name, message, fix } of health.findings) {
      console.out(`${name}: ${message}`);
      console.out(`  to fix it: ${fix}`);
    }
  }
  return healthy ? 0 : 1;
}
