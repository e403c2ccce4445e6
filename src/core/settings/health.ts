import type { Ours, Wanted } from './claudeEntries.ts';
import { isUnknownTo } from './claudeEvents.ts';
import type { SettingsProblems } from './claudeSettingsSchema.ts';
import { settingsProblems } from './claudeSettingsSchema.ts';
import { compareEntries, findEntries } from './ourEntries.ts';
import type { Refusal } from './settingsText.ts';
import { parseSettings } from './settingsText.ts';

/** What keeps Beckon from hearing of agents. */
export type HealthName =
  | 'not-installed'
  | 'lost'
  | 'edited'
  | 'disableAllHooks'
  | 'managed-only'
  | 'unreadable'
  | 'untrusted-folder'
  | 'unknown-event'
  | 'relay-missing'
  | 'other-home'
  | 'tracked-file'
  | 'not-excluded';

/** One finding: its name, what is the matter in a sentence, and what to do about it. */
export interface HealthState {
  readonly name: HealthName;
  readonly message: string;
  readonly fix: string;
}

/** What a settings file is: there, not there, or not to be read. */
export type SettingsSight =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A file and what can be seen of it. */
export interface SettingsFact {
  readonly file: string;
  readonly sight: SettingsSight;
}

/** Everything health is told from. */
export interface HealthFacts {
  /** The file the entries belong in. */
  readonly target: SettingsFact;
  /** Other files whose entries serve the folder as well, such as the main checkout's. */
  readonly stand: readonly SettingsFact[];
  /** Files of the administrator, the one that wins first. */
  readonly managed: readonly SettingsFact[];
  /** Every other file that may switch hooks off, the one that wins first; those above may be among them. */
  readonly order: readonly SettingsFact[];
  readonly wanted: Wanted;
  /** Claude Code's, where it could be read. */
  readonly version: string | undefined;
  /** Whether a record says that entries were installed there. */
  readonly recorded: boolean;
  readonly relay: 'there' | 'missing' | 'not-executable';
  /** The file the entries run, which at project scope is always the one in the person's home. */
  readonly relayFile: string;
  /** This Beckon's own folder, where it is another one than the relay tells: a project's always tells the person's. */
  readonly otherHome?: string | undefined;
  readonly trust: 'trusted' | 'untrusted' | 'unknown';
  readonly folder: string;
  /** What git says about the local file, which is one person's; `unknown` where it is not asked. */
  readonly git: 'ignored' | 'tracked' | 'plain' | 'unknown';
  /** The options that make a command mean this folder and scope. */
  readonly options: string;
}

/** What is wrong, most basic first; nothing when Beckon hears of every agent in the folder. */
export function healthStates(facts: HealthFacts): readonly HealthState[] {
  return [...entryStates(facts), ...switchedOff(facts), ...surroundings(facts)];
}

/** The file whose entries serve the folder, where the one they belong in has none: the main checkout's, say. */
export function servingFile(facts: HealthFacts): string | undefined {
  const own = look(facts.target, facts);
  return own.kind === 'read' && own.ours === 0 ? servedBy(facts)?.file : undefined;
}

/** A refusal as a sentence: the file, where in it, and why. */
export function refusalMessage(file: string, { message, line, column }: Refusal): string {
  const place = line === undefined ? '' : `:${line}:${column}`;
  return `${file}${place} ${message}`;
}

/** How many entries of ours a file has; none where it cannot be read. */
export function countEntries({ sight }: SettingsFact, ours: Ours): number {
  const settings = sight.kind === 'text' ? parseSettings(sight.text) : undefined;
  const found = settings && !('code' in settings) ? findEntries(settings, ours) : undefined;
  return found && !('code' in found) ? found.ours.length : 0;
}

