import type { AgentsState } from '../../roster/agentsState.ts';
import type { HealthState } from '../../settings/healthFacts.ts';
import type { Scope } from '../../settings/wanted.ts';
import { objectOf } from '../../text/jsonObject.ts';

/** One setting of ours. */
export interface DiagnosedSetting {
  readonly key: string;
  readonly value: unknown;
  readonly default: unknown;
  /** The words it may be, where it is one of a few. */
  readonly words?: readonly string[];
}

/** What health found for one program in a folder, of which only its place in the window is told. */
export interface DiagnosedFolder {
  readonly folder: string;
  readonly program: { readonly id: string };
  readonly scope: Scope;
  readonly findings: readonly HealthState[];
}

/** Everything a bug report says about a window. */
export interface Diagnosed {
  /** By what they are called: Beckon, the editor, the agent programs, the system, … Missing where it is not known. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly trusted: boolean;
  readonly folders: readonly DiagnosedFolder[];
  readonly state: AgentsState;
  readonly settings: readonly DiagnosedSetting[];
  /** Fixed phrases of the log, with when they were written. */
  readonly log: readonly string[];
}

/**
 * The text of a bug report. It may be posted anywhere: of agents, folders and settings only what can hold nothing of the
 * person's gets in, that is counts, states, names of findings, and words of ours.
 */
export function diagnosticsText(diagnosed: Diagnosed): string {
  const { versions, trusted, folders, state, settings, log } = diagnosed;
  const section = (title: string, lines: readonly string[]) => [
    '',
    `${title}:`,
    ...(lines.length > 0 ? lines.map((line) => `- ${line}`) : ['- none']),
  ];
  const agents = [...state.agents.values()];
  return [
    'Beckon diagnostics',
    '',
    ...Object.entries(versions).map(([name, version]) => `${name}: ${plain(version)}`),
    `Workspace: ${trusted ? 'trusted' : 'Restricted Mode'}`,
    ...section('Health', healthLines(folders)),
    ...section('Agents', counted(agents.map(({ program, state: { kind } }) => `${plain(program)} ${kind}`))),
    ...section('Runs', counted([...state.runs.values()].map(({ status }) => status))),
    ...section(
      'Settings',
      settings.map((setting) => `${setting.key}: ${settingWord(setting)}`),
    ),
    ...section('Log', log),
    '',
  ].join('\n');
}

function healthLines(all: readonly DiagnosedFolder[]): readonly string[] {
  const paths = [...new Set(all.map(({ folder }) => folder))];
  return all.map(({ folder, program, scope, findings }) => {
    const names = findings.map(({ name }) => name);
    const found = names.length > 0 ? names.join(', ') : 'connected';
    return `folder ${paths.indexOf(folder) + 1}, ${plain(program.id)} (${scope}): ${found}`;
  });
}

/** How often each word is there, in the order of the words. */
function counted(words: readonly string[]): readonly string[] {
  return [...new Set(words)]
    .toSorted()
    .map((word) => `${word}: ${words.filter((other) => other === word).length}`);
}

/** A setting that holds the person's own words only says that it was changed. */
function settingWord({ value, default: usual, words = [] }: DiagnosedSetting): string {
  if (typeof value === 'boolean' || typeof value === 'number') {
    return String(value);
  }
  if (contentOf(value) === contentOf(usual)) {
    return 'default';
  }
  return words.find((word) => word === value) ?? 'changed';
}

/** What a setting says, whichever object says it, and in whatever order. */
function contentOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    const fields = objectOf(part);
    return fields ? Object.entries(fields).toSorted() : part;
  });
}

/** A version or the name of a program; anything else may say more than that. */
function plain(text: string | undefined): string {
  if (text === undefined) {
    return 'unknown';
  }
  return /^[\w.+ ()-]{1,60}$/u.test(text) ? text : 'other';
}
