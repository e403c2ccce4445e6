import * as vscode from 'vscode';
import type { AgentId } from '../../core/agent/agent.ts';
import type { AgentsState } from '../../core/roster/agentsState.ts';
import { ownName } from '../../core/run/ownName.ts';
import type { Run, RunStart } from '../../core/run/run.ts';
import { newRun } from '../../core/run/run.ts';
import type { Choice } from '../../core/run/runDecision.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { runName } from '../../core/view/decisionWords.ts';
import { parseRunRowId } from '../../core/view/runRow.ts';
import { currentRun } from '../../core/view/supervision.ts';
import { beckonHome } from '../../node/beckonHome.ts';
import { ensureRelay } from '../../node/ensureRelay.ts';
import { readHealth } from '../../node/entries/readHealth.ts';
import type { AgentProgram } from '../../node/programNode.ts';
import type { Start } from '../../node/run/crewPorts.ts';
import { hearWorktree } from '../../node/run/hearWorktree.ts';
import { RunBoard } from '../../node/run/runBoard.ts';
import { RunCrew } from '../../node/run/runCrew.ts';
import { RunFiles } from '../../node/run/runFiles.ts';
import { startedPrograms } from '../../node/run/startedPrograms.ts';
import { Supervisor } from '../../node/run/supervisor.ts';
import { version } from '../../node/version.ts';
import type { AgentTyping } from '../agentTyping.ts';
import type { WindowHub } from '../windowHub.ts';
import { folders } from '../windowHub.ts';
import { RunTerminals } from './runTerminals.ts';

/** Under which the workspace keeps who its window was: that outlives a reload. */
const selfKey = 'beckon.listener';
const takeOverMs = 1000;
/** How soon a page that does not answer is asked again. */
const pageMs = 1000;

/** The runs a window knows: those it supervises, and those of others. */
export class WindowRuns {
  readonly terminals: RunTerminals;
  /** The agent programs that can be started. */
  readonly programs: readonly AgentProgram[];
  readonly #window: WindowHub;
  readonly #files: RunFiles;
  readonly #supervisor: Supervisor;
  #all: AgentsState['runs'] = new Map();
  #told: AgentsState['runs'] = new Map();
  readonly #board: RunBoard;
  readonly #workspace: vscode.Memento;
  #over = false;
  #stopWaiting = () => {};

