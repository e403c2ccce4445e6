import type { Hook } from '../hookfile/hook.ts';
import { clip } from '../text/clip.ts';
import { objectOf, parseObject } from '../text/jsonObject.ts';

/** How a script ended, and what it wrote. */
export interface ScriptEnd {
  /** `no-script`: there was nothing to run. `unstarted`: it could not be started. */
  readonly how: 'exited' | 'killed' | 'timeout' | 'unstarted' | 'no-script';
  readonly exit?: number;
  readonly stdout: string;
  readonly stderr: string;
  /** More was written than is kept. */
  readonly isCut?: boolean;
  readonly ms: number;
}

/** What the end of a script means. */
export interface HookOutcome {
  readonly outcome: 'passed' | 'denied' | 'asks' | 'approves' | 'failed' | 'timeout';
  /** Why it is denied or asked; of a failure, what went wrong. */
  readonly reason?: string;
  /** Of a question without a reason: what is said where nobody can be asked, so that it is a no. */
  readonly refusal?: string;
  readonly modifiedInput?: Readonly<Record<string, unknown>>;
  readonly additionalContext?: string;
  /** What the script wants to be written down, and what is odd about its output. */
  readonly log?: string;
}

/** What counts of a hook for what the end of its script means. */
export type EndingHook = Pick<Hook, 'name' | 'timeoutMs' | 'async'>;

/**
 * What the end of a hook's script means. Whatever is not clearly a no is none; a verdict that cannot be read is a
 * failure, except in the background, where no verdict counts.
 */
export function readScriptEnd(end: ScriptEnd, hook: EndingHook): HookOutcome {
  const { name, timeoutMs } = hook;
  const said = end.stderr.trim();
  switch (end.how) {
    case 'timeout':
      return { outcome: 'timeout', reason: `took longer than ${timeoutMs} ms` };
    case 'no-script':
      return { outcome: 'failed', reason: 'has no script to run' };
    case 'unstarted':
      return { outcome: 'failed', reason: `could not be started${said ? `: ${said}` : ''}` };
    case 'killed':
      return { outcome: 'failed', reason: 'was killed' };
    case 'exited':
      break;
  }
  if (end.exit === 2) {
    return { outcome: 'denied', reason: said || blockedBy(name) };
  }
  return end.exit === 0
    ? readOutput(end, hook)
    : { outcome: 'failed', reason: `exited with ${end.exit}`, ...(said ? { log: said } : {}) };
}

/** What came of a script where not all it says can count, and why. */
export function heeded(
  { outcome }: HookOutcome,
  { mayApprove, isAsync }: { readonly mayApprove: boolean; readonly isAsync: boolean },
): { readonly outcome: HookOutcome['outcome']; readonly note?: string } {
  if (isAsync && (outcome === 'denied' || outcome === 'asks' || outcome === 'approves')) {
    return { outcome: 'passed', note: 'its decision does not count: it runs in the background' };
  }
  return outcome === 'approves' && !mayApprove
    ? {
        outcome: 'passed',
        note: "its 'allow' does not count: you did not say that it may approve as it is now",
      }
    : { outcome };
}

/** A key of a verdict, in text that as a whole is no JSON object. */
const verdictKey = /\b(?:decision|modified_input|additional_context)\\?["']?\s*:/u;

function readOutput({ stdout, isCut = false }: ScriptEnd, { name, async }: EndingHook): HookOutcome {
  const text = stdout.trim();
  if (text === '') {
    return { outcome: 'passed' };
  }
  const value = isCut ? undefined : parseObject(text);
  if (!value && async) {
    return { outcome: 'passed' };
  }
  if (isCut) {
    return { outcome: 'failed', reason: 'wrote more than is read' };
  }
  if (!value) {
    const what = 'wrote something else than a JSON object';
    return text.includes('{') && verdictKey.test(text)
      ? { outcome: 'failed', reason: what }
      : { outcome: 'passed', log: what };
  }
  const { decision, reason, modified_input, additional_context, log } = value;
  const notes: string[] = typeof log === 'string' && log.trim() ? [log.trim()] : [];
  const input = objectOf(modified_input);
  if (modified_input !== undefined && modified_input !== null && !input) {
    notes.push("its 'modified_input' is no object");
  }
  const words = typeof reason === 'string' && reason.trim() ? reason.trim() : undefined;
  const outcome = outcomeOf(decision) ?? (async ? 'passed' : 'failed');
  if (outcome === 'failed') {
    return {
      outcome,
      reason: unknownDecision(decision),
      ...(notes.length > 0 ? { log: notes.join('; ') } : {}),
    };
  }
  return {
    outcome,
    ...(words === undefined ? unsaid(outcome, name) : { reason: words }),
    ...(input && outcome !== 'denied' ? { modifiedInput: input } : {}),
    ...(typeof additional_context === 'string' && additional_context.trim()
      ? { additionalContext: additional_context }
      : {}),
    ...(notes.length > 0 ? { log: notes.join('; ') } : {}),
  };
}

function unknownDecision(decision: unknown): string {
  return typeof decision === 'string'
    ? `decided ${JSON.stringify(clip(decision, 60))}, not allow, deny or ask`
    : 'decided something else than allow, deny or ask';
}

/** What stands for the reason of a script that gives none. */
function unsaid(outcome: HookOutcome['outcome'], name: string): Pick<HookOutcome, 'reason' | 'refusal'> {
  switch (outcome) {
    case 'denied':
      return { reason: blockedBy(name) };
    case 'asks':
      return { reason: `The hook ${name} asks you.`, refusal: blockedBy(name) };
    case 'passed':
    case 'approves':
    case 'failed':
    case 'timeout':
      return {};
  }
}

function blockedBy(name: string): string {
  return `Blocked by the hook ${name}`;
}

function outcomeOf(decision: unknown): HookOutcome['outcome'] | undefined {
  switch (decision) {
    case undefined:
    case null:
      return 'passed';
    case 'allow':
      return 'approves';
    case 'deny':
      return 'denied';
    case 'ask':
      return 'asks';
    default:
      return undefined;
  }
}
