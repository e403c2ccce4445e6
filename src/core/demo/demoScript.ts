/** One thing a demo agent does, `afterMs` after its previous one: a hook payload, or its process ends. */
export type DemoStep =
  | { readonly afterMs: number; readonly event: string; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly afterMs: number; readonly exitCode: number };

/** One scripted agent. */
export interface DemoAgent {
  readonly name: string;
  readonly steps: readonly DemoStep[];
}

/** The demo: one agent works and finishes, one asks for permission and waits, one asks a question, one dies. */
export const demoScript: readonly DemoAgent[] = [
  {
    name: 'works',
    steps: [
      ...asked('Refactor billing'),
      ...used(900, 900, 'Read', { file_path: 'src/invoice.ts' }, { type: 'text' }),
      { afterMs: 500, event: 'SubagentStart', fields: { agent_id: 'explore', agent_type: 'Explore' } },
      {
        afterMs: 2500,
        event: 'SubagentStop',
        fields: stopped({ agent_id: 'explore', agent_type: 'Explore' }),
      },
      ...used(700, 1500, 'Edit', edit(), { filePath: 'src/invoice.ts' }),
      { afterMs: 900, event: 'Stop', fields: stopped({ last_assistant_message: 'Invoices are gross now.' }) },
    ],
  },
  {
    name: 'asks for permission',
    steps: [
      ...asked('Fix flaky login test'),
      ...asks(1500, 'Bash', { command: 'npm run e2e', description: 'Run the end-to-end tests' }),
    ],
  },
  {
    name: 'asks a question',
    steps: [...asked('Write migration guide'), ...asks(2600, 'AskUserQuestion', question())],
  },
  {
    name: 'dies',
    steps: [
      ...asked('Port to pnpm'),
      started(1900, 'Bash', { command: 'pnpm import', description: 'Convert the lockfile' }),
      { afterMs: 2500, exitCode: 137 },
    ],
  },
];

type Input = Readonly<Record<string, unknown>>;

function asked(prompt: string): DemoStep[] {
  return [
    { afterMs: 0, event: 'SessionStart', fields: { source: 'startup', model: 'demo-model' } },
    { afterMs: 400, event: 'UserPromptSubmit', fields: { permission_mode: 'default', prompt } },
  ];
}

function started(afterMs: number, tool_name: string, tool_input: Input): DemoStep {
  return {
    afterMs,
    event: 'PreToolUse',
    fields: { ...call(tool_name, tool_input), tool_use_id: `toolu_${tool_name}` },
  };
}

function used(
  beforeMs: number,
  duration_ms: number,
  tool_name: string,
  tool_input: Input,
  tool_response: Input,
): DemoStep[] {
  const fields = {
    ...call(tool_name, tool_input),
    tool_use_id: `toolu_${tool_name}`,
    tool_response,
    duration_ms,
  };
  return [started(beforeMs, tool_name, tool_input), { afterMs: duration_ms, event: 'PostToolUse', fields }];
}

// As in the real program, the request does not say which call it belongs to.
function asks(afterMs: number, tool_name: string, tool_input: Input): DemoStep[] {
  const request = { afterMs: 200, event: 'PermissionRequest', fields: call(tool_name, tool_input) };
  return [started(afterMs, tool_name, tool_input), request];
}

function call(tool_name: string, tool_input: Input): Input {
  return { permission_mode: 'default', effort: { level: 'medium' }, tool_name, tool_input };
}

function stopped(fields: Input): Input {
  const stop = { permission_mode: 'default', effort: { level: 'medium' }, stop_hook_active: false };
  return { ...stop, background_tasks: [], session_crons: [], ...fields };
}

function edit(): Input {
  return { file_path: 'src/invoice.ts', old_string: 'net', new_string: 'gross', replace_all: false };
}

function question(): Input {
  const options = [
    { label: 'npm', description: 'comes with Node' },
    { label: 'pnpm', description: 'what CI uses' },
  ];
  const text = 'Which package manager should the guide use?';
  return { questions: [{ question: text, header: 'Packages', options, multiSelect: false }] };
}
