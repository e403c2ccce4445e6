import type { DemoAgent, DemoStep } from '../../../../core/demo/demoCast.ts';

const e2e = { command: 'npm run e2e', description: 'Run the end-to-end tests' };

/**
 * The demo: one agent works and finishes, one asks for permission, one asks a question, one dies. Those that ask wait,
 * and go on as they are answered.
 */
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
      stop(900, 'Invoices are gross now.'),
    ],
  },
  {
    name: 'asks for permission',
    steps: [...asked('Fix flaky login test'), ...asks(1500, 'Bash', e2e)],
    answered: {
      allow: [ranTool(2500, 'Bash', e2e), stop(900, 'The login test passes, five times in a row.')],
      deny: [stop(900, 'Then I leave the end-to-end tests to you.')],
    },
  },
  {
    name: 'asks a question',
    steps: [...asked('Write migration guide'), ...asks(2600, 'AskUserQuestion', question())],
    answered: {
      allow: [
        ranTool(200, 'AskUserQuestion', question()),
        ...used(1200, 900, 'Write', { file_path: 'docs/migration.md', content: '# Migration\n' }, {}),
        stop(900, 'The guide is in docs/migration.md.'),
      ],
      deny: [stop(900, 'Then the guide has to wait.')],
    },
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

function stop(afterMs: number, last_assistant_message: string): DemoStep {
  return { afterMs, event: 'Stop', fields: stopped({ last_assistant_message }) };
}

/** The first that is heard of it: its row has a name from the start. */
function asked(prompt: string): DemoStep[] {
  return [{ afterMs: 400, event: 'UserPromptSubmit', fields: { permission_mode: 'default', prompt } }];
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
  return [
    started(beforeMs, tool_name, tool_input),
    ranTool(duration_ms, tool_name, tool_input, tool_response),
  ];
}

function ranTool(
  duration_ms: number,
  tool_name: string,
  tool_input: Input,
  tool_response: Input = {},
): DemoStep {
  const fields = {
    ...call(tool_name, tool_input),
    tool_use_id: `toolu_${tool_name}`,
    tool_response,
    duration_ms,
  };
  return { afterMs: duration_ms, event: 'PostToolUse', fields };
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
