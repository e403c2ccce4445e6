import { agentId } from '../../../core/agent/agent.ts';
import type { KnownAgents } from '../../../core/agent/agents.ts';
import { promptsOf } from '../../../core/agent/agents.ts';
import { hasEnded } from '../../../core/agent/state.ts';
import type { Event } from '../../../core/event/event.ts';
import type { LivingProcess } from '../../../node/evidence/processTable.ts';
import { isSameStart } from '../../../node/evidence/processTable.ts';
import type { ClaudeProcess } from '../pure/sessionFile.ts';
import type { SessionFile } from './sessionFiles.ts';

const startSlackMs = 60_000;

/**
 * Whether the process that a session file names is the one that lives under that id now. On Linux Claude Code writes
 * down the kernel's own start time. Elsewhere the file only tells when it was made: a process that began well after
 * that is another one.
 */
export function isProcessOf(
  file: ClaudeProcess,
  living: LivingProcess | undefined,
  platform: string,
): boolean {
  if (!living) {
    return false;
  }
  if (platform === 'linux') {
    return isSameStart(living.start, file.procStart);
  }
  const began = Date.parse(living.start ?? '');
  return Number.isNaN(began) || file.startedAt === undefined || began <= file.startedAt + startSlackMs;
}

/**
 * Whether a session file was written in another pid namespace, as by a container that shares the folder: its pid says
 * nothing here, so neither life nor death can be read off it.
 */
export function isForeign({ pidDomain }: ClaudeProcess, namespace: string | undefined): boolean {
  const told = /pid:\[\d+\]/u.exec(pidDomain ?? '')?.[0];
  return told !== undefined && namespace !== undefined && told !== namespace;
}

/**
 * The events of a session file of a living process. A conversation that had ended and is named again has begun again:
 * without hooks nobody else says so. It has when another process names it than the one it ended with, when the
 * process is younger than the end, or when the process named another conversation in between (`former`). A file that
 * is merely still there after the end tells nothing.
 */
export function livingEvents(
  state: Pick<KnownAgents, 'agents' | 'tombstones'>,
  file: SessionFile,
  former: string | undefined,
): readonly Event[] {
  const { event, process } = file;
  const id = agentId(event.program, event.session);
  const root = state.agents.get(id);
  const tombstone = state.tombstones.get(id);
  const ended = root
    ? hasEnded(root.state)
      ? { at: root.base.at, pid: root.facts.pid }
      : undefined
    : tombstone && { at: tombstone.at, pid: tombstone.pid };
  if (!ended) {
    return [event];
  }
  const switched = former !== undefined && former !== event.session;
  const another = ended.pid !== undefined && ended.pid !== process.pid;
  const younger = process.startedAt !== undefined && process.startedAt > ended.at;
  if (!switched && !another && !younger) {
    return [];
  }
  const stamps = switched ? [event.at, process.updatedAt] : [process.startedAt];
  const at = Math.max(ended.at, ...stamps.filter((stamp) => stamp !== undefined));
  const start: Event = {
    id: `${process.pid}@${at}:started`,
    at,
    program: event.program,
    session: event.session,
    evidence: 'sessionFile',
    ...(event.facts ? { facts: event.facts } : {}),
    type: 'sessionStarted',
    source: 'resume',
  };
  return [start, { ...event, at: Math.max(event.at, at) }];
}

const settledMs = 2000;

/**
 * The event of a session file once more, dated now, where the row has contradicted it for two seconds in which nothing
 * else was heard. A relay that starts while a person presses Esc is dated after the stamp of the file: the row would
 * show work for ever. It is never said against work in the background, and that it is busy only against a transcript,
 * whose last words need not be the end of a turn. Only the files of interactive sessions are known to keep up.
 */
export function standingEvent(
  state: Pick<KnownAgents, 'agents' | 'family'>,
  { event, process }: SessionFile,
  now: number,
): Event | undefined {
  const id = agentId(event.program, event.session);
  const root = state.agents.get(id);
  if (!root || hasEnded(root.state) || root.facts.pid !== process.pid || root.background.length > 0) {
    return undefined;
  }
  if (process.kind !== undefined && process.kind !== 'interactive') {
    return undefined;
  }
  const asks = promptsOf(state.family(id)).length > 0;
  const works = root.state.kind === 'working';
  const contradicts =
    (event.type === 'idleRead' && works) ||
    (event.type === 'busyRead' && root.state.kind === 'idle' && root.base.evidence === 'transcript') ||
    (event.type === 'waitingRead' && !asks && (works || root.state.kind === 'idle'));
  const quietSince = Math.max(event.at, root.base.at, root.lastActivityAt);
  return contradicts && quietSince <= now - settledMs
    ? { ...event, id: `${event.id}+${quietSince}`, at: now }
    : undefined;
}