function entryStates(facts: HealthFacts): readonly HealthState[] {
  const { target, recorded, options } = facts;
  const install = `beckon install${options}`;
  const own = look(target, facts);
  if (own.kind === 'refused') {
    const fix = own.refusal.line === undefined ? 'make the file readable' : 'mend the file at that place';
    return [{ name: 'unreadable', message: `${refusalMessage(target.file, own.refusal)}.`, fix }];
  }
  const served = servedBy(facts) !== undefined;
  const states: HealthState[] = [];
  if (own.ours === 0 && !served) {
    const message = recorded
      ? `${target.file} has lost the entries of Beckon.`
      : `${target.file} has no entries of Beckon.`;
    states.push({ name: recorded ? 'lost' : 'not-installed', message, fix: install });
  }
  if (own.ours > 0 && own.missing.length > 0 && !served) {
    const message = `${target.file} has no entry for ${own.missing.join(', ')}.`;
    states.push({ name: 'lost', message, fix: install });
  }
  if (own.edited.length > 0) {
    const message = `In ${target.file} the entries for ${own.edited.join(', ')} are not as Beckon wrote them.`;
    states.push({ name: 'edited', message, fix: install });
  }
  states.push(...unknownEvents(own.unknown, facts));
  states.push(...misfits(target.file, own.problems));
  return states;
}

function misfits(file: string, { whole, values }: SettingsProblems): readonly HealthState[] {
  const state = (place: string, skipped: string): HealthState => ({
    name: 'unreadable',
    message: `${file} is not what Claude Code expects at ${place}, so it skips ${skipped}.`,
    fix: `mend ${place}`,
  });
  return whole === undefined
    ? values.map((place) => state(place, 'that value'))
    : [state(whole, 'the whole file')];
}

/** A name Claude Code does not know pops up a warning at every start, whoever wrote it. */
function unknownEvents(unknown: Seen['unknown'], facts: HealthFacts): readonly HealthState[] {
  const { file } = facts.target;
  const state = (names: readonly string[], fix: string): readonly HealthState[] => {
    const message = `Claude Code ${facts.version ?? ''} does not know ${names.join(', ')}, which ${file} names.`;
    return names.length > 0 ? [{ name: 'unknown-event', message, fix: `${fix}, or update Claude Code` }] : [];
  };
  const theirs = unknown.theirs.join(', ');
  return [
    ...state(unknown.ours, `beckon install${facts.options}`),
    ...state(unknown.theirs, `take ${theirs} out of ${file}`),
  ];
}

/** The other file that serves the folder with every entry; one that Claude Code skips whole serves nobody. */
function servedBy(facts: HealthFacts): SettingsFact | undefined {
  return facts.stand.find((fact) => {
    const other = look(fact, facts);
    const complete = other.kind === 'read' && other.missing.length === 0 && other.edited.length === 0;
    return complete && other.ours > 0 && other.problems.whole === undefined;
  });
}

interface Seen {
  readonly kind: 'read';
  readonly ours: number;
  readonly missing: readonly string[];
  readonly edited: readonly string[];
  /** Names of events this Claude Code does not know: those with entries of ours, and others. */
  readonly unknown: { readonly ours: readonly string[]; readonly theirs: readonly string[] };
  readonly problems: SettingsProblems;
}

type Look = { readonly kind: 'refused'; readonly refusal: Refusal } | Seen;
const nothing: Look = {
  kind: 'read',
  ours: 0,
  missing: [],
  edited: [],
  unknown: { ours: [], theirs: [] },
  problems: { whole: undefined, values: [] },
};

