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
    return { outcome: 'denied', reason: said || `Blocked by the hook ${name}` };
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
    ? { outcome: 'passed', note: "its 'allow' does not count: you did not say that it may approve" }
    : { outcome };
}

function readOutput({ stdout, isCut = false }: ScriptEnd, name: string): HookOutcome {
  const text = stdout.trim();
  if (text === '') {
    return { outcome: 'passed' };
  }
  const value = isCut ? undefined : parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const log = isCut ? 'wrote more than is read' : 'wrote something else than a JSON object';
    return { outcome: 'passed', log };
  }
  const { decision, reason, modified_input, additional_context, log } = value as Record<string, unknown>;
  const notes: string[] = typeof log === 'string' && log.trim() ? [log.trim()] : [];
  const input = objectOf(modified_input);
  if (modified_input !== undefined && modified_input !== null && !input) {
    notes.push("its 'modified_input' is no object");
  }
  const words = typeof reason === 'string' && reason.trim() ? reason.trim() : undefined;
  const outcome = outcomeOf(decision, notes);
  const why =
    words ?? (outcome === 'denied' || outcome === 'asks' ? `Blocked by the hook ${name}` : undefined);
  return {
    outcome,
    ...(why === undefined ? {} : { reason: why }),
    ...(input && outcome !== 'denied' ? { modifiedInput: input } : {}),
    ...(typeof additional_context === 'string' && additional_context.trim()
      ? { additionalContext: additional_context }
      : {}),
    ...(notes.length > 0 ? { log: notes.join('; ') } : {}),
  };
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

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
