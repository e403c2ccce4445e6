import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoPayload } from '../../src/programs/claudeCode/pure/demo/demo.ts';
import { demoScript } from '../../src/programs/claudeCode/pure/demo/demoScript.ts';

const folder = join(import.meta.dirname, 'claude-code/2.1.325');
const recorded = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && !file.startsWith('session-registry'))
  .map((file): Record<string, unknown> => JSON.parse(readFileSync(join(folder, file), 'utf8')));
const payloads = demoScript
  .flatMap(({ steps, answered }) => [...steps, ...(answered ? [...answered.allow, ...answered.deny] : [])])
  .flatMap((step) =>
    'event' in step ? [demoPayload(step.event, step.fields, { session: 's', cwd: '/w' })] : [],
  );

describe('the demo is realistic', () => {
  it.each(payloads)('$hook_event_name $tool_name has the fields of a recorded payload', (payload) => {
    const { hook_event_name: event, tool_name: tool } = payload;
    const alike = recorded.filter((other) => other.hook_event_name === event && other.tool_name === tool);
    expect(alike.length).toBeGreaterThan(0);
    const known = new Set(alike.flatMap((other) => Object.keys(other)));
    expect(Object.keys(payload).filter((key) => !known.has(key))).toEqual([]);
    const optional = new Set([
      'prompt_id',
      'permission_suggestions',
      'agent_id',
      'agent_type',
      'last_assistant_message',
      'agent_transcript_path',
      'seconds_since_last_response',
      'context_tokens',
      'prompt_cache_likely_expired',
      'estimated_cache_write_usd',
    ]);
    expect([...known].filter((key) => !(key in payload) && !optional.has(key))).toEqual([]);
  });
});
