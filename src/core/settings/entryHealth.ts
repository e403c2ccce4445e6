import type { FilePlace, HealthFacts, HealthState, SettingsFact } from './healthFacts.ts';
import { compareEntries, findEntries } from './ourEntries.ts';
import { isOwn, somebodyElses } from './ownFile.ts';
import type { SettingsProblems } from './programSettings.ts';
import { refusalMessage } from './refusalMessage.ts';
import type { Refusal } from './settingsText.ts';
import { parseSettings } from './settingsText.ts';
import type { Wanted, WantedEdit, WantedFile } from './wanted.ts';

/** What is wrong with the entries themselves, and with the file they are in. */
export function entryStates(facts: HealthFacts): readonly HealthState[] {
  const { target, recorded, options } = facts;
  const install = `beckon install${options}`;
  const own = look(target, facts);
  const past = recorded ? {} : ({ neverWritten: true } as const);
  if (own.kind === 'refused' && own.refusal.fix !== undefined) {
    const { fix, ...why } = own.refusal;
    const name = why.code === 'not-ours' ? 'not-ours' : 'foreign-link';
    return [{ name, message: `${refusalMessage(target.file, why)}.`, fix, ...past }];
  }
  if (own.kind === 'refused') {
    const fix = own.refusal.line === undefined ? 'make the file readable' : 'fix the file at that place';
    const { line, column } = own.refusal;
    const at = { file: target.file, line, column };
    return [
      { name: 'unreadable', message: `${refusalMessage(target.file, own.refusal)}.`, fix, at, ...past },
    ];
  }
  const served = servedBy(facts) !== undefined;
  const states: HealthState[] = [];
  if (own.ours === 0 && !served) {
    const message = recorded
      ? `${target.file} has lost the entries of Beckon.`
      : `${target.file} has no entries of Beckon.`;
    states.push({ name: recorded ? 'lost' : 'not-installed', message, fix: install });
  }
  if (own.ours > 0 && !served) {
    states.push(...incomplete(own.missing, facts, install));
  }
  if (own.edited.length > 0) {
    const message = `In ${target.file} the entries for ${own.edited.join(', ')} are not as Beckon wrote them.`;
    states.push({ name: 'edited', message, fix: install });
  }
  if (own.isOld) {
    const message = `${target.file} is as an older Beckon wrote it.`;
    states.push({ name: 'outdated', message, fix: install });
  }
  states.push(...unknownEvents(own.unknown, facts));
  states.push(...misfits(target.file, own.problems, facts.program.name));
  return states;
}

/** The file whose entries serve the folder, where the one they belong in has none: the main checkout's, say. */
export function servingFile(facts: HealthFacts): string | undefined {
  const own = look(facts.target, facts);
  return own.kind === 'read' && own.ours === 0 ? servedBy(facts)?.file : undefined;
}

/** How many entries of ours a file has; none where it cannot be read. */
export function countEntries({ sight }: SettingsFact, wanted: Wanted): number {
  return sight.kind === 'text' ? eventsIn(sight.text, wanted).length : 0;
}

/** The events of our entries in a text, one for each entry. */
function eventsIn(text: string, wanted: Wanted): readonly string[] {
  switch (wanted.kind) {
    case 'edit': {
      const settings = parseSettings(text, wanted.reader, wanted.readsComments);
      const found = 'code' in settings ? settings : findEntries(settings, wanted);
      return 'code' in found ? [] : found.ours.map(({ event }) => event);
    }
    case 'ownFile':
      return isOwn(text, wanted, undefined) ? wanted.events : [];
  }
}

/** Versions of a program come and go for some hours after an install: an update, or an older one that still runs. */
const freshMs = 24 * 60 * 60 * 1000;

/**
 * Entries that are gone were there once; those that are only wanted now, by a newer version, were never written. An
 * install that knew no version, or is less than a day old, is not outdated.
 */
function incomplete(missing: readonly string[], facts: HealthFacts, fix: string): readonly HealthState[] {
  const { target, written, writtenFor, writtenMsAgo = freshMs, wanted } = facts;
  const before = written === undefined ? undefined : eventsIn(written, wanted);
  const isNew = (event: string) => before !== undefined && !before.includes(event);
  const state = (name: 'lost' | 'outdated', events: readonly string[]): readonly HealthState[] => {
    const message = `${target.file} has no entry for ${events.join(', ')}${name === 'lost' ? '' : `, which ${facts.program.name} knows now`}.`;
    return events.length > 0 ? [{ name, message, fix }] : [];
  };
  return [
    ...state(
      'lost',
      missing.filter((event) => !isNew(event)),
    ),
    ...state('outdated', writtenFor === undefined || writtenMsAgo < freshMs ? [] : missing.filter(isNew)),
  ];
}

