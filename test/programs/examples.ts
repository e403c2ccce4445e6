import type { Happening } from '../../src/core/event/event.ts';
import type { AgentProgram } from '../../src/node/programNode.ts';
import { allPrograms } from '../../src/programs/all.ts';
import { parrotHere } from './parrot/here.ts';

/** A payload as the program has it, and what it says happened. */
export interface ExampleEvent {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly is: Happening['type'];
}

/** What the contract needs of a program to be tried with. */
export interface Examples {
  readonly program: AgentProgram;
  /** The session of every payload. */
  readonly session: string;
  /** Where hooks run, one at which they do is among them. */
  readonly events: readonly ExampleEvent[];
  /** One that asks, and the same with something else asked; missing where the program never says that it asks. */
  readonly asks?: { readonly request: ExampleEvent; readonly other: ExampleEvent['payload'] };
  /** The end of a turn. */
  readonly stop: ExampleEvent;
  /** The words of processes that are its agents, and of some that are not; where the program declares how to tell. */
  readonly processes?: {
    readonly own: readonly (readonly string[])[];
    readonly others: readonly (readonly string[])[];
  };
  /** Commands that start the program, and some that do not. */
  readonly starts: readonly string[];
  readonly others: readonly string[];
  /** Commands that make it headless, and by which word. */
  readonly headless?: Readonly<Record<string, string>>;
}

const session = '0f8c2d3e-1a2b-4c3d-8e4f-5a6b7c8d9e0f';
const claude = (event: string, is: Happening['type'], more = {}): ExampleEvent => ({
  event,
  payload: { session_id: session, hook_event_name: event, cwd: '/w', ...more },
  is,
});
const bash = claude('PermissionRequest', 'promptShown', { tool_name: 'Bash', tool_input: { command: 'ls' } });
const stop = claude('Stop', 'turnEnded');

const qwen = (event: string, is: Happening['type'], more = {}): ExampleEvent =>
  claude(event, is, { timestamp: '2026-11-15T23:44:04.468Z', permission_mode: 'default', ...more });
const shell = { tool_name: 'run_shell_command', tool_input: { command: 'ls', is_background: false } };
const qwenAsks = qwen('PermissionRequest', 'promptShown', shell);
const qwenStops = qwen('Stop', 'turnEnded', { stop_hook_active: false, background_tasks: [] });
const copilot = (event: string, is: Happening['type'], more = {}): ExampleEvent => ({
  event,
  payload: { sessionId: session, timestamp: 1_795_099_243_009, cwd: '/w', ...more },
  is,
});
const copilotAsks = copilot('permissionRequest', 'promptShown', {
  hookName: 'permissionRequest',
  toolName: 'bash',
  toolInput: { command: 'ls' },
  permissionSuggestions: [],
});
const agentStop = copilot('agentStop', 'turnEnded', { stopReason: 'end_turn', stop_hook_active: false });

const codex = (event: string, is: Happening['type'], more = {}): ExampleEvent => ({
  event,
  payload: { session_id: session, hook_event_name: event, cwd: '/w', model: 'm', ...more },
  is,
});
const exec = codex('PermissionRequest', 'promptShown', {
  turn_id: 't',
  tool_name: 'Bash',
  tool_input: { command: 'ls', description: 'May I?' },
});
const codexStop = codex('Stop', 'turnEnded', { stop_hook_active: false });

const parrots = (event: string, is: Happening['type'], more = {}): ExampleEvent => ({
  event,
  payload: { bird: session, perch: '/w', ...more },
  is,
});
const begs = parrots('begs', 'promptShown', { wants: 'a nut' });
const pecks = parrots('pecks', 'toolStarted', { wants: 'a seed' });
const rests = parrots('rests', 'turnEnded');

