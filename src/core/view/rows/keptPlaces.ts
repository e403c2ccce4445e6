import type { PlaceOf } from '../askText.ts';
import type { Place } from '../place.ts';
import type { FolderFamily } from './folderFamily.ts';

interface Asked {
  readonly place: Place | undefined;
  /** How many families are there. */
  readonly uses: number;
}

/** The places that families are at, by folder. */
export class KeptPlaces {
  readonly #asked = new Map<string | undefined, Asked>();

  /** A family came, went, or is another one now. */
  put(old: FolderFamily | undefined, family: FolderFamily | undefined): void {
    // The new one first: a place that both are at is not forgotten in between.
    this.#use(family, 1);
    this.#use(old, -1);
  }

  /** Whether all of them are still the same; to ask is also what has them looked at again. */
  areSame(placeOf: PlaceOf): boolean {
    return [...this.#asked].every(([folder, { place }]) => placeOf(folder) === place);
  }

  /** Forgets all of them. */
  clear(): void {
    this.#asked.clear();
  }

  #use(family: FolderFamily | undefined, by: 1 | -1): void {
    for (const [folder, place] of family?.places ?? []) {
      const known = this.#asked.get(folder);
      const uses = (known?.uses ?? 0) + by;
      if (uses === 0) {
        this.#asked.delete(folder);
      } else {
        this.#asked.set(folder, { place: known ? known.place : place, uses });
      }
    }
  }
}