function misfits(file: string, { whole, values }: SettingsProblems, reader: string): readonly HealthState[] {
  const state = (place: string, skipped: string): HealthState => ({
    name: 'unreadable',
    message: `${file} is not what ${reader} expects at ${place}, so it skips ${skipped}.`,
    fix: `correct ${place}`,
    at: { file },
  });
  return whole === undefined
    ? values.map((place) => state(place, 'that value'))
    : [state(whole, 'the whole file')];
}

/** A name the program does not know may bring up a warning at every start, whoever wrote it. */
function unknownEvents(unknown: Seen['unknown'], facts: HealthFacts): readonly HealthState[] {
  const { target, version = '', program } = facts;
  const { file } = target;
  const state = (names: readonly string[], fix: string, at?: FilePlace): readonly HealthState[] => {
    const message = `${program.name} ${version} does not know ${names.join(', ')}, which ${file} names.`;
    const found = { name: 'unknown-event', message, fix: `${fix}, or update ${program.name}` } as const;
    return names.length > 0 ? [at ? { ...found, at } : found] : [];
  };
  const theirs = unknown.theirs.join(', ');
  return [
    ...state(unknown.ours, `beckon install${facts.options}`),
    ...state(unknown.theirs, `take ${theirs} out of ${file}`, { file }),
  ];
}

/**
 * The other file that serves the folder with every entry; one that is skipped whole serves nobody. One that is
 * only older than an event still serves: whether it is outdated is said where it belongs.
 */
function servedBy(facts: HealthFacts): SettingsFact | undefined {
  return facts.stand.find((fact) => {
    const other = look(fact, facts);
    const isNew = (event: string) => facts.program.settings.isUnknown(event);
    const complete = other.kind === 'read' && other.missing.every(isNew) && other.edited.length === 0;
    return complete && other.ours > 0 && other.problems.whole === undefined;
  });
}

interface Seen {
  readonly kind: 'read';
  readonly ours: number;
  readonly missing: readonly string[];
  readonly edited: readonly string[];
  /** Names of events this version does not know: those with entries of ours, and others. */
  readonly unknown: { readonly ours: readonly string[]; readonly theirs: readonly string[] };
  readonly problems: SettingsProblems;
  /** Whether it is as an older Beckon wrote it. */
  readonly isOld?: true;
}

type Look = { readonly kind: 'refused'; readonly refusal: Refusal } | Seen;
const nothing: Seen = {
  kind: 'read',
  ours: 0,
  missing: [],
  edited: [],
  unknown: { ours: [], theirs: [] },
  problems: { whole: undefined, values: [] },
};

function look({ sight }: SettingsFact, facts: HealthFacts): Look {
  if (sight.kind !== 'text') {
    return sight.kind === 'refused' ? sight : nothing;
  }
  switch (facts.wanted.kind) {
    case 'edit':
      return lookInside(sight.text, facts.wanted, facts);
    case 'ownFile':
      return lookAtOwn(sight.text, facts.wanted, facts);
  }
}

function lookAtOwn(text: string, wanted: WantedFile, { written }: HealthFacts): Look {
  const { events } = wanted;
  if (text === wanted.text) {
    return { ...nothing, ours: events.length };
  }
  if (!isOwn(text, wanted, written === undefined ? undefined : { written })) {
    return { kind: 'refused', refusal: somebodyElses };
  }
  // As an older Beckon wrote it, or as somebody left it.
  return { ...nothing, ours: events.length, ...(text === written ? { isOld: true } : { edited: events }) };
}

function lookInside(text: string, wanted: WantedEdit, { version, program: { settings } }: HealthFacts): Look {
  const read = parseSettings(text, wanted.reader, wanted.readsComments);
  if ('code' in read) {
    return { kind: 'refused', refusal: read };
  }
  const found = findEntries(read, { ...wanted, events: wanted.entries.map(({ event }) => event) });
  if ('code' in found) {
    return { kind: 'refused', refusal: found };
  }
  const { missing, wrong } = compareEntries(read, found, wanted);
  const names = (found.hooks?.children ?? []).map(({ children }) => String(children?.[0]?.value));
  const unknown = names.filter((event) => version !== undefined && settings.isUnknown(event, version));
  const isOurs = (name: string) => found.ours.some(({ event }) => event === name);
  const wrongEvents = [...new Set(wrong.map(({ event }) => event))];
  return {
    kind: 'read',
    ours: found.ours.length,
    missing,
    edited: wrongEvents.filter((event) => !unknown.includes(event)),
    unknown: { ours: unknown.filter(isOurs), theirs: unknown.filter((name) => !isOurs(name)) },
    problems: settings.problems(JSON.parse(read.text)),
  };
}
