import { existsSync } from 'node:fs';
import { commandOf } from '../../../tools/agentPrograms/agentPart.ts';
import { type AgentProgramId, agentPrograms } from '../../../tools/agentPrograms/agentPrograms.ts';

/** Where a program under test lies, which the level brings. */
export function programFile(id: AgentProgramId): string {
  const files = JSON.parse(process.env.BECKON_AGENT_PROGRAMS ?? '{}') as Partial<Record<string, string>>;
  const file = files[id];
  if (!file || !existsSync(file)) {
    throw new Error(`There is no ${agentPrograms[id].name}: run \`npm test -- agents\`, which brings it.`);
  }
  return file;
}

/** What starts a program under test. */
export function programCommand(id: AgentProgramId): readonly string[] {
  return commandOf(programFile(id));
}

/** The Claude Code under test. */
export function claudeProgram(): string {
  return programFile('claude-code');
}
