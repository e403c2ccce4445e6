import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { AgentId } from '../../core/agent/agent.ts';
import { turnMs } from '../../core/run/runSteps.ts';
import { processesBelow } from '../evidence/processTable.ts';
import type { Start } from './crewPorts.ts';
import { endProcesses } from './endProcess.ts';
import type { ExitFiles } from './exitFiles.ts';
import { keepTerminal } from './keepTerminal.ts';

/** The one agent that has this terminal, one after the other. */
export class Foreground {
  readonly #env: NodeJS.ProcessEnv;
  readonly #exits: ExitFiles;
  readonly #freed: () => void;
  readonly #restore = keepTerminal();
  readonly #unwanted = new WeakSet<ChildProcess>();
  #current: ChildProcess | undefined;
  #agent: AgentId | undefined;
  #launch: number | undefined;
  #starting: Promise<unknown> = Promise.resolve();
  #ending: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /**
   * `freed` is called whenever an agent has left the terminal, after its end was told. The files say to others whose
   * process it is, should this one be killed.
   */
  constructor(env: NodeJS.ProcessEnv, exits: ExitFiles, freed: () => void = () => {}) {
    this.#env = env;
    this.#exits = exits;
    this.#freed = freed;
  }

  /** Whether an agent has the terminal. */
  get isBusy(): boolean {
    return this.#current !== undefined && isRunning(this.#current);
  }

  /**
   * Starts an agent as soon as the one before has gone, if it is still wanted then; why that cannot be, or nothing.
   * `exited` is told when it is gone by itself.
   */
  start(start: Start, exited: (code?: number) => void): Promise<string | undefined> {
    const started = this.#start(start, exited);
    this.#starting = Promise.allSettled([this.#starting, started]);
    return started;
  }

  async #start(
    { run, agent, script, args, env, folder, isWanted }: Start,
    exited: (code?: number) => void,
  ): Promise<string | undefined> {
    // The agent of the step before may be about to end its turn; two cannot have one terminal.
    await this.gone(turnMs);
    await this.end();
    if (this.#isClosed || !isWanted()) {
      return undefined;
    }
    // Others know by it that this start was begun; it does not depend on that.
    await this.#exits.clear(run, { agent, folder }).catch(() => {});
    if (this.#isClosed || !isWanted()) {
      this.#exits.drop(run);
      return undefined;
    }
    const child = spawn('/bin/sh', ['-c', script, 'sh', ...args], {
      cwd: folder,
      env: { ...this.#env, ...env },
      stdio: 'inherit',
    });
    this.#current = child;
    this.#agent = agent;
    this.#launch = run.launches;
    if (child.pid !== undefined) {
      void this.#exits.keepShell(run, child.pid, 'agent').catch(() => {});
    }
    child.once('exit', (code, signal) => {
      this.#exits.drop(run);
      if (this.#current === child) {
        this.#current = undefined;
      }
      this.#restore(signal !== null || (code ?? 0) > 128);
      if (!this.#unwanted.has(child)) {
        exited(code ?? undefined);
      }
      this.#freed();
    });
    return await new Promise((resolve) => {
      child.once('spawn', () => resolve(undefined));
      // The system says the same of a program that is not there and of a folder that is not.
      child.once('error', () => {
        this.#exits.drop(run);
        resolve(
          existsSync(folder)
            ? "The shell that starts the agent can't be run."
            : `The folder ${folder} is gone.`,
        );
      });
    });
  }

  /** Ends the agent, or only this one, and resolves when it has gone; nobody is told. */
  async end(only = this.#agent): Promise<void> {
    const child = this.#agent === only ? this.#current : undefined;
    if (child && isRunning(child)) {
      this.#unwanted.add(child);
      this.#ending = Promise.all([this.#ending, endWhole(child)]);
    }
    // The shell may have gone before what it started: two cannot have one terminal.
    await this.#ending;
  }

  /** Ends the same where it is what this start of the run's agent began, whichever agent that runs now. */
  async endStart(launch: number): Promise<void> {
    if (this.#launch === launch) {
      await this.end();
    }
  }

  /** Ends the agent, and resolves when nothing is left of it or of a start; nothing is started any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.end();
    await this.#starting;
  }

  /** Resolves when the agent has gone, or `ms` are over. */
  async gone(ms: number): Promise<void> {
    const child = this.#current;
    if (child && isRunning(child)) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await Promise.race([new Promise((resolve) => child.once('exit', resolve)), late]);
      clearTimeout(timer);
    }
  }
}

/** Ends a shell with what it started: it may wait for that instead of becoming it. */
async function endWhole(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.pid !== undefined) {
    await endProcesses([{ pid: child.pid, start: 'own' }, ...(await processesBelow(child.pid))]);
    await gone;
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
