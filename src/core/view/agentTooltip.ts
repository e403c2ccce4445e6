import type { Agent } from '../agent/agent.ts';
import { isStale } from '../agent/agent.ts';
import { clip } from '../text/clip.ts';
import { durationText } from '../text/durationText.ts';
import { markdownText } from '../text/foreignText.ts';
import type { Regard } from './agentWords.ts';
import { agentLabel, stateWords } from './agentWords.ts';
import type { Place } from './place.ts';
import { programName } from './programNames.ts';
import { isQuiet } from './rows/quiet.ts';

const messageLength = 300;

/** What a tooltip is made of besides its agent. */
interface TooltipParts extends Regard {
  readonly now: number;
  readonly place: Place | undefined;
  /** The conversation of a subagent: it runs in the same program and folder. */
  readonly root: Agent | undefined;
}

/** Everything known of an agent, as Markdown in which all that is foreign is only text. */
export function agentTooltip(agent: Agent, surroundings: TooltipParts): string {
  const { now, place, root } = surroundings;
  const { facts } = agent;
  const cwd = facts.cwd ?? root?.facts.cwd;
  const lines: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Program', programName(agent)],
    ['Model', facts.model],
    ['Context', contextText(agent)],
    ['Cost', facts.costUsd === undefined ? undefined : `≈ $${facts.costUsd.toFixed(2)} at list prices`],
    ['Branch', place?.branch && (place.worktree ? `${place.branch} (worktree)` : place.branch)],
    ['Folder', cwd],
    ['Process', facts.pid === undefined ? undefined : String(facts.pid)],
    ['Mode', facts.permissionMode],
  ];
  const known = lines.flatMap(([name, value]) => (value ? [`${name}: ${markdownText(value)}`] : []));
  const message = facts.lastMessage && `“${markdownText(clip(facts.lastMessage, messageLength))}”`;
  const silent =
    isStale(agent, now) || isQuiet(agent, now)
      ? `No activity for ${durationText(now - agent.lastActivityAt)}. It may be stuck.`
      : '';
  const head = `**${markdownText(agentLabel(agent))}**`;
  const words = markdownText(stateWords(agent, surroundings).join(' · '));
  // Two blanks at the end of a line break it.
  return [head, words, silent, message, known.join('  \n')].filter(Boolean).join('\n\n');
}

function contextText({ facts: { contextTokens: used, contextLimit: limit } }: Agent): string | undefined {
  return used === undefined || limit === undefined
    ? undefined
    : `${Math.round((100 * used) / limit)} % of ${Math.round(limit / 1000)}k`;
}
