import type { AgentId } from '../../agent/agent.ts';
import { rootNamed } from '../../agent/agents.ts';
import type { AgentRow } from '../agentRow.ts';
import type { AskRow } from '../ask/askRow.ts';
import type { Place } from '../place.ts';
import type { ShownRows } from '../rowChanges.ts';
import { isSameOrder, rowChanges, shownRows } from '../rowChanges.ts';
import type { RunRow } from '../runRow.ts';
import { runRows } from '../runRow.ts';
import type { Follower, ShownRoster } from '../shownRoster.ts';
import type { TreeRow } from '../treeRow.ts';
import { DueTimes } from './dueTimes.ts';
import type { RowsInput } from './folderFamily.ts';
import { compareFamilies, FolderFamily } from './folderFamily.ts';
import type { FolderRow } from './folderRow.ts';
import { folderRow, folderRowId } from './folderRow.ts';

/** What a look at the rows has found. */
export interface RowsChange {
  /** What has to be drawn again, see {@link rowChanges}. */
  readonly changes: 'all' | readonly string[];
  /** Those that look different now, as they were; perhaps others with them. */
  readonly before: ShownRows;
  /** Whether rows may have come, gone or moved. */
  readonly hasMoved: boolean;
}

interface Folder {
  /** In their order whenever it is put together. */
  readonly families: FolderFamily[];
  row?: FolderRow;
}

interface Asked {
  readonly place: Place | undefined;
  readonly uses: number;
}

/**
 * The rows of a tree, kept from one look to the next: a look costs what changed. A row that only looks different takes the
 * place of the former one; where rows come, go or move, their folder is put together again. All is made anew where a
 * setting, a run, or the place of a folder is another one, or the clock was set back.
 */
export class KeptRows {
  readonly #shown: ShownRoster;
  readonly #changed: Follower;
  readonly #families = new Map<AgentId, FolderFamily>();
  readonly #folders = new Map<string, Folder>();
  readonly #rows = new Map<string, TreeRow>();
  /** The places that were asked for, and how many families are there. */
  readonly #places = new Map<string | undefined, Asked>();
  readonly #due = new DueTimes();
  /** Those of which it is not noted yet when they are due. */
  readonly #fresh = new Set<FolderFamily>();
  #tops: readonly (RunRow | FolderRow)[] = [];
  #input: RowsInput | undefined;

  constructor(shown: ShownRoster) {
    this.#shown = shown;
    this.#changed = shown.follow();
  }

  /** The rows at the top, in the order they are shown. */
  get tops(): readonly (RunRow | FolderRow)[] {
    return this.#tops;
  }

  /** All rows by id, in no order; the map goes on. */
  get rows(): ShownRows {
    return this.#rows;
  }

  /** Brings the rows up to date with what was shown at the last look at that. */
  look(input: RowsInput): RowsChange {
    const changed = this.#changed();
    const isGoingOn = changed !== 'all' && this.#goesOn(input);
    this.#input = input;
    return isGoingOn ? this.#goOn(changed, input) : this.#begin(input);
  }

  #goesOn({ now, levels, placeOf }: RowsInput): boolean {
    const last = this.#input;
    return (
      last !== undefined &&
      now >= last.now &&
      levels === last.levels &&
      // Asking is also what has them looked at again.
      [...this.#places].every(([folder, { place }]) => placeOf(folder) === place)
    );
  }

