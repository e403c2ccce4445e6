import fc from 'fast-check';
import type { Ask } from '../../src/core/event/ask.ts';
import type { Event, Evidence, Happening } from '../../src/core/event/event.ts';

const tools = ['Bash', 'Edit', 'AskUserQuestion', 'ExitPlanMode'] as const;
const calls = ['c1', 'c2', 'c3'] as const;
const children = ['a1', 'a2'] as const;

function ask(tool: (typeof tools)[number]): Ask {
  const kinds = {
    Bash: 'permission',
    Edit: 'permission',
    AskUserQuestion: 'question',
    ExitPlanMode: 'plan_approval',
  } as const;
  return { kind: kinds[tool], reason: tool, tool, input: { tool } };
}

const interactive = (tool: string) => tool === 'AskUserQuestion' || tool === 'ExitPlanMode';

const call = fc.record({ tool: fc.constantFrom(...tools), callId: fc.constantFrom(...calls) });

// Most sequences have few prompts, so a low number often names one.
const ids = fc.nat({ max: 8 }).map((number) => `e${number}`);

/** Every thing that can happen, with the evidence that tells of it. Kept as one list, so that none is forgotten. */
const happenings: fc.Arbitrary<Happening & { readonly evidence: Evidence }> = fc.oneof(
  fc
    .constantFrom('startup', 'resume', 'clear', 'compact', 'fork', 'other' as const)
    .map((source) => ({ type: 'sessionStarted' as const, source, evidence: 'hook' as const })),
  call.map(({ tool, callId }) => ({
    type: 'toolStarted' as const,
    tool,
    callId,
    input: { tool },
    ...(interactive(tool) ? { ask: ask(tool) } : {}),
    evidence: 'hook' as const,
  })),
  fc.tuple(call, fc.constantFrom<Evidence>('hook', 'transcript')).map(([{ tool, callId }, evidence]) => ({
    type: 'toolFinished' as const,
    tool,
    callId,
    input: { tool },
    failed: false,
    evidence,
  })),
  call.map(({ tool, callId }) => ({ type: 'toolRefused' as const, tool, callId, evidence: 'hook' as const })),
  fc.tuple(fc.constantFrom(...tools), fc.boolean()).map(([tool, generic]) => ({
    type: 'promptShown' as const,
    ask: generic ? ({ kind: 'permission', reason: 'Permission' } as const) : ask(tool),
    generic,
    evidence: 'hook' as const,
  })),
  fc.constantFrom<readonly string[] | undefined>(undefined, [], ['a1'], ['shell']).map((background) => ({
    type: 'turnEnded' as const,
    ...(background ? { background } : {}),
    evidence: 'hook' as const,
  })),
  fc.constantFrom<Evidence>('hook', 'transcript').map((evidence) => ({
    type: 'turnFailed' as const,
    error: { class: 'rate_limited' as const },
    evidence,
  })),
  fc
    .constantFrom('manual', 'auto' as const)
    .map((trigger) => ({ type: 'compactionStarted' as const, trigger, evidence: 'hook' as const })),
  fc
    .constantFrom('manual', 'auto' as const)
    .map((trigger) => ({ type: 'compactionFinished' as const, trigger, evidence: 'hook' as const })),
  fc
    .constantFrom('complete', 'escalate', 'continue' as const)
    .map((signal) => ({ type: 'signalled' as const, signal, evidence: 'hook' as const })),
  fc
    .tuple(ids, fc.constantFrom('approved', 'denied', 'answered', 'escalated', 'withdrawn' as const))
    .map(([decision, outcome]) => ({
      type: 'decisionSettled' as const,
      decision,
      outcome,
      evidence: 'hook' as const,
    })),
  ids.map((prompt) => ({ type: 'promptStood' as const, prompt, evidence: 'hook' as const })),
  fc.constantFrom(
    { type: 'sessionEnded', evidence: 'hook' } as const,
    { type: 'promptSubmitted', evidence: 'hook' } as const,
    { type: 'toolBatchFinished', evidence: 'hook' } as const,
    { type: 'promptClosed', evidence: 'hook' } as const,
    { type: 'turnInterrupted', evidence: 'transcript' } as const,
    { type: 'idleNoticed', evidence: 'hook' } as const,
    { type: 'quietNoticed', evidence: 'transcript' } as const,
    { type: 'workNoticed', evidence: 'transcript' } as const,
    { type: 'busyRead', evidence: 'sessionFile' } as const,
    { type: 'idleRead', evidence: 'sessionFile' } as const,
    {
      type: 'waitingRead',
      evidence: 'sessionFile',
      ask: { kind: 'permission', reason: 'Permission' },
    } as const,
    { type: 'usageRead', evidence: 'transcript', facts: { contextTokens: 1, costUsd: 2 } } as const,
    { type: 'usageRead', evidence: 'transcript', facts: { contextTokens: 3, contextLimit: 4 } } as const,
    { type: 'seen', evidence: 'hook' } as const,
    { type: 'setupStarted', evidence: 'hook' } as const,
    { type: 'processEnded', code: 1, evidence: 'process' } as const,
    { type: 'processLost', evidence: 'process' } as const,
    { type: 'noted', evidence: 'hook' } as const,
  ),
);

const onlyMain = new Set([
  'sessionStarted',
  'sessionEnded',
  'busyRead',
  'idleRead',
  'waitingRead',
  'usageRead',
  'seen',
]);

/** An event of `session`, of the conversation itself or of one of two subagents; its id still has to be given. */
function arbitraryEvent(session: string): fc.Arbitrary<Event> {
  const main = fc
    .tuple(happenings, fc.option(fc.constantFrom(...children), { nil: undefined }))
    .map(([happening, child]) => ({
      ...happening,
      ...(child && !onlyMain.has(happening.type) ? { child: { id: child } } : {}),
    }));
  const subagents = fc
    .tuple(fc.constantFrom('subagentStarted', 'subagentStopped' as const), fc.constantFrom(...children))
    .map(([type, id]) => ({ type, child: { id, type: 'Explore' }, evidence: 'hook' as const }));
  // Half of them close together, so that equal times are common.
  const at = fc.oneof(fc.nat({ max: 60_000 }), fc.nat({ max: 20 }));
  return fc
    .tuple(fc.oneof({ weight: 8, arbitrary: main }, { weight: 2, arbitrary: subagents }), at)
    .map(([event, when]) => ({ id: '', at: when, program: 'p', session, ...event }) as Event);
}

/** A sequence of events of `session` with ids of their own, in any order of time. */
export function arbitraryEvents(session: string, maxLength = 25): fc.Arbitrary<Event[]> {
  return fc
    .array(arbitraryEvent(session), { minLength: 1, maxLength })
    .map((events) =>
      events.map((event, index) => ({ ...event, id: `${session === 's' ? 'e' : session}${index}` })),
    );
}

/** The same, in the order of time. */
export function arbitraryHistory(session: string, maxLength = 25): fc.Arbitrary<Event[]> {
  return arbitraryEvents(session, maxLength).map((events) =>
    events
      .toSorted((a, b) => a.at - b.at)
      .map((event, index) => ({ ...event, id: `${session === 's' ? 'e' : session}${index}` })),
  );
}
