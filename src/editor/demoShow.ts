import * as vscode from 'vscode';
import { demoScript } from '../core/demo/demoScript.ts';
import { demoSession, playDemo } from '../core/demo/playDemo.ts';
import { claudeCode } from '../core/event/claudeCode.ts';
import { systemClock } from '../node/systemClock.ts';
import type { AgentStore } from './agentStore.ts';
import { contextKeys } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import { readSetting } from './readSetting.ts';

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
    void playDemo(demoScript, {
      cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '',
      show: show.name,
      now: systemClock.now,
      wait: (ms) => systemClock.wait(ms / speed, show.end.signal),
      over: () => show.end.signal.aborted,
      tell: (event) => this.#store.dispatch(event),
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
