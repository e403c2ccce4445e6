import type { Hook } from '../hookfile/hook.ts';
import type { TriggerId } from '../hookfile/triggers.ts';
import { triggerNamed } from '../hookfile/triggers.ts';
import { exampleTexts } from './exampleText.ts';
import type { HookEvent } from './hookEvent.ts';
import type { FindsIn, Match } from './matchHook.ts';
import { matchHook } from './matchHook.ts';
import type { HookProgram, ProgramHooks } from './programHooks.ts';

/** The session that samples are said to be of: a log tells them by it. */
export const sampleSession = 'sample';

/** A made-up moment to try a hook on. */
export interface SampleEvent {
  readonly event: HookEvent;
  /** Whether the hook would be run for it. */
  readonly match: Match;
}

/** The words that samples are made in: those of the first program for which hooks run. */
export function sampleWords(programs: readonly HookProgram[]): SampleGround['words'] {
  const [hooks] = programs.flatMap((program) => program.hooks ?? []);
  if (!hooks) {
    throw new Error('no program runs hooks');
  }
  return hooks;
}

type Tool = NonNullable<HookEvent['tool']>;

/** Where and when the sample is said to happen, and by the words of which program. */
export interface SampleGround {
  readonly words: Pick<ProgramHooks, 'toEvent' | 'sample'>;
  readonly timestamp: string;
  readonly workDir: string;
  readonly findsIn: FindsIn;
}

/**
 * A moment of a hook's trigger, made up. About a tool it is a use of one that the matcher of the hook matches: the command
 * its `metadata.sample` names, or a guess; where none matches, a plain one. Nothing in it is ever done: scripts read it.
 */
export function sampleEvent(hook: Hook, ground: SampleGround): SampleEvent {
  const { workDir, findsIn } = ground;
  const { trigger, matcher } = hook;
  const plain = momentOf(trigger, ground);
  if (!triggerNamed(trigger)?.isTool) {
    return { event: plain, match: 'yes' };
  }
  const tools = [...ownTool(hook), ...usualTools(workDir), ...guessedTools(hook, workDir)];
  const [usual, ...others] = tools.map((tool) => momentOf(trigger, ground, { ...tool, useId: 'sample-1' }));
  // One after the other: an expression may take its time.
  for (const event of usual ? [usual, ...others] : []) {
    const match = matchHook(matcher, event, findsIn);
    if (match !== 'no') {
      return { event, match };
    }
  }
  return { event: usual ?? plain, match: 'no' };
}

/** A moment by the way that real ones come: from the words of a program. */
function momentOf(trigger: TriggerId, { words, timestamp, workDir }: SampleGround, tool?: Tool): HookEvent {
  const place = { session: sampleSession, workDir, ...(tool ? { tool } : {}) };
  const event = words.toEvent(words.sample(trigger, place), trigger, timestamp);
  return {
    ...event,
    fields: { ...event.fields, context: { ...Object(event.fields.context), sample: true } },
  };
}

/** The shell command that a hook names itself, so that it can show what it does. */
function ownTool({ metadata }: Hook): readonly Tool[] {
  const { sample: command } = metadata;
  return command === undefined ? [] : [{ name: 'Bash', input: { command, description: 'Say a word' } }];
}

function usualTools(workDir: string): readonly Tool[] {
  const file = `${workDir}/sample.txt`;
  return [
    { name: 'Bash', input: { command: 'echo sample', description: 'Say a word' } },
    { name: 'Write', input: { file_path: file, content: 'sample\n' } },
    { name: 'Edit', input: { file_path: file, old_string: 'a', new_string: 'b', replace_all: false } },
    { name: 'Read', input: { file_path: file } },
    { name: 'WebFetch', input: { url: 'https://example.com/', prompt: 'What is it about?' } },
    { name: 'WebSearch', input: { query: 'sample' } },
    {
      name: 'Agent',
      input: { description: 'Sample', prompt: 'Say a word', subagent_type: 'general-purpose' },
    },
    { name: 'Grep', input: { pattern: 'sample' } },
    { name: 'Glob', input: { pattern: '*.txt' } },
  ];
}

/** The usual tools with texts that the pattern may be found in, and a tool of a name that is no usual one. */
function guessedTools({ matcher: { tool, pattern } }: Hook, workDir: string): readonly Tool[] {
  const texts = pattern === undefined ? [] : exampleTexts(pattern);
  const names = tool === undefined ? [] : exampleTexts(tool);
  const usual = texts.flatMap((text): readonly Tool[] => [
    { name: 'Bash', input: { command: text, description: 'Say a word' } },
    ...[`${workDir}/sample${text}`, `${workDir}/${text}`, text].flatMap((path) => [
      { name: 'Write', input: { file_path: path, content: 'sample\n' } },
      { name: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b', replace_all: false } },
      { name: 'Read', input: { file_path: path } },
    ]),
    { name: 'Write', input: { file_path: `${workDir}/sample.txt`, content: text } },
    { name: 'WebFetch', input: { url: text, prompt: 'What is it about?' } },
    { name: 'WebSearch', input: { query: text } },
  ]);
  const others = names.flatMap((name): readonly Tool[] => [
    { name, input: {} },
    ...texts.map((text) => ({ name, input: { value: text } })),
  ]);
  return [...usual, ...others];
}
