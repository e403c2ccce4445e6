import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import {
  isForeign,
  isProcessOf,
  livingEvents,
  standingEvent,
} from '../../../../src/programs/claudeCode/node/claudeLife.ts';
import type { SessionFile } from '../../../../src/programs/claudeCode/node/sessionFiles.ts';
import {
  parseClaudeProcess,
  parseClaudeSession,
} from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { hook, play } from '../../../support/claude.ts';
import { rosterOf } from '../../../support/rosterState.ts';

function file(at: number, status: string, more: Record<string, unknown> = {}): SessionFile {
  const content = { pid: 7, sessionId: 's1', startedAt: 1, status, statusUpdatedAt: at, ...more };
  const [event, process] = [parseClaudeSession(content), parseClaudeProcess(content)];
  if (!event || !process) {
    throw new Error('no session file');
  }
  return { event, process };
}

describe('whether a session file is of the process that lives under its id', () => {
  const lstart = 'Mon Nov 16 05:53:19 2026';
  const began = Date.parse(lstart);
  it.each([
    ['nobody lives', { pid: 7 }, undefined, 'linux', false],
    ['it began at the same tick', { pid: 7, procStart: '40' }, '40', 'linux', true],
    ['it began at another tick', { pid: 7, procStart: '40' }, '41', 'linux', false],
    ['the file does not tell', { pid: 7 }, '41', 'linux', true],
    ['it began before the file', { pid: 7, procStart: 'x', startedAt: began + 900 }, lstart, 'darwin', true],
    ['it began well after the file', { pid: 7, startedAt: began - 90_000 }, lstart, 'darwin', false],
    ['the system does not tell', { pid: 7, startedAt: 1 }, '', 'win32', true],
  ])('%s', (_, process, start, platform, expected) => {
    const living = start === undefined ? undefined : { pid: 7, ...(start ? { start } : {}) };
    expect(isProcessOf(process, living, platform)).toBe(expected);
  });

  it.each([
    ['linux:ab:pid:[5]', 'pid:[5]', false],
    ['linux:ab:pid:[5]', 'pid:[6]', true],
    ['linux:ab:pid:[5]', undefined, false],
    ['darwin:ab', 'pid:[6]', false],
    [undefined, 'pid:[6]', false],
  ])('a file of domain %s in namespace %s is foreign: %s', (pidDomain, namespace, expected) => {
    expect(isForeign({ pid: 7, ...(pidDomain ? { pidDomain } : {}) }, namespace)).toBe(expected);
  });
});

describe('what a session file of a living process tells', () => {
  const types = (state: AgentsState, next: SessionFile, former?: string) =>
    livingEvents(state, next, former).map(({ type, at }) => `${type}@${at}`);
  const known = play([file(5, 'busy').event]).state;
  const left = play([{ ...file(9, 'idle').event, type: 'sessionEnded' } as Event], known).state;
  const death = { ...file(9, 'idle').event, id: 'd', evidence: 'process', type: 'processEnded' } as Event;
  const died = play([death], known).state;

  it.each<[string, AgentsState, SessionFile, string | undefined, string[]]>([
    ['of one that lives', known, file(6, 'idle'), 's1', ['idleRead@6']],
    ['of one that ended, still there', left, file(12, 'idle'), 's1', []],
    ['of one that ended, read for the first time', left, file(12, 'idle'), undefined, []],
    [
      'of one that ended, and is resumed here',
      left,
      file(12, 'busy'),
      's2',
      ['sessionStarted@12', 'busyRead@12'],
    ],
    ['the same, with an old stamp', left, file(3, 'busy'), 's2', ['sessionStarted@9', 'busyRead@9']],
    [
      'the same, with a stamp of its own for the change',
      left,
      file(3, 'busy', { updatedAt: 14 }),
      's2',
      ['sessionStarted@14', 'busyRead@14'],
    ],
    [
      'of one that ended, in another process',
      left,
      file(12, 'idle', { pid: 8 }),
      undefined,
      ['sessionStarted@9', 'idleRead@12'],
    ],
    [
      'of one that died, in a younger process',
      died,
      file(12, 'idle', { startedAt: 11 }),
      undefined,
      ['sessionStarted@11', 'idleRead@12'],
    ],
    ['of one that died, still there', died, file(9, 'busy'), 's1', []],
  ])('%s', (_, state, next, former, expected) => {
    expect(types(state, next, former)).toEqual(expected);
  });

  it('is taken by the row', () => {
    const { state } = play(livingEvents(died, file(12, 'busy', { pid: 8 }), undefined), died);
    expect([...state.agents.values()].map((agent) => agent.state.kind)).toEqual(['working']);
  });
});

describe('a session file that the row contradicts', () => {
  const tool = hook(110, 'PostToolUse', { tool_name: 'Bash', pid: 7 });
  const works = play([file(100, 'idle').event, tool]).state;
  const waiting = file(100, 'waiting', { waitingFor: 'permission prompt' });
  const background = hook(110, 'Stop', { pid: 7, background_tasks: [{ id: 'x', status: 'running' }] });
  const said: Event = {
    ...file(110, 'idle').event,
    evidence: 'transcript',
    type: 'quietNoticed',
  };
  const asks = hook(111, 'PermissionRequest', { agent_id: 'a1', tool_name: 'Bash' });

  it.each<[string, AgentsState, SessionFile, number, string | undefined]>([
    ['idle, at once', works, file(100, 'idle'), 2109, undefined],
    ['idle, for two seconds', works, file(100, 'idle'), 2110, 'idleRead@2110'],
    ['idle, of a row that is', play([file(100, 'idle').event]).state, file(100, 'idle'), 9000, undefined],
    ['idle, against work in the background', play([background]).state, file(100, 'idle'), 9000, undefined],
    ['idle, of another process', works, file(100, 'idle', { pid: 8 }), 9000, undefined],
    [
      'busy, after the last words of a transcript',
      play([said]).state,
      file(100, 'busy'),
      9000,
      'busyRead@9000',
    ],
    [
      'busy, after a hook told of the end of the turn',
      play([hook(110, 'Stop', { pid: 7 })]).state,
      file(100, 'busy'),
      9000,
      undefined,
    ],
    ['waiting, for two seconds', works, waiting, 9000, 'waitingRead@9000'],
    ['waiting, while a subagent asks', play([asks], works).state, waiting, 9000, undefined],
    ['idle, of a session nobody types into', works, file(100, 'idle', { kind: 'sdk' }), 9000, undefined],
    ['idle, of an interactive one', works, file(100, 'idle', { kind: 'interactive' }), 9000, 'idleRead@9000'],
    ['idle, of nobody', play([]).state, file(100, 'idle'), 9000, undefined],
  ])('%s', (_, state, said, now, expected) => {
    const event = standingEvent(rosterOf(state), said, now);
    expect(event && `${event.type}@${event.at}`).toBe(expected);
  });

  it('is believed, and then contradicts no more', () => {
    const again = standingEvent(rosterOf(works), file(100, 'idle'), 5000);
    const { state } = play([again], works);
    expect([...state.agents.values()].map((agent) => agent.state.kind)).toEqual(['idle']);
    expect(standingEvent(rosterOf(state), file(100, 'idle'), 9000)).toBeUndefined();
  });
});
