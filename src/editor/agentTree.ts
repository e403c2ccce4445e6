import * as vscode from 'vscode';
import type { Answer } from '../core/decision/answer.ts';
import type { PlaceOf } from '../core/view/askText.ts';
import { mutedWords } from '../core/view/notify/muted.ts';
import { snoozeWords } from '../core/view/notify/snooze.ts';
import type { ShownRows } from '../core/view/rowChanges.ts';
import type { RowsInput } from '../core/view/rows/folderFamily.ts';
import { KeptRows } from '../core/view/rows/keptRows.ts';
import { treeId } from '../core/view/rows/treeId.ts';
import { contextKeys, viewIds } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';
import { mutedNow } from './muteKinds.ts';
import type { Snooze } from './notify/snooze.ts';
import { notifyLevels } from './notifyLevels.ts';
import { Pace } from './pace.ts';
import type { ProgramIcons } from './programIcons.ts';
import { isClosedAtFirst, tooltipOf, treeItem } from './treeItem.ts';
import { TreeScreen } from './treeScreen.ts';
import type { WindowView } from './windowView.ts';

/** What the tree is made of. */
export interface TreeParts extends Pick<RowsInput, 'canResume' | 'isSwitchedOff'> {
  readonly shown: WindowView;
  readonly placeOf: PlaceOf;
  readonly snooze: Snooze;
  readonly icons: ProgramIcons;
}

