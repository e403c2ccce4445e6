import type { HealthState } from '../settings/healthFacts.ts';
import { listWords } from '../text/listWords.ts';
import { plainText } from '../text/plainText.ts';

/** What is known about one folder of a window, as far as one program is concerned. */
export interface FolderHealth {
  /** Its name in the window, and its path. */
  readonly name: string;
  readonly folder: string;
  /** The program whose settings these are. */
  readonly program: { readonly id: string; readonly name: string };
  /** The settings file with the entries, or the one they belong in. */
  readonly file: string;
  readonly findings: readonly HealthState[];
}

/**
 * A name from outside for a message or a pick: one line, and no link or icon comes alive in it. Names of folders, and
 * what stands in settings files, may be anybody's.
 */
export function harmlessText(text: string): string {
  return plainText(text).replaceAll('](', ']\u200b(').replaceAll('$(', '$\u200b(');
}

/** A file as a person calls it: from the folder's name, or from `~`. */
export function fileWords(file: string, { name, folder }: Named, home: string): string {
  return harmlessText(shortened(file, { name, folder }, home));
}

/** A finding's sentence with paths as a person calls them. */
export function sentenceOf(message: string, named: Named, home: string): string {
  return harmlessText(shortened(message, named, home));
}

/** Whether the program was not found for a folder. */
export function lacksProgram({ findings }: FolderHealth): boolean {
  return findings.some(({ name }) => name === 'program-missing');
}

/** The question whether entries may be put into folders. Where no program was found, none is taken for the one that is meant. */
export function setupQuestion(folders: readonly FolderHealth[]): string {
  const names = folderNames(byFolder(folders).flatMap(([first]) => (first ? [first.name] : [])));
  const programs = listWords([...new Set(folders.map(({ program }) => program.name))]);
  const how = folders.every(lacksProgram)
    ? `No agent program was found on this machine: choose among ${programs}; you see every line first.`
    : `It adds entries to the settings of ${programs}; you see every line first.`;
  return `Let Beckon tell you when an agent in ${names} needs you? ${how}`;
}

/** That what some programs ask comes to VS Code first, while they wait for that. */
export function askedFirstWords(programs: readonly string[], seconds: number): string {
  const names = listWords(programs);
  return programs.length === 1
    ? `What ${names} asks is shown in VS Code first, for up to ${seconds} seconds; then its terminal asks.`
    : `What ${names} ask is shown in VS Code first, for up to ${seconds} seconds; then their terminals ask.`;
}

/** A folder and program whose settings file was left alone, and why. */
export interface LeftAlone extends Pick<FolderHealth, 'name' | 'folder' | 'program'> {
  readonly why: string;
}

/** What came of a set-up: the folders that are set up now; where files were left alone, by program, and why those were. */
export function setUpWords(
  done: readonly Pick<FolderHealth, 'name' | 'folder' | 'program'>[],
  leftAlone: readonly LeftAlone[],
): string {
  const all = [...done, ...leftAlone];
  const ofOneFolder = all.every(({ folder }) => folder === all[0]?.folder);
  const called = ({ name, program }: Pick<FolderHealth, 'name' | 'program'>) =>
    ofOneFolder ? program.name : `${program.name} in "${harmlessText(name)}"`;
  const names = new Map(done.map(({ folder, name }) => [folder, name]));
  const what = leftAlone.length > 0 ? listWords(done.map(called)) : folderNames([...names.values()]);
  return [
    `Beckon is set up for ${what}.`,
    ...leftAlone.map((one) => `${called(one)} was not: ${one.why}.`),
  ].join(' ');
}

/** What is known of each folder of a window: one for each program. */
export function byFolder<One extends FolderHealth>(all: readonly One[]): readonly (readonly One[])[] {
  return [...new Set(all.map(({ folder }) => folder))].map((path) =>
    all.filter(({ folder }) => folder === path),
  );
}

/** Folders by name: `"api"`, `"api" and "web"`, `"api", "web" and 2 more`. */
export function folderNames(names: readonly string[]): string {
  const [first = '', second = '', ...rest] = names.map((name) => `"${harmlessText(name)}"`);
  if (names.length < 2) {
    return first;
  }
  return rest.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${rest.length} more`;
}

type Named = Pick<FolderHealth, 'name' | 'folder'>;

function shortened(text: string, { name, folder }: Named, home: string): string {
  return [
    [folder, name],
    [home, '~'],
  ]
    .filter(([from]) => from !== '')
    .reduce(
      (short, [from, to]) =>
        short.replaceAll(`${from}/`, () => `${to}/`).replaceAll(`${from}\\`, () => `${to}\\`),
      text,
    );
}
