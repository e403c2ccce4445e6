import * as vscode from 'vscode';
import type { Answer } from '../../core/decision/answer.ts';
import { parseAskRowId } from '../../core/view/ask/askRow.ts';
import { offersOf } from '../../core/view/ask/offers.ts';
import type { AgentTree } from '../agentTree.ts';
import type { ComingBack, Handler } from '../comingBack.ts';
import { commandIds, viewIds } from '../contributions.ts';
import type { FocusKeeper } from '../focusKeeper.ts';
import type { Answers } from './answers.ts';
import { approveAll } from './approveAll.ts';
import type { AskDocuments } from './askDocuments.ts';
import type { Chooser } from './chooser.ts';
import type { Drafts } from './drafts.ts';
import { NextWaiting } from './nextWaiting.ts';
import { onDidLeavePlan } from './planPanel.ts';
import { QuickSteps } from './quickSteps.ts';

/** What the commands that answer agents are carried out by. */
export interface AnswerCommandParts {
  readonly tree: AgentTree;
  readonly answers: Answers;
  readonly chooser: Chooser;
  readonly drafts: Drafts;
  readonly documents: AskDocuments;
  readonly focus: FocusKeeper;
}

/** The commands that answer agents, or show what they ask. */
export function answerCommands(made: AnswerCommandParts, comingBack: ComingBack) {
  const { tree, answers, chooser, drafts, documents, focus } = made;
  const isRow = (target: string) =>
    parseAskRowId(target) !== undefined || answers.agent(target)?.id === target;
  /** What the list or document in front of the person is about, whether or not they can see it. */
  const inFront = () => answers.asking ?? documents.at(undefined)?.decision;

  // Whoever came from the tree goes on there after a plan.
  const answerAsked = async (target: string) => {
    const plan = isRow(target) ? answers.decision(target)?.id : undefined;
    const watch = onDidLeavePlan(
      (id) => id === plan && vscode.commands.executeCommand(`${viewIds.agents}.focus`),
    );
    await answers.answer(target).finally(() => watch.dispose());
  };

  /** A key pressed in the tree is a click on the button of the row it is on, where that row says what is asked. */
  const giveFocused = async (answer: Answer) => {
    const row = await tree.focused();
    const decision = row === undefined ? undefined : answers.decision(row);
    const isAsk = row !== undefined && parseAskRowId(row) !== undefined;
    const { kind } = answer;
    const isOffered = kind === 'escalate' || offersOf(decision?.prompt).has(kind);
    const mayGive = isOffered && (kind !== 'approve' || decision?.prompt.kind === 'permission');
    const target = isAsk || decision ? row : await chooser.decision(undefined);
    if (isAsk && mayGive && tree.mayAnswer(row, answer)) {
      await answers.give(row, answer);
    } else if (target !== undefined) {
      await answerAsked(target);
    }
  };

  // From a row, a message or the list that is open. Anything else opens the ask: nobody approves what they could not read.
  const give =
    (answer: Answer): Handler =>
    async (target) => {
      if (target === viewIds.agents) {
        await giveFocused(answer);
        return;
      }
      const named = typeof target === 'string' ? target : inFront();
      const decision = named ?? (await chooser.decision(undefined));
      if (decision === undefined) {
        return;
      }
      const isAsking = typeof target !== 'string' && named !== undefined && named === answers.asking;
      if (isAsking && answers.isAskingTooSoon) {
        return;
      }
      const isRead =
        typeof target === 'string'
          ? !isRow(target) || tree.mayAnswer(target, answer)
          : isAsking && (answer.kind !== 'approve' || answers.isReadable(decision));
      // To leave it to the terminal says nothing to the agent.
      await (isRead || answer.kind === 'escalate'
        ? answers.give(decision, answer)
        : answers.answer(decision));
    };

  /** Whoever answers in a document, which goes then, is brought back to where they opened it. */
  const leaving = async (decision: string, act: () => unknown) => {
    const from = documents.cameFrom(decision);
    await act();
    if (answers.wasGiven(decision)) {
      focus.go(from);
    }
  };

  // From a document that is in sight: a button above it, a key pressed in it, or the palette.
  const giveShown =
    (answer: Answer): Handler =>
    async (target) => {
      const shown = documents.at(target);
      if (!shown) {
        return;
      }
      const { decision, isDraft } = shown;
      const approves = answer.kind === 'approve';
      const isQuestion = answers.decision(decision)?.prompt.kind === 'question';
      const given = isDraft && approves ? documents.approval(decision) : answer;
      if (isQuestion && approves) {
        // It has answers of its own, and was read here.
        await leaving(decision, () => answers.answer(decision, { only: 'list' }));
      } else if (given) {
        await leaving(decision, () => answers.give(decision, given));
      }
    };

  const withAsked =
    (act: (decision: string) => unknown): Handler =>
    async (target) => {
      const shown = target instanceof vscode.Uri ? documents.at(target)?.decision : undefined;
      const decision =
        target instanceof vscode.Uri
          ? shown
          : await chooser.decision(typeof target === 'string' ? target : inFront());
      if (decision !== undefined) {
        await (shown === undefined ? act(decision) : leaving(shown, () => act(shown)));
      }
    };

  const chosen =
    (act: (decision: string) => Promise<void>): Handler =>
    async (target) => {
      const decision = await chooser.decision(target);
      if (decision !== undefined) {
        await act(decision);
      }
    };

  const next = new NextWaiting({
    waiting: () => chooser.waiting(),
    answer: (decision) => answers.answer(decision),
  });
  const all = async () => {
    const steps = new QuickSteps();
    await approveAll({ answers, chooser }, steps).finally(() => steps.dispose());
  };
  const deny = comingBack(give({ kind: 'deny' }));
  const answer = comingBack(chosen(answerAsked));
  const preview = chosen((decision) => answers.preview(decision));
  return {
    [commandIds.approve]: comingBack(give({ kind: 'approve' })),
    [commandIds.approveAll]: comingBack(all),
    [commandIds.approveAlways]: comingBack(withAsked((one) => answers.answer(one, { only: 'always' }))),
    [commandIds.deny]: deny,
    // The same in the words for what a row asks.
    [commandIds.skipQuestion]: deny,
    [commandIds.rejectPlan]: deny,
    [commandIds.denyWithReason]: comingBack(withAsked((one) => answers.answer(one, { only: 'reason' }))),
    [commandIds.escalate]: give({ kind: 'escalate' }),
    [commandIds.answer]: answer,
    [commandIds.read]: answer,
    [commandIds.preview]: preview,
    [commandIds.showDiff]: preview,
    [commandIds.approveReading]: giveShown({ kind: 'approve' }),
    [commandIds.approveRule]: giveShown({ kind: 'approve', always: true }),
    [commandIds.denyReading]: giveShown({ kind: 'deny' }),
    [commandIds.answerReading]: giveShown({ kind: 'approve' }),
    [commandIds.skipReading]: giveShown({ kind: 'deny' }),
    [commandIds.approveDraft]: giveShown({ kind: 'approve' }),
    // VS Code writes the key of a command below its button above a document, where there is no room for it.
    [commandIds.approveShown]: giveShown({ kind: 'approve' }),
    [commandIds.denyShown]: giveShown({ kind: 'deny' }),
    [commandIds.cancelDraft]: (target: unknown) => drafts.cancel(target),
    [commandIds.editAsk]: withAsked((decision) => answers.edit(decision)),
    [commandIds.nextWaiting]: () => next.open(),
  };
}
