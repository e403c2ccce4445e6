import * as vscode from 'vscode';
import type { Agent } from '../../core/agent/agent.ts';
import { isEscalated } from '../../core/agent/agent.ts';
import { hasEnded } from '../../core/agent/state.ts';
import type { Answer } from '../../core/decision/answer.ts';
import type { Decision } from '../../core/decision/decision.ts';
import { decisionsOf, shownDecision } from '../../core/decision/decision.ts';
import { decisionsNamed } from '../../core/roster/decisionsNamed.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { agentName } from '../../core/view/agentName.ts';
import { parseAskRowId } from '../../core/view/ask/askRow.ts';
import { offersOf, opensHere } from '../../core/view/ask/offers.ts';
import { isReadable } from '../../core/view/ask/titleText.ts';
import type { Decided } from '../../node/hub/decisions.ts';
import type { AgentStore } from '../agentStore.ts';
import type { Terminals } from '../terminals.ts';
import type { AskDocuments } from './askDocuments.ts';
import { askPermission, askReason } from './askPermission.ts';
import { askQuestions, fitsList } from './askQuestions.ts';
import { askPlan } from './planPanel.ts';
import { QuickSteps } from './quickSteps.ts';
import { standsAfter } from './standsAfter.ts';
import { StillAsked } from './stillAsked.ts';
import { isTooSoon } from './tooSoon.ts';

/** What is needed to answer. */
export interface AnswerParts {
  readonly store: AgentStore;
  readonly hub: { decideAnywhere(target: string, answer: Answer): Promise<Decided> };
  readonly terminals: Terminals;
  readonly documents: AskDocuments;
  /** What an agent asks, in a sentence. */
  readonly sentence: (agent: Agent, decision: Decision) => string;
}

/** How a question is put to the person. */
interface AnswerWay {
  /** Where they came from, which goes when the question is there. */
  readonly before?: QuickSteps;
  /** Only whether to approve for always, and what that changes; only why it is denied; or questions that were read. */
  readonly only?: 'always' | 'reason' | 'list';
}

/** How a person is asked, and until when. */
interface Asking {
  readonly over: vscode.CancellationToken;
  readonly steps: QuickSteps;
  readonly only: AnswerWay['only'];
}

const rememberedAnswers = 500;
/** How long the word of another window may take. */
const wordMs = 1500;

/** Gives a person's answers to agents. Every answer is somebody's click; nothing here decides by itself. */
export class Answers {
  readonly #parts: AnswerParts;
  #asking: { readonly decision: string; readonly shownAt: number } | undefined;
  /** What was answered from here: whoever still reads it need not be told. */
  readonly #given = new Set<string>();
  #givenAt = Number.NEGATIVE_INFINITY;

  constructor(parts: AnswerParts) {
    this.#parts = parts;
  }

  /** The decision that its own id, its row, or its agent names; of an agent the most specific one. */
  decision(target: string): Decision | undefined {
    const { state } = this.#parts.store;
    const agent = state.agents.get(target);
    return agent ? shownDecision(agent) : decisionsNamed(state, parseAskRowId(target) ?? target)[0];
  }

  /** The agent that its own id, or what it asks, names. */
  agent(target: string): Agent | undefined {
    const { agents } = this.#parts.store.state;
    const named = agents.get(target) ?? agents.get(this.decision(target)?.agent ?? '');
    // What was left to the terminal has a row, and no decision any more.
    const prompt = parseAskRowId(target);
    return named ?? [...agents.values()].find(({ prompts }) => prompts.some(({ id }) => id === prompt));
  }

  /** Whether it was answered from here. */
  wasGiven(decision: string): boolean {
    return this.#given.has(decision);
  }

  /** What the person is being asked right now. */
  get asking(): string | undefined {
    return this.#asking?.decision;
  }

  /** Whether nobody can have read yet what the person is being asked. */
  get isAskingTooSoon(): boolean {
    return this.#asking !== undefined && isTooSoon(this.#asking.shownAt);
  }

