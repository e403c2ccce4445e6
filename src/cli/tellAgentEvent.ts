import type { AgentEvent } from '../core/event/agentEvent.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { tellListeners } from '../node/listener/tellListeners.ts';
import { stampNow } from '../node/randomId.ts';
import type { Console } from './console.ts';

/**
 * Tells the listeners an event of the `agent:` family; says whether one took it or it is kept. A signal is told once they
 * have taken it into account.
 */
export function tellAgentEvent(event: AgentEvent, { env, ppid }: Console): Promise<boolean> {
  const head = {
    program: 'beckon',
    event: event.type,
    ...stampNow(),
    ppid,
    env: {},
    // Its agent may end right after: what it says of its run counts before its end does.
    waits: event.type === 'agent:signal',
    spooled: false,
  };
  return tellListeners(beckonHome(env), head, JSON.stringify(event));
}
