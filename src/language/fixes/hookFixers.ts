import type { Amount } from '../../core/hookfile/hook.ts';
import { longestName, priorityAmount, timeoutAmount } from '../../core/hookfile/hook.ts';
import { wrongName } from '../../core/hookfile/hookName.ts';
import { triggerNamed } from '../../core/hookfile/triggers.ts';
import { parseDuration } from '../../core/runbook/parseDuration.ts';
import { meantBy } from '../../core/yaml/meantBy.ts';
import type { Shape } from '../../core/yaml/shape.ts';
import { quoted } from '../../core/yaml/shape.ts';
import { fenceFixers } from './fenceFixers.ts';
import type { Fixer, Fixers } from './fix.ts';
import { guess, option, preferred, safe } from './fix.ts';
import { emptyText, hookWrongType, usualOf } from './hookValues.ts';
import { entryOf, entryWithKey, entryWithValue, writtenText } from './scene.ts';
import { inQuotes, insertEntry, removeEntry, setValue, yamlText } from './yamlEdits.ts';
import { yamlFixers } from './yamlFixers.ts';

/** The number that somebody most likely meant: also one in a list, with a fraction, or with a unit of time. */
function numberIn(value: Shape, isTime: boolean): number | undefined {
  if (value.kind === 'list') {
    const [only, ...others] = value.items;
    return only && only.kind === 'scalar' && others.length === 0 ? numberIn(only, isTime) : undefined;
  }
  const said = value.kind === 'scalar' ? value.value : undefined;
  if (typeof said !== 'string') {
    return typeof said === 'number' && !Number.isNaN(said) ? said : undefined;
  }
  if (/^\s*[+-]?\d+(?:\.\d+)?\s*$/u.test(said)) {
    return Number(said);
  }
  const duration = isTime ? parseDuration(said) : undefined;
  return typeof duration === 'number' ? duration : undefined;
}

function clamp({ least, most, usual }: Amount, isTime: boolean): Fixer {
  return (scene, { span }) => {
    const place = entryWithValue(scene, span);
    const meant = place && numberIn(place.entry.value, isTime);
    const value = meant === undefined ? usual : Math.min(Math.max(Math.round(meant), least), most);
    const change = place && setValue(scene, place, String(value));
    const inSeconds = (meant ?? 0) * 1000;
    // A short time may be meant in seconds.
    const isClear = meant !== undefined && (!isTime || meant >= least);
    return [
      isClear ? safe(`Change to ${value}`, change) : preferred(`Change to ${value}`, change),
      place && isTime && inSeconds >= 1000 && inSeconds < least * 1000 && Number.isInteger(inSeconds)
        ? option(`Change to ${inSeconds}: ${meant} seconds`, setValue(scene, place, String(inSeconds)))
        : undefined,
    ];
  };
}

const flag: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  return place
    ? ['true', 'false'].map((value) => option(`Change to ${value}`, setValue(scene, place, value)))
    : [];
};

const name: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  const said = place?.entry.value.kind === 'scalar' ? String(place.entry.value.value) : '';
  const short = said
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/u, '');
  const better = [...short].slice(0, longestName).join('').replace(/-$/u, '');
  return place && wrongName(better) === undefined
    ? [preferred(`Change to ${quoted(better)}`, setValue(scene, place, yamlText(better)))]
    : [];
};

const needed = ['name', 'description', 'trigger'] as const;

const missingKey: Fixer = (scene, { message }) => {
  const key = needed.find((one) => message.includes(`'${one}'`));
  const { root } = scene;
  if (key === undefined || root?.kind !== 'mapping') {
    return [];
  }
  const behind = needed
    .slice(0, needed.indexOf(key))
    .map((one) => entryOf(scene, one)?.entry)
    .findLast((entry) => entry !== undefined);
  return [preferred(`Add '${key}'`, insertEntry(scene, root, `${key}: ${usualOf(scene, key)}`, behind))];
};

const unknownTrigger: Fixer = (scene, { span, message }) => {
  const place = entryWithValue(scene, span);
  const near = meantBy(message);
  return place && near !== undefined
    ? [guess(writtenText(place.entry.value), near, setValue(scene, place, near))]
    : [];
};

const triggerAlias: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  const said = place?.entry.value.kind === 'scalar' ? String(place.entry.value.value) : '';
  const id = triggerNamed(said)?.id;
  // Never without asking: the script is told the name in the file, and other programs may know only that one.
  return place && id !== undefined ? [preferred(`Change to '${id}'`, setValue(scene, place, id))] : [];
};

const regex: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  const said = place?.entry.value.kind === 'scalar' ? place.entry.value.value : undefined;
  if (!place || typeof said !== 'string') {
    return [];
  }
  const escaped = said.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
  return [
    said === '*' ? preferred("Change to '.*', for everything", setValue(scene, place, "'.*'")) : undefined,
    option('Look for this very text', setValue(scene, place, yamlText(escaped))),
  ];
};

/** Escapes that mean something to YAML alone. */
const onlyYaml = /^\\(?:[UaeNL_\s])/u;

/** In single quotes a backslash is one. What YAML read stays but for what was not meant. */
const backslash: Fixer = (scene, { span, severity }) => {
  const written = scene.text.slice(span[0], span[1]);
  const inner = written.slice(1, -1);
  const escapes: readonly string[] = inner.match(/\\[\s\S]/gu) ?? [];
  if (!/^".*"$/su.test(written) || escapes.some((one) => onlyYaml.test(one))) {
    return [];
  }
  const meant = inner.replace(/\\(["\\])/gu, '$1');
  // Where some are doubled and others not, nobody knows which of them were meant.
  const made = severity === 'error' && escapes.includes('\\\\') ? preferred : safe;
  return [made('Put it in single quotes', { span, text: inQuotes(meant) })];
};

const matcherIgnored: Fixer = (scene, { span }) => {
  const place = entryWithKey(scene, span);
  return [place && preferred("Remove 'matcher'", removeEntry(scene, place))];
};

const asyncBlocks: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  return [place && preferred('Change to false', setValue(scene, place, 'false'))];
};

/** The fixes of what is wrong with the text of a HOOK.md. */
export const hookFixers: Fixers = {
  ...Object.fromEntries(Object.entries(yamlFixers).map(([code, fixer]) => [`hook.${code}`, fixer])),
  ...fenceFixers,
  'hook.timeout-range': clamp(timeoutAmount, true),
  'hook.priority-range': clamp(priorityAmount, false),
  'hook.async': flag,
  'hook.name': name,
  'hook.missing-key': missingKey,
  'hook.unknown-trigger': unknownTrigger,
  'hook.trigger-alias': triggerAlias,
  'hook.regex': regex,
  'hook.double-quoted-backslash': backslash,
  'hook.matcher-ignored': matcherIgnored,
  'hook.async-blocks': asyncBlocks,
  'hook.empty-text': emptyText,
  'hook.wrong-type': hookWrongType,
  'hook.name-folder': (scene, { span }) => {
    const place = entryWithValue(scene, span);
    const folder = scene.around?.folder.normalize('NFKC') ?? '';
    return place && wrongName(folder) === undefined
      ? [option(`Change the name to ${quoted(folder)}`, setValue(scene, place, yamlText(folder)))]
      : [];
  },
};
