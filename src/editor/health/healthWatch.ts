import * as vscode from 'vscode';
import { inUse } from '../../core/settings/inUse.ts';
import type { HealthView, Repair } from '../../core/view/healthView.ts';
import { hasEntries, healthView, wasNeverSetUp } from '../../core/view/healthView.ts';
import { lacksProgram } from '../../core/view/healthWords.ts';
import { isWithin } from '../../core/wire/ownerOf.ts';
import { beckonHome, personHome } from '../../node/beckonHome.ts';
import { ensureRelay } from '../../node/ensureRelay.ts';
import type { AgentProgram, SetupProgram } from '../../node/programNode.ts';
import { takesEntries } from '../../node/programNode.ts';
import { version } from '../../node/version.ts';
import { answersSection, applyAnswerSettings } from '../answers/answerSettings.ts';
import { contextKeys } from '../contributions.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import { tellRestricted } from '../tellRestricted.ts';
import { ConsentMemory } from './consentMemory.ts';
import { EntriesSetup } from './entriesSetup.ts';
import type { WatchedFolder } from './folderHealths.ts';
import { FolderHealths } from './folderHealths.ts';
import { InstallQuestion } from './installQuestion.ts';
import { LossQuestion } from './lossQuestion.ts';
import { pickHealth } from './pickHealth.ts';
import { removeEntries } from './removeEntries.ts';
import { runRepair } from './runRepair.ts';

const { commands, l10n, window, workspace } = vscode;

