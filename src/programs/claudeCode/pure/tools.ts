import type { PromptKind } from '../../../core/event/ask.ts';

const interactiveTools: ReadonlyMap<string, PromptKind> = new Map([
  ['AskUserQuestion', 'question'],
  ['ExitPlanMode', 'plan_approval'],
  ['EnterPlanMode', 'plan_approval'],
]);

/** What a tool that is itself a prompt asks; `undefined` for every ordinary tool. */
export function promptKindOfTool(tool: string): PromptKind | undefined {
  return interactiveTools.get(tool);
}
