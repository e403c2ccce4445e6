import type { Agent } from '../../agent/agent.ts';
import type { Prompt } from '../../agent/state.ts';
import { durationText } from '../../text/durationText.ts';
import { markdownText, rowText } from '../../text/foreignText.ts';
import { agentLabel } from '../agentWords.ts';
import { isChange } from '../askPreview.ts';
import { programName } from '../programNames.ts';
import type { RowBase } from '../rowBase.ts';
import { askLine } from './askLine.ts';
import { askTooltip } from './askTooltip.ts';
import { offersOf, opensHere } from './offers.ts';
import { countdown, isThere, placeWords, thenThere } from './timeLeft.ts';

/** The row below a waiting agent that says what it asks, and has the buttons that answer it. */
export interface AskRow extends RowBase {
  readonly kind: 'ask';
  readonly parent: string;
  /** The prompt, which is also the decision that its buttons are about. */
  readonly prompt: string;
  /** It may be approved at a click: all of it can be read. */
  readonly isShort: boolean;
  readonly click: 'answer' | 'terminal';
  readonly agent: Agent['id'];
  readonly children: readonly [];
}

const prefix = 'ask:';

/** The id of the row of a prompt. */
export function askRowId(prompt: string): string {
  return `${prefix}${prompt}`;
}

/** The prompt that the id of an ask row names. */
export function parseAskRowId(id: string): string | undefined {
  return id.startsWith(prefix) ? id.slice(prefix.length) : undefined;
}

/** What the rows of asks are made from besides their agent. */
interface AskSurroundings {
  readonly parent: string;
  /** The folder that files are named from. */
  readonly root: string | undefined;
  readonly now: number;
  /** The permissions of its program could be answered here, if the person switched that on. */
  readonly isSwitchedOff: boolean;
}

/** The rows of what an agent asks, the longest waiting first. */
export function askRows(
  agent: Agent,
  { parent, root, now, isSwitchedOff }: AskSurroundings,
): readonly AskRow[] {
  return agent.prompts
    .toSorted((a, b) => a.at - b.at)
    .map((prompt, index) => {
      const { text, isShort } = askLine(prompt, root);
      // The time of the first is in the row of its agent.
      const waited = index === 0 ? '' : durationText(now - prompt.at);
      const left = countdown(prompt, now);
      const words = placeWords(prompt, now);
      const isOff = isSwitchedOff && prompt.kind === 'permission' && isThere(prompt);
      return {
        kind: 'ask',
        id: askRowId(prompt.id),
        parent,
        agent: agent.id,
        prompt: prompt.id,
        isShort,
        label: [left, rowText(text)].filter(Boolean).join(' · '),
        description: [left ? thenThere : words, waited].filter(Boolean).join(' · '),
        tooltip: [askTooltip(prompt, root), isThere(prompt) ? thereWords(agent, isOff) : '']
          .filter(Boolean)
          .join('\n\n'),
        accessibleLabel: [
          `${rowText(agentLabel(agent))} asks: ${rowText(text)}`,
          ...[words, waited].filter(Boolean),
        ].join(', '),
        // The text begins where the title above it does. A narrow row has no room for more of what the terminal takes.
        icon: { id: isThere(prompt) ? 'terminal' : 'blank' },
        context: [...contextWords(prompt, isShort), isOff ? 'off' : ''].filter(Boolean).join(' '),
        click: opensHere(prompt) ? 'answer' : 'terminal',
        children: [],
      };
    });
}

/** That only the terminal takes an answer and, where that can be switched, how to. */
function thereWords(agent: Agent, isOff: boolean): string {
  const how = `To answer ${markdownText(programName(agent))} here from now on, right-click and choose *Switch Answers in VS Code On or Off…*`;
  return ['Answer in the terminal.', isOff ? how : ''].filter(Boolean).join(' ');
}

/** What menus call the kind of a prompt. */
export const kindWords: Readonly<Record<Prompt['kind'], string>> = {
  permission: 'permission',
  question: 'question',
  plan_approval: 'plan',
  other: 'other',
};

/** What menus call that a prompt can be answered, and what can be said to it. */
export function offerWords(prompt: Prompt | undefined): readonly string[] {
  const offers = offersOf(prompt);
  return [...(offers.size > 0 ? ['held'] : []), ...(opensHere(prompt) ? ['opens'] : []), ...offers];
}

/** The words menus ask for. */
function contextWords(prompt: Prompt, isShort: boolean): readonly string[] {
  const isPermission = prompt.kind === 'permission';
  return [
    'ask',
    kindWords[prompt.kind],
    ...offerWords(prompt),
    isPermission && isShort ? 'short' : '',
    isPermission && isChange(prompt) ? 'change' : '',
  ].filter(Boolean);
}
