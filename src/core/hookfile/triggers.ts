import { nearestWord } from '../yaml/nearestWord.ts';

/** One moment in the life of an agent at which hooks run. */
export interface HookTrigger {
  /** Its name, the only one that Beckon shows. */
  readonly id: TriggerId;
  /** The name that later texts of the format have for it. Files may use it; nothing shows it. */
  readonly alias?: string;
  /** When it happens, in a few words. */
  readonly about: string;
  /** Matchers count: it is about one use of a tool. */
  readonly isTool: boolean;
  /** Blocking keeps something from happening; elsewhere it is only told. */
  readonly canBlock: boolean;
  /** Blocking comes too late, but the agent is told the reason. */
  readonly tellsReason: boolean;
  /** What a hook can do by blocking it, in a few words. */
  readonly blocking: string;
}

/** The name of a trigger. Two moments have none in the first text of the format, so theirs are of the later kind. */
export type TriggerId =
  | 'session_start'
  | 'session_end'
  | 'before_agent'
  | 'after_agent'
  | 'before_stop'
  | 'post-agent-turn-stop'
  | 'before_tool'
  | 'after_tool'
  | 'after_tool_failure'
  | 'subagent_start'
  | 'subagent_stop'
  | 'pre_compact'
  | 'post-context-compact';

const trigger = (
  id: TriggerId,
  alias: string | undefined,
  about: string,
  said: Partial<HookTrigger> & Pick<HookTrigger, 'blocking'>,
): HookTrigger => ({
  id,
  ...(alias === undefined ? {} : { alias }),
  about,
  ...{ isTool: false, canBlock: false, tellsReason: false },
  ...said,
});

const nothing = 'too late, so the reason is only shown';

/** All triggers, in the order of an agent's life. */
export const triggers: readonly HookTrigger[] = [
  trigger('session_start', 'pre-session', 'a session starts', { blocking: 'only shows the reason' }),
  trigger('session_end', 'post-session', 'a session ends', { blocking: nothing }),
  trigger('before_agent', 'pre-agent-turn', 'the agent is about to work on your prompt', {
    canBlock: true,
    blocking: 'keeps the prompt from the agent',
  }),
  trigger('after_agent', 'post-agent-turn', 'the agent is done with your prompt', {
    blocking: nothing,
  }),
  trigger('before_stop', 'pre-agent-turn-stop', 'the agent is about to stop', {
    canBlock: true,
    blocking: 'makes the agent continue, with the reason: a quality gate',
  }),
  trigger('post-agent-turn-stop', undefined, 'the agent stopped', { blocking: nothing }),
  trigger('before_tool', 'pre-tool-call', 'a tool is about to run', {
    isTool: true,
    canBlock: true,
    blocking: 'keeps the tool from running, with the reason for the agent',
  }),
  trigger('after_tool', 'post-tool-call', 'a tool has run', {
    isTool: true,
    tellsReason: true,
    blocking: 'tells the agent the reason; the tool has run',
  }),
  trigger('after_tool_failure', 'post-tool-call-failure', 'a tool has failed', {
    isTool: true,
    blocking: 'only shows the reason; the tool has failed',
  }),
  trigger('subagent_start', 'pre-subagent', 'a subagent starts', { blocking: 'only shows the reason' }),
  trigger('subagent_stop', 'post-subagent', 'a subagent is about to stop', {
    canBlock: true,
    blocking: 'makes the subagent continue, with the reason',
  }),
  trigger('pre_compact', 'pre-context-compact', 'the context is about to be compacted', {
    canBlock: true,
    blocking: 'keeps the context as it is',
  }),
  trigger('post-context-compact', undefined, 'the context was compacted', { blocking: nothing }),
];

/** Every name that a file may use, each alias behind its name. */
export const triggerNames: readonly string[] = triggers.flatMap(({ id, alias }) =>
  alias === undefined ? [id] : [id, alias],
);

/** The trigger of a name or an alias. */
export function triggerNamed(name: string): HookTrigger | undefined {
  return triggers.find(({ id, alias }) => id === name || alias === name);
}

/** What people write who come from another program, or mix names and aliases; without hyphens, underscores and capitals. */
const otherNames: ReadonlyMap<string, TriggerId> = new Map([
  ['pretooluse', 'before_tool'],
  ['pretool', 'before_tool'],
  ['posttooluse', 'after_tool'],
  ['posttool', 'after_tool'],
  ['posttoolusefailure', 'after_tool_failure'],
  ['userpromptsubmit', 'before_agent'],
  ['preagent', 'before_agent'],
  ['postagent', 'after_agent'],
  ['stop', 'before_stop'],
  ['prestop', 'before_stop'],
  ['preagentstop', 'before_stop'],
  ['afterstop', 'post-agent-turn-stop'],
  ['poststop', 'post-agent-turn-stop'],
  ['postagentstop', 'post-agent-turn-stop'],
  ['sessionstop', 'session_end'],
  ['beforecompact', 'pre_compact'],
  ['aftercompact', 'post-context-compact'],
  ['postcompact', 'post-context-compact'],
]);

/** Farther off than this, a name of a trigger may mean another one: most of them have words in common. */
const mostOff = 2;

/** The name of a trigger that somebody most likely meant by a word that is none. */
export function triggerMeant(word: string): string | undefined {
  const other = otherNames.get(word.trim().toLowerCase().replace(/[_-]+/gu, ''));
  return other ?? triggerNamed(nearestWord(word, triggerNames, mostOff) ?? '')?.id;
}
