import * as vscode from 'vscode';
import { mutedWords } from '../core/view/notify/muted.ts';
import type { StatusBarView } from '../core/view/statusBarView.ts';
import { statusBarView } from '../core/view/statusBarView.ts';
import { commandIds } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';
import type { HealthWatch } from './health/healthWatch.ts';
import { mutedNow } from './muteKinds.ts';
import type { Snooze } from './notify/snooze.ts';
import { notifyLevels } from './notifyLevels.ts';
import { Pace } from './pace.ts';
import type { WindowView } from './windowView.ts';

/** What links in the tooltip may run. */
const linked = [
  commandIds.approve,
  commandIds.deny,
  commandIds.answer,
  commandIds.showDiff,
  commandIds.decide,
  commandIds.goToTerminal,
  commandIds.mute,
  commandIds.endSnooze,
];

/** The status-bar item: how many agents need a person, work, and are idle. */
export class AgentStatus implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #item: vscode.StatusBarItem;
  readonly #shown: WindowView;
  readonly #health: HealthWatch;
  readonly #snooze: Snooze;
  #drawn = '';

  constructor(shown: WindowView, health: HealthWatch, snooze: Snooze) {
    this.#snooze = snooze;
    this.#shown = shown;
    this.#health = health;
    const { Left } = vscode.StatusBarAlignment;
    this.#item = this.#parts.add(vscode.window.createStatusBarItem('beckon.status', Left, 100));
    this.#item.name = 'Beckon';
    this.#item.command = commandIds.showMostUrgent;
    const pace = this.#parts.add(new Pace(() => this.#render()));
    this.#parts.add(shown.onDidChange(() => pace.request()));
    this.#parts.add(health.onDidChange(() => pace.request()));
    this.#parts.add(snooze.onDidChange(() => pace.request()));
    this.#render();
  }

  /** Whom a click goes to. */
  get mostUrgent(): string | undefined {
    return this.#view().mostUrgent;
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #view(): StatusBarView {
    const { healthy, words } = this.#health.health;
    const levels = notifyLevels();
    const muted = mutedWords(mutedNow(levels));
    const { clock } = this.#snooze;
    return statusBarView(this.#shown.state, {
      levels,
      wants: this.#shown.wants(levels),
      withDone: true,
      ...(clock ? { snoozed: clock } : {}),
      ...(healthy ? {} : { unhealthy: words }),
      ...(muted ? { muted } : {}),
    });
  }

  /** Says whether it looks different now. */
  #render(): boolean {
    const view = this.#view();
    const drawn = JSON.stringify(view);
    if (drawn === this.#drawn) {
      return false;
    }
    this.#drawn = drawn;
    const tooltip = new vscode.MarkdownString(view.tooltip);
    tooltip.isTrusted = { enabledCommands: linked };
    this.#item.text = view.text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: view.words };
    this.#item.backgroundColor = view.warns
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    if (view.hidden) {
      this.#item.hide();
    } else {
      this.#item.show();
    }
    return true;
  }
}
