import { triggerNamed } from '../hookfile/triggers.ts';
import type { HookRunEntry } from '../hookrun/hookRunEntry.ts';
import { clip } from '../text/clip.ts';
import { markdownText } from '../text/foreignText.ts';
import { agoText, outcomeWords, standingPhrases } from './hookWords.ts';
import type { ShownHook } from './shownHook.ts';

const shownRuns = 3;
const shownProblems = 5;
const longest = 300;

/** Everything known of a hook, as Markdown in which all that comes from its files is only text. */
export function hookTooltip(
  shown: ShownHook,
  { label, now }: { readonly label: string; readonly now: number },
): string {
  const { hook, standing, problems, limits, runs } = shown;
  const state = standingPhrases[standing];
  const facts = factsOf(shown).flatMap(([name, value]) =>
    value ? [`${name}: ${markdownText(clip(value, longest))}`] : [],
  );
  const last = runs
    .slice(-shownRuns)
    .reverse()
    .map((run) => markdownText(runText(run, now)));
  const wrong = problems
    .slice(0, shownProblems)
    .map(({ message, range }) => `Line ${range.start.line}: ${markdownText(clip(message, longest))}`);
  // Two blanks at the end of a line break it.
  return [
    `**${markdownText(label)}**${state ? ` ${state}` : ''}`,
    hook ? markdownText(clip(hook.description, longest)) : '',
    facts.join('  \n'),
    wrong.join('  \n'),
    limits.map(({ message }) => markdownText(message)).join('  \n'),
    last.join('  \n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function factsOf({
  hook,
  folder,
  replacedIn,
}: ShownHook): readonly (readonly [string, string | undefined])[] {
  const about = hook && triggerNamed(hook.trigger)?.about;
  return [
    ['When', hook && `${hook.trigger}${about ? `, ${about}` : ''}`],
    ['Tool', hook?.matcher.tool],
    ['Pattern', hook?.matcher.pattern],
    ['Timeout', hook && `${hook.timeoutMs / 1000} s`],
    ['Background', hook?.async ? "yes; it can't block" : undefined],
    ['Priority', hook && String(hook.priority)],
    ['Folder', folder],
    ['Not run in', replacedIn && replacedIn.length > 0 ? replacedIn.join(', ') : undefined],
  ];
}

function runText({ at, outcome, reason, ms }: HookRunEntry, now: number): string {
  const why = reason === undefined ? '' : `: ${clip(reason, longest)}`;
  return `${outcomeWords[outcome]} ${agoText(now - at)}, in ${ms} ms${why}`;
}
