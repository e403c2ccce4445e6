import * as vscode from 'vscode';
import type { Agent } from '../core/agent/agent.ts';
import type { Decision } from '../core/decision/decision.ts';
import { decisionsOf } from '../core/decision/decision.ts';
import { agentName } from '../core/view/agentName.ts';
import { stateDetail, stateWord, stateWords } from '../core/view/agentWords.ts';
import { toastText } from '../core/view/foreignText.ts';
import type { NotifyKind } from '../core/view/notifyKinds.ts';
import { kindOfPrompt, notifyKindOf } from '../core/view/notifyKinds.ts';
import type { AgentStore } from './agentStore.ts';
import type { Answers } from './answers.ts';
import { notifyLevels } from './notifier.ts';
import { QuickSteps } from './quickSteps.ts';
import type { WindowView } from './windowView.ts';

/** What whoever is meant is found by. */
export interface ChooserParts {
  readonly store: AgentStore;
  readonly shown: WindowView;
  readonly answers: Answers;
  /** What an agent asks, in a sentence. */
  readonly sentence: (agent: Agent, decision: Decision) => string;
}

/** Finds out whom a command is meant for: whoever it names, or whom the person picks. */
export class Chooser {
  readonly #store: AgentStore;
  readonly #shown: WindowView;
  readonly #answers: Answers;
  readonly #sentence: (agent: Agent, decision: Decision) => string;

  constructor({ store, shown, answers, sentence }: ChooserParts) {
    this.#store = store;
    this.#shown = shown;
    this.#answers = answers;
    this.#sentence = sentence;
  }

  /** The id of a decision. One that is named is taken at its word, also when it is over: whoever answers says so. */
  async decision(target: unknown, steps?: QuickSteps): Promise<string | undefined> {
    if (typeof target === 'string') {
      return target;
    }
    const pending = [...this.#store.state.agents.values()].flatMap((agent) =>
      decisionsOf(agent).map((decision) => ({
        label: agentName(agent),
        detail: this.#sentence(agent, decision),
        id: decision.id,
      })),
    );
    if (pending.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No agent needs you.'));
      return undefined;
    }
    // Also where there is only one: nobody should answer what they have not read.
    return (await pickOne(pending, vscode.l10n.t('Which one?'), steps))?.id;
  }

  /**
   * Whoever needs the person, or is done: the id of a decision, or of an agent that asks nothing. For the message that
   * tells of several.
   */
  async needy(steps: QuickSteps, kind: 'needy' | 'done'): Promise<string | undefined> {
    const levels = notifyLevels();
    const isTold = (one: NotifyKind | undefined) => one !== undefined && levels[one] === 'notify';
    const items = [...this.#shown.state.agents.values()].flatMap((agent) => {
      const decisions = decisionsOf(agent).filter(({ prompt }) => isTold(kindOfPrompt(prompt.kind)));
      const detail = toastText(stateWords(agent).join(' · '));
      const isMeant =
        kind === 'done'
          ? notifyKindOf(agent) === 'idle'
          : ['failed', 'died'].includes(notifyKindOf(agent) ?? '') && isTold(notifyKindOf(agent));
      return [
        ...(kind === 'needy'
          ? decisions.map((decision) => ({
              label: agentName(agent),
              detail: this.#sentence(agent, decision),
              id: decision.id,
            }))
          : []),
        ...(isMeant ? [{ label: agentName(agent), detail, id: agent.id }] : []),
      ];
    });
    if (items.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No agent needs you any more.'));
      return undefined;
    }
    return (await pickOne(items, vscode.l10n.t('Which one?'), steps))?.id;
  }

  /** An agent. */
  async agent(target: unknown): Promise<Agent | undefined> {
    if (typeof target === 'string') {
      return this.#answers.agent(target);
    }
    const items = [...this.#store.state.agents.values()].map((agent) => ({
      label: agentName(agent),
      description: toastText([stateWord(agent.state), stateDetail(agent.state)].filter(Boolean).join(' · ')),
      agent,
    }));
    if (items.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No agent is running.'));
      return undefined;
    }
    return (await pickOne(items, vscode.l10n.t('Which agent?')))?.agent;
  }
}

/** Lets the person pick one. The list stays for the next of `steps`, where there is one; else it goes. */
async function pickOne<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  placeholder: string,
  steps?: QuickSteps,
): Promise<Item | undefined> {
  const own = steps ?? new QuickSteps();
  const picked = await own.pick(items, { placeholder });
  if (!steps) {
    own.dispose();
  }
  return picked === 'back' ? undefined : picked?.[0];
}
