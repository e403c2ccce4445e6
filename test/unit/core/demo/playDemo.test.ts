import { describe, expect, it } from 'vitest';
import type { DemoAgent } from '../../../../src/core/demo/demoCast.ts';
import type { DemoStage } from '../../../../src/core/demo/playDemo.ts';
import { playDemo } from '../../../../src/core/demo/playDemo.ts';
import { demo } from '../../../../src/programs/claudeCode/pure/demo/demo.ts';

const step = (event: string) => ({ afterMs: 0, event, fields: {} });
const agent: DemoAgent = {
  name: 'asks',
  steps: [step('PermissionRequest')],
  answered: { allow: [step('PostToolUse')], deny: [step('Stop')] },
};

/** The hooks that an agent ran whose request its hook answers so, and its own prompt so. */
async function ran(said: string | undefined, chosen: Awaited<ReturnType<DemoStage['chosen']>>) {
  const events: string[] = [];
  await playDemo(
    { id: 'claude-code', demo: { ...demo, agents: [agent] } },
    {
      cwd: '/w',
      show: 's',
      now: () => 0,
      wait: () => Promise.resolve(),
      over: () => false,
      hook: ({ event }) => {
        events.push(event);
        return Promise.resolve(said);
      },
      chosen: () => Promise.resolve(chosen),
      died: () => {},
    },
  );
  return events;
}

describe('a demo agent that asks', () => {
  it.each([
    ['as its hook says', '{"behavior":"allow"}', 'deny', ['PermissionRequest', 'PostToolUse']],
    ['as its own prompt says where the hook is silent', '', 'deny', ['PermissionRequest', 'Stop']],
    ['not where nobody answers', undefined, undefined, ['PermissionRequest']],
  ] as const)('goes on %s', async (_, said, chosen, events) => {
    expect(await ran(said, chosen)).toEqual(events);
  });
});
