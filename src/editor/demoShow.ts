import * as vscode from 'vscode';
import { demoScript } from '../core/demo/demoScript.ts';
import { demoSession, playDemo } from '../core/demo/playDemo.ts';
import { claudeCode, parseClaudeCode } from '../core/event/claudeCode.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { ensureRelay } from '../node/ensureRelay.ts';
import { runRelay } from '../node/runRelay.ts';
import { systemClock } from '../node/systemClock.ts';
import type { AgentStore } from './agentStore.ts';
import { contextKeys } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import { readSetting } from './readSetting.ts';
import { version } from './version.ts';

/** The demo agents of one window: at most one show at a time. */
export class DemoShow implements Disposable {
  readonly #store: AgentStore;
  #show: { readonly name: string; readonly end: AbortController } | undefined;

  constructor(store: AgentStore) {
    this.#store = store;
  }

  /** Starts the show, from the beginning when one is on. */
  start(): void {
    this.stop();
    const show = { name: Date.now().toString(36), end: new AbortController() };
    const speed = Math.max(0.1, readSetting('beckon.demo.speed'));
    this.#show = show;
    this.#announce(true);
    void this.#play(show.name, show.end.signal, speed);
  }

  // Through the relay and the listener, so that what a person sees is the way real agents are heard.
  async #play(name: string, end: AbortSignal, speed: number): Promise<void> {
    const home = beckonHome(process.env);
    const relay = await ensureRelay(home, version).catch(() => undefined);
    await playDemo(demoScript, {
      cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '',
      show: name,
      now: systemClock.now,
      wait: (ms) => systemClock.wait(ms / speed, end),
      over: () => end.aborted,
      hook: async (event, payload, id) => {
        const told = relay !== undefined && (await runRelay(relay, event, JSON.stringify(payload)));
        // Without a relay, as on a disk that cannot be written to, the show goes on.
        const heard = told ? undefined : parseClaudeCode(payload, { id, at: systemClock.now() });
        if (heard) {
          this.#store.dispatch(heard);
        }
      },
      died: (event) => this.#store.dispatch(event),
    });
  }

  /** Ends the show and takes its agents off the tree. */
  stop(): void {
    const show = this.#show;
    if (!show) {
      return;
    }
    this.#show = undefined;
    show.end.abort();
    for (const index of demoScript.keys()) {
      const session = demoSession(show.name, index);
      const head = { id: `${session}-end`, at: Date.now(), program: claudeCode, session } as const;
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
