import * as vscode from 'vscode';
import type { AgentId } from '../../core/agent/agent.ts';
import { agentId } from '../../core/agent/agent.ts';
import type { Behavior, DemoPayload } from '../../core/demo/demoCast.ts';
import { demoAnsweredLines, demoEndLines } from '../../core/demo/demoScreen.ts';
import { demoSession } from '../../core/demo/demoSession.ts';
import type { DemoProgram } from '../../core/demo/playDemo.ts';
import { playDemo } from '../../core/demo/playDemo.ts';
import { relayRulesOf } from '../../core/event/relayRulesOf.ts';
import type { Program } from '../../core/program/program.ts';
import { callerVariables } from '../../core/wire/relayRules.ts';
import { beckonHome } from '../../node/beckonHome.ts';
import { ensureRelay } from '../../node/ensureRelay.ts';
import { runRelay } from '../../node/runRelay.ts';
import { systemClock } from '../../node/systemClock.ts';
import { version } from '../../node/version.ts';
import type { AgentStore } from '../agentStore.ts';
import { contextKeys } from '../contributions.ts';
import type { Disposable } from '../disposableStore.ts';
import { readSetting } from '../readSetting.ts';
import type { DemoTerminals } from './demoTerminals.ts';

const hearingMs = 3000;

/** The demo agents of one window: at most one show at a time. */
export class DemoShow implements Disposable {
  readonly #program: Program & DemoProgram;
  readonly #store: AgentStore;
  readonly #window: { show: string | undefined };
  readonly #terminals: DemoTerminals;
  /** What is chosen in a terminal, by session. */
  readonly #chosen = new Map<string, Promise<Behavior | undefined>>();
  #show: { readonly name: string; readonly end: AbortController } | undefined;

  constructor(
    program: Program & DemoProgram,
    store: AgentStore,
    window: { show: string | undefined },
    terminals: DemoTerminals,
  ) {
    this.#program = program;
    this.#store = store;
    this.#window = window;
    this.#terminals = terminals;
  }

  /** Starts the show, from the beginning when one is on. */
  start(): void {
    this.stop();
    const show = { name: Date.now().toString(36), end: new AbortController() };
    const speed = Math.max(0.1, readSetting('beckon.demo.speed'));
    this.#show = show;
    this.#window.show = show.name;
    this.#announce(true);
    void this.#play(show.name, show.end.signal, speed);
  }

  // Through the relay and the listener, so that what a person sees is the way real agents are heard.
  async #play(name: string, end: AbortSignal, speed: number): Promise<void> {
    const home = beckonHome(process.env);
    // In Restricted Mode nothing is run, not even that: the agents are played without it.
    const relay = vscode.workspace.isTrusted
      ? await ensureRelay([this.#program], home, version).then(
          ([path]) => path,
          () => undefined,
        )
      : undefined;
    const { id: program, demo, events } = this.#program;
    const without = callerVariables(relayRulesOf(this.#program));
    await playDemo(this.#program, {
      cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '',
      show: name,
      now: systemClock.now,
      wait: (ms) => systemClock.wait(ms / speed, end),
      over: () => end.aborted,
      hook: async ({ event, payload, id, session }) => {
        const at = systemClock.now();
        this.#terminals.write(session, demo.lines(payload));
        const asking = this.#ask(session, payload, end);
        const said =
          relay === undefined
            ? undefined
            : await runRelay(relay, { event, payload, without }, asking?.over ?? end);
        if (asking && demo.behaviorIn(said)) {
          asking.cancel();
          this.#terminals.write(session, demoAnsweredLines());
        }
        if (said !== undefined) {
          // The script is in a hurry, and a relay does its work after it has ended.
          await this.#heard(agentId(program, session), at, end);
          return said;
        }
        // Without a relay, as on a disk that cannot be written to, the show goes on.
        const isOver = (asking?.over ?? end).aborted;
        const heard = isOver ? undefined : events.parse(payload, { id, at, event, env: {} });
        if (heard) {
          this.#store.dispatch(heard);
        }
        return undefined;
      },
      chosen: (session) => this.#chosen.get(session) ?? Promise.resolve(undefined),
      died: (event) => {
        if (event.type === 'processEnded') {
          this.#terminals.write(event.session, demoEndLines(event.code ?? 0));
        }
        this.#store.dispatch(event);
      },
    });
  }

  /**
   * Asks in the agent's own terminal as well, as real agents do: an answer there ends the hook that waits. `over` is
   * when that is, and `cancel` takes the prompt away.
   */
  #ask(session: string, payload: DemoPayload, end: AbortSignal) {
    const { id: program, demo } = this.#program;
    const prompt = demo.prompt(payload);
    if (!prompt) {
      return undefined;
    }
    const [answered, cancelled] = [new AbortController(), new AbortController()];
    const over = AbortSignal.any([end, cancelled.signal]);
    const chosen = this.#terminals.ask(session, prompt, over).then((choice) => {
      if (choice) {
        answered.abort();
        // What the session file of a real agent says at once.
        const head = { id: `${session}-chosen`, at: systemClock.now(), program, session };
        this.#store.dispatch({ ...head, evidence: 'sessionFile', type: 'busyRead' });
      }
      return choice?.behavior;
    });
    this.#chosen.set(session, chosen);
    return { over: AbortSignal.any([end, answered.signal]), cancel: () => cancelled.abort() };
  }

  /** Resolves when something of this agent was heard that happened at `at` or later, or cannot be expected any more. */
  #heard(agent: AgentId, at: number, end: AbortSignal): Promise<void> {
    const isHeard = () => (this.#store.state.agents.get(agent)?.lastActivityAt ?? 0) >= at;
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        listening.dispose();
        end.removeEventListener('abort', finish);
        resolve();
      };
      const listening = this.#store.onDidChange(() => isHeard() && finish());
      const timer = setTimeout(finish, hearingMs);
      end.addEventListener('abort', finish);
      if (isHeard() || end.aborted) {
        finish();
      }
    });
  }

  /** Ends the show and takes its agents off the tree. */
  stop(): void {
    const show = this.#show;
    if (!show) {
      return;
    }
    this.#show = undefined;
    this.#window.show = undefined;
    show.end.abort();
    this.#chosen.clear();
    this.#terminals.clear();
    const { id: program, demo } = this.#program;
    for (const index of demo.agents.keys()) {
      const session = demoSession(show.name, index);
      const head = { id: `${session}-end`, at: Date.now(), program, session } as const;
      this.#store.dispatch({ ...head, evidence: 'hook', type: 'sessionEnded' });
    }
    this.#announce(false);
  }

  dispose(): void {
    this.stop();
  }

  #announce(runs: boolean): void {
    void vscode.commands.executeCommand('setContext', contextKeys.demoRuns, runs);
  }
}
