import type { HealthName, HealthState } from '../settings/healthFacts.ts';
import { listWords } from '../text/listWords.ts';
import type { FolderHealth } from './healthWords.ts';
import { byFolder, fileWords, folderNames, harmlessText, lacksProgram, sentenceOf } from './healthWords.ts';

/** What a window with no agents in it is about: each has a welcome text of its own. */
export type WelcomeState = 'noFolder' | 'restricted' | 'notInstalled' | 'unhealthy' | 'nothingRunning';

/** What one click can do about a finding. */
export type Repair =
  /** Sets up what is not set up in a folder: all of it, or one program. */
  | { readonly do: 'install'; readonly folder: string; readonly program?: string }
  | {
      readonly do: 'repair' | 'startProgram' | 'getProgram';
      readonly folder: string;
      readonly program: string;
    }
  | { readonly do: 'open'; readonly file: string; readonly line?: number; readonly column?: number }
  | { readonly do: 'explain'; readonly text: string; readonly command: string }
  | { readonly do: 'manageTrust' | 'openFolder' };

/** One line of health: a finding, or that there is none. */
export interface HealthRow {
  /** Whether all is well, something could be better, or agents are not heard. */
  readonly weight: 'well' | 'hint' | 'problem';
  /** Which folders and program, and what is the matter. */
  readonly label: string;
  /** What a click does, in two or three words. */
  readonly fix: string;
  readonly sentence: string;
  readonly repair: Repair;
}

/** How well a window hears of the agents in its folders. */
export interface HealthView {
  readonly state: WelcomeState;
  /** Whether nothing has to be said by itself. A window nobody set up is not sick: it is asked about, or welcomed. */
  readonly healthy: boolean;
  /** No program was found on this machine. */
  readonly noProgram: boolean;
  /** All of it in a sentence. */
  readonly words: string;
  /** The most urgent fix. */
  readonly repair: HealthRow | undefined;
  readonly rows: readonly HealthRow[];
}

/** A line that is to be dealt with, and what to say of it and of the others like it. */
export interface LeftToDo {
  readonly row: HealthRow;
  readonly words: string;
}

/** What health is shown from. */
export interface HealthInput {
  readonly trusted: boolean;
  readonly folders: readonly FolderHealth[];
  /** The person's own folder, for shorter paths. */
  readonly home: string;
}

interface Kind {
  readonly words: string;
  readonly weight: 'hint' | 'problem';
  readonly does: 'install' | 'repair' | 'startProgram' | 'getProgram' | 'open' | 'explain';
}

/** What each finding is to a person. A hint keeps nobody from being told of an agent, and calls nobody. */
const kinds: Readonly<Record<HealthName, Kind>> = {
  'program-missing': { words: 'not found', weight: 'hint', does: 'getProgram' },
  'not-installed': { words: 'not set up', weight: 'hint', does: 'install' },
  lost: { words: 'entries are gone', weight: 'problem', does: 'repair' },
  edited: { words: 'entries were changed', weight: 'problem', does: 'repair' },
  outdated: { words: 'entries are outdated', weight: 'hint', does: 'repair' },
  disableAllHooks: { words: 'hooks are switched off', weight: 'problem', does: 'open' },
  'managed-only': { words: "only the administrator's hooks", weight: 'problem', does: 'explain' },
  unreadable: { words: "settings can't be read", weight: 'problem', does: 'open' },
  'foreign-link': { words: 'settings are a link to another place', weight: 'problem', does: 'explain' },
  'not-ours': { words: "a file there is not Beckon's", weight: 'problem', does: 'explain' },
  'untrusted-folder': { words: 'folder not trusted yet', weight: 'hint', does: 'startProgram' },
  unreviewed: {
    words: 'entries not reviewed yet',
    weight: 'problem',
    does: 'startProgram',
  },
  'unknown-event': { words: "an event it doesn't know", weight: 'problem', does: 'repair' },
  'relay-missing': { words: 'the relay is missing', weight: 'problem', does: 'repair' },
  'other-home': { words: 'another Beckon gets the events', weight: 'problem', does: 'explain' },
  'tracked-file': { words: 'your settings are tracked by git', weight: 'hint', does: 'explain' },
  'not-excluded': { words: 'git shows your settings', weight: 'hint', does: 'repair' },
  'exclude-refused': { words: 'git shows your settings', weight: 'hint', does: 'explain' },
};

