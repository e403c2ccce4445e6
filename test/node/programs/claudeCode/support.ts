import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../../../src/core/event/event.ts';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import { processStart } from '../../../../src/node/evidence/processTable.ts';
import { ClaudeEvidence } from '../../../../src/programs/claudeCode/node/claudeEvidence.ts';
import { claudeTranscriptPath } from '../../../../src/programs/claudeCode/node/claudeHome.ts';
import { agentOf, picture } from '../../../support/claude.ts';
import { hangMs } from '../../../support/hangMs.ts';
import { reduceAgents, rosterOf } from '../../../support/rosterState.ts';

/** Waits until `read` gives what is expected; says what it gave last where it never does. */
export async function until<T>(read: () => T, expected: T): Promise<void> {
  const deadline = Date.now() + hangMs;
  while (!isDeepStrictEqual(read(), expected)) {
    if (Date.now() > deadline) {
      throw new Error(`expected ${JSON.stringify(expected)}, saw ${JSON.stringify(read())}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A process that does nothing, as an agent that waits. */
export class Sleeper {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = spawn('sleep', ['600'], { stdio: 'ignore' });
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** Ends it as `kill -9` does, and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const gone = new Promise((resolve) => this.#child.once('exit', resolve));
      this.#child.kill('SIGKILL');
      await gone;
    }
  }
}

/** A configuration folder of Claude Code, the agents in it, and a window that looks at it. */
export class World {
  readonly root = mkdtempSync(join(tmpdir(), 'beckon-evidence-'));
  readonly configDir: string;
  readonly told: Event[] = [];
  readonly #sleepers: Sleeper[] = [];
  #evidence: ClaudeEvidence | undefined;
  state: AgentsState = noAgents;

  constructor(configDir?: string) {
    this.configDir = configDir ?? join(this.root, 'config');
  }

  /** Opens a window; what a former one knew is forgotten. */
  open(): void {
    this.state = noAgents;
    this.#evidence = new ClaudeEvidence({
      configDir: this.configDir,
      tell: (event) => this.hear(event),
      agents: () => rosterOf(this.state),
      beatMs: 50,
    });
    this.#evidence.start();
  }

  /** What the window does with an event, wherever it comes from. */
  hear(event: Event): void {
    this.told.push(event);
    const { state, changes } = reduceAgents(this.state, event);
    this.state = state;
    this.#evidence?.changed(changes);
  }

  async close(): Promise<void> {
    await this.#evidence?.dispose();
    this.#evidence = undefined;
  }

  async remove(): Promise<void> {
    await this.close();
    await Promise.all(this.#sleepers.map((sleeper) => sleeper.kill()));
    rmSync(this.root, { recursive: true, force: true });
  }

  sleeper(): Sleeper {
    const sleeper = new Sleeper();
    this.#sleepers.push(sleeper);
    return sleeper;
  }

  /** The path of a session file. */
  file(pid: number): string {
    return join(this.configDir, 'sessions', `${pid}.json`);
  }

  /** What Claude Code would write for a process of its own. */
  async content(pid: number, status: string, more: Record<string, unknown> = {}): Promise<string> {
    const now = Date.now();
    const procStart = await processStart(pid);
    const file = { pid, sessionId: 's1', cwd: '/w', startedAt: now, procStart, status, statusUpdatedAt: now };
    return JSON.stringify({ ...file, updatedAt: now, ...more }, undefined, 2);
  }

  /** Writes a session file in place, as Claude Code does. */
  async write(pid: number, status: string, more: Record<string, unknown> = {}): Promise<void> {
    mkdirSync(dirname(this.file(pid)), { recursive: true });
    writeFileSync(this.file(pid), await this.content(pid, status, more));
  }

  /** Writes it by rename. */
  async replace(pid: number, status: string, more: Record<string, unknown> = {}): Promise<void> {
    mkdirSync(dirname(this.file(pid)), { recursive: true });
    writeFileSync(`${this.file(pid)}.tmp`, await this.content(pid, status, more));
    renameSync(`${this.file(pid)}.tmp`, this.file(pid));
  }

  /** Adds a record to the transcript of a conversation in `/w`. */
  record(
    type: 'user' | 'assistant',
    content: unknown,
    more: Record<string, unknown> = {},
    session = 's1',
  ): void {
    const path = claudeTranscriptPath(this.configDir, '/w', session) as string;
    mkdirSync(dirname(path), { recursive: true });
    const { model, ...rest } = more;
    const head = { uuid: crypto.randomUUID(), timestamp: new Date().toISOString(), sessionId: session };
    const message = { content, ...(model === undefined ? {} : { model }) };
    appendFileSync(path, `${JSON.stringify({ type, ...head, message, ...rest })}\n`);
  }

  /** The rows, as short pictures by session. */
  rows(): Record<string, string> {
    return Object.fromEntries(
      [...this.state.agents.values()].map((agent) => [agent.session, picture(agent)]),
    );
  }

  /** What is known of a conversation besides its state. */
  facts(session = 's1'): Record<string, unknown> {
    return { ...agentOf(this.state, session)?.facts };
  }
}
