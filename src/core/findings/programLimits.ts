import type { ScriptFacts } from '../hookfile/scriptFacts.ts';
import type { HookTrigger, TriggerId } from '../hookfile/triggers.ts';
import { triggerNamed } from '../hookfile/triggers.ts';
import type { MomentPowers, ProgramPowers } from '../hookrun/programPowers.ts';
import type { Standing } from '../hookrun/standing.ts';
import { listWords } from '../text/listWords.ts';
import { triesToBlock } from './triesToBlock.ts';
import { withoutComments } from './withoutComments.ts';

/** Something that some agent programs cannot do with a hook, though it is there for that. */
export interface HookLimit {
  /** Run it at all, or heed a part of what it says. */
  readonly cannot: 'run' | 'block' | 'ask' | 'approve' | 'modified_input' | 'additional_context';
  readonly programs: readonly Pick<ProgramPowers, 'id' | 'name'>[];
  /** One sentence. */
  readonly message: string;
}

/** A hook, as far as limits are about it. */
export interface LimitedHook {
  readonly trigger: TriggerId;
  readonly async: boolean;
  /** Its script, where it has one. */
  readonly script?: ScriptFacts | undefined;
  /** Missing where the hook is in no place where hooks are found. */
  readonly standing?: Standing | undefined;
}

/** Whatever becomes of it, no agent hears of a hook that a person switched off, or that cannot be run. */
const still: ReadonlySet<Standing> = new Set(['denied', 'disabled', 'replaced', 'invalid']);

/**
 * What some programs cannot do with a hook. Only what the hook is there for counts: that it blocks where a moment can be
 * blocked, and else what its script seems to say.
 */
export function programLimits(hook: LimitedHook, programs: readonly ProgramPowers[]): readonly HookLimit[] {
  const trigger = triggerNamed(hook.trigger);
  return !trigger || (hook.standing && still.has(hook.standing))
    ? []
    : limits
        .filter(({ matters }) => matters(trigger, hook))
        .flatMap((limit) => limitOf(limit, trigger, programs));
}

interface Limit extends Pick<HookLimit, 'cannot'> {
  /** Whether a hook is there for it. */
  readonly matters: (trigger: HookTrigger, hook: LimitedHook) => boolean;
  /** Whether a program that runs the hook can do it. */
  readonly can?: (powers: MomentPowers) => boolean;
  /** What follows the names of the programs; `they` is one or several of them. */
  readonly words: (trigger: HookTrigger, they: Subject) => string;
}

/** One program or several, in the words of a sentence. */
type Subject = (one: string, several: string) => string;

const limits: readonly Limit[] = [
  {
    cannot: 'run',
    matters: () => true,
    words: ({ about }, they) =>
      `can't run this hook: ${they("it doesn't", "they don't")} report when ${about}.`,
  },
  {
    cannot: 'block',
    matters: ({ canBlock }, { async }) => canBlock && !async,
    can: ({ no }) => no,
    words: ({ id }, they) =>
      `can't be blocked at '${id}': ${they('it runs', 'they run')} this hook, and ${they('goes', 'go')} on whatever it says.`,
  },
  {
    cannot: 'block',
    matters: ({ tellsReason }, { async, script }) =>
      tellsReason && !async && script !== undefined && triesToBlock(script) !== undefined,
    can: ({ no }) => no,
    words: (_, they) =>
      `can't pass on why this hook blocks: ${they('its agent never sees', 'their agents never see')} the reason.`,
  },
  {
    cannot: 'ask',
    matters: ({ id }, hook) => id === 'before_tool' && says(hook, asking),
    can: ({ question }) => question !== 'denied',
    words: (_, they) => `can't let a hook ask you: ${they('it treats', 'they treat')} 'ask' as 'deny'.`,
  },
  {
    cannot: 'ask',
    matters: ({ id }, hook) => id === 'before_tool' && says(hook, asking),
    can: ({ question }) => question !== 'ignored',
    words: (_, they) => `can't let a hook ask you: ${they('it ignores', 'they ignore')} 'ask'.`,
  },
  {
    cannot: 'approve',
    matters: ({ id }, { async, standing }) => id === 'before_tool' && !async && standing === 'approves',
    can: ({ yes }) => yes,
    words: (_, they) => `can't auto-approve: ${they('it asks', 'they ask')} you even if this hook allows it.`,
  },
  {
    cannot: 'modified_input',
    matters: ({ id }, hook) => id === 'before_tool' && says(hook, /\bmodified_input\b/u),
    can: ({ input }) => input,
    words: (_, they) =>
      `can't change what a tool is given: ${they('it ignores', 'they ignore')} 'modified_input'.`,
  },
  {
    cannot: 'additional_context',
    matters: (_, hook) => says(hook, /\badditional_context\b/u),
    can: ({ context }) => context,
    words: ({ id }, they) =>
      `can't pass text to the model at '${id}': ${they('it ignores', 'they ignore')} 'additional_context'.`,
  },
];

const asking = /decision\\?["']?\s*[:=]\s*\\?["']?ask\b/u;

/** Whether the agent waits for what a hook says, and its script has something in it; comments do not count. */
function says({ async, script }: LimitedHook, what: RegExp): boolean {
  return !async && script !== undefined && script.kind !== 'binary' && what.test(withoutComments(script));
}

function limitOf(
  { cannot, can, words }: Limit,
  trigger: HookTrigger,
  programs: readonly ProgramPowers[],
): readonly HookLimit[] {
  const lacking = programs.filter(({ at }) => {
    const powers = at[trigger.id];
    return can ? powers !== undefined && !can(powers) : powers === undefined;
  });
  const they: Subject = (one, several) => (lacking.length === 1 ? one : several);
  const message = `${listWords(lacking.map(({ name }) => name))} ${words(trigger, they)}`;
  const named = lacking.map(({ id, name }) => ({ id, name }));
  return named.length === 0 ? [] : [{ cannot, programs: named, message }];
}
