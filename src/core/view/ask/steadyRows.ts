import type { TreeRow } from '../treeRow.ts';

/** Where each row stands, and since when. */
export interface RowPlaces {
  /** How many rows there are. */
  readonly size: number;
  /** By id. */
  readonly places: ReadonlyMap<string, RowPlace>;
}

interface RowPlace {
  readonly index: number;
  readonly since: number;
}

/** What takes a place in a list, or several. */
export interface StandingRow {
  readonly id: string;
  readonly size: number;
}

/** How long a row has to stand still before a click on it counts: longer than from the aim to the click. */
const steadyMs = 2000;

/** The places before anything was looked at. */
export const noPlaces: RowPlaces = { size: 0, places: new Map() };

/**
 * The places of rows after a look at them, from the top to the bottom. Where there are fewer than before, all have moved:
 * a list that is scrolled to its end follows that.
 */
export function noteRows(before: RowPlaces, rows: Iterable<StandingRow>, now: number): RowPlaces {
  const all = [...rows];
  const size = all.reduce((sum, one) => sum + one.size, 0);
  const places = new Map<string, RowPlace>();
  let index = 0;
  for (const { id, size: own } of all) {
    const known = size < before.size ? undefined : before.places.get(id);
    places.set(id, known?.index === index ? known : { index, since: now });
    index += own;
  }
  return { size, places };
}

/**
 * The rows of a tree as they stand below each other. Those below a folded row take their place with it, and have none of
 * their own: nobody answers there with one click.
 */
export function* standingRows(rows: readonly TreeRow[]): Iterable<StandingRow> {
  for (const row of rows) {
    if (row.kind === 'folded') {
      yield { id: row.id, size: 1 + row.size };
    } else {
      yield { id: row.id, size: 1 };
      yield* standingRows(row.children);
    }
  }
}

/** Whether a row has stood where it is for long enough that a click on it was meant for it. */
export function isSteady({ places }: RowPlaces, id: string, now: number): boolean {
  const place = places.get(id);
  // A clock that was set back says nothing about how long.
  return place !== undefined && now - place.since >= steadyMs;
}
