import { looksAlike } from '../rowChanges.ts';
import type { FamilyList } from './familyList.ts';
import type { FoldedRow } from './foldedRow.ts';
import { idleRow, moreRow } from './foldedRow.ts';
import type { FolderFamily, RowsInput } from './folderFamily.ts';
import { compareFamilies } from './folderFamily.ts';
import { FolderLists } from './folderLists.ts';
import type { FolderRow } from './folderRow.ts';
import { folderRow } from './folderRow.ts';
import { isSameOrder } from './treeId.ts';

/** What became of the rows of a folder. */
export interface FolderChange {
  /** The families whose rows were made. */
  readonly fresh: readonly FolderFamily[];
  /** The row of the folder and its folded rows, as they were and as they are now. */
  readonly before: readonly (FolderRow | FoldedRow)[];
  readonly after: readonly (FolderRow | FoldedRow)[];
  /** Those that look different now, or are new. */
  readonly changes: readonly string[];
  /** Whether rows came, went or moved. */
  readonly hasMoved: boolean;
}

/** The row of a folder with those below it, kept from one look to the next. */
export class KeptFolder {
  readonly lists: FolderLists;
  #row: FolderRow | undefined;
  #folded: readonly FoldedRow[] = [];
  /** The rows below it, and how they were when they were put together. */
  #children: FolderRow['children'] | undefined;
  #made: FolderRow['children'] = [];

  constructor(root: string) {
    this.lists = new FolderLists(root);
  }

  /** As it was made last. */
  get row(): FolderRow | undefined {
    return this.#row;
  }

  get children(): FolderRow['children'] {
    this.#children ??= this.#put();
    return this.#children;
  }

  /** Puts a newer form of a family in its place, see {@link FolderLists.replace}. */
  replace(old: FolderFamily, family: FolderFamily, input: RowsInput): FamilyList | undefined {
    const list = this.lists.replace(old, family, input);
    if (list) {
      this.#children = undefined;
    }
    return list;
  }

  /** Makes anew what is not as it was. There has to be somebody in the folder. */
  make(input: RowsInput): FolderChange {
    const { idle, more, all } = this.lists;
    const [old, oldFolded, wasMade] = [this.#row, this.#folded, this.#made];
    const fresh = all.flatMap((list) => list.makeRows(input));
    const row = folderRow(this.lists, this);
    this.#folded = [
      ...foldedRow(idle, oldFolded, (list) => idleRow(row.id, list)),
      ...foldedRow(more, oldFolded, (list) => moreRow(row.id, list)),
    ];
    this.#children = this.#put();
    this.#made = this.#children;
    const isSame = isSameOrder(wasMade, this.#made);
    this.#row = row;
    const isDrawn = old && !(isSame && looksAlike(old, row));
    const hasMoved = !isSame || [idle, more].some((list) => list.hasMoved);
    for (const list of all) {
      list.rest();
    }
    return {
      fresh,
      before: [...(old ? [old] : []), ...oldFolded],
      after: [row, ...this.#folded],
      changes: [
        ...(isDrawn ? [row.id] : []),
        ...this.#folded.filter((one) => !oldFolded.includes(one)).map(({ id }) => id),
      ],
      hasMoved,
    };
  }

  #put(): FolderRow['children'] {
    const { listed, idle, more } = this.lists;
    const folded = ({ parent }: FamilyList) => this.#folded.filter(({ id }) => id === parent);
    const ended = listed.families.findIndex(({ section }) => section === 'ended');
    const above = ended === -1 ? listed.families : listed.families.slice(0, ended);
    const below = listed.families.slice(above.length);
    return [
      ...above.flatMap(({ rows }) => rows),
      ...folded(idle),
      ...below.flatMap(({ rows }) => rows),
      ...folded(more),
    ];
  }
}

/** Which of two folders comes first: the one with the most urgent family. */
export function compareFolders({ lists: a }: KeptFolder, { lists: b }: KeptFolder): number {
  return a.first && b.first ? compareFamilies(a.first, b.first) : a.first ? -1 : b.first ? 1 : 0;
}

/** The row for some families, where there are any; the former one where nothing moved below it. */
function foldedRow(
  list: FamilyList,
  former: readonly FoldedRow[],
  make: (list: FamilyList) => FoldedRow,
): readonly FoldedRow[] {
  const known = list.hasMoved ? undefined : former.find(({ id }) => id === list.parent);
  return list.families.length > 0 ? [known ?? make(list)] : [];
}
