/** An agent program that tests run for real. */
export interface AgentProgram {
  /** Its id in the product, which is also the folder of its pins in `tools/parts`. */
  readonly id: string;
  readonly name: string;
  /** How a person calls it in a terminal. */
  readonly command: string;
  /** Where in `node_modules` the program lies, for each system it can be tested on; a `.js` needs a Node. */
  readonly files: Readonly<Record<string, string>>;
}

/** The systems that are tested on. Windows has packages too, but no signals and other terminals. */
const systems = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

const codexTargets: Readonly<Record<string, string>> = {
  'darwin-arm64': 'aarch64-apple-darwin',
  'darwin-x64': 'x86_64-apple-darwin',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'linux-x64': 'x86_64-unknown-linux-musl',
};

/** Every agent program that tests run for real. */
export const agentPrograms = {
  'claude-code': {
    id: 'claude-code',
    name: 'Claude Code',
    command: 'claude',
    files: filesOf((system) => `@anthropic-ai/claude-code-${system}/claude`),
  },
  codex: {
    id: 'codex',
    name: 'Codex',
    command: 'codex',
    files: filesOf((system) => `@openai/codex-${system}/vendor/${codexTargets[system]}/bin/codex`),
  },
  'qwen-code': {
    id: 'qwen-code',
    name: 'Qwen Code',
    command: 'qwen',
    files: filesOf(() => '@qwen-code/qwen-code/cli-entry.js'),
  },
  'copilot-cli': {
    id: 'copilot-cli',
    name: 'Copilot CLI',
    command: 'copilot',
    files: filesOf((system) => `@github/copilot-${system}/copilot`),
  },
} as const satisfies Readonly<Record<string, AgentProgram>>;

/** The id of one of them. */
export type AgentProgramId = keyof typeof agentPrograms;

function filesOf(file: (system: string) => string): Readonly<Record<string, string>> {
  return Object.fromEntries(systems.map((system) => [system, file(system)]));
}
