import * as vscode from 'vscode';
import type { Agent } from '../core/agent/agent.ts';
import { commandLink } from '../core/view/commandLink.ts';
import type { NotificationEffect, Toast } from '../core/view/notifications.ts';
import { parseRunRowId, runRowId } from '../core/view/runRow.ts';
import type { Answers } from './answers.ts';
import type { Batch, Told } from './batchText.ts';
import { batchText } from './batchText.ts';
import type { Chooser } from './chooser.ts';
import { commandIds } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import type { FocusKeeper } from './focusKeeper.ts';
import { muteKind } from './muteKind.ts';
import { QuickSteps } from './quickSteps.ts';
import { readSetting } from './readSetting.ts';
import type { Terminals } from './terminals.ts';
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
/** Said to a command by a link in a message: the person is brought back to where they were. */
const fromToast = 'toast';
/** After these the person wants to be somewhere else. */
const goingCommands: ReadonlySet<string> = new Set([
  commandIds.goToTerminal,
  commandIds.escalate,
  commandIds.showAgents,
]);

/** Shows what the policy says is due, and carries out what a person clicks. */
export class Toaster implements Disposable {
  readonly #parts: ToasterParts;
  readonly #open = new Set<string>();
  readonly #withdrawn = new Set<string>();
  readonly #withdrawals = new Map<string, () => void>();
  readonly #batches = new Map<Batch, Told>();
  readonly #renewals = new Map<string, () => void>();
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
        this.#withdrawals.get(effect.key)?.();
        this.#shrinkBatches(effect.key);
        return;
    }
  }

  dispose(): void {
    this.#over = true;
    for (const timer of this.#waiting) {
      clearTimeout(timer);
    }
    for (const withdraw of [...this.#withdrawals.values()]) {
      withdraw();
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
    if (readSetting('beckon.notify.style') === 'sticky') {
      this.#stick(toast);
      return;
    }
    const text = this.#unique(toast.text);
    const buttons = toastButtons(toast);
    const focus = this.#parts.focus.last;
    try {
      // There is room for four: whoever has to read more can switch a kind off at the next one.
      const labels = [...buttons.map(({ label }) => label), dontShow()].slice(0, 4);
      const { showInformationMessage, showWarningMessage } = vscode.window;
      const show =
        toast.kind === 'failed' || toast.kind === 'died' ? showWarningMessage : showInformationMessage;
      const clicked = await show(text, ...labels);
      // Nothing clicked decides nothing: VS Code also says so when a message is replaced.
      if (clicked === dontShow()) {
        void muteKind(toast.kind);
        this.#parts.focus.restore(focus);
      } else if (clicked !== undefined) {
        const { command, how } = buttons.find(({ label }) => label === clicked) ?? {};
        const target = targetOf(toast);
        await vscode.commands.executeCommand(command ?? commandIds.showAgents, target, how);
        if (command === commandIds.preview) {
          // Whoever has read it wants to answer it.
          this.#open.delete(text);
          void this.#present(toast);
        } else if (command !== undefined && !goingCommands.has(command)) {
          this.#parts.focus.restore(focus);
        }
      }
    } catch {
      // A reload takes pending messages away. That settles nothing: the relay finds the next window.
    } finally {
      this.#open.delete(text);
    }
  }

  /** The form that stays until the agent is answered, and leaves by itself then. */
  #stick(toast: Toast): void {
    const links = toastButtons(toast).map(({ label, command, how = fromToast }) =>
      commandLink(label, command, [targetOf(toast), how]),
    );
    const mute = commandLink(dontShow(), commandIds.muteKind, [toast.kind, fromToast]);
    // On one line: where there are many messages VS Code shows this in the status bar.
    const message = [...links, mute].join(' · ');
    this.#stickText(toast.key, () => (this.#withdrawn.has(toast.key) ? undefined : message), toast.text);
  }

  /** `message` gives what may change while it is there; nothing where it is over. */
  #stickText(key: string, message: () => string | undefined, title?: string): void {
    const options = {
      location: vscode.ProgressLocation.Notification,
      // In one text with our links: an open bracket of an agent would make all up to the first of them one link.
      ...(title === undefined ? {} : { title: title.replaceAll('[', '［').replaceAll(']', '］') }),
      cancellable: true,
    };
    // What was told before about the same would stay for ever: nobody could withdraw it.
    this.#withdrawals.get(key)?.();
    void vscode.window.withProgress(options, (progress, closed) => {
      const first = message();
      // It may be over by the time VS Code shows it.
      if (first === undefined || this.#over) {
        return Promise.resolve();
      }
      progress.report({ message: first });
      this.#renewals.set(key, () => progress.report({ message: message() ?? first }));
      return new Promise<void>((resolve) => {
        const end = () => {
          // Closed late, by its person: by then another one may be there of this key.
          if (this.#withdrawals.get(key) === end) {
            this.#withdrawals.delete(key);
            this.#renewals.delete(key);
          }
          resolve();
        };
        this.#withdrawals.set(key, end);
        // Closing it decides nothing.
        closed.onCancellationRequested(end);
      });
    });
  }

  /** A message about several tells of those that are left, and leaves when the last of them is over. */
  #shrinkBatches(key: string): void {
    for (const [kind, told] of this.#batches) {
      const left = told.filter((one) => one.key !== key);
      if (left.length === told.length) {
        continue;
      }
      if (left.length === 0) {
        this.#batches.delete(kind);
        this.#withdrawals.get(batchKey(kind))?.();
      } else {
        this.#batches.set(kind, left);
        this.#renewals.get(batchKey(kind))?.();
      }
    }
  }

  /** Lets the person pick one of those that a batch tells of, and answers it or goes there. */
  async pick(kind: 'needy' | 'done'): Promise<void> {
    const focus = this.#parts.focus.last;
    const steps = new QuickSteps();
    try {
      const picked = await this.#parts.chooser.needy(steps, kind);
      if (picked !== undefined && parseRunRowId(picked)) {
        await vscode.commands.executeCommand(commandIds.decide, picked);
      } else if (picked !== undefined && this.#parts.answers.decision(picked)) {
        await this.#parts.answers.answer(picked, steps);
      } else if (picked !== undefined) {
        await vscode.commands.executeCommand(commandIds.goToTerminal, picked);
        return;
      }
      this.#parts.focus.restore(focus);
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
    if (readSetting('beckon.notify.style') === 'sticky') {
      this.#batches.set(kind, left);
      const link = commandLink(show, commandIds.showBatch, [kind]);
      this.#stickText(batchKey(kind), () => {
        const now = this.#batches.get(kind);
        return now && `${batchText(kind, now)}: ${link}`;
      });
      return;
    }
    const unique = this.#unique(batchText(kind, left));
    try {
      if ((await vscode.window.showInformationMessage(unique, show)) === show) {
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

function batchKey(kind: Batch): string {
  return `batch ${kind}`;
}

/** Whom a button of a toast is about. */
function targetOf({ agent, decision, appeal, failedRun }: Toast): string {
  return failedRun === undefined ? (appeal?.id ?? decision ?? agent) : runRowId(failedRun);
}

function dontShow(): string {
  return vscode.l10n.t("Don't Show Again");
}