/** What Restricted Mode means, wherever it has to be said. */
export const restrictedSentence =
  'In Restricted Mode Beckon only shows agents: it changes no settings and runs nothing.';

const fixes: Readonly<Record<Repair['do'], string | ((program: string) => string)>> = {
  install: 'Set Up…',
  repair: 'Repair',
  startProgram: (name) => `Start ${name}`,
  getProgram: (name) => `Install ${name}…`,
  open: 'Open File',
  explain: 'Show Fix',
  manageTrust: 'Manage Workspace Trust',
  openFolder: 'Open Folder',
};

/** Words that may name a program. */
function about(words: string | ((program: string) => string), program = ''): string {
  return typeof words === 'string' ? words : words(program);
}

/** Whether a folder has no entries, and never had: then nothing else about it matters yet. */
export function isNotInstalled({ findings }: FolderHealth): boolean {
  return findings.some(({ name }) => name === 'not-installed');
}

/** Whether nothing was ever set up in a folder, as far as is known: then nothing is broken, and it is only set up yet. */
export function wasNeverSetUp(folder: FolderHealth): boolean {
  return isNotInstalled(folder) || folder.findings.some(({ neverWritten }) => neverWritten);
}

/** Whether a folder has entries, as far as its file can be read. */
export function hasEntries(folder: FolderHealth): boolean {
  return !isNotInstalled(folder) && !isUnread(folder);
}

/** The findings where nobody knows what is in a file. */
const unread: ReadonlySet<HealthName> = new Set(['unreadable', 'foreign-link', 'not-ours']);

function isUnread({ findings }: FolderHealth): boolean {
  return findings.some(({ name }) => unread.has(name));
}

/** Whether entries that were there are gone or were changed. */
function hasLoss({ findings }: FolderHealth): boolean {
  return findings.some(({ name }) => name === 'lost' || name === 'edited');
}

/** What a loss asks for: that it is told, that it is forgotten as it is over, or nothing yet. */
export function lossStep(folder: FolderHealth): 'tell' | 'forget' | 'wait' {
  if (hasLoss(folder)) {
    return 'tell';
  }
  // While a file cannot be read, nobody knows whether its entries are back.
  return isUnread(folder) ? 'wait' : 'forget';
}

/** What a window says about its health. */
export function healthView(input: HealthInput): HealthView {
  const { trusted, folders } = input;
  if (!trusted) {
    return still('restricted', 'Restricted Mode', restrictedSentence, { do: 'manageTrust' });
  }
  if (folders.length === 0) {
    const sentence = 'Beckon is set up for each folder, and no folder is open.';
    return still('noFolder', 'No folder is open', sentence, { do: 'openFolder' });
  }
  const each = byFolder(folders);
  const rows = joined(each.flatMap((programs) => folderRows(programs, input)));
  const noProgram = each.some((programs) => programs.every(lacksProgram));
  const worst = firstOf('problem', rows);
  if (worst) {
    return { state: 'unhealthy', healthy: false, noProgram, words: worst.words, repair: worst.row, rows };
  }
  const missing = each.filter((programs) => programs.every(wasNeverSetUp));
  if (missing.length > 0) {
    const names = folderNames(missing.flatMap(([first]) => (first ? [first.name] : [])));
    const repair = rows.find((row) => row.repair.do === 'install');
    const words = `Beckon is not set up in ${names}.`;
    return { state: 'notInstalled', healthy: true, noProgram, words, repair, rows };
  }
  const words = 'Beckon is connected to the agents here.';
  return { state: 'nothingRunning', healthy: true, noProgram, words, repair: undefined, rows };
}

/** What is still to be done in folders that were set up just now, problems first; nothing where every agent is heard. */
export function leftToDo({ rows }: HealthView): LeftToDo | undefined {
  return firstOf('problem', rows) ?? firstOf('hint', rows);
}

/** What the list of health asks for: where nothing is wrong there is nothing to fix. */
export function healthPrompt(rows: readonly HealthRow[]): string {
  return rows.every(({ weight }) => weight === 'well')
    ? 'All is well. Select a folder to open its settings'
    : 'Select an issue to fix it';
}