function look({ sight }: SettingsFact, { wanted, version }: HealthFacts): Look {
  if (sight.kind !== 'text') {
    return sight.kind === 'refused' ? sight : nothing;
  }
  const settings = parseSettings(sight.text);
  if ('code' in settings) {
    return { kind: 'refused', refusal: settings };
  }
  const found = findEntries(settings, { ...wanted, events: wanted.entries.map(({ event }) => event) });
  if ('code' in found) {
    return { kind: 'refused', refusal: found };
  }
  const { missing, wrong } = compareEntries(settings, found, wanted);
  const names = (found.hooks?.children ?? []).map(({ children }) => String(children?.[0]?.value));
  const unknown = names.filter((event) => version !== undefined && isUnknownTo(version, event));
  const isOurs = (name: string) => found.ours.some(({ event }) => event === name);
  const wrongEvents = [...new Set(wrong.map(({ event }) => event))];
  return {
    kind: 'read',
    ours: found.ours.length,
    missing,
    edited: wrongEvents.filter((event) => !unknown.includes(event)),
    unknown: { ours: unknown.filter(isOurs), theirs: unknown.filter((name) => !isOurs(name)) },
    problems: settingsProblems(JSON.parse(settings.text)),
  };
}

type SwitchKey = 'disableAllHooks' | 'allowManagedHooksOnly' | 'strictPluginOnlyCustomization';

function switchedOff({ order, managed }: HealthFacts): readonly HealthState[] {
  const off = [...managed, ...order].find(
    (fact) => settingsProblems(read(fact)).whole === undefined && read(fact)?.disableAllHooks !== undefined,
  );
  const only = managed.filter((fact) => isManagedOnly(read(fact)));
  return [
    ...(off && read(off)?.disableAllHooks === true
      ? [
          {
            name: 'disableAllHooks' as const,
            message: `${off.file} switches all hooks off.`,
            fix: `take "disableAllHooks" out of ${off.file}`,
          },
        ]
      : []),
    ...only.map(({ file }) => ({
      name: 'managed-only' as const,
      message: `${file} allows only the hooks of the administrator.`,
      fix: 'ask the administrator to allow the relay; until then Beckon reads session files only',
    })),
  ];
}

/** Where only plugins may bring hooks, those of settings files are not run either. */
function isManagedOnly(settings: ReturnType<typeof read>): boolean {
  const strict = settings?.strictPluginOnlyCustomization;
  return (
    settings?.allowManagedHooksOnly === true ||
    strict === true ||
    (Array.isArray(strict) && strict.includes('hooks'))
  );
}

function read({ sight }: SettingsFact): Readonly<Partial<Record<SwitchKey, unknown>>> | undefined {
  const settings = sight.kind === 'text' ? parseSettings(sight.text) : undefined;
  return settings === undefined || 'code' in settings
    ? undefined
    : (JSON.parse(settings.text) as Partial<Record<SwitchKey, unknown>>);
}

function surroundings(facts: HealthFacts): readonly HealthState[] {
  const states: HealthState[] = [];
  if (facts.relay !== 'there') {
    const what = facts.relay === 'missing' ? 'is missing' : 'cannot be executed';
    const message = `${facts.relayFile} ${what}.`;
    states.push({ name: 'relay-missing', message, fix: `beckon install${facts.options}` });
  }
  if (facts.otherHome !== undefined) {
    states.push({
      name: 'other-home',
      message: `${facts.relayFile} tells the windows of its own folder, and those of ${facts.otherHome} hear nothing.`,
      fix: `unset BECKON_HOME, or beckon install --workspace ${facts.folder}`,
    });
  }
  if (facts.trust === 'untrusted') {
    states.push({
      name: 'untrusted-folder',
      message: `Claude Code runs no hooks in ${facts.folder}, since nobody has trusted it yet.`,
      fix: `start claude in ${facts.folder} and say that you trust the folder`,
    });
  }
  const { file } = facts.target;
  if (facts.git === 'tracked') {
    states.push({
      name: 'tracked-file',
      message: `${file} is tracked by git, so your own entries reach everybody.`,
      fix: `git rm --cached ${file}`,
    });
  }
  if (facts.git === 'plain' && countEntries(facts.target, facts.wanted) > 0) {
    states.push({
      name: 'not-excluded',
      message: `Git shows ${file}, which is only yours, as a new file.`,
      fix: `beckon install${facts.options}; where that does not help, a .gitignore brings the file back: end it with a line for it`,
    });
  }
  return states;
}
