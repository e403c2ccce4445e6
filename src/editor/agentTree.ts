import * as vscode from 'vscode';
import type { Answer } from '../core/decision/answer.ts';
import type { RowPlaces } from '../core/view/ask/steadyRows.ts';
import { isSteady, noteRows } from '../core/view/ask/steadyRows.ts';
import type { PlaceOf } from '../core/view/askText.ts';
import { doneAgents, unseenAgents } from '../core/view/done/doneAgents.ts';
import { needyAgents, needyRuns } from '../core/view/needy.ts';
import { mutedWords } from '../core/view/notify/muted.ts';
import { snoozeWords } from '../core/view/notify/snooze.ts';
import type { ShownRows } from '../core/view/rowChanges.ts';
import { rowChanges, shownRows, treeId } from '../core/view/rowChanges.ts';
import type { TreeInput } from '../core/view/treeRows.ts';
import { treeRows } from '../core/view/treeRows.ts';
import { contextKeys, viewIds } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';
import { mutedNow } from './muteKinds.ts';
import type { Snooze } from './notify/snooze.ts';
import { notifyLevels } from './notifyLevels.ts';
import { Pace } from './pace.ts';
import { isClosedAtFirst, treeItem } from './treeItem.ts';
import type { WindowView } from './windowView.ts';

const tickMs = 1000;

/** The tree of runs and agents. Its elements are ids, so that a row keeps its place and selection while its text changes. */
export class AgentTree implements Disposable, vscode.TreeDataProvider<string> {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<string[] | undefined>());
  readonly #pace = this.#parts.add(new Pace(() => this.#refresh()));
  readonly #shown: WindowView;
  readonly #placeOf: PlaceOf;
  readonly #snooze: Snooze;
  readonly #canResume: TreeInput['canResume'];
  readonly #view: vscode.TreeView<string>;
  #rows: ShownRows = new Map();
  #places: RowPlaces = new Map();
  readonly #contexts = new Map<string, boolean>();
  /** What the person closed or opened: the editor forgets it where a row has nothing below it for a while. */
  readonly #turned = new Set<string>();
  /** Whether the next refresh draws every row anew. */
  #drawsAll = false;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(shown: WindowView, placeOf: PlaceOf, snooze: Snooze, canResume: TreeInput['canResume']) {
    this.#canResume = canResume;
    this.#shown = shown;
    this.#snooze = snooze;
    this.#placeOf = placeOf;
    this.#view = this.#parts.add(vscode.window.createTreeView(viewIds.agents, { treeDataProvider: this }));
    this.#parts.add(shown.onDidChange(() => this.#pace.request()));
    this.#parts.add(this.#view.onDidCollapseElement(({ element }) => this.#turn(element, true)));
    this.#parts.add(this.#view.onDidExpandElement(({ element }) => this.#turn(element, false)));
    this.#parts.add(snooze.onDidChange(() => this.#pace.request()));
    // A refresh just as the view appears for the first time gets lost, so everything is drawn again then.
    this.#parts.add(
      this.#view.onDidChangeVisibility(() => {
        this.#drawsAll = true;
        this.#pace.request();
      }),
    );
    const timer = setInterval(() => this.#tick(), tickMs);
    this.#parts.add({ dispose: () => clearInterval(timer) });
    this.#refresh();
  }

  getChildren(id?: string): string[] {
    if (id !== undefined) {
      return (this.#rows.get(id)?.children ?? []).map((row) => row.id);
    }
    return [...this.#rows.values()].flatMap((row) =>
      row.kind === 'folder' || row.kind === 'run' ? [row.id] : [],
    );
  }

  getParent(id: string): string | undefined {
    const row = this.#rows.get(id);
    return row && 'parent' in row ? row.parent : undefined;
  }

  getTreeItem(id: string): vscode.TreeItem {
    const row = this.#rows.get(id);
    return row ? treeItem(row, this.#turned.has(id)) : new vscode.TreeItem(id);
  }

  /**
   * Whether a click on a row, of an agent or of what it asks, may answer at once: it did not come or move just now, and
   * what is approved can be read there.
   */
  mayAnswer(id: string, { kind }: Answer): boolean {
    const named = this.#rows.get(id);
    const row = named?.kind === 'agent' ? this.#rows.get(named.ask ?? '') : named;
    return (
      row?.kind === 'ask' && (row.isShort || kind !== 'approve') && isSteady(this.#places, row.id, Date.now())
    );
  }

  /** Shows a row, and selects it; only ever called for a click. */
  async reveal(id: string): Promise<void> {
    await vscode.commands.executeCommand(`${viewIds.agents}.focus`);
    // The row may be newer than the last refresh.
    this.#refresh();
    if (this.#rows.has(id)) {
      await this.#view
        .reveal(id, { select: true, focus: true, expand: true })
        .then(undefined, () => undefined);
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }

  /** Says whether a row is drawn again. */
  #refresh(): boolean {
    const before = this.#rows;
    const levels = notifyLevels();
    const { state } = this.#shown;
    const now = Date.now();
    this.#rows = shownRows(
      treeRows({ state, now, placeOf: this.#placeOf, levels, canResume: this.#canResume }),
    );
    for (const id of [...this.#turned].filter((turned) => !this.#rows.has(turned))) {
      this.#turned.delete(id);
    }
    const needy = needyAgents(state, levels).length + needyRuns(state, levels).length;
    const done = levels.idle === 'off' ? 0 : doneAgents(state).length;
    const one = vscode.l10n.t('1 agent needs you');
    const words = needy === 1 ? one : vscode.l10n.t('{0} agents need you', needy);
    const tooltip = done > 0 ? vscode.l10n.t('{0}, {1} done', words, done) : words;
    const muted = mutedWords(mutedNow(levels));
    const { clock } = this.#snooze;
    const said = [clock && snoozeWords(clock), muted].filter(Boolean).join(' ');
    this.#view.message = said || undefined;
    // The message stands above the rows, and moves all of them.
    this.#places = noteRows(this.#places, [...(said ? [said] : []), ...this.#rows.keys()], now);
    this.#setContext(contextKeys.muted, muted !== undefined);
    this.#setContext(contextKeys.waiting, needy > 0);
    this.#setContext(contextKeys.unseen, unseenAgents(state).length > 0);
    const value = needy + done;
    if (value === 0) {
      this.#view.badge = undefined;
    } else if (tooltip !== this.#view.badge?.tooltip) {
      this.#view.badge = { value, tooltip };
    }
    const changes = this.#drawsAll ? 'all' : rowChanges(before, this.#rows);
    this.#drawsAll = false;
    const hasChanged = changes === 'all' || changes.length > 0;
    if (hasChanged) {
      this.#changed.fire(changes === 'all' ? undefined : [...changes]);
      this.#keepSelection(before);
    }
    return hasChanged;
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

  #tick(): void {
    if (this.#view.visible) {
      this.#pace.request();
    }
  }
}
