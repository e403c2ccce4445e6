import type { Health } from '../node/entries/readHealth.ts';
import { readHealth } from '../node/entries/readHealth.ts';
import type { Console, ExitCode } from './console.ts';
import { agentOptionOf, entryArgs } from './entryArgs.ts';

const command = {
  command: 'doctor',
  does: 'say what keeps Beckon from hearing of agents, and what to do about it.',
  unnamed: 'hereOrSetUp',
  all: 'hereOrSetUp',
} as const;

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
  const { programs, scope, workspace, json } = asked;
  let code: ExitCode = 0;
  for (const program of programs) {
    const agentOption = agentOptionOf(program, console);
    const health = await readHealth({ program, agentOption, scope, workspace, env });
    const healthy = health.findings.length === 0;
    code = healthy ? code : 1;
    if (json) {
      const { holder: _, ...told } = health;
      console.out(JSON.stringify({ agent: program.id, healthy, ...told }));
    } else {
      const whose = programs.length > 1 ? `${program.name}: ` : '';
      for (const line of linesOf(health)) {
        console.out(line.startsWith(' ') ? line : `${whose}${line}`);
      }
    }
  }
  return code;
}

function linesOf({ file, findings }: Health): readonly string[] {
  return findings.length === 0
    ? [`Beckon is connected: the entries in ${file} are complete.`]
    : findings.flatMap(({ name, message, fix }) => [`${name}: ${message}`, `  to fix it: ${fix}`]);
}
