import * as vscode from 'vscode';
import type { Agent } from '../../core/agent/agent.ts';
import type { Decision } from '../../core/decision/decision.ts';
import { decisionsOf } from '../../core/decision/decision.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { agentName } from '../../core/view/agentName.ts';
import { stateDetail, stateWord, stateWords } from '../../core/view/agentWords.ts';
import { offersOf } from '../../core/view/ask/offers.ts';
import { decisionSentence } from '../../core/view/decisionWords.ts';
import type { NotifyKind } from '../../core/view/notifyKinds.ts';
import { kindOfPrompt, notifyKindOf } from '../../core/view/notifyKinds.ts';
import { hasSeveralPrograms } from '../../core/view/rows/hasSeveralPrograms.ts';
import { runRowId } from '../../core/view/runRow.ts';
import { appealOf, isLeftToRun } from '../../core/view/supervision.ts';
import type { AgentStore } from '../agentStore.ts';
import { notifyLevels } from '../notifyLevels.ts';
import type { ProgramIcons } from '../programIcons.ts';
import type { WindowRuns } from '../runs/windowRuns.ts';
import type { WindowView } from '../windowView.ts';
import type { Answers } from './answers.ts';
import { QuickSteps } from './quickSteps.ts';

/** Stands for all permissions in a list of who needs the person. */
export const allOfThese = 'all';

/** What is needed to know who can be meant. */
export interface ChooserParts {
  readonly store: AgentStore;
  readonly shown: WindowView;
  readonly answers: Answers;
  /** Whether a request waits in this window: then it tells of it, whoever's folder that is. */
  readonly isHeld: (requestId: string | undefined) => boolean;
  readonly runs: WindowRuns;
  /** What an agent asks, in a sentence. */
  readonly sentence: (agent: Agent, decision: Decision) => string;
  readonly icons: ProgramIcons;
}

type IconOf = (agent: Agent) => Pick<vscode.QuickPickItem, 'iconPath'>;

/** Finds out whom a command is meant for: whoever it names, or whom the person picks. */
export class Chooser {
  readonly #parts: ChooserParts;

  constructor(parts: ChooserParts) {
    this.#parts = parts;
  }

  /** The id of a decision. One that is named is taken at its word, also when it is over: whoever answers says so. */
  async decision(target: unknown, steps?: QuickSteps): Promise<string | undefined> {
    if (typeof target === 'string') {
      return target;
    }
    const iconOf = this.#icons();
    const pending = this.#here().flatMap((agent) => this.#asks(agent, iconOf));
    if (pending.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No agent needs you.'));
      return undefined;
    }
    // Also where there is only one: nobody should answer what they have not read.
    return (await pickOne(pending, vscode.l10n.t('Which one?'), steps))?.id;
  }

