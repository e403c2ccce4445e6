/** What leads where: the names that each name points to. */
export type Links<Name = string> = ReadonlyMap<Name, ReadonlySet<Name>>;

/**
 * Puts names into the same group where each leads to the other, over however many links. A link lies on a circle
 * exactly where both its ends are in one group. The stack does not grow with the length of the way.
 */
export function connected<Name = string>(links: Links<Name>): ReadonlyMap<Name, number> {
  const back = new Map([...links.keys()].map((name) => [name, new Set<Name>()]));
  for (const [from, targets] of links) {
    for (const to of targets) {
      back.get(to)?.add(from);
    }
  }
  const finished: Name[] = [];
  const seen = new Set<Name>();
  for (const name of links.keys()) {
    walk(name, links, seen, (one) => finished.push(one));
  }
  const groups = new Map<Name, number>();
  const placed = new Set<Name>();
  // The last to be finished leads to all others of its group, and against the links to nothing else that is left.
  for (const [group, name] of finished.reverse().entries()) {
    walk(name, back, placed, (one) => groups.set(one, group));
  }
  return groups;
}

/** Goes wherever a name leads, and tells of each name after everything it leads to. */
function walk<Name>(start: Name, links: Links<Name>, seen: Set<Name>, leave: (name: Name) => void): void {
  const enter = (name: Name) => {
    seen.add(name);
    return { name, next: (links.get(name) ?? new Set<Name>()).values() };
  };
  const way = seen.has(start) || !links.has(start) ? [] : [enter(start)];
  for (let last = way.at(-1); last; last = way.at(-1)) {
    const { value, done } = last.next.next();
    if (done) {
      leave(last.name);
      way.pop();
    } else if (!seen.has(value) && links.has(value)) {
      way.push(enter(value));
    }
  }
}
