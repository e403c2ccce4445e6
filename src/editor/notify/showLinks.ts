import * as vscode from 'vscode';
import type { Agent } from '../../core/agent/agent.ts';
import type { AgentsState } from '../../core/roster/agentsState.ts';
import { parseAskRowId } from '../../core/view/ask/askRow.ts';
import { parseShowLink, showLink } from '../../core/view/notify/showLink.ts';
import { parseRunRowId } from '../../core/view/runRow.ts';
import type { Answers } from '../answers/answers.ts';
import type { Disposable } from '../disposableStore.ts';

/** What rows are shown by. */
export interface ShowLinkParts {
  readonly extensionId: string;
  readonly answers: Pick<Answers, 'agent' | 'decision'>;
  /** The runs that this window tells of. */
  readonly runs: () => AgentsState['runs'];
  readonly hub: {
    isMine(agent: Agent): Promise<boolean>;
    isHeld(requestId: string | undefined): boolean;
    revealElsewhere(row: string): Promise<boolean>;
  };
  /** Shows a row; answers nothing. */
  readonly tree: { reveal(row: string): Promise<void> };
}

/** The links that open a window at an agent. Anybody may write one: all it does is to show a row of the tree. */
export class ShowLinks implements Disposable, vscode.UriHandler {
  readonly #parts: ShowLinkParts;
  readonly #registered: vscode.Disposable;

  constructor(parts: ShowLinkParts) {
    this.#parts = parts;
    this.#registered = vscode.window.registerUriHandler(this);
  }

  /** The link to a row of this window. */
  async address(row: string, isHere = false): Promise<string | undefined> {
    const link = showLink({ row, isHere });
    if (!link) {
      return undefined;
    }
    const { env, Uri } = vscode;
    const uri = Uri.from({ scheme: env.uriScheme, authority: this.#parts.extensionId, ...link });
    // This puts the window into the link, where there are several.
    return (await env.asExternalUri(uri)).toString();
  }

  /** Called by VS Code in the window that a link is for or, where it names none, in the one used last. */
  async handleUri(uri: vscode.Uri): Promise<void> {
    const link = parseShowLink(uri);
    if (!link) {
      return;
    }
    const { tree, hub } = this.#parts;
    if (await this.#tells(link.row)) {
      await tree.reveal(link.row);
    } else if (link.isHere || !(await hub.revealElsewhere(link.row))) {
      void vscode.window.showInformationMessage(vscode.l10n.t('This agent no longer needs you.'));
    }
  }

  /** Shows a row and brings this window to the front, as far as VS Code can; says whether the row is of this window. */
  async bringUp(row: string): Promise<boolean> {
    if (!(await this.#tells(row))) {
      return false;
    }
    void this.#parts.tree.reveal(row);
    if (!vscode.window.state.focused && vscode.env.uiKind === vscode.UIKind.Desktop) {
      // No extension can raise its window, but VS Code raises the one that it gives a link to.
      const address = await this.address(row, true);
      await (address === undefined ? undefined : vscode.env.openExternal(vscode.Uri.parse(address)));
    }
    return true;
  }

  /** Whether this window tells of what a row shows; nothing is to be shown of what is over. */
  async #tells(row: string): Promise<boolean> {
    const { answers, hub, runs } = this.#parts;
    const run = parseRunRowId(row);
    if (run) {
      return runs().has(run.run);
    }
    const decision = answers.decision(row);
    const agent = answers.agent(row);
    const isOver = parseAskRowId(row) !== undefined && !decision;
    return !isOver && (hub.isHeld(decision?.prompt.requestId) || (agent !== undefined && hub.isMine(agent)));
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
