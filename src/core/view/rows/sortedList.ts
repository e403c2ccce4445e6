/** Items in an order of their own. What comes is put in its place, which is found by halving. */
export class SortedList<Item> {
  readonly #compare: (a: Item, b: Item) => number;
  readonly #items: Item[] = [];

  /** No two items may compare as equal, and none may change its place while it is in the list. */
  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  /** All of them; the list goes on. */
  get items(): readonly Item[] {
    return this.#items;
  }

  add(item: Item): void {
    this.#items.splice(this.#placeOf(item), 0, item);
  }

  /** Says whether it was there. */
  delete(item: Item): boolean {
    const at = this.#placeOf(item);
    const isThere = this.#items[at] === item;
    if (isThere) {
      this.#items.splice(at, 1);
    }
    return isThere;
  }

  /** Puts another one, which compares as equal, in the place of one; says whether that was there. */
  replace(item: Item, by: Item): boolean {
    const at = this.#placeOf(item);
    const isThere = this.#items[at] === item;
    if (isThere) {
      this.#items[at] = by;
    }
    return isThere;
  }

  /** The place that an item has, or would have. */
  #placeOf(item: Item): number {
    let [from, to] = [0, this.#items.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#items[middle];
      if (other !== undefined && this.#compare(other, item) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
