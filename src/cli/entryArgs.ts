import type { Scope } from '../core/settings/wanted.ts';
import { scopes } from '../core/settings/wanted.ts';
import { hasEntriesFor } from '../node/entries/readHealth.ts';
import { workspaceFolder } from '../node/entries/settingsPlace.ts';
import type { EntryProgram } from '../node/programNode.ts';
import { takesEntries } from '../node/programNode.ts';
import type { Console, ExitCode } from './console.ts';
import { readArgs } from './readArgs.ts';

/**
 * Which programs a command is about: the first one Beckon knows, all of them, those on this machine, or those on this
 * machine and any other with entries in the folder.
 */
type Meant = 'first' | 'every' | 'here' | 'hereOrSetUp';

/** One of the commands about entries. */
interface EntryCommand {
  readonly command: string;
  readonly does: string;
  /** The programs that are meant where none is named, and by `--agent all`. */
  readonly unnamed: Meant;
  readonly all: Meant;
}

/** What `install`, `uninstall` and `doctor` were asked for. */
export interface EntryArgs {
  /** At least one; of several that were not named, those that have the scope. */
  readonly programs: readonly EntryProgram[];
  /** Whether `--agent` said which. */
  readonly isNamed: boolean;
  readonly scope: Scope | undefined;
  readonly workspace: string;
  readonly json: boolean;
}

/** The settings that the three commands are about, in words. */
export function settingsOf({ programs }: Pick<Console, 'programs'>): string {
  const names = programs.filter(takesEntries).map(({ name }) => `${name}'s`);
  return `${names.join(', ').replace(/, (?=[^,]*$)/u, ' or ')} settings`;
}

/** The option that makes a command about a program, with a space before it; empty for the one that is meant without. */
export function agentOptionOf({ id }: EntryProgram, { programs }: Pick<Console, 'programs'>): string {
  return id === programs.find(takesEntries)?.id ? '' : ` --agent ${id}`;
}

const meantWords: Readonly<Record<Meant, (first: string) => string>> = {
  first: (first) => first,
  every: () => 'every program',
  here: () => 'every program found on this machine',
  hereOrSetUp: () => 'every program found on this machine, or set up here',
};

const options = (
  ids: readonly string[],
  { unnamed, all }: EntryCommand,
) => `  --workspace DIR                the folder agents work in; this one where nothing is said
  --scope local|project|user     whose settings file: yours in the folder, everybody's in it, or yours everywhere
  --agent NAME                   which program: ${[...ids, 'all'].join(', ')}
                                 without it: ${meantWords[unnamed](ids[0] ?? '')}${unnamed === all ? '' : `; all: ${meantWords[all](ids[0] ?? '')}`}
  --json                         print a JSON document for each program, a line each`;

/** Reads the options the three commands share; an exit code where there is nothing left to do. */
export async function entryArgs(
  args: readonly string[],
  console: Console,
  about: EntryCommand,
): Promise<EntryArgs | ExitCode> {
  const { command, does } = about;
  const known = console.programs.filter(takesEntries);
  const ids = known.map(({ id }) => id);
  const parsed = readArgs(args, console, {
    command,
    values: { workspace: 'any', scope: scopes, agent: [...ids, 'all'] },
    flags: ['json'],
    help: `beckon ${command} [--workspace DIR] [--scope local|project|user] [--agent NAME|all] [--json]: ${does}\n\n${options(ids, about)}`,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const fail = (code: 1 | 2, why: string): ExitCode => {
    console.err(`beckon ${command}: ${why}`);
    return code;
  };
  const { workspace: folder, agent } = parsed.values;
  const scope = scopes.find((one) => one === parsed.values.scope);
  const found = await workspaceFolder(console.cwd, folder);
  if (found === undefined && scope !== 'user') {
    const gone = console.cwd === '' && folder === undefined;
    const what = gone
      ? 'the current folder no longer exists; give --workspace'
      : `${folder ?? 'the current folder'} is not a folder`;
    return fail(1, what);
  }
  const workspace = found ?? '';
  const named = known.filter(({ id }) => id === agent);
  const meant = agent === 'all' ? about.all : about.unnamed;
  const programs =
    named.length > 0 ? named : await programsMeant(meant, known, { workspace, env: console.env });
  if (programs.length === 0) {
    return fail(1, 'no agent program was found on this machine; --agent NAME names one all the same');
  }
  const having = programs.filter(({ settings }) => scope === undefined || settings.scopes.includes(scope));
  if (having.length === 0) {
    const theirs = [...new Set(programs.flatMap(({ settings }) => settings.scopes))].join(' or ');
    return fail(
      2,
      `${programs.map(({ name }) => name).join(', ')} has no ${scope} settings; --scope can be ${theirs}`,
    );
  }
  const json = parsed.flags.has('json');
  return { programs: having, isNamed: agent !== undefined, scope, workspace, json };
}

/** The programs of a list that are on this machine. */
export async function programsHere(
  known: readonly EntryProgram[],
  env: NodeJS.ProcessEnv,
): Promise<readonly EntryProgram[]> {
  const seen = await Promise.all(known.map(({ node }) => node.entries.seen(env)));
  return known.filter((_, at) => seen[at]?.isHere);
}

async function programsMeant(
  meant: Meant,
  known: readonly EntryProgram[],
  place: { readonly workspace: string; readonly env: NodeJS.ProcessEnv },
): Promise<readonly EntryProgram[]> {
  switch (meant) {
    case 'first':
      return known.slice(0, 1);
    case 'every':
      return known;
    case 'here':
      return programsHere(known, place.env);
    case 'hereOrSetUp': {
      const here = await programsHere(known, place.env);
      const served = await Promise.all(known.map((program) => hasEntriesFor({ program, ...place })));
      const told = known.filter((program, at) => here.includes(program) || served[at]);
      return told.length > 0 ? told : known.slice(0, 1);
    }
  }
}
