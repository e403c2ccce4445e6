import { describe, expect, it } from 'vitest';
import { agentEventOf } from '../../../../src/core/agent/agentEventOf.ts';
import type { AgentEvent } from '../../../../src/core/event/agentEvent.ts';
import { agentKey, eventOf, isKnown, parseAgentEvent } from '../../../../src/core/event/agentEvent.ts';
import { parsePromptType, promptTypes } from '../../../../src/core/event/promptType.ts';
import { promptKindOfTool } from '../../../../src/programs/claudeCode/pure/tools.ts';
import { agentOf, hook, picture, play } from '../../../support/claude.ts';

const agent_id = 'claude-code:s1';
const throughJson = (event: unknown) => parseAgentEvent(JSON.parse(JSON.stringify(event)));

describe('the prompt type', () => {
  it.each(promptTypes)('%s is itself', (type) => {
    expect(parsePromptType(type)).toBe(type);
  });

  it.each([undefined, null, '', 'Permission', 'banana', 7])('%j is other', (value) => {
    expect(parsePromptType(value)).toBe('other');
  });

  it.each([
    ['ExitPlanMode', 'plan_approval'],
    ['EnterPlanMode', 'plan_approval'],
    ['AskUserQuestion', 'question'],
    ['Bash', undefined],
    ['', undefined],
  ])('of the tool %s is %s', (tool, kind) => {
    expect(promptKindOfTool(tool)).toBe(kind);
  });
});

describe('events of the agent: family', () => {
  const events: AgentEvent[] = [
    { type: 'agent:idle', agent_id },
    { type: 'agent:waiting', agent_id },
    { type: 'agent:gone', agent_id },
    { type: 'agent:working', agent_id, detail: 'Bash' },
    { type: 'agent:failed', agent_id, error: 'rate_limited', message: 'slow down' },
    { type: 'agent:exited', agent_id, exit_code: 137 },
    { type: 'agent:signal', agent_id, signal: 'complete', message: 'done' },
    ...promptTypes.map((prompt_type) => ({ type: 'agent:prompt' as const, agent_id, prompt_type })),
  ];

  it.each(events)('$type survives a round trip: %j', (event) => {
    expect(throughJson(event)).toEqual(event);
    expect(isKnown(event)).toBe(true);
  });

  it('a prompt without a type, or of an unknown one, is other', () => {
    const expected = { type: 'agent:prompt', agent_id, prompt_type: 'other' };
    expect(throughJson({ type: 'agent:prompt', agent_id })).toEqual(expected);
    expect(throughJson({ type: 'agent:prompt', agent_id, prompt_type: 'elsewhere' })).toEqual(expected);
  });

  it('unknown names and fields survive a round trip', () => {
    const future = { type: 'agent:levitated', agent_id, height: { metres: 3 } };
    expect(throughJson(future)).toEqual(future);
    expect(isKnown(future)).toBe(false);
    const extra = { type: 'agent:idle', agent_id, since: 5 };
    expect(throughJson(extra)).toEqual(extra);
  });

  it('a known name in another shape is carried through, not understood', () => {
    const odd = { type: 'agent:signal', agent_id, signal: 'maybe' };
    expect(throughJson(odd)).toEqual(odd);
    expect(isKnown(odd as never)).toBe(false);
  });

  it('a field that is only nice to have does not cost the event', () => {
    const signal = { type: 'agent:signal', agent_id, signal: 'complete', message: null };
    expect(throughJson(signal)).toMatchObject({ type: 'agent:signal', signal: 'complete' });
    expect(isKnown(throughJson(signal) as never)).toBe(true);
    expect(isKnown(throughJson({ type: 'agent:exited', agent_id, exit_code: null }) as never)).toBe(true);
    expect(isKnown(throughJson({ type: 'agent:working', agent_id, detail: null }) as never)).toBe(true);
  });

  it('an event of an id that names nobody says nothing', () => {
    expect(eventOf({ type: 'agent:idle', agent_id: 'p:' }, { id: 'x', at: 1 })).toBeUndefined();
  });

  it('a quiet transcript is told as the weaker idle', () => {
    const quiet = eventOf({ type: 'agent:waiting', agent_id }, { id: 'x', at: 1 });
    const agent = agentOf(play([quiet]).state);
    expect(agent && agentEventOf(agent)).toEqual({ type: 'agent:waiting', agent_id });
  });

  it.each([null, 'agent:idle', [], {}, { type: 5 }])('%j is no event', (value) => {
    expect(parseAgentEvent(value)).toBeUndefined();
  });

  it.each<[AgentEvent, string]>([
    [{ type: 'agent:idle', agent_id }, 'idle'],
    [{ type: 'agent:waiting', agent_id }, 'working'],
    [{ type: 'agent:working', agent_id, detail: 'Bash' }, 'working Bash'],
    [{ type: 'agent:prompt', agent_id, prompt_type: 'permission' }, 'prompting permission: Permission'],
    [{ type: 'agent:prompt', agent_id, prompt_type: 'question' }, 'prompting question: Question'],
    [{ type: 'agent:prompt', agent_id, prompt_type: 'plan_approval' }, 'prompting plan_approval: Plan'],
    [{ type: 'agent:prompt', agent_id, prompt_type: 'other' }, 'prompting other: Input'],
    [{ type: 'agent:prompt', agent_id, prompt_type: 'idle' }, 'idle'],
    [{ type: 'agent:failed', agent_id, error: 'overloaded' }, 'failed overloaded'],
    [{ type: 'agent:exited', agent_id, exit_code: 1 }, 'exited 1'],
    [{ type: 'agent:gone', agent_id }, 'gone'],
    [{ type: 'agent:signal', agent_id, signal: 'complete' }, 'working'],
  ])('%j makes a working agent: %s', (event, expected) => {
    const { state } = play([hook(1, 'UserPromptSubmit'), eventOf(event, { id: 'x', at: 2 })]);
    expect(picture(agentOf(state))).toBe(expected);
  });

  it('tell the state of a row', () => {
    const told = (...of: Parameters<typeof hook>[]) => {
      const agent = agentOf(play(of.map((args) => hook(...args))).state);
      return agent && agentEventOf(agent);
    };
    expect(told([1, 'PreToolUse', { tool_name: 'Bash' }])).toEqual({
      type: 'agent:working',
      agent_id,
      detail: 'Bash',
    });
    expect(told([1, 'Stop'])).toEqual({ type: 'agent:idle', agent_id });
    expect(told([1, 'PermissionRequest', { tool_name: 'Bash' }])).toEqual({
      type: 'agent:prompt',
      agent_id,
      prompt_type: 'permission',
    });
    expect(told([1, 'StopFailure', { error: 'rate_limit' }])).toEqual({
      type: 'agent:failed',
      agent_id,
      error: 'rate_limited',
      message: 'rate_limit',
    });
  });
});

describe('an agent id', () => {
  it.each([
    ['claude-code:s1', { program: 'claude-code', session: 's1' }],
    ['claude-code:s1/a1', { program: 'claude-code', session: 's1', child: { id: 'a1' } }],
    ['test123', { program: 'other', session: 'test123' }],
    ['p:s%2Fx', { program: 'p', session: 's/x' }],
    ['p:a:b', { program: 'p', session: 'a:b' }],
    ['p:s/a/b', { program: 'p', session: 's', child: { id: 'a/b' } }],
    ['claude-code:', undefined],
    ['claude-code:s/', undefined],
    ['', undefined],
  ])('%s has its parts', (id, parts) => {
    expect(agentKey(id)).toEqual(parts);
  });
});
