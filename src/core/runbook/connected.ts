/** What leads where: the names that each name points to. */
export type Links = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Puts names into the same group where each leads to the other, over however many links. A link lies on a circle
 * exactly where both its ends are in one group. The stack does not grow with the length of the way.
 */
export function connected(links: Links): ReadonlyMap<string, number> {
  const back = new Map([...links.keys()].map((name) => [name, new Set<string>()]));
  for (const [from, targets] of links) {
    for (const to of targets) {
      back.get(to)?.add(from);
    }
  }
  const finished: string[] = [];
  const seen = new Set<string>();
  for (const name of links.keys()) {
    walk(name, links, seen, (one) => finished.push(one));
  }
  const groups = new Map<string, number>();
  const placed = new Set<string>();
  // The last to be finished leads to all others of its group, and against the links to nothing else that is left.
  for (const [group, name] of finished.reverse().entries()) {
    walk(name, back, placed, (one) => groups.set(one, group));
  }
  return groups;
}

/** Goes wherever a name leads, and tells of each name after everything it leads to. */
function walk(start: string, links: Links, seen: Set<string>, leave: (name: string) => void): void {
  const enter = (name: string) => {
    seen.add(name);
    return { name, next: (links.get(name) ?? new Set<string>()).values() };
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
