import type { Node } from 'jsonc-parser';
import { isOurHandler, relaysOfAnyHome } from './ourHandler.ts';
import type { Refusal, SettingsText } from './settingsText.ts';
import { endOf, positionOf, propertiesOf, propertyValue } from './settingsText.ts';
import type { Ours, WantedEdit } from './wanted.ts';

/** One of our entries in a settings file, with everything it lies in. */
export interface FoundEntry {
  /** The name of the event. */
  readonly event: string;
  readonly group: Node;
  readonly handler: Node;
}

/** Where our entries are in a settings file, and where the hooks are at all. */
export interface FoundEntries {
  readonly hooks: Node | undefined;
  readonly ours: readonly FoundEntry[];
}

/**
 * Finds our entries. Refuses what could not be edited so that its reader and we mean the same: a key on our path
 * that is there twice (the last is read), and a `hooks` or an event of the wrong type.
 *
 * `events` are those that will be written to, besides the ones that have entries of ours.
 */
export function findEntries(
  settings: SettingsText,
  { events = [], ...whose }: Ours & { readonly events?: readonly string[] },
): FoundEntries | Refusal {
  const { text, root } = settings;
  const [property, twice] = propertiesOf(root, 'hooks');
  if (twice) {
    return duplicate(text, twice, whose.reader);
  }
  const hooks = propertyValue(property);
  if (hooks && hooks.type !== 'object') {
    return {
      code: 'hooks-not-an-object',
      message: 'has a "hooks" that is not an object',
      ...positionOf(text, hooks.offset),
    };
  }
  const ours = (hooks?.children ?? []).flatMap((event) =>
    handlersIn(event).filter(({ handler }) => isOurHandler(readNode(text, handler), whose)),
  );
  const touched = new Set([...events, ...ours.map(({ event }) => event)]);
  for (const name of touched) {
    const refusal = hooks && eventProblem({ text, hooks, name, reader: whose.reader });
    if (refusal) {
      return refusal;
    }
  }
  const doubled = ours.flatMap(({ group }) => propertiesOf(group, 'hooks').slice(1))[0];
  return doubled ? duplicate(text, doubled, whose.reader) : { hooks, ours };
}

/** The value that stands there in the text. Of keys that are there twice the last counts, as for programs. */
function readNode(text: string, node: Node): unknown {
  return JSON.parse(text.slice(node.offset, endOf(node)));
}

/** Everything a settings file runs that may be the same relay of some Beckon home, as it is written there. */
export function relaysNamedIn({ text, root }: SettingsText, relay: string): readonly string[] {
  const hooks = propertiesOf(root, 'hooks').flatMap((property) => propertyValue(property)?.children ?? []);
  const words = hooks.flatMap((event) =>
    handlersIn(event).flatMap(({ handler }) => relaysOfAnyHome(readNode(text, handler), relay)),
  );
  return [...new Set(words)];
}

/** Which of the wanted entries a file lacks, and which of ours it has that are not wanted so. */
export interface EntriesDifference {
  readonly missing: readonly string[];
  readonly wrong: readonly FoundEntry[];
}

/** Compares what a file has of us with what it should have. */
export function compareEntries(
  { text }: SettingsText,
  { ours }: FoundEntries,
  wanted: WantedEdit,
): EntriesDifference {
  const met = new Set<string>();
  const right = [...wanted.entries, ...(wanted.tolerated ?? [])];
  const wrong = ours.filter((place) => {
    const entry = right.find(({ event }) => event === place.event);
    const isRight =
      entry !== undefined &&
      !met.has(place.event) &&
      isForEverything(text, place.group) &&
      sortedJson(readNode(text, place.handler)) === sortedJson(entry.handler);
    if (isRight) {
      met.add(place.event);
    }
    return !isRight;
  });
  const there = new Set(ours.map(({ event }) => event));
  return { missing: wanted.entries.map(({ event }) => event).filter((event) => !there.has(event)), wrong };
}

function handlersIn(property: Node): FoundEntry[] {
  const event = String(property.children?.[0]?.value);
  const groups = propertyValue(property);
  return (groups?.type === 'array' ? (groups.children ?? []) : []).flatMap((group) =>
    (group.type === 'object' ? propertiesOf(group, 'hooks') : [])
      .map(propertyValue)
      .flatMap((list) => (list?.type === 'array' ? (list.children ?? []) : []))
      .map((handler) => ({ event, group, handler })),
  );
}

function eventProblem({
  text,
  hooks,
  name,
  reader,
}: {
  readonly text: string;
  readonly hooks: Node;
  readonly name: string;
  readonly reader: string;
}): Refusal | undefined {
  const [event, twice] = propertiesOf(hooks, name);
  if (twice) {
    return duplicate(text, twice, reader);
  }
  const value = propertyValue(event);
  return value && value.type !== 'array'
    ? {
        code: 'event-not-an-array',
        message: `has a "${name}" that is not an array`,
        ...positionOf(text, value.offset),
      }
    : undefined;
}

function duplicate(text: string, property: Node, reader: string): Refusal {
  const key = JSON.stringify(property.children?.[0]?.value);
  return {
    code: 'duplicate-key',
    message: `has the key ${key} twice, of which ${reader} reads the last`,
    ...positionOf(text, property.offset),
  };
}

function isForEverything(text: string, group: Node): boolean {
  const matcher = propertyValue(propertiesOf(group, 'matcher').at(-1));
  return matcher === undefined || readNode(text, matcher) === '*';
}

/** A value as text in which the order of keys does not matter. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
