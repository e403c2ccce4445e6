import type { Node } from 'jsonc-parser';
import type { FoundEntries } from './ourEntries.ts';
import { compareEntries, findEntries } from './ourEntries.ts';
import type { NewChild } from './settingsLayout.ts';
import { appendChildren, layoutOf, newSettingsText } from './settingsLayout.ts';
import type { Refusal, SettingsText } from './settingsText.ts';
import { parseSettings, propertiesOf, propertyValue } from './settingsText.ts';
import type { TextEdit } from './textEdit.ts';
import { applyEdits, cutChildren, innerText } from './textEdit.ts';
import type { Ours, WantedEdit } from './wanted.ts';

/** What it takes to undo an edit after which the file was edited again: what we made, and what was empty before. */
export interface Made {
  readonly file: boolean;
  readonly hooks: boolean;
  readonly events: readonly string[];
  /** What stood between the brackets of containers that were there and empty: the file's, those of `hooks`, of an event. */
  readonly empty: {
    readonly root?: string;
    readonly hooks?: string;
    readonly events: Readonly<Record<string, string>>;
  };
}

/** How to take back an edit. */
export interface Undo {
  /** The text without anything of ours; `undefined` where there was no file. */
  readonly original: string | undefined;
  readonly written: string;
  readonly made: Made;
}

/** What came of an edit; `undo` is `undefined` where there was nothing to do. */
export interface Edited {
  readonly text: string;
  readonly undo: Undo | undefined;
}

/**
 * Puts the wanted entries into a settings file, `undefined` where there is none. Every foreign byte stays.
 *
 * Entries that are there as wanted change nothing. Where one is missing or in another shape, all of ours are taken
 * out and put in again; `undo` is then what is known of the earlier edit.
 */
export function insertEntries(source: string | undefined, wanted: WantedEdit, undo?: Undo): Edited | Refusal {
  if (source === undefined) {
    return created(wanted);
  }
  const settings = parseSettings(source, wanted.reader, wanted.readsComments);
  if ('code' in settings) {
    return settings;
  }
  const found = findEntries(settings, { ...wanted, events: wanted.entries.map(({ event }) => event) });
  if ('code' in found) {
    return found;
  }
  const { missing, wrong } = compareEntries(settings, found, wanted);
  if (missing.length === 0 && wrong.length === 0) {
    return { text: source, undo: undefined };
  }
  if (found.ours.length === 0) {
    return inserted(settings, found.hooks, wanted);
  }
  const base = takeOutEntries(source, wanted, undo);
  if (typeof base === 'object') {
    return base;
  }
  const again = insertEntries(base, wanted);
  return 'code' in again || !again.undo || !undo
    ? again
    : { ...again, undo: { ...again.undo, made: joinMade(undo.made, again.undo.made) } };
}

/**
 * Takes our entries out of a settings file: the text without them, `undefined` where the file is to be deleted.
 *
 * A file that is as we wrote it gets its original text. Otherwise our entries go, and with them what they leave empty:
 * bare groups, events and `hooks`, except where `undo` knows that it was empty before; also what `undo` says we made
 * and nobody uses. All foreign bytes stay, and a file with nothing of ours is never deleted.
 */
export function takeOutEntries(source: string, whose: Ours, undo?: Undo): string | undefined | Refusal {
  if (undo && source === undo.written) {
    return undo.original;
  }
  const settings = parseSettings(source, whose.reader, whose.readsComments);
  if ('code' in settings) {
    return settings;
  }
  const found = findEntries(settings, whose);
  if ('code' in found) {
    return found;
  }
  return stripped(settings, found, undo?.made);
}

function created(wanted: WantedEdit): Edited {
  const text = newSettingsText({ hooks: Object.fromEntries(wanted.entries.map(eventOf)) });
  const events = wanted.entries.map(({ event }) => event);
  const made = { file: true, hooks: true, events, empty: { events: {} } };
  return { text, undo: { original: undefined, written: text, made } };
}

