import * as vscode from 'vscode';
import type { Agent } from '../core/agent/agent.ts';
import { parseRunRowId } from '../core/view/runRow.ts';
import { takesEntries } from '../node/programNode.ts';
import type { AgentActions } from './agentActions.ts';
import type { AgentStatus } from './agentStatus.ts';
import type { AgentTree } from './agentTree.ts';
import { answerCommands } from './answers/answerCommands.ts';
import type { Answers } from './answers/answers.ts';
import type { AskDocuments } from './answers/askDocuments.ts';
import type { Chooser } from './answers/chooser.ts';
import type { Drafts } from './answers/drafts.ts';
import type { Previews } from './answers/previews.ts';
import { switchAnswersHere } from './answers/switchAnswers.ts';
import type { Authoring } from './authoring/authoring.ts';
import type { HookCalls } from './authoring/hookCalls.ts';
import { createHookScript, makeHookExecutable } from './authoring/hookScripts.ts';
import type { Handler } from './comingBack.ts';
import { comingBackTo } from './comingBack.ts';
import { commandIds, viewIds } from './contributions.ts';
import type { DemoShow } from './demo/demoShow.ts';
import type { BeckonLog } from './diagnostics/beckonLog.ts';
import { copyDiagnostics } from './diagnostics/copyDiagnostics.ts';
import type { DisposableStore } from './disposableStore.ts';
import type { Resumes } from './done/resumes.ts';
import type { SeenWatch } from './done/seenWatch.ts';
import type { FocusKeeper } from './focusKeeper.ts';
import type { HealthWatch } from './health/healthWatch.ts';
import { startProgramHere } from './health/startProgram.ts';
import { allowHook, denyHook } from './hooks/allowHook.ts';
import type { HookWatch } from './hooks/hookWatch.ts';
import { newHook } from './hooks/newHook.ts';
import { openHook, runHookSample, showHookLog } from './hooks/tryHook.ts';
import { muteKinds } from './muteKinds.ts';
import type { Snooze } from './notify/snooze.ts';
import { decideRun } from './runs/decideRun.ts';
import { cancelRun, stopSupervising } from './runs/endRun.ts';
import { startRun } from './runs/startRun.ts';
import { superviseAgent } from './runs/superviseAgent.ts';
import type { WindowRuns } from './runs/windowRuns.ts';
import type { Terminals } from './terminals.ts';
import type { Toaster } from './toaster.ts';
import type { WindowView } from './windowView.ts';

/** What the commands are carried out by. */
export interface CommandParts {
  readonly demo: DemoShow;
  readonly tree: AgentTree;
  readonly status: AgentStatus;
  readonly shown: WindowView;
  readonly answers: Answers;
  readonly actions: AgentActions;
  readonly chooser: Chooser;
  readonly terminals: Terminals;
  readonly health: HealthWatch;
  readonly focus: FocusKeeper;
  readonly toaster: Toaster;
  readonly snooze: Snooze;
  readonly runs: WindowRuns;
  readonly previews: Previews;
  readonly drafts: Drafts;
  readonly documents: AskDocuments;
  readonly hooks: HookWatch;
  readonly authoring: Authoring;
  readonly calls: HookCalls;
  readonly seen: SeenWatch;
  readonly resumes: Resumes;
  readonly log: BeckonLog;
}

