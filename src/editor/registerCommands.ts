import * as vscode from 'vscode';
import type { Agent } from '../core/agent/agent.ts';
import type { Answer } from '../core/decision/answer.ts';
import { parseAskRowId } from '../core/view/ask/askRow.ts';
import { parseRunRowId } from '../core/view/runRow.ts';
import type { AgentActions } from './agentActions.ts';
import type { AgentStatus } from './agentStatus.ts';
import type { AgentTree } from './agentTree.ts';
import type { Answers } from './answers.ts';
import type { AskDocuments } from './askDocuments.ts';
import type { Authoring } from './authoring/authoring.ts';
import type { HookCalls } from './authoring/hookCalls.ts';
import { createHookScript, makeHookExecutable } from './authoring/hookScripts.ts';
import type { Chooser } from './chooser.ts';
import { commandIds, viewIds } from './contributions.ts';
import type { DemoShow } from './demoShow.ts';
import type { DisposableStore } from './disposableStore.ts';
import type { Drafts } from './drafts.ts';
import type { FocusKeeper } from './focusKeeper.ts';
import type { HealthWatch } from './health/healthWatch.ts';
import { allowHook, denyHook } from './hooks/allowHook.ts';
import type { HookWatch } from './hooks/hookWatch.ts';
import { newHook } from './hooks/newHook.ts';
import { openHook, runHookSample, showHookLog } from './hooks/tryHook.ts';
import { muteKinds } from './muteKinds.ts';
import { NextWaiting } from './nextWaiting.ts';
import { onDidLeavePlan } from './planPanel.ts';
import type { Previews } from './previews.ts';
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
  readonly runs: WindowRuns;
  readonly previews: Previews;
  readonly drafts: Drafts;
  readonly documents: AskDocuments;
  readonly hooks: HookWatch;
  readonly authoring: Authoring;
  readonly calls: HookCalls;
}

type Handler = (target?: unknown, how?: unknown) => unknown;

