import type { AgentId } from '../../agent/agent.ts';
import { rootNamed } from '../../agent/agents.ts';
import type { ShownRows } from '../rowChanges.ts';
import { rowChanges, shownRows } from '../rowChanges.ts';
import type { RunRow } from '../runRow.ts';
import type { Follower, ShownRoster } from '../shownRoster.ts';
import type { TreeRow } from '../treeRow.ts';
import { DueTimes } from './dueTimes.ts';
import type { RowsInput } from './folderFamily.ts';
import { FolderFamily } from './folderFamily.ts';
import type { FolderRow } from './folderRow.ts';
import { compareFolders, KeptFolder } from './keptFolder.ts';
import { KeptPlaces } from './keptPlaces.ts';
import { KeptRuns } from './keptRuns.ts';
import { SortedList } from './sortedList.ts';
import { isSameOrder } from './treeId.ts';

/** What a look at the rows has found. */
export interface RowsChange {
  /** What has to be drawn again, see {@link rowChanges}. */
  readonly changes: 'all' | readonly string[];
  /** Those that look different now, as they were; perhaps others with them. */
  readonly before: ShownRows;
  /** Whether rows may have come, gone or moved. */
  readonly hasMoved: boolean;
}

/** A family as it was and as it is now, where it was, or is, there. */
type FamilyChange = readonly [FolderFamily | undefined, FolderFamily | undefined];

/** What a look finds bit by bit. */
interface Found {
  readonly changes: Set<string>;
  readonly before: Map<string, TreeRow>;
  hasMoved: boolean;
}

/**
 * The rows of a tree, kept from one look to the next: a look costs what changed, however many others there are. All is made
 * anew where a setting or the place of a folder is another one, or the clock was set back.
 */
export class KeptRows {
  readonly #shown: ShownRoster;
  readonly #changed: Follower;
  readonly #families = new Map<AgentId, FolderFamily>();
  readonly #folders = new Map<string, KeptFolder>();
  readonly #rows = new Map<string, TreeRow>();
  readonly #places = new KeptPlaces();
  readonly #due = new DueTimes();
  /** Those with somebody in them, the one with the most urgent first. */
  #order = new SortedList(compareFolders);
  readonly #runs = new KeptRuns();
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

