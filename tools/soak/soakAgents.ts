import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What an agent did last, and what every listener has to say of it. */
export interface Expected {
  readonly state: 'working' | 'idle';
  /** A part of the row's detail that names the very event. */
  readonly detail?: string;
}

/** Agents that do one thing after the other, each told by a real relay. */
export class SoakAgents {
  readonly expected = new Map<string, Expected>();
  readonly #relay: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #steps = new Map<string, number>();
  #serial = 0;

  constructor(relay: string, env: NodeJS.ProcessEnv) {
    this.#relay = relay;
    this.#env = env;
  }

  /** Has an agent do the next thing; resolves when the relay has let it go on. */
  async step(agent: string): Promise<void> {
    const step = this.#steps.get(agent) ?? 0;
    this.#steps.set(agent, step + 1);
    this.#serial += 1;
    // A tool of its own for every call: its name is in the row.
    const tool_name = `Tool${this.#serial}`;
    const tool = { tool_name, tool_input: {}, tool_use_id: `t${this.#serial}` };
    switch (step % 3) {
      case 0:
        await this.#tell(agent, 'UserPromptSubmit', { prompt: 'Go on' });
        this.expected.set(agent, { state: 'working' });
        break;
      case 1:
        await this.#tell(agent, 'PreToolUse', tool);
        this.expected.set(agent, { state: 'working', detail: tool_name });
        break;
      default:
        await this.#tell(agent, 'Stop', {});
        this.expected.set(agent, { state: 'idle' });
    }
  }

  /** Has an agent ask for permission, and kills the relay that waits: nobody is left who asks. */
  async askInVain(agent: string): Promise<void> {
    const tool = { tool_name: 'Bash', tool_input: { command: 'in vain' } };
    const child = this.#start(agent, 'PermissionRequest', tool);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    // What the agent does next ends the prompt in any case.
    await this.#tell(agent, 'UserPromptSubmit', { prompt: 'Never mind' });
    this.#steps.set(agent, 1);
    this.expected.set(agent, { state: 'working' });
  }

  async #tell(agent: string, event: string, fields: object): Promise<void> {
    await once(this.#start(agent, event, fields), 'exit');
  }

  #start(session_id: string, event: string, fields: object) {
    const child = spawn(this.#relay, [event], { env: this.#env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify({ session_id, hook_event_name: event, cwd: '/soak', ...fields }));
    return child;
  }
}