  /** `changed` is called when the runs of others changed; those of this window are in the state. */
  constructor(window: WindowHub, typing: AgentTyping, workspace: vscode.Memento, changed: () => void) {
    const home = beckonHome(process.env);
    const { hub, programs } = window;
    this.#window = window;
    this.programs = programs;
    this.#workspace = workspace;
    this.terminals = new RunTerminals(home);
    this.#files = new RunFiles(home);
    const crew = new RunCrew({
      hub,
      programs,
      env: process.env,
      start: (start, exited) => this.#start(start, exited),
      follow: (run, exited) => this.terminals.follow(run, exited),
      unfollow: (run) => this.terminals.unfollow(run),
      lives: (run) => this.terminals.lives(run),
      hasBegun: (run) => this.terminals.hasBegun(run),
      begun: (run) => this.terminals.begun(run),
      hasRun: (run) => this.terminals.hasRun(run),
      type: (agent, text) => typing.type(agent, text, () => this.terminals.unheard(agent)),
      close: (agent, start) => this.terminals.close(agent, start),
      prepare: (worktree, run) => prepare(programs, worktree, run),
      trusted: () => vscode.workspace.isTrusted,
      say: (run, sentence) => say(`${runName(run)}: ${toastText(sentence, 300)}`),
      log: (line) => window.note(line),
    });
    const owner = async () => (await hub.listeners())[0] ?? '';
    this.#supervisor = new Supervisor({ hub, files: this.#files, crew, owner });
    const before = workspace.get(selfKey);
    this.#board = new RunBoard({
      home,
      files: this.#files,
      supervisor: this.#supervisor,
      hub,
      folders,
      ...(typeof before === 'string' ? { before } : {}),
      page: window.page,
      changed,
      problem: (sentence) => {
        window.note(sentence);
        void vscode.window.showWarningMessage(toastText(sentence, 300));
      },
    });
    window.chooseRun = (wanted) => this.#supervisor.choose(wanted);
  }

  /** Takes over what a window before this one left, and begins to look at the runs of others. */
  async start(): Promise<void> {
    // Whoever waits for this must not wait for a lock that somebody else has.
    const late = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, takeOverMs);
      this.#stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    await Promise.race([this.#board.look(), late]).finally(() => this.#stopWaiting());
    if (!this.#over) {
      this.#board.start();
      void this.#keepSelf().catch(() => {});
    }
  }

  /** All runs that are known; the same map for as long as they are the same. */
  get all(): AgentsState['runs'] {
    this.#all = joined(this.#board.others, this.#window.hub.keeper.state.runs, this.#all);
    return this.#all;
  }

  /** The runs whose decisions this window tells. */
  get told(): AgentsState['runs'] {
    this.#told = joined(this.#board.told, this.#window.hub.keeper.state.runs, this.#told);
    return this.#told;
  }

  /** The run that a row, a decision or an agent names. */
  run(target: string): Run | undefined {
    const { all } = this;
    const id = parseRunRowId(target)?.run ?? target;
    return (
      all.get(id) ?? [...all.values()].find(({ decision }) => decision?.id === id) ?? currentRun(all, target)
    );
  }

  /** The agent that the row of a run or of a step is about. */
  agentOf(target: string): AgentId | undefined {
    const { run: id = '', step } = parseRunRowId(target) ?? {};
    const run = this.all.get(id);
    return step === undefined || step === run?.step ? run?.agent : run?.steps[step]?.agent;
  }

  /** What is known now of the agents. */
  get agents(): AgentsState['agents'] {
    return this.#window.hub.keeper.state.agents;
  }

  /** Begins a run under a name of its own, if it can be kept: else no reload would find it, and nobody else could answer. */
  begin({ name, ...rest }: RunStart): void {
    const start = { ...rest, name: ownName(name, this.all.values()) };
    const refusal = this.#files.refusal(newRun(start));
    if (refusal === undefined) {
      this.#supervisor.begin(start);
    } else {
      void vscode.window.showWarningMessage(toastText(refusal, 300));
    }
  }

  /** Does what a person chose about a decision, wherever its run is supervised; says whether that was possible. */
  async choose(decision: string, choice: Choice, message?: string): Promise<boolean> {
    return await this.#ask(decision, choice, message);
  }

  /** Ends a run, and its agent. */
  async cancel({ id }: Run): Promise<boolean> {
    return await this.#ask(id, 'end');
  }

  /** Whether nobody supervises a run: it waits for a window with its folder. */
  isOrphan({ id }: Run): boolean {
    return this.#board.isOrphan(id);
  }

  /** Supervises a run no more, and forgets it; its agent is left alone. */
  async drop({ id }: Run): Promise<void> {
    if (!(await this.#ask(id, 'drop'))) {
      // Nobody supervises it: only its file is left.
      this.#files.remove(id);
      await this.#board.look();
    }
  }

  /** Lets go of everything; the runs go on in the next window. */
  async dispose(): Promise<void> {
    this.#over = true;
    this.#stopWaiting();
    this.#board.dispose();
    this.terminals.dispose();
    await this.#supervisor.dispose();
  }

  async #keepSelf(): Promise<void> {
    const [self] = await this.#window.hub.listeners();
    await this.#workspace.update(selfKey, self);
  }

  /** Starts an agent once the window has a page: without one it has no terminal, and another window may start it. */
  async #start(start: Start, exited: (code?: number) => void): Promise<string | undefined> {
    const isWanted = () => !this.#over && start.isWanted();
    while (isWanted() && !(await this.#window.page.answers())) {
      await new Promise((resolve) => setTimeout(resolve, pageMs));
    }
    return isWanted() ? await this.terminals.start(start, exited) : undefined;
  }

  async #ask(target: string, choice: Choice | 'end' | 'drop', message?: string): Promise<boolean> {
    const wanted = { target, choice, ...(message === undefined ? {} : { message }) };
    const here = this.#supervisor.choose(wanted);
    const { status } = here.status === 404 ? await this.#window.hub.chooseElsewhere(wanted) : here;
    if (status !== 404) {
      return status === 200;
    }
    // Whoever supervised it may just have gone: then it is taken over now.
    await this.#board.takeNow(this.run(target)?.id ?? target);
    return this.#supervisor.choose(wanted).status === 200;
  }
}

/**
 * Has the agents of a worktree heard. A program asks whether it is trusted, and nothing is heard before that is
 * answered.
 */
async function prepare(programs: readonly AgentProgram[], worktree: string, run: Run): Promise<void> {
  const { env } = process;
  const relay = async (home: string) => void (await ensureRelay(programs, home, version));
  const refused = await hearWorktree({ programs, folder: run.folder, worktree, env, ensureRelay: relay });
  if (refused !== undefined) {
    say(`${runName(run)}: ${toastText(refused, 300)}`);
  }
  for (const program of await startedPrograms(run.steps, programs, { workspace: worktree, env })) {
    const { findings } = await readHealth({ program, scope: undefined, workspace: worktree, env });
    if (findings.some(({ name }) => name === 'untrusted-folder')) {
      const folder = toastText(worktree);
      say(vscode.l10n.t('{0} asks in its terminal whether you trust {1}.', program.name, folder));
    }
  }
}

function say(text: string): void {
  void vscode.window.showInformationMessage(text);
}

/** Two groups of runs as one, of which those of the second count; the same map as before where they are the same. */
function joined(
  runs: AgentsState['runs'],
  more: AgentsState['runs'],
  before: AgentsState['runs'],
): AgentsState['runs'] {
  const all = new Map([...runs, ...more]);
  return all.size === before.size && [...all].every(([id, run]) => before.get(id) === run) ? before : all;
}
