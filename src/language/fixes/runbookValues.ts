import { exampleProgram } from '../../core/runbook/exampleProgram.ts';
import type { Shape } from '../../core/yaml/shape.ts';
import { quoted } from '../../core/yaml/shape.ts';
import type { Fix, Fixer } from './fix.ts';
import { option, preferred, safe } from './fix.ts';
import { asText, wordsIn } from './hookValues.ts';
import type { EntryPlace, Scene } from './scene.ts';
import { entryOf, entryWithValue, itemAt } from './scene.ts';
import { removeEntry, replaceShape, setValue, writtenAs, yamlText } from './yamlEdits.ts';

/** The names of the agents of a runbook. */
export function agentsIn(scene: Scene): readonly string[] {
  const agents = entryOf(scene, 'agents')?.entry.value;
  return agents?.kind === 'mapping' ? agents.entries.map(({ key }) => key) : [];
}

/** A name that nothing in a list has yet. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let number = 2; ; number++) {
    const one = `${name}-${number}`;
    if (!taken.includes(one)) {
      return one;
    }
  }
}

/** A step of an agent, called as it. */
export function stepText(agent: string): string {
  return `{ name: ${yamlText(agent)}, agent: ${yamlText(agent)} }`;
}

const flags: ReadonlyMap<string, string> = new Map([
  ...['yes', 'on', '1', 'true', 'y'].map((word) => [word, 'true'] as const),
  ...['no', 'off', '0', 'false', 'n'].map((word) => [word, 'false'] as const),
]);

/** What a key may have that must have something; nothing for those that can be left out. */
function usualOf(scene: Scene, { path, entry: { key } }: EntryPlace): string | undefined {
  const [agent] = agentsIn(scene);
  const isStep = path[0] === 'pipelines' && path.length === 5;
  switch (key) {
    case 'run':
      return path.length === 3 ? exampleProgram.command : 'npm test';
    case 'action':
      return 'escalate';
    case 'agent':
      return isStep && agent !== undefined ? yamlText(agent) : undefined;
    case 'name':
      return isStep ? `step-${Number(path[3]) + 1}` : undefined;
    default:
      return undefined;
  }
}

function fillOrRemove(scene: Scene, place: EntryPlace): Fix | undefined {
  const usual = usualOf(scene, place);
  return usual === undefined
    ? preferred(`Remove ${quoted(place.entry.key)}`, removeEntry(scene, place))
    : preferred(`Change to ${quoted(usual)}`, setValue(scene, place, usual));
}

/** The changes for a key that has nothing in it. */
export const runbookEmptyText: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  return place ? [fillOrRemove(scene, place)] : [];
};

/** The changes for a value of another kind than its key takes. */
export const runbookWrongType: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  const item = place ? undefined : itemAt(scene, span);
  if (item) {
    const [word] = wordsIn(item.item) ?? [];
    const isStep = item.path[0] === 'pipelines' && item.path.length === 4;
    return isStep && word !== undefined
      ? [preferred('Make it a step of this agent', replaceShape(scene, item.item, stepText(word)))]
      : [];
  }
  if (!place) {
    return [];
  }
  const { key, value } = place.entry;
  const depth = place.path.length;
  if (key === 'worktree') {
    return [flag(scene, place)];
  }
  if (depth === 2 && place.path[0] === 'agents') {
    return [asAgent(scene, place)];
  }
  if (place.path[0] === 'pipelines' && (depth === 2 || (depth === 3 && key === 'steps'))) {
    return [asSteps(scene, place, depth === 2)];
  }
  if (depth === 1) {
    return [option(`Remove '${key}'`, removeEntry(scene, place))];
  }
  const isNothing = value.kind === 'scalar' && value.value === null;
  const takesText = ['run', 'prompt', 'message', 'name', 'agent'].includes(key);
  return [
    takesText ? asText(scene, place) : undefined,
    isNothing ? fillOrRemove(scene, place) : undefined,
    !takesText && !isNothing ? option("Change to 'escalate'", setValue(scene, place, 'escalate')) : undefined,
  ];
};

function flag(scene: Scene, place: EntryPlace): Fix | undefined {
  const { value } = place.entry;
  const said = value.kind === 'scalar' ? String(value.value).trim().toLowerCase() : '';
  const meant = flags.get(said);
  return meant === undefined
    ? option("Remove 'worktree'", removeEntry(scene, place))
    : safe(`Change to ${meant}`, setValue(scene, place, meant));
}

/** A command alone is most likely the one that starts the agent. */
function asAgent(scene: Scene, place: EntryPlace): Fix | undefined {
  const { value } = place.entry;
  const isNothing = value.kind === 'scalar' && value.value === null;
  const [command] = isNothing ? [exampleProgram.command] : (wordsIn(value) ?? []);
  return command === undefined
    ? undefined
    : preferred("Make it the 'run' of the agent", setValue(scene, place, `{ run: ${yamlText(command)} }`));
}

function asSteps(scene: Scene, place: EntryPlace, isWhole: boolean): Fix | undefined {
  const { value } = place.entry;
  const [first] = agentsIn(scene);
  const isNothing = value.kind === 'scalar' && value.value === null;
  const list =
    listText(scene, value) ?? (isNothing && first !== undefined ? `[${stepText(first)}]` : undefined);
  return list === undefined
    ? undefined
    : preferred('Make it a list of steps', setValue(scene, place, isWhole ? `{ steps: ${list} }` : list));
}

/** Names of agents as a list of steps; a list in brackets as it is. */
function listText(scene: Scene, value: Shape): string | undefined {
  const written = writtenAs(scene, value);
  const words = wordsIn(value);
  if (words) {
    return `[${words.map(stepText).join(', ')}]`;
  }
  return value.kind === 'list' && written.startsWith('[') ? written : undefined;
}