/** Registers every command of the manifest. */
export function registerCommands(parts: DisposableStore, made: CommandParts): void {
  const { demo, tree, status, shown, answers, actions, chooser, terminals, health, focus, toaster, runs } =
    made;
  const { hooks, previews, drafts, documents, authoring, calls } = made;
  const showAgents = () => vscode.commands.executeCommand(`${viewIds.agents}.focus`);
  // What is read in the document that a button stands above, or in the one in front.
  const read = (target: unknown) =>
    target instanceof vscode.Uri || answers.asking === undefined
      ? previews.readings.decisionOf(target)
      : undefined;
  // A row or a link names what is asked; from the palette the person picks, and reads it there.
  const give =
    (answer: Answer): Handler =>
    async (target, how) => {
      // A key pressed in a terminal is not about the document behind it.
      const isHere = how !== inTerminal;
      const draft = target === undefined && isHere ? drafts.tabs.decisionOf(undefined) : undefined;
      if (draft !== undefined && answer.kind === 'approve') {
        await approveDraft(draft);
        return;
      }
      const inDocument = isHere ? read(target) : undefined;
      if (target instanceof vscode.Uri || inDocument !== undefined) {
        await (inDocument === undefined ? undefined : answers.give(inDocument, answer));
        return;
      }
      const named = target ?? draft ?? answers.asking;
      const decision = await chooser.decision(named);
      if (decision === undefined) {
        return;
      }
      // Nobody approves what they could not read, or answers a row that has just come under the pointer. Whoever has only
      // picked an agent has not read what it asks.
      const isRead = isRow(decision)
        ? tree.mayAnswer(decision, answer)
        : target !== undefined ||
          (named !== undefined && (answer.kind !== 'approve' || answers.isReadable(decision)));
      // To leave it to the terminal says nothing to the agent.
      await (isRead || answer.kind === 'escalate'
        ? answers.give(decision, answer)
        : answers.answer(decision));
    };
  const withAsked =
    (act: (decision: string) => Promise<void>): Handler =>
    async (target) => {
      const inDocument = read(target);
      const decision =
        target instanceof vscode.Uri
          ? inDocument
          : (inDocument ?? (await chooser.decision(target ?? answers.asking)));
      if (decision !== undefined) {
        await act(decision);
      }
    };
  const withDraft =
    (act: (decision: string) => Promise<void>): Handler =>
    async (target) => {
      const decision = drafts.tabs.decisionOf(target);
      if (decision !== undefined) {
        await act(decision);
      }
    };
  const approveDraft = async (decision: string) => {
    const approval = documents.approval(decision);
    if (approval) {
      await answers.give(decision, approval);
    }
  };
  const isRow = (target: string) =>
    parseAskRowId(target) !== undefined || answers.agent(target)?.id === target;
  // A link of a message says what else it wants, a row never does; the palette names nobody.
  const comingBack =
    (act: Handler): Handler =>
    async (target, how) => {
      const place = focus.last;
      const isGone = (await act(target, how)) === 'gone';
      if (!isGone && (typeof how === 'string' || target === undefined)) {
        focus.restore(place);
      }
    };
  const deny = comingBack(give({ kind: 'deny' }));
  // A row names its agent, anything else the decision. Whoever came from the tree goes on there after a plan.
  const fromRow = async (target: string, act: () => Promise<void>) => {
    const plan = isRow(target) ? answers.decision(target)?.id : undefined;
    const watch = onDidLeavePlan((id) => id === plan && showAgents());
    await act().finally(() => watch.dispose());
  };
  const next = new NextWaiting({
    waiting: () => chooser.waiting(),
    answer: (decision) => answers.answer(decision),
  });
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
    [commandIds.approve]: comingBack(give({ kind: 'approve' })),
    [commandIds.approveAlways]: comingBack(
      withAsked((decision) => answers.answer(decision, { only: 'always' })),
    ),
    [commandIds.deny]: deny,
    // The same in the words for what a row asks.
    [commandIds.skipQuestion]: deny,
    [commandIds.rejectPlan]: deny,
    [commandIds.escalate]: give({ kind: 'escalate' }),
    [commandIds.answer]: comingBack(async (target) => {
      const decision = await chooser.decision(target);
      if (decision !== undefined) {
        await fromRow(decision, () => answers.answer(decision));
      }
    }),
    [commandIds.read]: (target) => handlers[commandIds.answer](target),
    [commandIds.showDiff]: (target) => handlers[commandIds.preview](target),
    [commandIds.preview]: async (target) => {
      const decision = await chooser.decision(target);
      if (decision !== undefined) {
        await answers.preview(decision);
      }
    },
    [commandIds.approveReading]: give({ kind: 'approve' }),
    [commandIds.denyReading]: give({ kind: 'deny' }),
    [commandIds.denyWithReason]: comingBack(
      withAsked((decision) => answers.answer(decision, { only: 'reason' })),
    ),
    [commandIds.editAsk]: withAsked((decision) => answers.edit(decision)),
    [commandIds.approveDraft]: withDraft(approveDraft),
    [commandIds.cancelDraft]: withDraft((decision) => drafts.close(decision)),
    [commandIds.showBatch]: (kind) => toaster.pick(kind === 'done' ? 'done' : 'needy'),
    [commandIds.mute]: () => muteKinds(),
    [commandIds.nextWaiting]: () => next.open(),
    [commandIds.goToTerminal]: async (target, how) => {
      const agent = await chooser.agent(target ?? answers.asking ?? read(undefined));
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
    [commandIds.writeEntries]: () => health.writeEntries(),
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
    const act: Handler = (target, how) =>
      isFromTerminal(target) ? handler(undefined, inTerminal) : handler(target, how);
    parts.add(vscode.commands.registerCommand(id, act));
  }
}

/** Said to a command by a key that was pressed in a terminal. */
const inTerminal = 'terminal';

function isFromTerminal(target: unknown): boolean {
  return (target as { from?: unknown } | undefined)?.from === inTerminal;
}

/** Whether the keyboard stays where it is: looking at a row must not take it away. */
function keepsFocus(how: unknown): boolean {
  return (how as { preserveFocus?: boolean } | undefined)?.preserveFocus === true;
}
