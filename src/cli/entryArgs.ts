import type { Scope } from '../core/settings/wanted.ts';
import { scopes } from '../core/settings/wanted.ts';
import { workspaceFolder } from '../node/entries/settingsPlace.ts';
import type { EntryProgram } from '../node/programNode.ts';
import { takesEntries } from '../node/programNode.ts';
import type { Console, ExitCode } from './console.ts';
import { readArgs } from './readArgs.ts';

/** What `install`, `uninstall` and `doctor` were asked for. */
export interface EntryArgs {
  readonly program: EntryProgram;
  /** The option without which a command is about another program; empty for the one that is meant where none is named. */
  readonly agentOption: string;
  readonly scope: Scope | undefined;
  readonly workspace: string;
  readonly json: boolean;
}

/** The settings that the three commands are about, in words. */
export function settingsOf({ programs }: Pick<Console, 'programs'>): string {
  const names = programs.filter(takesEntries).map(({ name }) => `${name}'s`);
  return `${names.join(' or ')} settings`;
}

/** The option that makes a command about a program, with a space before it; empty for the one that is meant without. */
export function agentOptionOf({ id }: EntryProgram, { programs }: Pick<Console, 'programs'>): string {
  return id === programs.find(takesEntries)?.id ? '' : ` --agent ${id}`;
}

const options = (
  ids: string,
) => `  --workspace DIR                the folder agents work in; this one where nothing is said
  --scope local|project|user     whose settings file: yours in the folder, everybody's in it, or yours everywhere
  --agent ${ids.padEnd(22)} which program
  --json                         print one JSON document`;

/** Reads the options the three commands share; an exit code where there is nothing left to do. */
export async function entryArgs(
  args: readonly string[],
  console: Console,
  { command, does }: { readonly command: string; readonly does: string },
): Promise<EntryArgs | ExitCode> {
  const programs = console.programs.filter(takesEntries);
  const ids = programs.map(({ id }) => id);
  const parsed = readArgs(args, console, {
    command,
    values: { workspace: 'any', scope: scopes, agent: ids },
    flags: ['json'],
    help: `beckon ${command} [--workspace DIR] [--scope local|project|user] [--agent ${ids.join('|')}] [--json]: ${does}\n\n${options(ids.join('|'))}`,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const named = parsed.values.workspace;
  const scope = scopes.find((one) => one === parsed.values.scope);
  const workspace = await workspaceFolder(console.cwd, named);
  if (workspace === undefined && scope !== 'user') {
    const gone = console.cwd === '' && named === undefined;
    const what = gone
      ? 'the current folder no longer exists; give --workspace'
      : `${named ?? 'the current folder'} is not a folder`;
    console.err(`beckon ${command}: ${what}`);
    return 1;
  }
  const program = programs.find(({ id }) => id === parsed.values.agent) ?? programs[0];
  if (!program) {
    console.err(`beckon ${command}: no program takes entries`);
    return 1;
  }
  const agentOption = agentOptionOf(program, console);
  return { program, agentOption, scope, workspace: workspace ?? '', json: parsed.flags.has('json') };
}
