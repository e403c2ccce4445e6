import type { Gate } from './until.ts';

/** A use of a tool that the scripted model asks for. */
export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What a tool that takes plain text instead gets; only the Responses API has such tools. */
  readonly plain?: string;
  /** The group a tool is in, where the Responses API has it in one. */
  readonly namespace?: string;
}

/** What the scripted model says to one request. */
export interface Step {
  readonly text?: string;
  readonly tools?: readonly ToolUse[];
  /** Keeps the request waiting until the gate opens, before the first byte. */
  readonly before?: Gate;
  /** Keeps the stream open after the text, until the gate opens. */
  readonly midway?: Gate;
  /** Answers with an error instead. */
  readonly status?: number;
  /** How many tokens it says it was asked with; 100 unless told. */
  readonly inputTokens?: number;
}

/** A request to a model, whichever of the APIs it came by. */
export interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  /** Whether the model may use tools: what asks without any is not the conversation. */
  readonly hasTools: boolean;
  /** What was said, oldest first. An answer of the model is one turn. */
  readonly turns: readonly Turn[];
}

/** What one side said before it was the other's turn. */
export interface Turn {
  readonly by: 'user' | 'model';
  /** Its text, without what tools said. */
  readonly text: string;
  /** All of it, as it came. */
  readonly content: unknown;
}

/**
 * Which step of which script a request is for: the script is the last one that a user cued, by `play:<script>` or by words
 * of its own; the step is the number of answers given since. Counting answers and not requests makes a repeated request
 * get the same step.
 */
export function positionOf(
  { turns }: ModelRequest,
  cues: ReadonlyMap<string, string>,
): { readonly script: string; readonly step: number } | undefined {
  const scriptIn = (text: string) =>
    [...cues].find(([cue]) => text.includes(cue))?.[1] ?? [...text.matchAll(/play:([\w-]+)/gu)].at(-1)?.[1];
  const at = turns.findLastIndex(({ by, text }) => by === 'user' && scriptIn(text) !== undefined);
  const script = scriptIn(turns[at]?.text ?? '');
  return script === undefined
    ? undefined
    : { script, step: turns.slice(at + 1).filter(({ by }) => by === 'model').length };
}

/** Asks to run a shell command that Claude does not take for harmless, so that it needs permission. */
export function bash(command: string, more: Readonly<Record<string, unknown>> = {}): ToolUse {
  return { name: 'Bash', input: { command, description: 'A step', ...more } };
}

/** Asks to start a subagent, which plays a script of its own. In the background, unless told otherwise. */
export function subagent(script: string, more: Readonly<Record<string, unknown>> = {}): ToolUse {
  return {
    name: 'Agent',
    input: {
      description: `Job ${script}`,
      prompt: `Please play:${script}`,
      subagent_type: 'general-purpose',
      ...more,
    },
  };
}

/** Stands for the file that Claude told the model to put its plan in. */
const planFile = '<the plan file>';

/** Writes a plan where Claude wants it, and asks to begin. Only in plan mode is there such a place. */
export function planSteps(plan: string): readonly Step[] {
  return [
    { tools: [{ name: 'Write', input: { file_path: planFile, content: plan } }] },
    { tools: [{ name: 'ExitPlanMode', input: {} }] },
  ];
}

/** The use of a tool with the plan's file in it, which only the request tells. */
export function withPlanFile(use: ToolUse, { turns }: ModelRequest): ToolUse {
  if (use.input.file_path !== planFile) {
    return use;
  }
  const [file = ''] = /[^"\s\\]+\/plans\/[\w-]+\.md/u.exec(JSON.stringify(turns)) ?? [];
  return { ...use, input: { ...use.input, file_path: file } };
}
