import type { DemoChoice, DemoPayload, DemoPrompt } from '../../../../core/demo/demoCast.ts';

const bold = (text: string) => `\u001b[1m${text}\u001b[0m`;
const dim = (text: string) => `\u001b[2m${text}\u001b[0m`;

/** What a demo agent writes into its terminal when it runs a hook; the prompt of a request is told apart. */
export function demoLines({ hook_event_name: event, ...fields }: DemoPayload): readonly string[] {
  switch (event) {
    case 'UserPromptSubmit':
      return [
        bold('A demo agent'),
        dim('A script plays it: nothing is run, and no file is changed.'),
        '',
        `> ${String(fields.prompt)}`,
        '',
      ];
    case 'PreToolUse':
      return fields.tool_name === 'AskUserQuestion' ? [] : [`● ${callOf(fields)}`];
    case 'PostToolUse':
      return [dim('  ⎿ done'), ''];
    case 'SubagentStart':
      return [`● ${String(fields.agent_type)} ${dim('(a subagent)')}`];
    case 'SubagentStop':
      return [dim('  ⎿ done'), ''];
    case 'Stop':
      return [`● ${String(fields.last_assistant_message)}`, ''];
    default:
      return [];
  }
}

/** The prompt in the agent's own terminal; nothing where it asks nothing. */
export function demoPrompt(payload: DemoPayload): DemoPrompt | undefined {
  if (payload.hook_event_name !== 'PermissionRequest') {
    return undefined;
  }
  const { questions } = payload.tool_input as { readonly questions?: readonly DemoQuestion[] };
  const [question] = questions ?? [];
  const options = question?.options.map(({ label }) => label) ?? ['Yes', 'No'];
  const chosen = options.map((words, at): readonly [string, DemoChoice] => [
    String(at + 1),
    { behavior: question || at === 0 ? 'allow' : 'deny', words },
  ]);
  const deny: DemoChoice = { behavior: 'deny', words: question ? 'No answer' : 'No' };
  return {
    lines: [
      '',
      bold(question?.question ?? 'Do you want to proceed?'),
      ...options.map((words, at) => `  ${at + 1}. ${words}`),
      dim(`Press ${chosen.map(([key]) => key).join(' or ')} to answer, Esc for none of them.`),
    ],
    keys: { ...Object.fromEntries(chosen), '\u001b': deny },
  };
}

interface DemoQuestion {
  readonly question: string;
  readonly options: readonly { readonly label: string }[];
}

/** A call as an agent shows it: the tool, and what it is about. */
function callOf({ tool_name: tool, tool_input: input }: Readonly<Record<string, unknown>>): string {
  const { command, file_path: file } = input as Readonly<Record<string, unknown>>;
  return `${String(tool)}(${String(command ?? file ?? '')})`;
}