function firstOf(wanted: HealthRow['weight'], rows: readonly HealthRow[]): LeftToDo | undefined {
  const [row, ...others] = rows.filter(({ weight }) => weight === wanted);
  const more = others.length > 0 ? ` (+${others.length} more)` : '';
  return row && { row, words: `${row.sentence}${more}` };
}

function still(state: WelcomeState, label: string, sentence: string, repair: Repair): HealthView {
  const row: HealthRow = { weight: 'hint', label, fix: about(fixes[repair.do]), sentence, repair };
  return { state, healthy: true, noProgram: false, words: sentence, repair: row, rows: [row] };
}

/** A line about one folder, and mostly about one program in it. */
interface FolderRow extends Omit<HealthRow, 'label'> {
  readonly name: string;
  readonly program: string | undefined;
  readonly words: string;
}

/** What is the same for several folders, such as a switch in the person's own settings, is one line. */
function joined(rows: readonly FolderRow[]): readonly HealthRow[] {
  const isSame = (one: FolderRow, other: FolderRow) =>
    one.words === other.words && one.sentence === other.sentence && one.program === other.program;
  const firsts = rows.filter((row, at) => rows.findIndex((other) => isSame(row, other)) === at);
  return firsts.map((first) => {
    const { name: _, program, words, ...row } = first;
    const names = rows.filter((other) => isSame(first, other)).map(({ name }) => name);
    const whose = program === undefined ? '' : ` · ${program}`;
    return { ...row, label: `${names.join(', ')}${whose}: ${words}` };
  });
}

/** The lines of a folder. One that no program is set up in needs to be set up once, for all of them. */
function folderRows(programs: readonly FolderHealth[], input: HealthInput): readonly FolderRow[] {
  const [first] = programs;
  const rows = programs.flatMap((folder) => rowsOf(folder, input));
  if (!first || programs.length === 1 || !programs.every(wasNeverSetUp)) {
    return rows;
  }
  const all: FolderRow = {
    weight: 'hint',
    name: harmlessText(first.name),
    program: undefined,
    words: kinds['not-installed'].words,
    fix: about(fixes.install),
    sentence: `There are no entries of Beckon for ${listWords(programs.map(({ program }) => program.name))}.`,
    repair: { do: 'install', folder: first.folder },
  };
  const others = rows.filter(({ repair }) => repair.do !== 'install');
  // A program comes before its set-up.
  return programs.every(lacksProgram) ? [...others, all] : [all, ...others];
}

function rowsOf(folder: FolderHealth, { home }: HealthInput): readonly FolderRow[] {
  const name = harmlessText(folder.name);
  const { findings, program } = folder;
  if (findings.length === 0) {
    const sentence = `The entries are in ${fileWords(folder.file, folder, home)}.`;
    const repair: Repair = { do: 'open', file: folder.file };
    const fix = about(fixes.open);
    return [{ weight: 'well', name, program: program.name, words: 'connected', fix, sentence, repair }];
  }
  const isNew = isNotInstalled(folder);
  const told = isNew ? findings.filter(({ name: one }) => matters.has(one)) : findings;
  return told.map((finding) => {
    const { words, weight } = kinds[finding.name];
    const repair = repairOf(finding, folder);
    const sentence = sentenceOf(finding.message, folder, home);
    return {
      weight: wasNeverSetUp(folder) ? 'hint' : weight,
      name,
      program: program.name,
      words,
      fix: about(fixes[repair.do], program.name),
      sentence,
      repair,
    };
  });
}

/** What is worth saying of a folder without entries: the rest is about entries, or goes with setting it up. */
const matters: ReadonlySet<HealthName> = new Set([
  'program-missing',
  'not-installed',
  'disableAllHooks',
  'managed-only',
]);

function repairOf(finding: HealthState, { folder, program }: FolderHealth): Repair {
  const { at, fix, name } = finding;
  const { does } = kinds[name];
  if (at) {
    const { file, line, column } = at;
    return { do: 'open', file, ...(line ? { line } : {}), ...(column ? { column } : {}) };
  }
  switch (does) {
    case 'open':
    case 'explain':
      return { do: 'explain', text: harmlessText(finding.message), command: fix };
    case 'install':
    case 'repair':
    case 'startProgram':
    case 'getProgram':
      return { do: does, folder, program: program.id };
  }
}
