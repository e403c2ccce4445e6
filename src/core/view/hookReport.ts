import type { Hook } from '../hookfile/hook.ts';
import type { HookRunEntry } from '../hookrun/hookRunEntry.ts';
import type { SampleEvent } from '../hookrun/sampleEvent.ts';
import { sampleSession } from '../hookrun/sampleEvent.ts';
import type { HookOutcome, ScriptEnd } from '../hookrun/scriptEnd.ts';
import { heeded } from '../hookrun/scriptEnd.ts';
import { clip } from '../text/clip.ts';
import { honestText, plainText } from '../text/plainText.ts';
import { outcomeWords } from './hookWords.ts';

/** Says when something was, in the person's own time. */
export type TimeText = (at: number) => string;

/** More than anybody reads. */
const longest = 20_000;

/** What came of trying a hook. */
export interface SampleRun {
  /** What the end of its script means. */
  readonly outcome: HookOutcome;
  /** Its `allow` counts. */
  readonly mayApprove: boolean;
  readonly end: ScriptEnd;
  readonly input: string;
}

/** What came of trying a hook, to read. */
export function sampleReport(
  hook: Hook,
  { event, match }: SampleEvent,
  { outcome, mayApprove, end, input }: SampleRun,
): string {
  const { outcome: came, note } = heeded(outcome, { mayApprove, isAsync: hook.async });
  const { reason, modifiedInput, additionalContext } = outcome;
  const log = [outcome.log, note].filter(Boolean).join('; ');
  return [
    `${hook.name}: ${outcomeWords[came]}${reason === undefined ? '' : `: ${plainText(reason)}`}`,
    '',
    `Event     ${hook.trigger} (sample)`,
    ...(event.tool && Object.keys(hook.matcher).length > 0 ? [`Matcher   ${matchWords[match]}`] : []),
    `Exit      ${end.exit ?? endWords[end.how]}`,
    `Time      ${Math.round(end.ms)} ms of ${hook.timeoutMs} ms`,
    `Folder    ${plainText(event.workDir)}`,
    ...(hook.async ? ["Runs in the background: agents don't wait for it, and it can't block."] : []),
    ...part('Input', input),
    ...part('Output', end.stdout),
    ...part('Standard error', end.stderr),
    ...(modifiedInput ? part('Modified input for the tool', JSON.stringify(modifiedInput, null, 2)) : []),
    ...(additionalContext === undefined ? [] : part('Additional context for the model', additionalContext)),
    ...part('Log', log),
    '',
  ].join('\n');
}

/** How many runs of a hook are shown. */
const shownRuns = 100;

/** The runs of a hook, to read: how many there were, and the last of them, the newest first. */
export function hookLogText(name: string, runs: readonly HookRunEntry[], when: TimeText): string {
  const last = runs.slice(-shownRuns).toReversed();
  return [
    `${plainText(name)}: ${runCountsText(runs)}`,
    ...last.flatMap((run) => ['', ...runLines(run, when)]),
    ...(runs.length > last.length ? ['', `… and ${runs.length - last.length} older`] : []),
    '',
  ].join('\n');
}

/** How many runs there were, and what came of them: `3 runs: 2 passed, 1 failed`. */
export function runCountsText(runs: readonly HookRunEntry[]): string {
  const parts = Object.entries(runCounts(runs)).map(
    ([outcome, count]) => `${count} ${outcomeWords[outcome as HookRunEntry['outcome']]}`,
  );
  return runs.length === 0
    ? 'not run yet'
    : `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}: ${parts.join(', ')}`;
}

/** How many runs of each outcome there were, in the order of the outcomes; those without any are left out. */
export function runCounts(runs: readonly HookRunEntry[]): Partial<Record<HookRunEntry['outcome'], number>> {
  const outcomes = Object.keys(outcomeWords) as HookRunEntry['outcome'][];
  const counts = outcomes.map((one) => [one, runs.filter(({ outcome }) => outcome === one).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function runLines(
  { at, trigger, session, outcome, exit, ms, async, ...texts }: HookRunEntry,
  when: TimeText,
) {
  const { reason, stderr = '', stdout = '', log = '' } = texts;
  const words = [
    outcomeWords[outcome],
    trigger,
    ...(exit === undefined ? [] : [`exit ${exit}`]),
    `${ms} ms`,
    ...(async ? ['in the background'] : []),
    session === sampleSession ? 'a sample' : `session ${plainText(session)}`,
  ];
  const said = plainText(stderr) === plainText(reason ?? '') ? '' : stderr;
  const lines = [reason ?? '', said, stdout, log].flatMap((text) =>
    honestText(text)
      .split('\n')
      .filter((line) => line.trim()),
  );
  return [`${when(at)}  ${words.join(' · ')}`, ...lines.map((line) => `    ${line}`)];
}

const matchWords: Readonly<Record<SampleEvent['match'], string>> = {
  yes: 'matches',
  no: 'no sample that matches was found; it ran anyway',
  unsure: 'takes too long to check, so the hook runs',
};

const endWords: Readonly<Record<ScriptEnd['how'], string>> = {
  exited: '',
  killed: 'none: killed',
  timeout: 'none: timed out',
  unstarted: 'none: could not be started',
  'no-script': 'none: the hook has no script',
};

function part(title: string, text: string): readonly string[] {
  const honest = honestText(clip(text, longest)).trimEnd();
  return honest.trim() === '' ? [] : ['', `--- ${title}`, honest, ...(text.length > longest ? ['…'] : [])];
}