  /**
   * Whoever needs the person, or is done: the id of a decision, of an agent that asks nothing, or of the row of a run.
   * For the message that tells of several.
   */
  async needy(steps: QuickSteps, kind: 'needy' | 'done'): Promise<string | undefined> {
    const levels = notifyLevels();
    const isTold = (one: NotifyKind | undefined) => one !== undefined && levels[one] === 'notify';
    const { told } = this.#parts.runs;
    const iconOf = this.#icons();
    const agents = this.#here().flatMap((agent) => {
      const decisions = decisionsOf(agent).filter(({ prompt }) => isTold(kindOfPrompt(prompt.kind)));
      const state = isLeftToRun(told, agent) ? undefined : notifyKindOf(agent);
      const isMeant =
        kind === 'done' ? state === 'idle' : ['failed', 'died'].includes(state ?? '') && isTold(state);
      const detail = toastText(stateWords(agent, { isDone: state === 'idle' }).join(' · '));
      return [
        ...(kind === 'needy'
          ? this.#asks(agent, iconOf).filter(({ id }) => decisions.some((one) => one.id === id))
          : []),
        ...(isMeant ? [{ label: agentName(agent), ...iconOf(agent), detail, id: agent.id }] : []),
      ];
    });
    const items = [...(kind === 'needy' ? this.#appeals() : []), ...agents];
    if (items.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No agent needs you anymore.'));
      return undefined;
    }
    const { t } = vscode.l10n;
    const all = {
      label: t('Approve All of These…'),
      detail: t('Shows each of them first'),
      id: allOfThese,
    };
    const hasSeveral = kind === 'needy' && this.permissions().length > 1;
    return (await pickOne([...items, ...(hasSeveral ? [all] : [])], t('Which one?'), steps))?.id;
  }

  /** The permissions that can be given from here, the longest waiting first. */
  permissions(): readonly Decision[] {
    return this.#here()
      .flatMap((agent) => decisionsOf(agent))
      .filter(({ prompt }) => prompt.kind === 'permission' && offersOf(prompt).has('approve'))
      .toSorted((a, b) => a.openedAt - b.openedAt);
  }

  /** An agent; the row of a run or a step means the one it is about. */
  async agent(target: unknown): Promise<Agent | undefined> {
    if (typeof target === 'string') {
      return this.#parts.answers.agent(this.#parts.runs.agentOf(target) ?? target);
    }
    const iconOf = this.#icons();
    const items = this.#here().map((agent) => ({
      label: agentName(agent),
      ...iconOf(agent),
      description: toastText([stateWord(agent.state), stateDetail(agent.state)].filter(Boolean).join(' · ')),
      agent,
    }));
    if (items.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No agent is running.'));
      return undefined;
    }
    return (await pickOne(items, vscode.l10n.t('Which agent?')))?.agent;
  }

  /** Everything that waits for the person, the longest waiting first. */
  waiting(): readonly { readonly id: string; readonly isRun: boolean }[] {
    const decisions = this.#here().flatMap((agent) => decisionsOf(agent));
    return [
      ...this.#appeals().map(({ id }) => ({ id, isRun: true })),
      ...decisions.toSorted((a, b) => a.openedAt - b.openedAt).map(({ id }) => ({ id, isRun: false })),
    ];
  }

  /** What an agent asks, to be picked. */
  #asks(agent: Agent, iconOf: IconOf) {
    return decisionsOf(agent).map((decision) => ({
      label: agentName(agent),
      ...iconOf(agent),
      sentence: this.#parts.sentence(agent, decision),
      id: decision.id,
    }));
  }

  /** The icons that a list shows: of the program of an agent, where there are agents of several. */
  #icons(): IconOf {
    const { icons } = this.#parts;
    const areSeveral = hasSeveralPrograms(this.#here());
    return ({ program }) => {
      const icon = areSeveral ? icons.of(program) : undefined;
      return icon ? { iconPath: icon } : {};
    };
  }

  /** The agents that this window shows or answers for. */
  #here(): readonly Agent[] {
    const { shown, store, isHeld } = this.#parts;
    const { agents } = shown.state;
    return [...store.state.agents.values()].filter(
      (agent) => agents.has(agent.id) || agent.prompts.some(({ requestId }) => isHeld(requestId)),
    );
  }

  /** The runs that need the person. */
  #appeals() {
    return [...this.#parts.runs.told.values()].flatMap((run) => {
      const decision = appealOf(run);
      return decision
        ? [
            {
              label: toastText(run.name, 60),
              sentence: decisionSentence(run, decision),
              id: runRowId(run.id),
            },
          ]
        : [];
    });
  }
}

/** Lets the person pick one. The list stays for the next of `steps`, where there is one; else it goes. */
async function pickOne<Item extends vscode.QuickPickItem & { readonly sentence?: string }>(
  items: readonly Item[],
  title: string,
  steps?: QuickSteps,
): Promise<Item | undefined> {
  const own = steps ?? new QuickSteps();
  // Whoever picks one may have answered it by that: the title says what it asks, and has more room than a line.
  const describe = ({ sentence }: Item) => sentence ?? title;
  const placeholder = vscode.l10n.t('Type to find an agent');
  const picked = await own.pick(items, { title, describe, placeholder, answers: true });
  if (!steps) {
    own.dispose();
  }
  return typeof picked === 'string' ? undefined : picked?.[0];
}
