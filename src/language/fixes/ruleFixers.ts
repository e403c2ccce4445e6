import { meantBy } from '../../core/yaml/meantBy.ts';
import type { Span } from '../../core/yaml/problem.ts';
import type { Shape } from '../../core/yaml/shape.ts';
import type { SpanEdit } from '../spanEdit.ts';
import type { Fixer, Fixers } from './fix.ts';
import { guess, option, preferred } from './fix.ts';
import type { Scene } from './scene.ts';
import { entryWithKey, entryWithValue, itemAt } from './scene.ts';
import { insertEntry, isFlow, removeEntry, removeItem, replaceShape, writtenAs } from './yamlEdits.ts';

/** The shape that a problem is about: a value or an item. */
function shapeAt(scene: Scene, span: Span): Shape | undefined {
  return entryWithValue(scene, span)?.entry.value ?? itemAt(scene, span)?.item;
}

function replaceAt(scene: Scene, span: Span, text: string): SpanEdit | undefined {
  const shape = shapeAt(scene, span);
  return shape && replaceShape(scene, shape, text);
}

const missingAction: Fixer = (scene, { span }) => {
  const rule = shapeAt(scene, span);
  if (rule?.kind !== 'mapping') {
    return [];
  }
  const keys = rule.entries.map(({ key }) => key);
  // What the rule has already tells what is meant; where that is not possible at its trigger, a person is asked.
  const actions = [
    keys.includes('run') ? 'gate' : keys.includes('message') ? 'nudge' : 'escalate',
    'escalate',
  ];
  return actions.map((action) => {
    const fix = preferred(`Add 'action: ${action}'`, insertEntry(scene, rule, `action: ${action}`));
    return fix && { ...fix, only: 'action' };
  });
};

const unknownAction: Fixer = (scene, { span, message }) => {
  const meant = meantBy(message);
  return meant === undefined
    ? [option("Change to 'escalate'", replaceAt(scene, span, 'escalate'))]
    : [guess(scene.text.slice(span[0], span[1]), meant, replaceAt(scene, span, meant))];
};

/** What comes nearest to an action that makes no sense. */
const invalidPair: Fixer = (scene, { span }) => {
  const said = scene.text.slice(span[0], span[1]);
  const near =
    said === 'nudge' ? ['resume', 'escalate'] : said === 'resume' ? ['nudge', 'escalate'] : ['escalate'];
  return near.map((action) => {
    const fix = preferred(`Change to '${action}'`, replaceAt(scene, span, action));
    return fix && { ...fix, only: 'action' };
  });
};

const startsOver: Fixer = (scene, { span }) => [
  option("Change to 'escalate'", replaceAt(scene, span, 'escalate')),
];

/** The first of a list in the place of the list. */
const listForm: Fixer = (scene, { span }) => {
  const list = shapeAt(scene, span);
  const first = list?.kind === 'list' ? list.items[0] : undefined;
  if (list?.kind !== 'list' || !first) {
    const place = entryWithValue(scene, span);
    return [place && option(`Remove '${place.entry.key}'`, removeEntry(scene, place))];
  }
  const end = first.span[0] + writtenAs(scene, first).length;
  const before = scene.text.slice(list.span[0], first.span[0]);
  const edits: readonly SpanEdit[] = isFlow(scene, list)
    ? [{ span: [list.span[0], list.span[1]], text: writtenAs(scene, first) }]
    : [
        // As many blanks as the dash took, so that the lines of the item stay below each other.
        { span: [list.span[0], first.span[0]], text: ' '.repeat(before.length) },
        { span: [end, list.span[0] + writtenAs(scene, list).length], text: '' },
      ];
  return [
    list.items.length === 1
      ? preferred('Take it out of the list', ...edits)
      : option('Keep only the first', ...edits),
  ];
};

const gateWithoutRun: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  if (place?.entry.key === 'action') {
    const { mapping, entry } = place;
    return [preferred("Add 'run: npm test'", insertEntry(scene, mapping, 'run: npm test', entry))];
  }
  return [preferred("Add 'run: npm test'", replaceAt(scene, span, '{ action: gate, run: npm test }'))];
};

const runWithoutGate: Fixer = (scene, { span }) => {
  const place = entryWithKey(scene, span);
  const action = place?.mapping.entries.find(({ key }) => key === 'action');
  return [
    place && preferred("Remove 'run'", removeEntry(scene, place)),
    action && option("Change the action to 'gate'", replaceShape(scene, action.value, 'gate')),
  ];
};

const unreachable: Fixer = (scene, { span }) => {
  const place = itemAt(scene, span);
  return [place && option('Remove this rule', removeItem(scene, place))];
};

/** The fixes of rules. */
export const ruleFixers: Fixers = {
  'runbook.missing-action': missingAction,
  'runbook.unknown-action': unknownAction,
  'runbook.invalid-pair': invalidPair,
  'runbook.program-action': invalidPair,
  'runbook.starts-over': startsOver,
  'runbook.list-form': listForm,
  'runbook.gate-without-run': gateWithoutRun,
  'runbook.run-without-gate': runWithoutGate,
  'runbook.unreachable': unreachable,
};
