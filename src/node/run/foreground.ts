import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { AgentId } from '../../core/agent/agent.ts';
import { launchOf } from '../../core/run/launch.ts';
import type { Start } from './runCrew.ts';

/** How long an agent may take for the rest of its turn after it said that it is done. */
const turnMs = 60_000;

/** What is known of the agent that has the terminal. */
interface Current {
  readonly start: Start;
  readonly exited: (code?: number) => void;
  readonly child: ChildProcess;
}

/** The one agent that has this terminal, one after the other. */
export class Foreground {
  readonly #env: NodeJS.ProcessEnv;
  #current: Current | undefined;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** Starts an agent as soon as the one before has gone. */
  async start(start: Start, exited: (code?: number) => void): Promise<string | undefined> {
    // The agent of the step before may be about to end its turn; two cannot have one terminal.
    await this.#gone(turnMs);
    await this.end();
    return await this.#spawn(start, exited);
  }

  /** Nothing can be typed into a terminal from inside of it: the conversation goes on with the text instead. */
  async say(agent: AgentId, text: string): Promise<string | undefined> {
    const now = this.#current;
    const step = now?.start.run.steps[now.start.run.step];
    if (now?.start.agent !== agent || !step) {
      return 'The agent does not run in this terminal.';
    }
    await this.end();
    const launch = launchOf({ step, agent, resume: true, message: text });
    return await this.#spawn({ ...now.start, ...launch }, now.exited);
  }

  /** Ends the agent, and resolves when it has gone; nobody is told. */
  async end(): Promise<void> {
    const now = this.#current;
    this.#current = undefined;
    if (now && now.child.exitCode === null && now.child.signalCode === null) {
      const gone = new Promise((resolve) => now.child.once('exit', resolve));
      now.child.kill('SIGTERM');
      const timer = setTimeout(() => now.child.kill('SIGKILL'), 5000);
      await gone;
      clearTimeout(timer);
    }
  }

  /** Resolves when the agent has gone, or `ms` are over. */
  async #gone(ms: number): Promise<void> {
    const child = this.#current?.child;
    if (child && child.exitCode === null && child.signalCode === null) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await Promise.race([new Promise((resolve) => child.once('exit', resolve)), late]);
      clearTimeout(timer);
    }
  }

  #spawn(start: Start, exited: (code?: number) => void): Promise<string | undefined> {
    const { script, args, env, folder } = start;
    const child = spawn('/bin/sh', ['-c', script, 'sh', ...args], {
      cwd: folder,
      env: { ...this.#env, ...env },
      stdio: 'inherit',
    });
    const current = { start, exited, child };
    this.#current = current;
    child.once('exit', (code) => {
      if (this.#current === current) {
        this.#current = undefined;
        exited(code ?? undefined);
      }
    });
    return new Promise((resolve) => {
      child.once('spawn', () => resolve(undefined));
      child.once('error', () => resolve('The shell that starts the agent cannot be run.'));
    });
  }
}
