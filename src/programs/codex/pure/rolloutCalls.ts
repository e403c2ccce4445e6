import * as z from 'zod';
import { parseObject } from '../../../core/text/jsonObject.ts';
import { type CallRecord, noCalls } from '../../shared/pure/callRecord.ts';

const call = z.looseObject({
  timestamp: z.string(),
  payload: z.looseObject({
    type: z.enum(['function_call', 'custom_tool_call']),
    call_id: z.string(),
    name: z.string(),
    namespace: z.string().optional().catch(undefined),
    arguments: z.string().optional().catch(undefined),
    input: z.string().optional().catch(undefined),
  }),
});
const output = z.looseObject({
  payload: z.looseObject({
    type: z.enum(['function_call_output', 'custom_tool_call_output']),
    call_id: z.string(),
  }),
});

/** What no hook runs for: a command that runs is only told something. */
const unheard: ReadonlySet<string> = new Set(['write_stdin']);

/**
 * The uses of tools in one record of a rollout, in the words of Codex's hooks. These do not tell a tool that failed from
 * another, so none has.
 */
export function parseCodexCalls(record: unknown): CallRecord {
  const ended = output.safeParse(record).data?.payload.call_id;
  if (ended !== undefined) {
    return { ...noCalls, ended: [ended] };
  }
  const { data } = call.safeParse(record);
  const at = Date.parse(data?.timestamp ?? '');
  if (!data || Number.isNaN(at) || unheard.has(data.payload.name)) {
    return noCalls;
  }
  return { ...noCalls, calls: [{ id: data.payload.call_id, ...asHeard(data.payload), at }] };
}

function asHeard({ name, namespace = '', arguments: args = '', input }: z.output<typeof call>['payload']) {
  const given = parseObject(args) ?? {};
  if (name === 'exec_command') {
    return { tool: 'Bash', input: { command: given.cmd } };
  }
  const tool = namespace.startsWith('mcp__') ? `${namespace.replace(/__$/u, '')}__${name}` : name;
  return { tool, input: input === undefined ? given : { command: input } };
}
