import * as z from 'zod';
import type { AgentEvent } from './agentEvent.ts';
import { promptKindOfTool } from './promptType.ts';

const text = z.string().optional().catch(undefined);
const input = z.object({
  notification_type: text,
  tool_name: text,
  agent_id: text,
  background_tasks: z.array(z.unknown()).optional().catch(undefined),
});

/** The hook commands that are told an agent's id. */
export const hookCommands = ['notify', 'pretooluse', 'stop'] as const;

/** One of {@link hookCommands}. */
export type HookCommand = (typeof hookCommands)[number];

/** What a hook command makes of its payload; nothing where the payload is missing, unknown or not about this agent. */
export function hookCommandEvent(
  command: HookCommand,
  payload: unknown,
  agent: string,
): AgentEvent | undefined {
  const parsed = input.safeParse(payload);
  if (!parsed.success) {
    return undefined;
  }
  const { notification_type, tool_name, agent_id, background_tasks } = parsed.data;
  switch (command) {
    case 'notify':
      if (notification_type === 'idle_prompt') {
        return { type: 'agent:idle', agent_id: agent };
      }
      return notification_type === 'permission_prompt' ? prompt('permission') : undefined;
    case 'pretooluse': {
      const kind = promptKindOfTool(tool_name ?? '');
      return kind && prompt(kind);
    }
    case 'stop':
      // A subagent's stop, or one with tasks in the background, is not the agent's idleness.
      return agent_id || background_tasks?.length ? undefined : { type: 'agent:idle', agent_id: agent };
  }

  function prompt(prompt_type: 'permission' | 'question' | 'plan_approval' | 'other'): AgentEvent {
    return { type: 'agent:prompt', agent_id: agent, prompt_type };
  }
}
