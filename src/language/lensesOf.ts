import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CodeLens, Command, Range } from 'vscode-languageserver-types';
import { triggerNamed } from '../core/hookfile/triggers.ts';
import type { Standing } from '../core/hookrun/standing.ts';
import type { HookSurroundings, MatchedCalls } from '../core/hookrun/surroundings.ts';
import { languageCommands } from '../core/wire/languageProtocol.ts';
import { scanYaml } from './scanYaml.ts';
import { rangeIn, yamlArea } from './yamlArea.ts';
import type { Field } from './yamlFrame.ts';

/** What can be done with a hook, above its name. Only where it is known to be a hook that is found. */
export function lensesOf(document: TextDocument, around?: HookSurroundings): CodeLens[] {
  const area = around?.scope === undefined ? undefined : yamlArea(document, 'hook');
  if (!around || !area) {
    return [];
  }
  const root = scanYaml(area.yaml).frames[0];
  const field = (name: string): Field | undefined =>
    root?.kind === 'mapping' ? root.fields.find((one) => one.name === name) : undefined;
  const name = field('name');
  const range = rangeIn(document, area, name ? [name.from, name.to] : [0, 0]);
  const lens = (command: string, title: string) =>
    lensAt(range, { command, title, arguments: [document.uri] });
  const isTool = triggerNamed(field('trigger')?.value ?? '')?.isTool ?? false;
  return [
    lens(languageCommands.runSample, '$(play) Run with Sample'),
    ...switchLens(around.standing).map(([command, title]) => lens(command, title)),
    ...(isTool ? [lens(languageCommands.countCalls, callsTitle(around.calls))] : []),
  ];
}

function lensAt(range: Range, command: Command): CodeLens {
  return { range, command };
}

function switchLens(standing: Standing | undefined): readonly (readonly [command: string, title: string])[] {
  switch (standing) {
    case 'runs':
    case 'approves':
    case 'lapsed':
      return [[languageCommands.disable, '$(circle-slash) Deny This Hook']];
    case 'untrusted':
    case 'unconsented':
    case 'changed':
    case 'denied':
    case 'disabled':
      return [[languageCommands.enable, '$(check) Allow…']];
    case 'unknown':
    case 'invalid':
    case 'replaced':
    case undefined:
      return [];
  }
}

function callsTitle(calls: MatchedCalls | undefined): string {
  if (!calls) {
    return '$(history) Test Against Recent Tool Calls';
  }
  const { matched, looked } = calls;
  if (looked === 0) {
    return '$(history) no tool calls to test against yet';
  }
  return `$(history) would have matched ${matched} of the last ${looked} tool call${looked === 1 ? '' : 's'}`;
}