  #goesOn({ now, levels, placeOf, showsPrograms }: RowsInput): boolean {
    const last = this.#input;
    return (
      last !== undefined &&
      now >= last.now &&
      levels === last.levels &&
      showsPrograms === last.showsPrograms &&
      this.#places.areSame(placeOf)
    );
  }

  #begin(input: RowsInput): RowsChange {
    const before = shownRows<TreeRow>(this.#tops);
    for (const all of [this.#families, this.#folders, this.#rows, this.#places, this.#due]) {
      all.clear();
    }
    this.#order = new SortedList(compareFolders);
    for (const { id, parent } of this.#shown.state.agents.values()) {
      const family = parent === undefined ? this.#family(id, input) : undefined;
      if (family) {
        this.#know(id, [undefined, family]);
        this.#folderOf(family).lists.add(family);
      }
    }
    for (const folder of this.#folders.values()) {
      folder.make(input);
      this.#order.add(folder);
    }
    for (const [id, family] of this.#families) {
      this.#due.add(id, family.until);
    }
    this.#runs.make(this.#shown.state, input.now);
    this.#tops = this.#allTops();
    for (const [id, row] of shownRows<TreeRow>(this.#tops)) {
      this.#rows.set(id, row);
    }
    return { changes: rowChanges(before, shownRows<TreeRow>(this.#tops)), before, hasMoved: true };
  }

  #goOn(changed: ReadonlySet<AgentId>, input: RowsInput): RowsChange {
    const found: Found = { changes: new Set(), before: new Map(), hasMoved: false };
    const roots = new Set([...changed].map(rootNamed));
    for (const id of this.#due.take(input.now)) {
      roots.add(id);
    }
    const families: FamilyChange[] = [];
    for (const id of roots) {
      const both = [this.#families.get(id), this.#family(id, input)] as const;
      this.#know(id, both);
      families.push(both);
    }
    const touched = this.#putAll(families, input);
    for (const folder of touched) {
      this.#make(folder, input, found);
    }
    for (const both of families) {
      const [old = [], rows = []] = both.map((one) => one?.rows);
      this.#noteRows(old, rows, found);
    }
    for (const [, family] of families) {
      if (family) {
        this.#due.add(family.root.id, family.until);
      }
    }
    const runs = this.#runs.rows;
    const areRunsMade = this.#runs.look(this.#shown.state, input.now, changed);
    if (touched.size === 0 && !areRunsMade) {
      return { ...found, changes: [...found.changes] };
    }
    if (areRunsMade) {
      this.#noteRows(runs, this.#runs.rows, found);
    }
    const tops = this.#tops;
    this.#tops = this.#allTops();
    const isSame = isSameOrder(tops, this.#tops);
    return { ...found, changes: isSame ? [...found.changes] : 'all', hasMoved: found.hasMoved || !isSame };
  }

  /** Puts families where they belong; gives the folders whose rows are to be made. */
  #putAll(families: readonly FamilyChange[], input: RowsInput): ReadonlySet<KeptFolder> {
    const touched = new Set<KeptFolder>();
    const touch = (folder: KeptFolder) => {
      if (!touched.has(folder)) {
        // Its place among the others may become another one.
        this.#order.delete(folder);
        touched.add(folder);
      }
      return folder.lists;
    };
    const moved: FamilyChange[] = [];
    for (const [old, family] of families) {
      const folder = old && family?.isIn(old) ? this.#folderOf(old) : undefined;
      const list = old && family && folder?.replace(old, family, input);
      if (!list) {
        moved.push([old, family]);
      } else if (folder && (list.hasMoved || old.needy !== family.needy)) {
        touch(folder);
      }
    }
    // After those that stay where they are: that these are there is known by what they were.
    for (const [old, family] of moved) {
      if (old) {
        touch(this.#folderOf(old)).delete(old);
      }
      if (family) {
        touch(this.#folderOf(family)).add(family);
      }
    }
    return touched;
  }

  /** Makes the rows of a folder in which some came, went or moved. */
  #make(folder: KeptFolder, input: RowsInput, found: Found): void {
    const { root, first } = folder.lists;
    const { fresh, before, after, changes, hasMoved } = folder.make(input);
    found.hasMoved ||= hasMoved;
    if (first) {
      this.#order.add(folder);
    } else {
      this.#folders.delete(root);
    }
    for (const row of before) {
      found.before.set(row.id, row);
      this.#rows.delete(row.id);
    }
    for (const row of first ? after : []) {
      this.#rows.set(row.id, row);
    }
    for (const id of changes) {
      // A row that came is drawn with the row it is below.
      if (found.before.has(id)) {
        found.changes.add(id);
      }
    }
    // One that had to give its place to another has rows below another one now.
    for (const { rows } of fresh) {
      for (const [id, row] of shownRows<TreeRow>(rows)) {
        this.#rows.set(id, row);
      }
    }
  }

  /** Notes how some rows were, with those below them, and which look different now. */
  #noteRows(old: readonly TreeRow[], rows: readonly TreeRow[], found: Found): void {
    const [before, after] = [shownRows(old), shownRows(rows)];
    for (const [id, row] of before) {
      found.before.set(id, row);
      if (!after.has(id)) {
        this.#rows.delete(id);
      }
    }
    for (const [id, row] of after) {
      this.#rows.set(id, row);
    }
    found.hasMoved ||= !areSameIds(before, after);
    const [row] = rows;
    const isDrawn = row !== undefined && 'parent' in row && found.changes.has(row.parent);
    const changes = isDrawn ? [] : rowChanges(before, after);
    for (const id of changes === 'all' ? [] : changes) {
      found.changes.add(id);
    }
  }

  #allTops(): readonly (RunRow | FolderRow)[] {
    return [...this.#runs.rows, ...this.#order.items.flatMap(({ row }) => row ?? [])];
  }

  #family(id: AgentId, input: RowsInput): FolderFamily | undefined {
    const { agents, runs } = this.#shown.state;
    const root = agents.get(id);
    const around = { subagents: [...this.#shown.below(id)], order: this.#shown.orderOf(id) };
    return root && root.parent === undefined ? new FolderFamily(root, around, { ...input, runs }) : undefined;
  }

  #folderOf({ folder }: FolderFamily): KeptFolder {
    const known = this.#folders.get(folder) ?? new KeptFolder(folder);
    this.#folders.set(folder, known);
    return known;
  }

  /** Keeps a family as it is now, with the places it is at. */
  #know(id: AgentId, [old, family]: FamilyChange): void {
    if (family) {
      this.#families.set(id, family);
    } else {
      this.#families.delete(id);
    }
    this.#places.put(old, family);
  }
}

function areSameIds(before: ShownRows, after: ShownRows): boolean {
  const ids = after.keys();
  return before.size === after.size && [...before.keys()].every((id) => id === ids.next().value);
}