/** Every program that has to keep the contract. Add yours here. */
export const examples: readonly Examples[] = [
  {
    program: allPrograms[0],
    session,
    events: [
      claude('SessionStart', 'sessionStarted', { source: 'startup' }),
      claude('UserPromptSubmit', 'promptSubmitted', { prompt: 'Hello' }),
      claude('PreToolUse', 'toolStarted', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
      bash,
      stop,
    ],
    asks: { request: bash, other: { ...bash.payload, tool_input: { command: 'rm -r /' } } },
    stop,
    starts: ['claude', 'cd api && claude --verbose', 'npx @anthropic-ai/claude-code'],
    others: ['claude | tee log', './claude.sh', 'echo claude'],
    headless: { 'claude -p': '-p', 'nice npx @anthropic-ai/claude-code --print --verbose': '--print' },
  },
  {
    program: allPrograms[1],
    session,
    events: [
      qwen('SessionStart', 'sessionStarted', { source: 'startup' }),
      qwen('UserPromptSubmit', 'promptSubmitted', { prompt: 'Hello', submitted_prompt: 'Hello' }),
      qwen('UserPromptSubmit', 'workNoticed', { prompt: '' }),
      qwenAsks,
      qwen('PreToolUse', 'toolStarted', shell),
      qwen('Notification', 'noted', { notification_type: 'auth_success', message: 'Signed in' }),
      qwen('Notification', 'idleNoticed', { notification_type: 'idle_prompt' }),
      qwenStops,
    ],
    asks: { request: qwenAsks, other: { ...qwenAsks.payload, tool_input: { command: 'rm -r /' } } },
    stop: qwenStops,
    processes: {
      own: [
        ['/usr/bin/node', '--expose-gc', '/usr/lib/node_modules/@qwen-code/qwen-code/cli.js', '-p', 'hi'],
        ['node', '/home/ada/.npm-global/bin/qwen'],
        ['C:\\node\\node.exe', 'C:\\npm\\node_modules\\@qwen-code\\qwen-code\\cli.js'],
      ],
      others: [
        ['bash', '-c', 'exec /home/ada/.beckon/bin/qwen-code Stop'],
        ['node', '/w/cli.js'],
        ['vim', '/usr/lib/node_modules/@qwen-code/qwen-code/cli.js'],
      ],
    },
    starts: ['qwen', 'cd api && qwen --approval-mode plan', 'qwen -p', 'npx -y @qwen-code/qwen-code@latest'],
    others: ['qwen | tee log', './qwen.sh', 'echo qwen'],
    headless: { "qwen -p 'Do it.'": '-p', 'qwen -y --prompt=Go': '--prompt' },
  },
  {
    program: allPrograms[2],
    session,
    events: [
      copilot('sessionStart', 'sessionStarted', { source: 'new', initialPrompt: 'Hello' }),
      copilot('userPromptSubmitted', 'promptSubmitted', { prompt: 'Hello' }),
      copilot('preToolUse', 'toolStarted', { toolName: 'bash', toolArgs: { command: 'ls' } }),
      copilotAsks,
      agentStop,
    ],
    asks: { request: copilotAsks, other: { ...copilotAsks.payload, toolInput: { command: 'rm -r /' } } },
    stop: agentStop,
    starts: ['copilot', 'cd api && copilot --allow-all-tools', 'npx @github/copilot'],
    others: ['copilot | tee log', './copilot.sh', 'echo copilot', 'gh copilot'],
    headless: { 'copilot -p': '-p', "copilot --allow-all-tools --prompt 'Do it.'": '--prompt' },
    processes: {
      own: [['/usr/lib/node_modules/@github/copilot-linux-x64/copilot', '--resume']],
      others: [
        ['node', '/usr/bin/copilot-language-server'],
        ['bash', '-c', 'copilot'],
      ],
    },
  },
  {
    program: allPrograms[3],
    session,
    events: [
      codex('SessionStart', 'sessionStarted', { source: 'startup' }),
      codex('UserPromptSubmit', 'promptSubmitted', { prompt: 'Hello' }),
      codex('PreToolUse', 'toolStarted', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
      exec,
      codex('Interrupt', 'turnInterrupted'),
      codexStop,
    ],
    asks: { request: exec, other: { ...exec.payload, tool_input: { command: 'rm -r /' } } },
    stop: codexStop,
    starts: ['codex', 'cd api && codex -m gpt-5', 'npx @openai/codex', 'codex --profile exec'],
    others: ['codex | tee log', 'codex review', 'npx codex login', 'echo codex'],
    headless: { 'codex exec': 'exec', 'codex -m gpt-5 e': 'e', 'npx @openai/codex exec --json': 'exec' },
    processes: {
      own: [
        ['codex', '-m', 'gpt-5'],
        ['/opt/codex/bin/codex', 'app-server', '--listen', 'unix://', '--managed-daemon'],
      ],
      others: [
        ['node', '/usr/lib/node_modules/@openai/codex/bin/codex.js'],
        ['/opt/codex/bin/codex', 'app-server', 'daemon', 'pid-update-loop'],
      ],
    },
  },
  {
    program: parrotHere,
    session,
    events: [parrots('hatches', 'sessionStarted'), parrots('listens', 'promptSubmitted'), pecks, begs, rests],
    asks: { request: begs, other: { ...begs.payload, wants: 'two nuts' } },
    stop: rests,
    starts: ['parrot', 'env A=1 /opt/parrot'],
    others: ['parrot | tee log', 'echo parrot'],
  },
];