  /** Whether all that is asked fits into the sentence that stands for it. */
  isReadable(target: string): boolean {
    const { prompt } = this.decision(target) ?? {};
    return prompt !== undefined && isReadable(prompt);
  }

  /** The conversation of an agent, with all its subagents. */
  family({ id, parent = id }: Agent): readonly Agent[] {
    return [...this.#parts.store.state.family(parent).agents.values()];
  }

  /** Gives an answer; where it cannot be given from here, the agent's terminal is shown. */
  async give(target: string, answer: Answer): Promise<void> {
    const agent = this.agent(target);
    const decision = this.decision(target);
    if (!decision) {
      this.#late(target, agent);
      return;
    }
    const isAsEdited = answer.kind === 'approve' && answer.edited !== undefined;
    if (agent && !isAsEdited && this.#parts.documents.isEdited(decision.id)) {
      // What was written there would be lost.
      await this.#parts.documents.edit(agent, decision);
      const text = vscode.l10n.t('You are editing this. Approve it as edited, or cancel.');
      void vscode.window.showInformationMessage(text);
      return;
    }
    if (this.#given.size >= rememberedAnswers) {
      this.#given.clear();
    }
    this.#given.add(decision.id);
    this.#givenAt = performance.now();
    const { status, reason } = await this.#parts.hub.decideAnywhere(decision.id, answer);
    if (status === 200) {
      await (answer.kind === 'escalate' && agent ? this.#parts.terminals.goTo(agent) : undefined);
      return;
    }
    this.#given.delete(decision.id);
    // Whoever was faster may be a window whose word is still on its way.
    const stands = () => this.decision(decision.id) !== undefined;
    if (!(await standsAfter(wordMs, this.#parts.store.onDidChange, stands)) || status === 404) {
      this.#late(decision.id, agent);
    } else if (agent && !decision.prompt.requestId) {
      await this.#toTerminal(agent);
    } else if (agent) {
      const why = toastText(reason);
      const text = vscode.l10n.t('"{0}" couldn\'t be answered from here: {1}', agentName(agent), why);
      const go = vscode.l10n.t('Go to Terminal');
      if ((await vscode.window.showWarningMessage(text, go)) === go) {
        await this.#parts.terminals.goTo(agent);
      }
    }
  }

  /** Lets the person read what is asked, and answer it. Only ever called for a click. */
  async answer(target: string, { before, only }: AnswerWay = {}): Promise<void> {
    const agent = this.agent(target);
    // What the row shows may be left to the terminal already, while another of its questions waits.
    const decision = this.decision(target) ?? decisionsOf(agent)[0];
    if (!decision || !agent) {
      this.#late(target, agent);
      return;
    }
    const stillAsked = new StillAsked(this.#parts.store.onDidChange, () => !!this.decision(decision.id));
    const steps = new QuickSteps(stillAsked.token);
    // A plan has a page, which may be behind others: only a list is surely what the person looks at.
    const asking =
      decision.prompt.kind === 'plan_approval'
        ? undefined
        : { decision: decision.id, shownAt: performance.now() };
    this.#asking = asking;
    try {
      const answering = this.#ask(agent, decision, { over: stillAsked.token, steps, only });
      // Where the person came from goes when the next is there.
      before?.dispose();
      const answer = await answering;
      if (stillAsked.isOver && !this.#given.has(decision.id)) {
        this.#late(decision.id, agent);
      } else if (answer && !stillAsked.isOver) {
        await this.give(decision.id, answer);
      }
    } finally {
      steps.dispose();
      stillAsked.dispose();
      // The same may have been opened once more, and the list of that be the one in front by now.
      if (this.#asking === asking) {
        this.#asking = undefined;
      }
    }
  }

  /** Opens what is asked, to read in full and with buttons to answer it, and what there is to know `besides`. */
  async preview(target: string, besides?: string): Promise<void> {
    const agent = this.agent(target);
    const decision = this.decision(target);
    if (!decision || !agent) {
      this.#late(target, agent);
    } else if (!(await this.#parts.documents.read(agent, decision, besides))) {
      await this.answer(target);
    }
  }

  /** Opens what can be edited of an ask, to approve it as edited. */
  async edit(target: string): Promise<void> {
    const agent = this.agent(target);
    const decision = this.decision(target);
    if (decision && agent) {
      await this.#parts.documents.edit(agent, decision);
    } else {
      this.#late(target, agent);
    }
  }

  /** Takes away the documents of what is not asked any more. Whoever was editing one is told why. */
  closeOver(): void {
    const { documents, store } = this.#parts;
    // Its time may have been over before the answer came.
    const wasTaken = (one: string) => this.wasGiven(one) && store.closed(one)?.outcome !== 'escalated';
    for (const { decision, isLeft } of documents.closeOver((one) => !this.decision(one), wasTaken)) {
      if (isLeft || !this.wasGiven(decision)) {
        this.#late(decision, this.agent(decision), isLeft);
      }
    }
  }

  async #ask(agent: Agent, decision: Decision, { over, steps, only }: Asking): Promise<Answer | undefined> {
    const { prompt } = decision;
    if (!opensHere(prompt)) {
      await this.#toTerminal(agent);
      return undefined;
    }
    const sentence = this.#parts.sentence(agent, decision);
    const read = () => this.#parts.documents.read(agent, decision);
    if (only === 'reason') {
      return await askReason(sentence, steps);
    }
    const isListed = only === 'list' || prompt.questions?.every(fitsList);
    if (prompt.kind === 'question' && prompt.questions && isListed) {
      const root = agent.parent === undefined ? undefined : this.agent(agent.parent);
      const who = [...(root ? [root] : []), agent].map(agentName).join(' › ');
      return await askQuestions(prompt.questions, { who, steps, read });
    }
    if (prompt.kind === 'plan_approval' && prompt.plan !== undefined) {
      const title = vscode.l10n.t('Plan: {0}', agentName(agent));
      const offers = offersOf(prompt);
      return await askPlan({ id: decision.id, plan: prompt.plan, title, who: sentence, offers }, over);
    }
    if (prompt.kind === 'question' || !this.isReadable(decision.id)) {
      // A title has no room for it: it is read, and answered, in a document of its own.
      await read();
      return undefined;
    }
    return await askPermission(prompt, {
      who: sentence,
      steps,
      always: only === 'always',
      preview: read,
    });
  }

  async #toTerminal(agent: Agent): Promise<void> {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('"{0}" can only be answered in its terminal.', agentName(agent)),
    );
    await this.#parts.terminals.goTo(agent);
  }

  /** Says what became of a decision that is over, and what was written there. Nobody waits for the message to go. */
  #late(target: string, known: Agent | undefined, isLeft = false): void {
    const { t } = vscode.l10n;
    const { agents } = this.#parts.store.state;
    // The second of two clicks need not be told what the first has done.
    if (isTooSoon(this.#givenAt) && !isLeft) {
      return;
    }
    const closed = this.#parts.store.closed(parseAskRowId(target) ?? target);
    // As it is now: whoever was asked about may have ended meanwhile.
    const agent = agents.get(known?.id ?? closed?.agent ?? '');
    const named = agent ?? known;
    const name = named ? `"${agentName(named)}"` : t('The agent');
    const withRest = (text: string) => (isLeft ? t('{0} Your text is still open.', text) : text);
    if (agent && isEscalated(agent)) {
      void this.#offerTerminal(agent, withRest(t('{0} is waiting for an answer in its terminal.', name)));
      return;
    }
    const isAnswered = closed !== undefined && ['approved', 'denied', 'answered'].includes(closed.outcome);
    const text = isAnswered
      ? t('{0} was already answered.', name)
      : !agent || hasEnded(agent.state)
        ? t('{0} has exited. There is nothing left to answer.', name)
        : t('{0} was already answered in the terminal.', name);
    void vscode.window.showInformationMessage(withRest(text));
  }

  async #offerTerminal(agent: Agent, text: string): Promise<void> {
    const go = vscode.l10n.t('Go to Terminal');
    if ((await vscode.window.showInformationMessage(text, go)) === go) {
      await this.#parts.terminals.goTo(agent);
    }
  }
}
