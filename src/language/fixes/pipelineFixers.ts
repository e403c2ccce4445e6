import { exampleProgram } from '../../core/runbook/exampleProgram.ts';
import { meantBy } from '../../core/yaml/meantBy.ts';
import { isSameWord, nearestWord } from '../../core/yaml/nearestWord.ts';
import { quoted } from '../../core/yaml/shape.ts';
import type { Fix, Fixer, Fixers } from './fix.ts';
import { option, preferred, safe } from './fix.ts';
import { agentsIn, freeName, stepText } from './runbookValues.ts';
import type { Scene } from './scene.ts';
import { entryOf, entryWithKey, entryWithValue, itemAt, writtenText } from './scene.ts';
import { insertEntry, isFlow, removeEntry, replaceShape, setValue, yamlText } from './yamlEdits.ts';

const missingSteps: Fixer = (scene, { span }) => {
  const value = entryWithKey(scene, span)?.entry.value;
  const [agent] = agentsIn(scene);
  return value?.kind === 'mapping' && agent !== undefined
    ? [preferred("Add 'steps'", insertEntry(scene, value, `steps: [${stepText(agent)}]`))]
    : [];
};

const emptyList: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  const [agent] = agentsIn(scene);
  if (place?.entry.key === 'on_error') {
    return [preferred("Remove 'on_error'", removeEntry(scene, place))];
  }
  return place?.entry.key === 'steps' && agent !== undefined
    ? [preferred('Add a step', setValue(scene, place, `[${stepText(agent)}]`))]
    : [];
};

/** The names that the steps beside one have. */
function namesBeside(scene: Scene, path: readonly (string | number)[]): readonly string[] {
  return scene.entries.flatMap(({ path: its, entry: { key, value } }) => {
    const isBeside = its.length === path.length + 1 && its.slice(0, 3).every((one, at) => one === path[at]);
    return isBeside && key === 'name' && value.kind === 'scalar' ? [String(value.value)] : [];
  });
}

const missingName: Fixer = (scene, { span }) => {
  const place = itemAt(scene, span);
  if (place?.item.kind !== 'mapping') {
    return [];
  }
  const agent = place.item.entries.find(({ key }) => key === 'agent')?.value;
  const said =
    agent?.kind === 'scalar' && typeof agent.value === 'string' ? agent.value.replaceAll('/', '-') : '';
  const wanted = said.trim() === '' ? 'step' : said;
  const taken = namesBeside(scene, place.path);
  const name = taken.includes(wanted) ? freeName(wanted, taken) : wanted;
  return [preferred(`Add 'name: ${name}'`, insertEntry(scene, place.item, `name: ${yamlText(name)}`))];
};

const missingAgent: Fixer = (scene, { span }) => {
  const place = itemAt(scene, span);
  if (place?.item.kind !== 'mapping') {
    return [];
  }
  const named = place.item.entries.find(({ key }) => key === 'name');
  const name = named?.value.kind === 'scalar' ? String(named.value.value) : '';
  const agents = agentsIn(scene);
  const agent = nearestWord(name, agents) ?? agents[0];
  return agent === undefined
    ? []
    : [
        preferred(
          `Add 'agent: ${agent}'`,
          insertEntry(scene, place.item, `agent: ${yamlText(agent)}`, named),
        ),
      ];
};

const unknownAgent: Fixer = (scene, { span, message }) => {
  const place = entryWithValue(scene, span);
  const meant = meantBy(message);
  if (!place) {
    return [];
  }
  const said = writtenText(place.entry.value);
  const title = `Change to ${quoted(meant ?? '')}`;
  // Agents have whatever names people give them: another letter may be another agent, who is still to be made.
  const made = isSameWord(said, meant ?? '') ? safe : option;
  return [
    meant === undefined ? undefined : made(title, setValue(scene, place, yamlText(meant))),
    addAgent(scene, said, meant === undefined),
  ];
};

function addAgent(scene: Scene, name: string, isPreferred: boolean): Fix | undefined {
  const agents = entryOf(scene, 'agents')?.entry.value;
  const line = `${yamlText(name)}: { run: ${exampleProgram.command} }`;
  const last = agents?.kind === 'mapping' ? agents.entries.at(-1) : undefined;
  const edit =
    agents?.kind === 'mapping' && (last || isFlow(scene, agents))
      ? insertEntry(scene, agents, line, last)
      : !agents && scene.root?.kind === 'mapping'
        ? insertEntry(scene, scene.root, `agents: { ${line} }`)
        : undefined;
  const fix = preferred(`Add an agent ${quoted(name)}`, edit);
  return fix && { ...fix, isPreferred };
}

const duplicateStep: Fixer = (scene, { span }) => {
  const place = entryWithValue(scene, span);
  if (place?.entry.value.kind !== 'scalar') {
    return [];
  }
  const free = freeName(String(place.entry.value.value), namesBeside(scene, place.path.slice(0, -1)));
  return [preferred(`Change to ${quoted(free)}`, replaceShape(scene, place.entry.value, yamlText(free)))];
};

/** The fixes of pipelines and their steps, and of lists with nothing in them. */
export const pipelineFixers: Fixers = {
  'runbook.missing-steps': missingSteps,
  'runbook.empty-list': emptyList,
  'runbook.missing-name': missingName,
  'runbook.missing-agent': missingAgent,
  'runbook.unknown-agent': unknownAgent,
  'runbook.duplicate-step': duplicateStep,
};
