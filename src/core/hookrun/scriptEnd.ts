import { objectOf, parseObject } from '../jsonObject.ts';

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

/** What the end of a script means for a hook of this name. Whatever is not clearly a no is none. */
export function readScriptEnd(end: ScriptEnd, name: string, timeoutMs: number): HookOutcome {
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
    ? readOutput(end, name)
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

function readOutput({ stdout, isCut = false }: ScriptEnd, name: string): HookOutcome {
  const text = stdout.trim();
  if (text === '') {
    return { outcome: 'passed' };
  }
  const value = isCut ? undefined : parseObject(text);
  if (!value) {
    const log = isCut ? 'wrote more than is read' : 'wrote something else than a JSON object';
    return { outcome: 'passed', log };
  }
  const { decision, reason, modified_input, additional_context, log } = value;
  const notes: string[] = typeof log === 'string' && log.trim() ? [log.trim()] : [];
  const input = objectOf(modified_input);
  if (modified_input !== undefined && modified_input !== null && !input) {
    notes.push("its 'modified_input' is no object");
  }
  const words = typeof reason === 'string' && reason.trim() ? reason.trim() : undefined;
  const outcome = outcomeOf(decision, notes);
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

/** What stands for the reason of a script that gives none. */
function unsaid(outcome: HookOutcome['outcome'], name: string): Pick<HookOutcome, 'reason' | 'refusal'> {
  switch (outcome) {
    case 'denied':
      return { reason: blockedBy(name) };
    case 'asks':
      return { reason: `The hook ${name} asks you.`, refusal: blockedBy(name) };
    default:
      return {};
  }
}

function blockedBy(name: string): string {
  return `Blocked by the hook ${name}`;
}

function outcomeOf(decision: unknown, notes: string[]): HookOutcome['outcome'] {
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
      notes.push("its 'decision' is none of allow, deny and ask");
      return 'passed';
  }
}
