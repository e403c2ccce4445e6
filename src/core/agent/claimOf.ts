import type { Event } from '../event/event.ts';
import type { Agent } from './agent.ts';
import type { Claim } from './precedence.ts';
import { isNamed } from './prompts.ts';
import type { BaseState } from './state.ts';

const thinking: BaseState = { kind: 'working', detail: 'Thinking' };
const idle: BaseState = { kind: 'idle' };

function working(detail: string | undefined): BaseState {
  return detail ? { kind: 'working', detail } : { kind: 'working' };
}

/** What an event says the agent itself does; `undefined` when it says nothing about that. */
export function claimOf(agent: Agent, event: Event): Claim | undefined {
  const claim = (state: BaseState, more: { definite?: boolean; notice?: boolean } = {}): Claim => ({
    state,
    at: event.at,
    evidence: event.evidence,
    definite: more.definite ?? false,
    notice: more.notice ?? false,
  });
  switch (event.type) {
    case 'sessionStarted':
      if (event.source === 'compact') {
        // An automatic compaction restarts the session in the middle of a turn.
        return claim(agent.compaction === 'auto' ? thinking : idle);
      }
      return claim(event.prompted ? working(undefined) : idle);
    case 'promptSubmitted':
      return claim(working(undefined));
    case 'toolStarted':
      return claim(working(event.tool));
    case 'toolFinished':
    case 'toolBatchFinished':
    case 'promptClosed':
      return claim(thinking);
    case 'toolRefused':
      return claim(working(`${event.tool} denied`));
    case 'promptShown':
      // A notice may come when the agent is done with everything else; a request of a tool means it is in a turn.
      return event.generic ? undefined : claim(working(event.ask.tool));
    case 'turnEnded':
      return claim(event.background?.length ? working(backgroundDetail(event.background.length)) : idle);
    case 'turnFailed':
      return claim({ kind: 'failed', error: event.error });
    case 'turnInterrupted':
      return claim(idle, { definite: true });
    case 'idleNoticed':
    case 'quietNoticed':
      return claim(idle, { notice: true });
    case 'idleRead':
      return claim(idle, { notice: true, definite: true });
    case 'workNoticed':
      return claim(working(event.detail));
    case 'busyRead':
      return claim(working(event.detail), { definite: true });
    case 'subagentStarted':
    case 'subagentStopped':
      if (agent.parent !== undefined) {
        return claim(event.type === 'subagentStarted' ? working(undefined) : idle);
      }
      if (event.type === 'subagentStarted' && agent.background.includes(event.child?.id ?? '')) {
        // The end of the turn named it already: its start is only heard late.
        return undefined;
      }
      // An agent whose turn is over stays so, unless its program takes the result up by itself and tells of that.
      return agent.base.state.kind === 'idle'
        ? undefined
        : claim(event.type === 'subagentStarted' ? working(event.child?.type) : thinking);
    case 'compactionStarted':
      return claim(working('Compacting'));
    case 'compactionFinished':
      return claim(event.trigger === 'auto' ? thinking : idle);
    case 'setupStarted':
      return claim(working('Setup'));
    case 'processEnded':
      return claim(event.code === undefined ? { kind: 'exited' } : { kind: 'exited', code: event.code });
    case 'processLost':
      return claim({ kind: 'gone' });
    case 'decisionSettled':
      return settledClaim();
    case 'sessionEnded':
    case 'promptStood':
    case 'waitingRead':
    case 'usageRead':
    case 'seen':
    case 'signalled':
    case 'noted':
      return undefined;
  }

  function settledClaim(): Claim | undefined {
    if (event.type !== 'decisionSettled') {
      return undefined;
    }
    const prompt = agent.prompts.find((candidate) => isNamed(candidate, event.decision));
    switch (event.outcome) {
      case 'approved':
        return prompt && claim(working(prompt.tool && event.edited ? `${prompt.tool} edited` : prompt.tool));
      case 'denied':
      case 'answered':
        return prompt && claim(thinking);
      case 'escalated':
      case 'withdrawn':
        return undefined;
    }
  }
}

function backgroundDetail(tasks: number): string {
  return tasks === 1 ? '1 background task' : `${tasks} background tasks`;
}
