import * as z from 'zod';
import type { Ask } from '../../../core/event/ask.ts';
import type { Event, EventHead } from '../../../core/event/event.ts';
import { claudeCode } from './names.ts';

const sessionFile = z.looseObject({
  pid: z.number().int().positive(),
  sessionId: z.string().min(1),
  status: z.enum(['busy', 'shell', 'idle', 'waiting']),
  statusUpdatedAt: z.number(),
  cwd: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  nameSource: z.string().optional().catch(undefined),
  waitingFor: z.string().optional().catch(undefined),
  entrypoint: z.string().optional().catch(undefined),
});

const identity = z.looseObject({
  pid: z.number().int().positive(),
  procStart: z.string().min(1).optional().catch(undefined),
  startedAt: z.number().optional().catch(undefined),
  updatedAt: z.number().optional().catch(undefined),
  pidDomain: z.string().optional().catch(undefined),
  kind: z.string().optional().catch(undefined),
});

/** Which process wrote a session file, and when it began; every field but the pid may be missing. */
export type ClaudeProcess = z.output<typeof identity>;

/** The process that a session file of Claude Code is about; `undefined` for what is no such file. */
export function parseClaudeProcess(content: unknown): ClaudeProcess | undefined {
  return identity.safeParse(content).data;
}

const asks: ReadonlyMap<string, Ask> = new Map<string, Ask>([
  ['permission prompt', { kind: 'permission', reason: 'Permission' }],
  ['sandbox request', { kind: 'permission', reason: 'Permission' }],
  ['worker request', { kind: 'permission', reason: 'Permission' }],
  ['input needed', { kind: 'question', reason: 'Question' }],
]);

/**
 * What Claude Code's own session file says, dated by its own stamp. `undefined` for a file that is torn, of
 * another shape, or of a status this version does not know.
 */
export function parseClaudeSession(content: unknown): Event | undefined {
  const parsed = sessionFile.safeParse(content);
  if (!parsed.success) {
    return undefined;
  }
  const {
    pid,
    sessionId,
    status,
    statusUpdatedAt: at,
    cwd,
    name,
    nameSource,
    waitingFor,
    entrypoint,
  } = parsed.data;
  // A derived name ("t-b8") tells a person nothing.
  const title = nameSource === 'derived' ? undefined : name;
  const head: EventHead = {
    // It becomes the id of a decision, which a person may have to type.
    id: [pid, at, status, ...(waitingFor?.match(/\w+/gu) ?? [])].join('-'),
    at,
    program: claudeCode,
    session: sessionId,
    evidence: 'sessionFile',
    facts: {
      pid,
      ...(cwd ? { cwd, startedIn: cwd } : {}),
      ...(title ? { title } : {}),
      ...(entrypoint ? { entrypoint } : {}),
    },
  };
  switch (status) {
    case 'busy':
      return { ...head, type: 'busyRead' };
    case 'shell':
      return { ...head, type: 'busyRead', detail: 'Shell' };
    case 'idle':
      return { ...head, type: 'idleRead' };
    case 'waiting':
      // A menu the person opened: nobody has to be called, and what the agent does behind it is not told.
      if (waitingFor === 'dialog open') {
        return { ...head, type: 'quietNoticed' };
      }
      return {
        ...head,
        type: 'waitingRead',
        ask: asks.get(waitingFor ?? '') ?? { kind: 'other', reason: 'Input' },
      };
  }
}