/** Registers every command of the manifest. */
export function registerCommands(parts: DisposableStore, made: CommandParts): void {
  const { demo, tree, status, shown, answers, actions, chooser, terminals, health, focus, toaster, runs } =
    made;
  const { hooks, previews, documents, authoring, calls, seen, resumes, snooze } = made;
  const showAgents = () => vscode.commands.executeCommand(`${viewIds.agents}.focus`);
  const comingBack = comingBackTo(focus);
  const withAgent =
    (act: (agent: Agent) => unknown): Handler =>
    async (target) => {
      const agent = await chooser.agent(target);
      if (agent) {
        await act(agent);
      }
    };
  const handlers: Record<(typeof commandIds)[keyof typeof commandIds], Handler> = {
    [commandIds.startDemo]: () => {
      demo.start();
      return showAgents();
    },
    [commandIds.stopDemo]: () => demo.stop(),
    [commandIds.showAgents]: (target) =>
      typeof target === 'string' && parseRunRowId(target) ? tree.reveal(target) : showAgents(),
    ...answerCommands(made, comingBack),
    [commandIds.switchAnswers]: (target) => {
      const agent = typeof target === 'string' ? answers.agent(target) : undefined;
      return switchAnswersHere(runs.programs, agent?.program);
    },
    [commandIds.showBatch]: (kind) => toaster.pick(kind === 'done' ? 'done' : 'needy'),
    [commandIds.mute]: () => muteKinds(),
    [commandIds.snooze]: () => snooze.start(),
    [commandIds.endSnooze]: () => snooze.end(),
    [commandIds.goToTerminal]: async (named, how) => {
      const isInTree = named === viewIds.agents;
      const inFront = () => answers.asking ?? documents.at(undefined)?.decision;
      const target = isInTree ? await tree.focused() : (named ?? inFront());
      const agent = await chooser.agent(target);
      const keeps = keepsFocus(how);
      if (agent) {
        await terminals.goTo(agent, keeps);
      } else if (typeof target === 'string') {
        // It was started, and was not heard yet, or has died.
        const isShown = runs.terminals.show(runs.agentOf(target) ?? target, keeps);
        if (!isShown) {
          void vscode.window.showInformationMessage(vscode.l10n.t('Its terminal is not in this window.'));
        }
      }
    },
    [commandIds.nudge]: withAgent((agent) => actions.nudge(agent)),
    [commandIds.interrupt]: withAgent((agent) => actions.interrupt(agent)),
    [commandIds.openTranscript]: withAgent((agent) => actions.openTranscript(agent)),
    [commandIds.resume]: withAgent((agent) => {
      seen.see([agent]);
      return resumes.resume(agent);
    }),
    [commandIds.markAllSeen]: () => seen.see(shown.state.agents.values()),
    [commandIds.copyId]: withAgent(({ id }) => vscode.env.clipboard.writeText(id)),
    [commandIds.forget]: async (target) => {
      const run = typeof target === 'string' && parseRunRowId(target) ? runs.run(target) : undefined;
      await (run ? runs.drop(run) : withAgent(({ id }) => shown.forget(id))(target));
    },
    [commandIds.showMostUrgent]: async () => {
      const { mostUrgent } = status;
      if (mostUrgent !== undefined) {
        await tree.reveal(mostUrgent);
        return answers.decision(mostUrgent) ? answers.answer(mostUrgent) : undefined;
      }
      return health.health.healthy ? showAgents() : health.showHealth();
    },
    [commandIds.showAllWindows]: () => shown.showAll(true),
    [commandIds.showTheseFolders]: () => shown.showAll(false),
    [commandIds.install]: () => health.install(),
    [commandIds.uninstall]: () => health.uninstall(),
    [commandIds.showHealth]: () => health.showHealth(),
    [commandIds.writeEntries]: () => health.answerReview(true),
    [commandIds.cancelEntries]: () => health.answerReview(false),
    [commandIds.startProgram]: () => startProgramHere(runs.programs.filter(takesEntries)),
    [commandIds.copyDiagnostics]: () => copyDiagnostics({ ...made, programs: runs.programs }),
    [commandIds.startRun]: () => startRun(runs, health),
    [commandIds.supervise]: withAgent((agent) => superviseAgent(runs, agent)),
    [commandIds.stopSupervising]: (target) => stopSupervising(runs, target),
    [commandIds.decide]: comingBack((target, choice) => decideRun(made, target, choice)),
    [commandIds.cancelRun]: (target) => cancelRun(runs, target),
    [commandIds.newHook]: () => newHook(hooks),
    [commandIds.allowHook]: (target) => allowHook(hooks, target).finally(() => authoring.touch()),
    [commandIds.denyHook]: (target) => denyHook(hooks, target).finally(() => authoring.touch()),
    [commandIds.runHookSample]: (target) => runHookSample(hooks, previews, target),
    [commandIds.openHook]: (target, how) => openHook(hooks, target, keepsFocus(how)),
    [commandIds.showHookLog]: (target) => showHookLog(hooks, previews, target),
    [commandIds.countHookCalls]: (target) => calls.count(target),
    [commandIds.createHookScript]: (target) => createHookScript(target).finally(() => authoring.touch()),
    [commandIds.makeHookExecutable]: (target) => makeHookExecutable(target).finally(() => authoring.touch()),
    [commandIds.restartLanguageServer]: () => authoring.restart(),
  };
  for (const [id, handler] of Object.entries(handlers)) {
    parts.add(vscode.commands.registerCommand(id, handler));
  }
}

/** Whether the keyboard stays where it is: looking at a row must not take it away. */
function keepsFocus(how: unknown): boolean {
  return (how as { preserveFocus?: boolean } | undefined)?.preserveFocus === true;
}
