/** One thing a demo agent does, `afterMs` after its previous one: a hook payload, or its process ends. */
export interface DemoStep {
  readonly afterMs: number;
  readonly event: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly exitCode?: number;
}

/** One scripted agent. */
export interface DemoAgent {
  readonly name: string;
  readonly steps: readonly DemoStep[];
}

const start = { afterMs: 0, event: 'SessionStart', fields: { source: 'startup', model: 'demo-model' } };

const asked = (prompt: string): DemoStep => ({ afterMs: 400, event: 'UserPromptSubmit', fields: { prompt } });

const tool = (
  afterMs: number,
  event: 'PreToolUse' | 'PostToolUse' | 'PermissionRequest',
  tool_name: string,
  tool_input: Readonly<Record<string, unknown>>,
): DemoStep => ({ afterMs, event, fields: { tool_name, tool_input, tool_use_id: `${tool_name}-call` } });

const e2e = { command: 'npm run e2e', description: 'Run the end-to-end tests' };
const invoice = { file_path: 'src/invoice.ts', old_string: 'net', new_string: 'gross' };
const question = {
  questions: [
    {
      question: 'Which package manager should the guide use?',
      header: 'Packages',
      multiSelect: false,
      options: [
        { label: 'npm', description: 'comes with Node' },
        { label: 'pnpm', description: 'what CI uses' },
      ],
    },
  ],
};

/** The demo: one agent works and finishes, one asks for permission and waits, one asks a question, one dies. */
export const demoScript: readonly DemoAgent[] = [
  {
    name: 'works',
    steps: [
      start,
      asked('Refactor billing'),
      tool(900, 'PreToolUse', 'Read', { file_path: 'src/invoice.ts' }),
      tool(900, 'PostToolUse', 'Read', { file_path: 'src/invoice.ts' }),
      { afterMs: 500, event: 'SubagentStart', fields: { agent_id: 'explore', agent_type: 'Explore' } },
      { afterMs: 2500, event: 'SubagentStop', fields: { agent_id: 'explore', agent_type: 'Explore' } },
      tool(700, 'PreToolUse', 'Edit', invoice),
      tool(1500, 'PostToolUse', 'Edit', invoice),
      { afterMs: 900, event: 'Stop', fields: { last_assistant_message: 'Invoices are gross now.' } },
    ],
  },
  {
    name: 'asks for permission',
    steps: [
      start,
      asked('Fix flaky login test'),
      tool(1500, 'PreToolUse', 'Bash', e2e),
      tool(200, 'PermissionRequest', 'Bash', e2e),
    ],
  },
  {
    name: 'asks a question',
    steps: [
      start,
      asked('Write migration guide'),
      tool(2600, 'PreToolUse', 'AskUserQuestion', question),
      tool(200, 'PermissionRequest', 'AskUserQuestion', question),
    ],
  },
  {
    name: 'dies',
    steps: [
      start,
      asked('Port to pnpm'),
      tool(1900, 'PreToolUse', 'Bash', { command: 'pnpm import' }),
      { afterMs: 2500, event: 'exit', exitCode: 137 },
    ],
  },
];
