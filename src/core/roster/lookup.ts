/** Which things are found under which key; a thing may be found under several, and several under one. */
export class Lookup<Key, Id> {
  readonly #ids = new Map<Key, Set<Id>>();

  /** The things under a key, in the order they came to it. */
  of(key: Key): Iterable<Id> {
    return this.#ids.get(key) ?? [];
  }

  /** Notes that a thing is found under other keys now. */
  move(id: Id, before: readonly Key[], after: readonly Key[]): void {
    for (const key of before) {
      if (!after.includes(key)) {
        this.#remove(key, id);
      }
    }
    for (const key of after) {
      const ids = this.#ids.get(key);
      if (ids) {
        ids.add(id);
      } else {
        this.#ids.set(key, new Set([id]));
      }
    }
  }

  #remove(key: Key, id: Id): void {
    const ids = this.#ids.get(key);
    ids?.delete(id);
    if (ids?.size === 0) {
      this.#ids.delete(key);
    }
  }
}