  #begin(input: RowsInput): RowsChange {
    const before = shownRows<TreeRow>(this.#tops);
    for (const all of [this.#families, this.#folders, this.#rows, this.#places, this.#due, this.#fresh]) {
      all.clear();
    }
    for (const { id, parent } of this.#shown.state.agents.values()) {
      if (parent === undefined) {
        this.#put(id, this.#family(id, input));
      }
    }
    for (const folder of this.#folders.keys()) {
      this.#fold(folder, input);
    }
    this.#tops = this.#inOrder(input.now);
    for (const [id, row] of shownRows<TreeRow>(this.#tops)) {
      this.#rows.set(id, row);
    }
    this.#schedule();
    return { changes: rowChanges(before, shownRows<TreeRow>(this.#tops)), before, hasMoved: true };
  }

  #goOn(changed: ReadonlySet<AgentId>, input: RowsInput): RowsChange {
    const roots = new Set([...changed].map(rootNamed));
    for (const id of this.#due.take(input.now)) {
      roots.add(id);
    }
    const before = new Map<string, TreeRow>();
    const looks: string[] = [];
    const touched = new Set<string>();
    for (const id of roots) {
      const old = this.#families.get(id);
      const family = this.#family(id, input);
      this.#put(id, family);
      const swapped = old && family?.isWhere(old) ? this.#swap(old, family, input) : undefined;
      if (swapped) {
        looks.push(...swapped.changes);
        for (const [row, was] of swapped.before) {
          before.set(row, was);
        }
      } else {
        for (const { folder } of [old, family].filter((one) => one !== undefined)) {
          touched.add(folderRowId(folder));
        }
      }
    }
    const folded =
      touched.size + this.#shown.state.runs.size === 0 ? undefined : this.#foldAgain(touched, input);
    this.#schedule();
    for (const [id, row] of folded?.before ?? []) {
      before.set(id, before.get(id) ?? row);
    }
    const changes = folded?.changes === 'all' ? 'all' : [...new Set([...looks, ...(folded?.changes ?? [])])];
    return { changes, before, hasMoved: folded?.hasMoved ?? false };
  }

  /** Puts some folders together again, by the ids of their rows, and the runs. */
  #foldAgain(touched: ReadonlySet<string>, input: RowsInput): RowsChange {
    const isTouched = ({ id, kind }: TreeRow) => kind === 'run' || touched.has(id);
    const tops = this.#tops;
    const before = shownRows<TreeRow>(tops.filter(isTouched));
    for (const [key] of [...this.#folders].filter(([root]) => touched.has(folderRowId(root)))) {
      this.#fold(key, input);
    }
    this.#tops = this.#inOrder(input.now);
    const after = shownRows<TreeRow>(this.#tops.filter(isTouched));
    for (const id of before.keys()) {
      if (!after.has(id)) {
        this.#rows.delete(id);
      }
    }
    for (const [id, row] of after) {
      this.#rows.set(id, row);
    }
    const isSame = isSameOrder(tops, this.#tops);
    return {
      changes: isSame ? rowChanges(before, after) : 'all',
      before,
      hasMoved: !isSame || !areSameIds(before, after),
    };
  }

  #family(id: AgentId, input: RowsInput): FolderFamily | undefined {
    const { agents, runs } = this.#shown.state;
    const root = agents.get(id);
    const around = { subagents: [...this.#shown.below(id)], order: this.#shown.orderOf(id) };
    return root && root.parent === undefined ? new FolderFamily(root, around, { ...input, runs }) : undefined;
  }

  #put(id: AgentId, family: FolderFamily | undefined): void {
    const old = this.#families.get(id);
    if (family) {
      this.#families.set(id, family);
      this.#fresh.add(family);
    } else {
      this.#families.delete(id);
    }
    // The new one first: a place that both are at is not forgotten in between.
    this.#use(family, 1);
    this.#use(old, -1);
    const from = old && this.#folders.get(old.folder)?.families;
    const at = from && old ? from.indexOf(old) : -1;
    if (family && old?.folder === family.folder) {
      from?.splice(at, 1, family);
      return;
    }
    from?.splice(at, 1);
    if (family) {
      const folder = this.#folders.get(family.folder) ?? { families: [] };
      this.#folders.set(family.folder, folder);
      folder.families.push(family);
    }
  }

  #use(family: FolderFamily | undefined, by: 1 | -1): void {
    for (const [folder, place] of family?.places ?? []) {
      const known = this.#places.get(folder);
      const uses = (known?.uses ?? 0) + by;
      if (uses === 0) {
        this.#places.delete(folder);
      } else {
        this.#places.set(folder, { place: known ? known.place : place, uses });
      }
    }
  }

  /** Puts the row of a folder together. */
  #fold(key: string, input: RowsInput): void {
    const folder = this.#folders.get(key);
    if (folder && folder.families.length > 0) {
      folder.row = folderRow(key, folder.families.sort(compareFamilies), input);
    } else {
      this.#folders.delete(key);
    }
  }

  #inOrder(now: number): readonly (RunRow | FolderRow)[] {
    const folders = [...this.#folders.values()].flatMap(({ families: [first], row }) =>
      first && row ? [{ first, row }] : [],
    );
    folders.sort((a, b) => compareFamilies(a.first, b.first));
    return [...runRows(this.#shown.state, now), ...folders.map(({ row }) => row)];
  }

  /** Puts the rows of a family in the place of the former ones; nothing where these are not the same rows. */
  #swap(
    old: FolderFamily,
    family: FolderFamily,
    input: RowsInput,
  ): { readonly changes: readonly string[]; readonly before: ShownRows } | undefined {
    const parent = this.#rows.get(old.parent ?? '');
    if (!parent) {
      return undefined;
    }
    const rows = family.rowsBelow(parent.id, input);
    const [before, after] = [shownRows<TreeRow>(old.rows), shownRows<TreeRow>(rows)];
    const changes = rowChanges(before, after);
    if (!areSameIds(before, after) || rows.length !== old.rows.length || changes === 'all') {
      return undefined;
    }
    const children = parent.children as (AgentRow | AskRow)[];
    children.splice(children.indexOf(old.rows[0] as AgentRow), rows.length, ...rows);
    for (const [id, one] of after) {
      this.#rows.set(id, one);
    }
    return { changes, before };
  }

  /** Notes when what was made anew says something else. */
  #schedule(): void {
    for (const family of this.#fresh) {
      this.#due.add(family.root.id, family.until);
    }
    this.#fresh.clear();
  }
}

function areSameIds(before: ShownRows, after: ShownRows): boolean {
  const ids = after.keys();
  return before.size === after.size && [...before.keys()].every((id) => id === ids.next().value);
}