/** The tree of runs and agents. Its elements are ids, so that a row keeps its place and selection while its text changes. */
export class AgentTree implements Disposable, vscode.TreeDataProvider<string> {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<string[] | undefined>());
  readonly #pace = this.#parts.add(new Pace(() => this.#refresh()));
  readonly #shown: WindowView;
  readonly #icons: ProgramIcons;
  readonly #snooze: Snooze;
  readonly #view: vscode.TreeView<string>;
  /** What else stands above the rows, and moves all of them. */
  #message = '';
  readonly #contexts = new Map<string, boolean>();
  /** What the person closed or opened: the editor forgets it where a row has nothing below it for a while. */
  readonly #turned = new Set<string>();
  readonly #screen: TreeScreen;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor({ shown, placeOf, snooze, icons, ...ofAgents }: TreeParts) {
    this.#icons = icons;
    this.#shown = shown;
    this.#snooze = snooze;
    const kept = new KeptRows(shown.roster);
    this.#screen = this.#parts.add(
      new TreeScreen(kept, {
        look: (now) => {
          const showsPrograms = shown.roster.hasSeveralPrograms;
          return kept.look({ now, placeOf, levels: notifyLevels(), showsPrograms, ...ofAgents });
        },
        above: () => this.#message,
        draw: (changes, before) => this.#draw(changes, before),
        tick: () => this.#pace.request(),
      }),
    );
    this.#view = this.#parts.add(vscode.window.createTreeView(viewIds.agents, { treeDataProvider: this }));
    this.#parts.add(shown.onDidChange(() => this.#pace.request()));
    this.#parts.add(this.#view.onDidCollapseElement(({ element }) => this.#turn(element, true)));
    this.#parts.add(this.#view.onDidExpandElement(({ element }) => this.#turn(element, false)));
    this.#parts.add(snooze.onDidChange(() => this.#pace.request()));
    this.#parts.add(this.#view.onDidChangeVisibility(() => this.#appear()));
    this.#refresh();
    this.#appear();
  }

  getChildren(id?: string): string[] {
    if (id !== undefined) {
      return (this.#rows.get(id)?.children ?? []).map((row) => row.id);
    }
    return [...this.#screen.tops()];
  }

  getParent(id: string): string | undefined {
    const row = this.#rows.get(id);
    return row && 'parent' in row ? row.parent : undefined;
  }

  getTreeItem(id: string): vscode.TreeItem {
    const row = this.#rows.get(id);
    return row ? treeItem(row, this.#turned.has(id)) : new vscode.TreeItem(id);
  }

  resolveTreeItem(item: vscode.TreeItem, id: string): vscode.TreeItem {
    const row = this.#rows.get(id);
    item.tooltip = row && tooltipOf(row, this.#icons);
    return item;
  }

  /**
   * Whether a click on a row, of an agent or of what it asks, may answer at once: it did not come or move just now, and
   * what is approved can be read there.
   */
  mayAnswer(id: string, { kind }: Answer): boolean {
    const named = this.#rows.get(id);
    const row = named?.kind === 'agent' ? this.#rows.get(named.ask ?? '') : named;
    return row?.kind === 'ask' && (row.isShort || kind !== 'approve') && this.#screen.isSteady(row.id);
  }

  /**
   * The row that has the keyboard, for a key that was pressed in the tree. VS Code tells which rows are selected, not where
   * the arrow keys have gone: it is the row that becomes selected, or is no longer, when VS Code is told to turn that.
   */
  async focused(): Promise<string | undefined> {
    const turn = () => vscode.commands.executeCommand('list.toggleSelection');
    const before = this.#view.selection;
    await turn();
    const after = this.#view.selection;
    await turn();
    const turned = [
      ...after.filter((id) => !before.includes(id)),
      ...before.filter((id) => !after.includes(id)),
    ];
    return turned.length === 1 ? turned[0] : undefined;
  }

  /** Shows a row, and selects it; only ever called for a click. */
  async reveal(id: string): Promise<void> {
    await vscode.commands.executeCommand(`${viewIds.agents}.focus`);
    // The row may be newer than the last refresh.
    this.#screen.draw();
    if (this.#rows.has(id)) {
      await this.#view
        .reveal(id, { select: true, focus: true, expand: true })
        .then(undefined, () => undefined);
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }

  get #rows(): ShownRows {
    return this.#screen.rows;
  }

  #appear(): void {
    this.#screen.show(this.#view.visible);
    this.#pace.request();
  }

  /** Says whether something is drawn again. */
  #refresh(): boolean {
    const levels = notifyLevels();
    const { needy, lonely, done, unseen } = this.#shown.wants(levels);
    this.#setBadge(needy.length + lonely.length, levels.idle === 'off' ? 0 : done);
    const muted = mutedWords(mutedNow(levels));
    const { clock } = this.#snooze;
    const message = [clock && snoozeWords(clock), muted].filter(Boolean).join(' ');
    if (message !== this.#message) {
      this.#message = message;
      this.#view.message = message || undefined;
    }
    this.#setContext(contextKeys.muted, muted !== undefined);
    this.#setContext(contextKeys.waiting, needy.length + lonely.length > 0);
    this.#setContext(contextKeys.unseen, unseen > 0);
    return this.#screen.refresh();
  }

  #draw(changes: 'all' | readonly string[], before: ShownRows): void {
    for (const id of this.#turned) {
      if (!this.#rows.has(id)) {
        this.#turned.delete(id);
      }
    }
    this.#changed.fire(changes === 'all' ? undefined : [...changes]);
    this.#keepSelection(before);
  }

  #setBadge(needy: number, done: number): void {
    const one = vscode.l10n.t('1 agent needs you');
    const words = needy === 1 ? one : vscode.l10n.t('{0} agents need you', needy);
    const tooltip = done > 0 ? vscode.l10n.t('{0}, {1} done', words, done) : words;
    const value = needy + done;
    if (value === 0) {
      if (this.#view.badge) {
        this.#view.badge = undefined;
      }
    } else if (tooltip !== this.#view.badge?.tooltip) {
      this.#view.badge = { value, tooltip };
    }
  }

  #turn(id: string, isClosed: boolean): void {
    const row = this.#rows.get(id);
    if (row && isClosedAtFirst(row) !== isClosed) {
      this.#turned.add(id);
    } else {
      this.#turned.delete(id);
    }
  }

  /** The editor takes a row with its first row below it for another one: the selection would be lost. */
  #keepSelection(before: ShownRows): void {
    const [selected] = this.#view.selection;
    const [old, row] = [before.get(selected ?? ''), this.#rows.get(selected ?? '')];
    if (selected !== undefined && old && row && treeId(old) !== treeId(row) && this.#view.visible) {
      void this.#view.reveal(selected, { select: true, focus: false }).then(undefined, () => undefined);
    }
  }

  #setContext(key: string, value: boolean): void {
    if (this.#contexts.get(key) !== value) {
      this.#contexts.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  }
}