/** Whether Beckon hears of the agents in this window's folders; asks where a person has to agree to something. */
export class HealthWatch implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<void>());
  readonly #programs: readonly AgentProgram[];
  readonly #folders: FolderHealths;
  readonly #setup: EntriesSetup;
  readonly #memory: ConsentMemory;
  readonly #question: InstallQuestion;
  readonly #loss: LossQuestion;
  #disposed = false;
  #hasOpened = false;

  /** Fires after the health was read again. */
  readonly onDidChange = this.#changed.event;

  /** `state` is what the workspace remembers. */
  constructor(programs: readonly AgentProgram[], state: vscode.Memento) {
    this.#programs = programs;
    this.#folders = this.#parts.add(new FolderHealths(programs.filter(takesEntries)));
    this.#setup = this.#parts.add(new EntriesSetup(this.#folders));
    this.#memory = new ConsentMemory(state);
    this.#question = new InstallQuestion(this.#memory, this.#setup);
    this.#loss = new LossQuestion(this.#memory, this.#setup);
    this.#parts.add(
      this.#folders.onDidRead(() => {
        const { state, noProgram } = this.health;
        void commands.executeCommand('setContext', contextKeys.state, state);
        void commands.executeCommand('setContext', contextKeys.noProgram, noProgram);
        this.#changed.fire();
        void this.#loss.consider(this.#folders.all);
        // A file that could not be read when the window opened may have been fixed: then this is the first run.
        if (this.#hasOpened) {
          void this.#question.consider(this.#folders.all);
        }
      }),
    );
    this.#parts.add(workspace.onDidChangeWorkspaceFolders(() => this.#opened()));
    this.#parts.add(workspace.onDidGrantWorkspaceTrust(() => this.start()));
    this.#parts.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('beckon.install')) {
          void this.#opened();
        }
        if (change.affectsConfiguration(answersSection)) {
          void this.#applyAnswers();
        }
      }),
    );
  }

  /** How it stands now. */
  get health(): HealthView {
    const folders = this.#folders.all;
    return healthView({ trusted: workspace.isTrusted, folders, home: personHome(process.env) });
  }

  /** The folders of this window with each of their programs, as far as they were read. */
  get folders(): readonly WatchedFolder[] {
    return this.#folders.all;
  }

  /** The programs that agents of some of these folders are of, as far as that is known. */
  programsIn(paths: readonly string[]): readonly AgentProgram[] {
    const known = this.#folders.all
      .filter(({ folder }) => paths.includes(folder))
      .map((one) => ({ program: one.program, hasEntries: hasEntries(one), isHere: !lacksProgram(one) }));
    return inUse(known);
  }

  /**
   * Puts the relays in place, in Restricted Mode not before trust is granted, and begins to look. Where they cannot be
   * put there, health will say so.
   */
  async start(): Promise<void> {
    if (workspace.isTrusted) {
      await this.#applyAnswers();
      await ensureRelay(this.#programs, beckonHome(process.env), version).catch(() => undefined);
    }
    await this.#opened();
  }

  async #applyAnswers(): Promise<void> {
    if (workspace.isTrusted) {
      await applyAnswerSettings(this.#programs, beckonHome(process.env)).catch(() => undefined);
    }
  }

  /** Puts the entries into the settings of this window's folders, after the person saw them. */
  async install(): Promise<void> {
    if (!workspace.isTrusted) {
      return tellRestricted();
    }
    await this.#folders.refresh();
    const folders = this.#folders.all;
    await this.#memory.restart(folders);
    const unwell = folders.filter(({ findings }) => findings.length > 0);
    if (folders.length === 0) {
      void window.showInformationMessage(l10n.t('Open a folder first: Beckon is set up folder by folder.'));
    } else if (unwell.length === 0) {
      void window.showInformationMessage(l10n.t('Beckon is set up here already.'));
    } else {
      await this.#setup.show(unwell);
    }
  }

  /**
   * Whether agents of some programs are heard in a folder of this window; where they are not, the person can have that
   * fixed first.
   */
  async isHeard(path: string, programs: ReadonlySet<SetupProgram>): Promise<boolean> {
    await this.#folders.refresh();
    const found = () =>
      this.#folders.all.filter(({ folder, program }) => isWithin(folder, path) && programs.has(program));
    const isNew = found().some(wasNeverSetUp);
    const { healthy, words, repair } = healthView({
      trusted: workspace.isTrusted,
      folders: found(),
      home: personHome(process.env),
    });
    if (healthy && !isNew) {
      return true;
    }
    const fix = repair?.fix ?? l10n.t('Show Health');
    const start = l10n.t('Start Anyway');
    const said = await window
      .showWarningMessage(
        words,
        { modal: true, detail: l10n.t("Until that is fixed, Beckon can't follow the run.") },
        fix,
        start,
      )
      .then(undefined, () => undefined);
    if (said !== fix) {
      return said === start;
    }
    await (repair ? this.repair(repair.repair) : this.showHealth());
    return found().length > 0 && !found().some(wasNeverSetUp);
  }

  /** Takes the entries out of the settings of this window's folders again. */
  async uninstall(): Promise<void> {
    if (!workspace.isTrusted) {
      return tellRestricted();
    }
    await this.#folders.refresh();
    const paths = this.#folders.all.map(({ folder }) => folder);
    await this.#memory.add(paths, { install: 'never' });
    await removeEntries(this.#folders);
  }

  /** Lists the health of each folder, with what to do about it. */
  async showHealth(): Promise<void> {
    await this.#folders.refresh();
    const row = await pickHealth(this.health);
    if (row) {
      await this.repair(row.repair);
    }
  }

  /** Does what is to be done about a finding. */
  repair(repair: Repair): Promise<void> {
    return runRepair(repair, this.#folders.all, this.#setup);
  }

  /** Writes the entries that are shown, or cancels that. */
  answerReview(write: boolean): void {
    this.#setup.answerShown(write);
  }

  dispose(): void {
    this.#disposed = true;
    this.#parts.dispose();
  }

  /** The window has other folders, other settings, or more trust: it may be time to ask. */
  async #opened(): Promise<void> {
    await this.#folders.refresh();
    if (!this.#disposed) {
      this.#hasOpened = true;
      await this.#question.consider(this.#folders.all);
    }
  }
}