function inserted(settings: SettingsText, hooks: Node | undefined, wanted: WantedEdit): Edited {
  const { bom, text, root } = settings;
  const layout = layoutOf(settings);
  const append = (container: Node, children: readonly NewChild[]) =>
    appendChildren(text, container, { children, layout });
  const isEmpty = (container: Node | undefined) => container?.children?.length === 0;
  const edits: TextEdit[] = [];
  const events: string[] = [];
  const emptyEvents: Record<string, string> = Object.create(null);
  const newEvents: NewChild[] = [];
  for (const entry of wanted.entries) {
    const [key, value] = eventOf(entry);
    const groups = hooks && propertyValue(propertiesOf(hooks, key)[0]);
    if (!groups) {
      events.push(key);
      newEvents.push({ key, value });
      continue;
    }
    if (isEmpty(groups)) {
      emptyEvents[key] = innerText(text, groups);
    }
    edits.push(append(groups, [{ value: value[0] }]));
  }
  if (hooks === undefined) {
    const value = Object.fromEntries(newEvents.map((event) => [event.key, event.value]));
    edits.push(append(root, [{ key: 'hooks', value }]));
  } else if (newEvents.length > 0) {
    edits.push(append(hooks, newEvents));
  }
  const written = bom + applyEdits(text, edits);
  const empty = {
    ...(isEmpty(root) ? { root: innerText(text, root) } : {}),
    ...(hooks && isEmpty(hooks) ? { hooks: innerText(text, hooks) } : {}),
    events: emptyEvents,
  };
  const made = { file: false, hooks: hooks === undefined, events, empty };
  return { text: written, undo: { original: bom + text, written, made } };
}

function stripped(settings: SettingsText, { hooks, ours }: FoundEntries, made?: Made): string | undefined {
  const { bom, text, root } = settings;
  const handlers = new Set(ours.map(({ handler }) => handler));
  const edits: TextEdit[] = [];
  const goneEvents = new Set<Node>();
  for (const event of hooks?.children ?? []) {
    const name = String(event.children?.[0]?.value);
    const groups = propertyValue(event);
    const touched = new Set(ours.filter((place) => place.event === name).map(({ group }) => group));
    const goneGroups = new Set(
      [...touched].filter((group) => isBare(group) && handlersOf(group).every((one) => handlers.has(one))),
    );
    const unused =
      groups?.type === 'array' && (groups.children ?? []).every((group) => goneGroups.has(group));
    const wasEmpty = made && Object.hasOwn(made.empty.events, name);
    if (unused && ((goneGroups.size > 0 && !wasEmpty) || made?.events.includes(name))) {
      goneEvents.add(event);
      continue;
    }
    if (groups?.type === 'array') {
      edits.push(...cutChildren(groups, goneGroups, (wasEmpty && made.empty.events[name]) || ''));
    }
    for (const group of touched) {
      const list = propertyValue(propertiesOf(group, 'hooks')[0]);
      if (list && !goneGroups.has(group)) {
        edits.push(...cutChildren(list, new Set(handlersOf(group).filter((one) => handlers.has(one))), ''));
      }
    }
  }
  const unused = hooks?.children?.every((event) => goneEvents.has(event)) === true;
  const emptied = goneEvents.size > 0 && made?.empty.hooks === undefined;
  if (hooks?.parent && unused && (made?.hooks || emptied)) {
    const goneHooks = new Set([hooks.parent]);
    if (made?.file && ours.length > 0 && root.children?.length === 1) {
      return undefined;
    }
    return bom + applyEdits(text, cutChildren(root, goneHooks, made?.empty.root ?? ''));
  }
  if (hooks) {
    edits.push(...cutChildren(hooks, goneEvents, made?.empty.hooks ?? ''));
  }
  return bom + applyEdits(text, edits);
}

/** Whether a group has nothing but handlers, as those we make: one with a matcher is the person's. */
function isBare(group: Node): boolean {
  return group.children?.length === 1;
}

function handlersOf(group: Node): readonly Node[] {
  return propertyValue(propertiesOf(group, 'hooks')[0])?.children ?? [];
}

function eventOf({ event, handler }: WantedEdit['entries'][number]): readonly [string, readonly unknown[]] {
  return [event, [{ hooks: [handler] }]];
}

function joinMade(earlier: Made, later: Made): Made {
  return {
    file: earlier.file || later.file,
    hooks: earlier.hooks || later.hooks,
    events: [...new Set([...earlier.events, ...later.events])],
    empty: {
      ...earlier.empty,
      ...later.empty,
      events: { ...earlier.empty.events, ...later.empty.events },
    },
  };
}
