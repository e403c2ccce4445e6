import type { HookTrigger } from '../core/hookfile/triggers.ts';
import type { MomentPowers, ProgramPowers } from '../core/hookrun/programPowers.ts';
import { namesOfTool, programsWith, toolsNamed } from '../core/hookrun/toolNames.ts';
import { listWords } from '../core/text/listWords.ts';
import type { KeyText } from '../core/yaml/keyText.ts';

/** A word as code; none of those that are known has a backtick in it. */
export function code(word: string): string {
  return `\`${word.replaceAll('`', '')}\``;
}

/** What there is to know about a key that is known, as Markdown. */
export function keyMarkdown(key: string, { about, isNeeded, takes, usual }: KeyText): string {
  const rest = [
    ...(takes === undefined ? [] : [`Takes ${takes}.`]),
    ...(isNeeded ? ['Required.'] : []),
    ...(usual === undefined ? [] : [`Default: ${usual}.`]),
  ];
  return `**${key}**: ${about}${rest.length > 0 ? `\n\n${rest.join(' ')}` : ''}`;
}

/** What there is to know about a trigger, as Markdown; with programs also what each of them makes of it. */
export function triggerMarkdown(
  { id, about, isTool, blocking }: HookTrigger,
  programs: readonly ProgramPowers[] = [],
): string {
  const tools = isTool
    ? 'A matcher can say which tools.'
    : 'It is not about a tool, so a matcher has no effect.';
  const heeded = programs.map(({ name, at }) => `- ${name}: ${heededText(at[id])}`).join('\n');
  return [`${code(id)}: ${about}.`, `Blocking: ${blocking}.`, tools, ...(heeded ? [heeded] : [])].join(
    '\n\n',
  );
}

/** What a program heeds at one moment. */
function heededText(powers: MomentPowers | undefined): string {
  if (!powers) {
    return 'does not run it';
  }
  const { no, question, input, context } = powers;
  const heeded = [
    ...(no ? ['blocking'] : []),
    ...(question === 'asked' ? [code('ask')] : []),
    ...(input ? [code('modified_input')] : []),
    ...(context ? [code('additional_context')] : []),
  ];
  return heeded.length > 0 ? `heeds ${listWords(heeded)}` : 'runs it, and heeds nothing';
}

/** What there is to know about the name of a tool, as Markdown; nothing about one that nobody knows. */
export function toolMarkdown(name: string): string | undefined {
  const own = toolsNamed(name).map((tool) => `${code(tool.own)} (${tool.programs.join(', ')})`);
  const programs = programsWith(name);
  const [, common] = namesOfTool(name);
  const lines = [
    ...(own.length > 0
      ? [`${code(name)} stands for the same tool of every program: ${own.join(', ')}.`]
      : []),
    ...(common !== undefined
      ? [`${code(name)} is a tool of ${programs.join(' and ')}. Its common name is ${code(common)}.`]
      : []),
  ];
  return lines.length > 0 ? lines.join('\n\n') : undefined;
}
