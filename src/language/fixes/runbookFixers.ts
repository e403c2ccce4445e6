import { exampleProgram } from '../../core/runbook/exampleProgram.ts';
import { exampleRunbook } from '../../core/runbook/exampleRunbook.ts';
import { meantBy } from '../../core/yaml/meantBy.ts';
import { quoted } from '../../core/yaml/shape.ts';
import { readAttemptsAs, readDurationAs } from './amountFixes.ts';
import type { Fixer, Fixers } from './fix.ts';
import { guess, preferred, safe } from './fix.ts';
import { wordsIn } from './hookValues.ts';
import { pipelineFixers } from './pipelineFixers.ts';
import { ruleFixers } from './ruleFixers.ts';
import { agentsIn, freeName, runbookEmptyText, runbookWrongType } from './runbookValues.ts';
import type { EntryPlace, Scene } from './scene.ts';
import { entryWithKey, entryWithValue } from './scene.ts';
import { insertEntry, removeEntry, renameKey, setValue, yamlText } from './yamlEdits.ts';
import { yamlFixers } from './yamlFixers.ts';

/** A name that can be shown on one line and said on the command line. */
function betterName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}/]+/gu, '-').replace(/^[-\s]+|[-\s]+$/gu, '');
  return plain === '' ? 'unnamed' : plain;
}

/** Steps that name an agent follow it to its new name. */
function renameAgent(scene: Scene, place: EntryPlace, name: string) {
  const steps = scene.entries.filter(
    ({ path, entry: { key, value } }) =>
      path[0] === 'pipelines' &&
      path[2] === 'steps' &&
      path.length === 5 &&
      key === 'agent' &&
      value.kind === 'scalar' &&
      value.value === place.entry.key,
  );
  return [renameKey(place, yamlText(name)), ...steps.map((step) => setValue(scene, step, yamlText(name)))];
}

const name: Fixer = (scene, { span }) => {
  const place = entryWithKey(scene, span);
  if (place && place.path.length === 2) {
    const taken = place.mapping.entries.map(({ key }) => key);
    const better = betterName(place.entry.key);
    const free = taken.includes(better) ? freeName(better, taken) : better;
    const edits =
      place.path[0] === 'agents' ? renameAgent(scene, place, free) : [renameKey(place, yamlText(free))];
    return [preferred(`Change to ${quoted(free)}`, ...edits)];
  }
  const step = entryWithValue(scene, span);
  const said = step?.entry.value.kind === 'scalar' ? String(step.entry.value.value) : '';
  return step
    ? [preferred(`Change to ${quoted(betterName(said))}`, setValue(scene, step, yamlText(betterName(said))))]
    : [];
};

const sameName: Fixer = (scene, { span }) => {
  const place = entryWithKey(scene, span);
  const taken = [...agentsIn(scene), ...(place?.mapping.entries.map(({ key }) => key) ?? [])];
  const free = place && freeName(place.entry.key, taken);
  return place && free !== undefined
    ? [preferred(`Call the pipeline ${quoted(free)}`, renameKey(place, yamlText(free)))]
    : [];
};

const missingRun: Fixer = (scene, { span }) => {
  const value = entryWithKey(scene, span)?.entry.value;
  return value?.kind === 'mapping'
    ? [preferred("Add 'run'", insertEntry(scene, value, `run: ${exampleProgram.command}`))]
    : [];
};

/** The command without the NUL that no program can be given, or up to what keeps a prompt from being its argument. */
const commandEnd: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  const said = place?.entry.value.kind === 'scalar' ? String(place.entry.value.value) : '';
  const short = said.includes('\0')
    ? said.replaceAll('\0', '')
    : said.replace(/(?:^|\s)#.*$/su, '').replace(/[\s;&|<>]+$/u, '');
  return place && short !== ''
    ? [preferred(`Change to ${quoted(short)}`, setValue(scene, place, yamlText(short)))]
    : [];
};

/** The fix that writes what was meant in the place of a value. */
const meantValue: Fixer = (scene, { span, message }) => {
  const place = entryWithValue(scene, span);
  // One word in a list is that word.
  const [only, ...others] = (place && wordsIn(place.entry.value)) ?? [];
  const meant = meantBy(message) ?? (others.length === 0 ? only : undefined);
  return place && meant !== undefined
    ? [guess(only ?? '', meant, setValue(scene, place, yamlText(meant)))]
    : [];
};

const amount =
  (read: typeof readAttemptsAs): Fixer =>
  (scene, { span }) => {
    const place = entryWithValue(scene, span);
    const better = place && read(scene, place.entry);
    if (!place || !better) {
      return [];
    }
    const change = setValue(scene, place, better.text);
    const title = `Change to ${better.text}`;
    return [better.isSame ? safe(title, change) : preferred(title, change)];
  };

const noEffect: Fixer = (scene, { span }) => {
  const place = entryWithKey(scene, span);
  return [place && preferred(`Remove '${place.entry.key}'`, removeEntry(scene, place))];
};

const nothing: Fixer = ({ text, lineEnd }) =>
  text.trim() === ''
    ? [
        preferred('Begin with an example', {
          span: [0, text.length],
          text: exampleRunbook.replaceAll('\n', lineEnd),
        }),
      ]
    : [];

/** The fixes of what is wrong with the text of a runbook. */
export const runbookFixers: Fixers = {
  ...Object.fromEntries(Object.entries(yamlFixers).map(([code, fixer]) => [`runbook.${code}`, fixer])),
  ...ruleFixers,
  ...pipelineFixers,
  'runbook.name': name,
  'runbook.same-name': sameName,
  'runbook.missing-run': missingRun,
  'runbook.command-end': commandEnd,
  'runbook.match': meantValue,
  'runbook.attempts': amount(readAttemptsAs),
  'runbook.duration': amount(readDurationAs),
  'runbook.no-effect': noEffect,
  'runbook.nothing': nothing,
  'runbook.empty-text': runbookEmptyText,
  'runbook.wrong-type': runbookWrongType,
};
