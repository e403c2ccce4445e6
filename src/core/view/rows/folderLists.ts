import { FamilyList } from './familyList.ts';
import { areMany, idleRowId, moreRowId, mostListed } from './foldedRow.ts';
import type { FolderFamily, RowsInput } from './folderFamily.ts';
import { compareFamilies } from './folderFamily.ts';

/** What the row of a folder is known by. */
export function folderRowId(root: string): string {
  return `folder:${root}`;
}

/**
 * The families of one folder: those that it lists, and those below its two folded rows. To come, go or move costs that
 * family, and perhaps one that takes its place.
 */
export class FolderLists {
  readonly root: string;
  /** The first fifty that are not below the row for idle ones, and all that need a person. */
  readonly listed: FamilyList;
  /** Those that settled, where they are many. */
  readonly idle: FamilyList;
  /** All others. */
  readonly more: FamilyList;
  /** All that settled, wherever they are. */
  readonly #settled = new Set<FolderFamily>();
  #needy = 0;

  constructor(root: string) {
    this.root = root;
    this.listed = new FamilyList(folderRowId(root));
    this.idle = new FamilyList(idleRowId(root));
    this.more = new FamilyList(moreRowId(root));
  }

  get all(): readonly FamilyList[] {
    return [this.listed, this.idle, this.more];
  }

  /** How many agents need a person. */
  get needy(): number {
    return this.#needy;
  }

  /** The first of all; nothing where there is none. */
  get first(): FolderFamily | undefined {
    const [listed] = this.listed.families;
    const [idle] = this.idle.families;
    return listed && idle ? (compareFamilies(listed, idle) < 0 ? listed : idle) : (listed ?? idle);
  }

  add(family: FolderFamily): void {
    this.#needy += family.needy;
    if (family.section !== 'settled') {
      this.#list(family);
      return;
    }
    const wereMany = areMany(this.#settled.size);
    if (!wereMany && areMany(this.#settled.size + 1)) {
      for (const one of this.#settled) {
        this.#unlist(one);
        this.idle.add(one);
      }
    }
    this.#settled.add(family);
    if (areMany(this.#settled.size)) {
      this.idle.add(family);
    } else {
      this.#list(family);
    }
  }

  delete(family: FolderFamily): void {
    this.#needy -= family.needy;
    this.#settled.delete(family);
    if (!this.idle.delete(family)) {
      this.#unlist(family);
    } else if (!areMany(this.#settled.size)) {
      for (const one of this.#settled) {
        this.idle.delete(one);
        this.#list(one);
      }
    }
  }

  /** Puts a newer form of a family in its place, with its rows; says no where it belongs elsewhere. */
  replace(old: FolderFamily, family: FolderFamily, input: RowsInput): FamilyList | undefined {
    const [was, is] = [old, family].map(({ section }) => section === 'settled');
    const most = this.#settled.size + (was ? 0 : 1);
    const isAlike = was === is || !areMany(most);
    if (compareFamilies(old, family) !== 0 || old.needy > 0 !== family.needy > 0 || !isAlike) {
      return undefined;
    }
    this.#needy += family.needy - old.needy;
    this.#settled.delete(old);
    if (is) {
      this.#settled.add(family);
    }
    return this.all.find((list) => list.replace(old, family, input));
  }

  #list(family: FolderFamily): void {
    const last = this.listed.families[mostListed - 1];
    if (last === undefined || compareFamilies(family, last) < 0) {
      this.listed.add(family);
      const next = this.listed.families[mostListed];
      if (next?.needy === 0) {
        this.listed.delete(next);
        this.more.add(next);
      }
    } else {
      (family.needy > 0 ? this.listed : this.more).add(family);
    }
  }

  #unlist(family: FolderFamily): void {
    if (this.more.delete(family)) {
      return;
    }
    this.listed.delete(family);
    const last = this.listed.families[mostListed - 1];
    const [next] = this.more.families;
    if (next && (last === undefined || compareFamilies(next, last) < 0)) {
      this.more.delete(next);
      this.listed.add(next);
    }
  }
}
