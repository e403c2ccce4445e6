/** Where each row stands, and since when: by id. */
export type RowPlaces = ReadonlyMap<string, RowPlace>;

interface RowPlace {
  readonly index: number;
  readonly since: number;
}

/** How long a row has to stand still before a click on it counts: longer than from the aim to the click. */
const steadyMs = 2000;

/**
 * The places of rows after a look at them; `ids` from the top to the bottom. Where there are fewer than before, all have
 * moved: a list that is scrolled to its end follows that.
 */
export function noteRows(before: RowPlaces, ids: readonly string[], now: number): RowPlaces {
  const hasMoved = ids.length < before.size;
  const after = new Map<string, RowPlace>();
  for (const id of ids) {
    const known = hasMoved ? undefined : before.get(id);
    after.set(id, known?.index === after.size ? known : { index: after.size, since: now });
  }
  return after;
}

/** Whether a row has stood where it is for long enough that a click on it was meant for it. */
export function isSteady(places: RowPlaces, id: string, now: number): boolean {
  const place = places.get(id);
  // A clock that was set back says nothing about how long.
  return place !== undefined && now - place.since >= steadyMs;
}
