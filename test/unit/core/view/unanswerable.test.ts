import { describe, expect, it } from 'vitest';
import { heardEvent } from '../../../../src/core/event/heardEvent.ts';
import type { Program } from '../../../../src/core/program/program.ts';
import { canResume } from '../../../../src/core/run/person/resumeAgent.ts';
import type { AgentRow } from '../../../../src/core/view/agentRow.ts';
import type { AskRow } from '../../../../src/core/view/ask/askRow.ts';
import { folderRows } from '../../../../src/core/view/treeRows.ts';
import { parrot } from '../../../programs/parrot/pure.ts';
import { play } from '../../../support/claude.ts';
import { wireHead } from '../../../support/relayRequest.ts';

const off = 'off' as const;
const levels = { permission: off, question: off, plan: off, failed: off, died: off, idle: off, run: off };

/** The rows of an agent of a program that begs, and waits for an answer. */
function rows(program: Program, end = false) {
  const payload = { bird: 'polly', perch: '/w', wants: 'a nut' };
  const event = heardEvent(
    [program],
    wireHead({ program: 'parrot', event: 'begs', waits: true }),
    payload,
    5,
  )?.event;
  const head = { id: 'end', at: 6, program: 'parrot', session: 'polly', evidence: 'process' } as const;
  const { state } = play([event, ...(end ? [{ ...head, type: 'processEnded' } as const] : [])]);
  const resumes = (agent: Parameters<typeof canResume>[1]) => canResume([program], agent);
  const [folder] = folderRows({ state, now: 9, placeOf: () => undefined, levels, canResume: resumes });
  const all = folder?.children ?? [];
  const [agent] = all.filter((row): row is AgentRow => row.kind === 'agent');
  const [ask] = all.filter((row): row is AskRow => row.kind === 'ask');
  const words = (row: AgentRow | AskRow | undefined) => row?.context?.split(' ') ?? [];
  return { agent, ask, agentWords: words(agent), askWords: words(ask) };
}

describe('an agent whose program takes no answers', () => {
  const { answers: _, ...mute } = parrot;

  it('shows what it asks, and offers no answer: menus look for the word `held`', () => {
    const { agent, ask, agentWords, askWords } = rows(mute);
    expect([ask?.label, ask?.click, agent?.click]).toEqual([rows(parrot).ask?.label, 'terminal', 'terminal']);
    expect([agentWords.includes('held'), askWords.includes('held')]).toEqual([false, false]);
  });

  it('offers them where it takes them', () => {
    const { agent, ask, agentWords, askWords } = rows(parrot);
    expect([ask?.click, agent?.click]).toEqual(['answer', 'answer']);
    expect([agentWords.includes('held'), askWords.includes('held')]).toEqual([true, true]);
  });

  it('is not offered to be edited where it takes no change', () => {
    expect(rows(parrot).askWords).not.toContain('editable');
  });
});

describe('an agent that ended', () => {
  it('is offered to be resumed only where its program can do that', () => {
    const { launch } = parrot;
    const resume = { takes: () => true, args: () => [] };
    expect(rows(parrot, true).agentWords).not.toContain('resumable');
    expect(
      rows({ ...parrot, ...(launch ? { launch: { ...launch, resume } } : {}) }, true).agentWords,
    ).toContain('resumable');
  });
});
