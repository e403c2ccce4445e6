import * as vscode from 'vscode';
import type { Agent } from '../core/agent/agent.ts';
import type { NotificationEffect, Toast } from '../core/view/notifications.ts';
import { parseRunRowId, runRowId } from '../core/view/runRow.ts';
import type { Answers } from './answers/answers.ts';
import { approveAll } from './answers/approveAll.ts';
import type { Chooser } from './answers/chooser.ts';
import { allOfThese } from './answers/chooser.ts';
import { QuickSteps } from './answers/quickSteps.ts';
import { isHiding, isTooSoon } from './answers/tooSoon.ts';
import { batchText } from './batchText.ts';
import { commandIds } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import type { FocusKeeper } from './focusKeeper.ts';
import type { Terminals } from './terminals.ts';
import type { ToastButton } from './toastButtons.ts';
import { toastButtons } from './toastButtons.ts';

/** What toasts are answered by. */
export interface ToasterParts {
  readonly answers: Answers;
  readonly chooser: Chooser;
  readonly terminals: Terminals;
  readonly focus: FocusKeeper;
}

/** How long a person in the agent's own terminal is left alone: they see its prompt, and a toast takes their Esc. */
const inTerminalMs = 2500;
const batchMs = 1000;
/** After these the person wants to be somewhere else. */
const goingCommands: ReadonlySet<string> = new Set([
  commandIds.goToTerminal,
  commandIds.escalate,
  commandIds.showAgents,
]);

/** What answers at once. */
const answering: ReadonlySet<string> = new Set([
  commandIds.approve,
  commandIds.deny,
  commandIds.skipQuestion,
  commandIds.rejectPlan,
]);

/** A message on screen or behind the bell. */
interface Message {
  readonly shownAt: number;
}

/** Shows what the policy says is due, and carries out what a person clicks. */
export class Toaster implements Disposable {
  readonly #parts: ToasterParts;
  readonly #open = new Set<string>();
  readonly #withdrawn = new Set<string>();
  /** The messages that nobody clicked or closed, on screen or behind the bell, and when the last one was. */
  readonly #messages = new Set<Message>();
  #closedAt = Number.NEGATIVE_INFINITY;
  #over = false;
  readonly #waiting = new Set<ReturnType<typeof setTimeout>>();

  constructor(parts: ToasterParts) {
    this.#parts = parts;
  }

  /** Carries out one effect of the policy. */
  run(effect: NotificationEffect): void {
    switch (effect.type) {
      case 'showToast':
        void this.#show(effect.toast);
        return;
      case 'showBatch':
        void this.#showBatch(effect);
        return;
      case 'withdraw':
        this.#withdrawn.add(effect.key);
        return;
    }
  }

  dispose(): void {
    this.#over = true;
    for (const timer of this.#waiting) {
      clearTimeout(timer);
    }
  }

