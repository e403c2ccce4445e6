import { wrongName } from '../../core/hookfile/hookName.ts';
import type { ListShape, Shape } from '../../core/yaml/shape.ts';
import { quoted } from '../../core/yaml/shape.ts';
import type { Fix, Fixer } from './fix.ts';
import { option, preferred, safe } from './fix.ts';
import type { EntryPlace, Scene } from './scene.ts';
import { entryWithValue } from './scene.ts';
import { inQuotes, removeEntry, setValue, writtenAs, yamlText } from './yamlEdits.ts';

/** What a key that every hook has may begin with. */
export function usualOf({ around }: Pick<Scene, 'around'>, key: 'name' | 'description' | 'trigger'): string {
  const folder = around?.folder.normalize('NFKC') ?? '';
  switch (key) {
    case 'name':
      return wrongName(folder) === undefined ? yamlText(folder) : 'my-hook';
    case 'description':
      return 'Say what this hook does';
    case 'trigger':
      return 'before_tool';
  }
}

/** The changes for a key that has nothing in it. */
export const emptyText: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  return place ? [fillOrRemove(scene, place)] : [];
};

function fillOrRemove(scene: Scene, place: EntryPlace): Fix | undefined {
  const { key } = place.entry;
  if (place.path.length === 1 && (key === 'name' || key === 'description' || key === 'trigger')) {
    const usual = usualOf(scene, key);
    return preferred(`Change to ${quoted(usual)}`, setValue(scene, place, usual));
  }
  return preferred(`Remove '${key}'`, removeEntry(scene, place));
}

/** The changes for a value of another kind than its key takes. */
export const hookWrongType: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  if (!place) {
    const isEmpty = scene.root?.kind === 'scalar' && scene.root.value === null;
    return isEmpty ? [firstKeys(scene)] : [];
  }
  const { value, key } = place.entry;
  if (key === 'matcher' || key === 'metadata') {
    const tools = key === 'matcher' ? wordsIn(value) : undefined;
    return [
      tools &&
        preferred('Make it the tool', setValue(scene, place, `{ tool: ${yamlText(tools.join('|'))} }`)),
      option(`Remove '${key}'`, removeEntry(scene, place)),
    ];
  }
  return [
    asText(scene, place),
    value.kind === 'scalar' && value.value === null ? fillOrRemove(scene, place) : undefined,
  ];
};

/** A value as a text: in quotes, or what is in a list. */
export function asText(scene: Scene, place: EntryPlace): Fix | undefined {
  const { value, key } = place.entry;
  if (value.kind === 'scalar') {
    return value.value === null
      ? undefined
      : safe('Put it in single quotes', setValue(scene, place, inQuotes(writtenAs(scene, value))));
  }
  const words = value.kind === 'list' ? wordsIn(value) : undefined;
  if (!words || (words.length > 1 && key !== 'tool')) {
    return undefined;
  }
  const word = words.join('|');
  return preferred(`Change to ${quoted(word)}`, setValue(scene, place, yamlText(word)));
}

/** The words that a value consists of: one, or a list of them. */
export function wordsIn(value: Shape): readonly string[] | undefined {
  const items = value.kind === 'list' ? (value as ListShape).items : [value];
  const words = items.flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' && item.value.trim() !== '' ? [item.value] : [],
  );
  return words.length > 0 && words.length === items.length ? words : undefined;
}

function firstKeys(scene: Scene): Fix | undefined {
  const lines = (['name', 'description', 'trigger'] as const).map(
    (key) => `${key}: ${usualOf(scene, key)}${scene.lineEnd}`,
  );
  const [, end] = scene.region;
  return preferred('Add the keys of a hook', { span: [end, end], text: lines.join('') });
}
