import * as vscode from 'vscode';
import type { Agent } from '../../core/agent/agent.ts';
import type { Answer } from '../../core/decision/answer.ts';
import type { Decision } from '../../core/decision/decision.ts';
import type { EditableText } from '../../core/decision/editableText.ts';
import { editableText, editedText } from '../../core/decision/editableText.ts';
import { agentName } from '../../core/view/agentName.ts';
import { alwaysEffects } from '../../core/view/ask/alwaysEffects.ts';
import { offersOf } from '../../core/view/ask/offers.ts';
import { askPreview, draftPath } from '../../core/view/askPreview.ts';
import type { Focus, FocusKeeper } from '../focusKeeper.ts';
import type { Drafts } from './drafts.ts';
import type { Previews } from './previews.ts';

/** What is needed to show asks as documents. */
export interface AskDocumentParts {
  readonly previews: Previews;
  readonly drafts: Drafts;
  readonly focus: FocusKeeper;
  /** What an agent asks, in a sentence with at most `max` characters of the agent's own words. */
  readonly sentence: (agent: Agent, decision: Decision, max: number) => string;
}

/** An ask that was over while somebody was editing it. */
interface EditedAsk {
  readonly decision: string;
  /** Whether what they wrote is still open. */
  readonly isLeft: boolean;
}

/** How much of an ask stands in the line above all of it. */
const headLength = 80;

/** The asks that a person reads in full, or edits, in documents with buttons. */
export class AskDocuments {
  readonly #parts: AskDocumentParts;
  /** Where the person was when they opened the documents of an ask. */
  readonly #cameFrom = new Map<string, Focus>();
  /** The asks whose documents are being opened, and whether they are over since. */
  readonly #opening = new Set<{ readonly decision: string; isOver: boolean }>();

  constructor(parts: AskDocumentParts) {
    this.#parts = parts;
  }

  /** Opens what is asked, and what there is to know `besides`; says whether there is anything to read. */
  async read(agent: Agent, decision: Decision, besides?: string): Promise<boolean> {
    const { id, prompt } = decision;
    const { previews } = this.#parts;
    const isQuestion = prompt.kind === 'question';
    const offers = offersOf(prompt);
    const isAnswerable = (prompt.kind === 'permission' || isQuestion) && offers.size > 0;
    const who = this.#parts.sentence(agent, decision, headLength);
    const rule = offers.has('always') ? alwaysEffects(prompt) : undefined;
    const reading = isAnswerable
      ? { decision: id, name: agentName(agent), who, isQuestion, offers, rule }
      : undefined;
    const opening = { decision: id, isOver: false };
    this.#opening.add(opening);
    this.#noteFocus(id);
    const isShown = await previews
      .show(prompt, { besides, reading })
      .finally(() => this.#opening.delete(opening));
    if (opening.isOver) {
      // It may have been over before its document was known.
      await previews.close(id);
    }
    return isShown;
  }

  /** Opens what can be edited of an ask. */
  async edit(agent: Agent, decision: Decision): Promise<void> {
    const { t } = vscode.l10n;
    const editable = editableOf(decision);
    if (!editable) {
      const text = t('This request from "{0}" can\'t be edited here.', agentName(agent));
      void vscode.window.showInformationMessage(text);
      return;
    }
    this.#noteFocus(decision.id);
    const preview = askPreview(decision.prompt);
    const { text } = editable;
    const name = agentName(agent);
    if (preview?.kind !== 'change') {
      await this.#parts.drafts.open(decision.id, {
        file: 'command.sh',
        title: t('Command of {0}', name),
        text,
      });
      return;
    }
    // The tab has the name of the file, the line below it the folders.
    const file = draftPath(preview.file, agent.facts.cwd);
    const title = t('{0} (new text by {1})', preview.name, name);
    await this.#parts.drafts.open(decision.id, { file, title, text, replaces: preview.file });
  }

  /** The ask that the document at an address shows, or the one in front where none is named. */
  at(target: unknown): { readonly decision: string; readonly isDraft: boolean } | undefined {
    const { previews, drafts } = this.#parts;
    const [read, edited] = [previews.readings.decisionOf(target), drafts.tabs.decisionOf(target)];
    const decision = read ?? edited;
    return decision === undefined ? undefined : { decision, isDraft: read === undefined };
  }

  /** Where the person was when they opened the documents of an ask. */
  cameFrom(decision: string): Focus | undefined {
    return this.#cameFrom.get(decision);
  }

  /** Whether a person has changed what they would approve. */
  isEdited(decision: string): boolean {
    const draft = this.#parts.drafts.read(decision);
    return draft !== undefined && editedText(draft.text, draft.written) !== undefined;
  }

  /** The approval of an ask as a person edited it; `undefined` where there is nothing left, which they are told. */
  approval(decision: string): Answer | undefined {
    const draft = this.#parts.drafts.read(decision);
    const edited = draft && editedText(draft.text, draft.written);
    if (edited !== undefined && edited.trim() === '') {
      void vscode.window.showWarningMessage(vscode.l10n.t('There is nothing left to approve.'));
      return undefined;
    }
    return draft && { kind: 'approve', ...(edited === undefined ? {} : { edited }) };
  }

  /**
   * Takes away the documents of asks that are over, and returns those that somebody was editing. What they wrote there
   * is taken away by their own answer only.
   */
  closeOver(
    isOver: (decision: string) => boolean,
    wasTaken: (decision: string) => boolean,
  ): readonly EditedAsk[] {
    const { previews, drafts } = this.#parts;
    for (const opening of this.#opening) {
      opening.isOver ||= isOver(opening.decision);
    }
    for (const id of [...this.#cameFrom.keys()].filter(isOver)) {
      this.#cameFrom.delete(id);
    }
    for (const id of [...previews.readings.decisions].filter(isOver)) {
      void previews.close(id);
    }
    return [...drafts.tabs.decisions].filter(isOver).map((decision) => {
      const isLeft = !wasTaken(decision) && this.isEdited(decision) && drafts.leave(decision);
      if (!isLeft) {
        void drafts.close(decision);
      }
      return { decision, isLeft };
    });
  }

  /** Of somebody who goes from one document of an ask to another one it stays known where they began. */
  #noteFocus(decision: string): void {
    const { previews, drafts, focus } = this.#parts;
    if (!previews.readings.isInFront(decision) && !drafts.tabs.isInFront(decision)) {
      this.#cameFrom.set(decision, focus.last);
    }
  }
}

function editableOf({ prompt }: Decision): EditableText | undefined {
  return offersOf(prompt).has('edit') ? editableText(prompt) : undefined;
}
