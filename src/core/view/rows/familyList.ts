import type { AgentRows } from './agentRows.ts';
import type { FolderFamily, RowsInput } from './folderFamily.ts';
import { compareFamilies } from './folderFamily.ts';
import { SortedList } from './sortedList.ts';
import { isSameOrder } from './treeId.ts';

/** The families whose rows are below one row of the tree, in their order. */
export class FamilyList {
  /** The row that theirs are below. */
  readonly parent: string;
  readonly #sorted = new SortedList(compareFamilies);
  /** Those whose rows are still to be made. */
  readonly #fresh = new Set<FolderFamily>();
  #rows: AgentRows | undefined;
  #size = 0;
  #hasMoved = false;

  constructor(parent: string) {
    this.parent = parent;
  }

  get families(): readonly FolderFamily[] {
    return this.#sorted.items;
  }

  /** Their rows, as they are after {@link makeRows}. */
  get rows(): AgentRows {
    this.#rows ??= this.families.flatMap(({ rows }) => rows);
    return this.#rows;
  }

  /** How many rows there are, with those below others. */
  get size(): number {
    return this.#size;
  }

  /** Its rows are made later. */
  add(family: FolderFamily): void {
    this.#sorted.add(family);
    this.#fresh.add(family);
    this.#move();
  }

  /** Says whether it was there. */
  delete(family: FolderFamily): boolean {
    const wasThere = this.#sorted.delete(family);
    if (wasThere) {
      this.#size -= this.#fresh.delete(family) ? 0 : family.size;
      this.#move();
    }
    return wasThere;
  }

  /** Puts a newer form of a family in its place, with its rows; says whether that was there. */
  replace(old: FolderFamily, family: FolderFamily, input: RowsInput): boolean {
    const wasThere = this.#sorted.replace(old, family);
    if (wasThere) {
      const rows = family.rowsBelow(this.parent, input);
      this.#size += family.size - old.size;
      this.#rows = undefined;
      this.#hasMoved ||= !isSameOrder(old.rows, rows);
    }
    return wasThere;
  }

  /** Whether rows came, went or moved since the last {@link rest}. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /** Makes the rows of those that came since the last call, and says who that is. */
  makeRows(input: RowsInput): readonly FolderFamily[] {
    const fresh = [...this.#fresh];
    for (const family of fresh) {
      family.rowsBelow(this.parent, input);
      this.#size += family.size;
    }
    this.#fresh.clear();
    return fresh;
  }

  /** All that moved was seen. */
  rest(): void {
    this.#hasMoved = false;
  }

  #move(): void {
    this.#hasMoved = true;
    this.#rows = undefined;
  }
}
