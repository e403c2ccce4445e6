import * as vscode from 'vscode';
import type { Answer } from '../../core/decision/answer.ts';
import { planText } from '../../core/text/foreignText.ts';
import type { Offers } from '../../core/view/ask/offers.ts';
import { planAnswer, planFocus } from '../../core/view/planAnswer.ts';
import { planPage } from '../../core/view/planPage.ts';
import { showsAll } from '../../core/view/showsAll.ts';
import { QuickSteps } from './quickSteps.ts';

/** A plan, and whose it is. */
interface PlanToRead {
  /** The id of its decision: there is one page for it. */
  readonly id: string;
  readonly plan: string;
  readonly title: string;
  readonly who: string;
  readonly offers: Offers;
}

/** A page that is open, or about to be. */
interface OpenPage {
  panel?: vscode.WebviewPanel;
  answer?: Promise<Answer | undefined>;
}

/** There is one page for a plan. */
const open = new Map<string, OpenPage>();

const left = new vscode.EventEmitter<string>();

/** Tells of a page that went while it had the keyboard: with the id of the decision. Nothing else would get it then. */
export const onDidLeavePlan: vscode.Event<string> = left.event;

/**
 * Shows a plan to read, with the answers below it; `undefined` where the person closed it, or nobody asks any more.
 * It is a page of its own, because the answers belong beside the text, and it leaves by itself when the plan is
 * answered elsewhere. Of a plan that is open already the page is shown, until it goes: the answer is for who opened it.
 */
export async function askPlan(
  toRead: PlanToRead,
  over: vscode.CancellationToken,
): Promise<Answer | undefined> {
  QuickSteps.leave();
  const shown = open.get(toRead.id);
  if (shown) {
    shown.panel?.reveal();
    void shown.panel?.webview.postMessage({ kind: 'focus' });
    await shown.answer;
    return undefined;
  }
  const page: OpenPage = {};
  open.set(toRead.id, page);
  page.answer = showPlan(toRead, page, over).finally(() => open.delete(toRead.id));
  return await page.answer;
}

async function showPlan(
  { id, plan, title, who, offers }: PlanToRead,
  page: OpenPage,
  over: vscode.CancellationToken,
): Promise<Answer | undefined> {
  const rendered = await renderMarkdown(plan);
  if (over.isCancellationRequested) {
    return undefined;
  }
  const panel = vscode.window.createWebviewPanel('beckon.plan', title, vscode.ViewColumn.Active, {
    enableScripts: true,
    // What the person wrote there must survive a look at another tab.
    retainContextWhenHidden: true,
    localResourceRoots: [],
  });
  page.panel = panel;
  const words = {
    accept: vscode.l10n.t('Accept'),
    acceptHint: vscode.l10n.t('The agent asks you before each edit'),
    autoAccept: vscode.l10n.t('Accept, Auto-Accept Edits'),
    autoAcceptHint: vscode.l10n.t('The agent edits files in this session without asking'),
    edit: vscode.l10n.t('Edit Plan…'),
    revise: vscode.l10n.t('Revise…'),
    reject: vscode.l10n.t('Reject Plan'),
    acceptEdited: vscode.l10n.t('Accept as Edited'),
    send: vscode.l10n.t('Send Feedback'),
    cancel: vscode.l10n.t('Cancel'),
    planLabel: vscode.l10n.t('Edited plan'),
    reviseLabel: vscode.l10n.t('What should be different?'),
    empty: vscode.l10n.t('Enter some text first.'),
    hidden: vscode.l10n.t('Invisible characters, and those that reverse text, are left out.'),
  };
  return await new Promise((resolve) => {
    let hasFocus = false;
    const end = (answer: Answer | undefined) => {
      resolve(answer);
      watch.dispose();
      panel.dispose();
      if (hasFocus) {
        hasFocus = false;
        left.fire(id);
      }
    };
    const watch = over.onCancellationRequested(() => end(undefined));
    panel.onDidDispose(() => end(undefined));
    panel.webview.onDidReceiveMessage((message: unknown) => {
      hasFocus = planFocus(message) ?? hasFocus;
      const answer = planAnswer(message, plan, offers);
      if (answer) {
        end(answer);
      }
    });
    const nonce = crypto.randomUUID();
    panel.webview.html = planPage({ rendered, plan, who, words, nonce, offers });
  });
}

/** The plan as a page shows it; as plain text where VS Code's Markdown is switched off. */
async function renderMarkdown(plan: string): Promise<string | undefined> {
  try {
    const html: unknown = await vscode.commands.executeCommand('markdown.api.render', planText(plan));
    // A heading gets an id from its words, which could be one of the page's own.
    const page = typeof html === 'string' ? html.replaceAll(/ id="[^"]*"/gu, '') : undefined;
    // Nobody is to accept what a renderer left out.
    return page !== undefined && showsAll(planText(plan), page) ? page : undefined;
  } catch {
    return undefined;
  }
}