  async #show(toast: Toast): Promise<void> {
    const agent = this.#parts.answers.agent(toast.agent);
    if (agent && (await this.#isWatched(agent))) {
      await this.#wait(inTerminalMs);
    }
    await this.#present(toast);
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(timer);
        resolve();
      }, ms);
      this.#waiting.add(timer);
    });
  }

  /** Whether the person is probably in the agent's own terminal; VS Code does not tell for sure. */
  async #isWatched(agent: Agent): Promise<boolean> {
    const { activeTerminal, state } = vscode.window;
    return (
      activeTerminal !== undefined &&
      state.focused &&
      this.#parts.focus.last === 'terminal' &&
      (await this.#parts.terminals.of(agent)) === activeTerminal
    );
  }

  async #present(toast: Toast): Promise<void> {
    // Whoever was answered meanwhile need not be told.
    const isOver = toast.decision !== undefined && !this.#parts.answers.decision(toast.decision);
    if (isOver || this.#over || this.#withdrawn.has(toast.key)) {
      return;
    }
    const text = this.#unique(toast.text);
    const buttons = toastButtons(toast);
    try {
      const labels = buttons.map(({ label }) => label);
      const { showInformationMessage, showWarningMessage } = vscode.window;
      const show =
        toast.kind === 'failed' || toast.kind === 'died' ? showWarningMessage : showInformationMessage;
      const message = { shownAt: performance.now() };
      const { clicked, isSteady } = await this.#clicked(message, show(text, ...labels));
      // Nothing clicked decides nothing: VS Code also says so when a message is replaced.
      if (clicked !== undefined) {
        const { place } = this.#parts.focus;
        const button = buttons.find(({ label }) => label === clicked);
        // What only just came, or may have slid under the click, is opened instead of answered.
        const isMeant = isSteady || !answering.has(button?.command ?? '');
        const { command, how }: Partial<ToastButton> = isMeant
          ? (button ?? {})
          : { command: commandIds.answer };
        const target = targetOf(toast);
        await vscode.commands.executeCommand(command ?? commandIds.showAgents, target, how);
        if (command === commandIds.preview) {
          // Whoever has read it wants to answer it.
          this.#open.delete(text);
          void this.#present(toast);
        } else if (command !== undefined && !goingCommands.has(command)) {
          this.#parts.focus.restore(place);
        }
      }
    } catch {
      // A reload takes pending messages away. That settles nothing: the relay finds the next window.
    } finally {
      this.#open.delete(text);
    }
  }

  /** What was clicked in a message, and whether it and those below it have stood still for a moment before. */
  async #clicked(message: Message, shown: Thenable<string | undefined>) {
    this.#messages.add(message);
    try {
      const clicked = await shown;
      const others = [...this.#messages].filter((one) => one !== message);
      const isSteady =
        !isTooSoon(message.shownAt) &&
        !isTooSoon(this.#closedAt) &&
        !others.some(({ shownAt }) => isHiding(shownAt));
      return { clicked, isSteady };
    } finally {
      this.#messages.delete(message);
      this.#closedAt = performance.now();
    }
  }

  /** Lets the person pick one of those that a batch tells of, and answers it or goes there. */
  async pick(kind: 'needy' | 'done'): Promise<void> {
    const { place } = this.#parts.focus;
    const steps = new QuickSteps();
    try {
      const picked = await this.#parts.chooser.needy(steps, kind);
      if (picked === allOfThese) {
        await approveAll(this.#parts, steps);
      } else if (picked !== undefined && parseRunRowId(picked)) {
        await vscode.commands.executeCommand(commandIds.decide, picked);
      } else if (picked !== undefined && this.#parts.answers.decision(picked)) {
        await this.#parts.answers.answer(picked, { before: steps });
      } else if (picked !== undefined) {
        await vscode.commands.executeCommand(commandIds.goToTerminal, picked);
        return;
      }
      this.#parts.focus.restore(place);
    } finally {
      steps.dispose();
    }
  }

  async #showBatch({ kind, told }: NotificationEffect & { type: 'showBatch' }): Promise<void> {
    const show = vscode.l10n.t('Show…');
    // Of more than three messages within 800 ms VS Code shows none but the first: this one must not be among them.
    await this.#wait(batchMs);
    const left = told.filter(({ key }) => !this.#withdrawn.has(key));
    if (this.#over || left.length === 0) {
      return;
    }
    const unique = this.#unique(batchText(kind, left));
    try {
      const message = { shownAt: performance.now() };
      const shown = vscode.window.showInformationMessage(unique, show);
      if ((await this.#clicked(message, shown)).clicked === show) {
        await this.pick(kind);
      }
    } catch {
      // As above.
    } finally {
      this.#open.delete(unique);
    }
  }

  /** VS Code takes equal messages for one, and closes the first. */
  #unique(text: string): string {
    let unique = text;
    while (this.#open.has(unique)) {
      unique += '\u200b';
    }
    this.#open.add(unique);
    return unique;
  }
}

/** Whom a button of a toast is about. */
function targetOf({ agent, decision, appeal, failedRun }: Toast): string {
  return failedRun === undefined ? (appeal?.id ?? decision ?? agent) : runRowId(failedRun);
}
