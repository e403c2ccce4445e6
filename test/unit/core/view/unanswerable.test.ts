import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../src/core/agent/state.ts';
import type { Ask } from '../../../../src/core/event/ask.ts';
import { heardEvent } from '../../../../src/core/event/heardEvent.ts';
import type { Reply } from '../../../../src/core/event/reply.ts';
import type { Program } from '../../../../src/core/program/program.ts';
import { canResume } from '../../../../src/core/run/person/resumeAgent.ts';
import { optionsAbout, promptSource } from '../../../../src/core/run/runDecision.ts';
import type { AgentRow } from '../../../../src/core/view/agentRow.ts';
import { agentTable } from '../../../../src/core/view/agentTable.ts';
import type { AskRow } from '../../../../src/core/view/ask/askRow.ts';
import { noNotifications, notificationsDue } from '../../../../src/core/view/notifications.ts';
import { usualLevels } from '../../../../src/core/view/notifyKinds.ts';
import { statusBarView } from '../../../../src/core/view/statusBarView.ts';
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
    expect(rows(parrot).askWords).not.toContain('edit');
  });
});

describe('a program that takes only some answers', () => {
  const plan = { kind: 'plan_approval', reason: 'plan', plan: '# Fly' } as const;
  const question = {
    kind: 'question',
    reason: 'question',
    questions: [{ question: 'Which nut?', options: [{ label: 'Hazel' }], multiSelect: false }],
  } as const;
  const command = {
    kind: 'permission',
    reason: 'Bash',
    tool: 'Bash',
    input: { command: 'ls' },
    suggests: ['x'],
  } as const;
  const edit = { ...command, editable: 'command' } as const;

  /** What is offered of an ask to which these replies are taken: in its row, the tree, the status bar, a toast, the table. */
  const offered = (ask: Ask, replies: readonly Reply[]) => {
    const head = { id: 'a1', at: 5, program: 'parrot', session: 'polly', evidence: 'hook' } as const;
    const { state } = play([{ ...head, type: 'promptShown', ask, generic: false, replies }]);
    const [folder] = folderRows({ state, now: 9, placeOf: () => undefined, levels, canResume: () => false });
    const [agent, row] = (folder?.children ?? []) as [AgentRow, AskRow];
    const { tooltip } = statusBarView(state);
    const effects = notificationsDue(noNotifications(0), {
      ...{ state, now: 99_000, levels: usualLevels, quiet: false, others: [], isMine: () => true },
      ...{ isHeld: (id) => id !== undefined, sentence: () => '' },
    }).effects;
    return {
      words: row.context.split(' ').slice(2),
      agentWords: agent.context
        .split(' ')
        .filter((word) => row.context.split(' ').includes(word))
        .slice(1),
      clicks: [row.click, agent.click],
      links: [...tooltip.matchAll(/\[([^\]]+)\]\(command:beckon\.\w+/gu)].map(([, label]) => label),
      toasts: effects.flatMap((one) => (one.type === 'showToast' ? [[...one.toast.offers]] : [])),
      table: agentTable(state, {
        now: 9,
        columns: 200,
        rows: 9,
        folders: [],
        isHeld: () => replies.length > 0,
      })
        .map(({ text }) => /beckon decide \S+ (.*)/u.exec(text)?.[1])
        .filter((text) => text !== undefined),
    };
  };
  const inTerminal = {
    words: [],
    agentWords: [],
    clicks: ['terminal', 'terminal'],
    links: ['Go to Terminal'],
    table: [],
  };

  it.each([command, edit, question, plan])('that takes none is answered in its terminal: %j', (ask) => {
    const { words, ...rest } = offered(ask, []);
    expect({ words: words.filter((word) => word !== 'short'), ...rest }).toEqual({
      ...inTerminal,
      toasts: [[]],
    });
  });

  it('that can only be denied is denied, and never approved, always or as edited', () => {
    const { words, links, clicks, toasts, table } = offered(edit, ['deny']);
    expect(words).toEqual(['held', 'opens', 'deny', 'short']);
    expect([links, clicks]).toEqual([
      ['Deny', 'Read…', 'Go to Terminal'],
      ['answer', 'answer'],
    ]);
    expect([toasts, table]).toEqual([[['deny']], ['deny | escalate']]);
  });

  it('that answers no questions has them skipped at most, and a click goes to its terminal', () => {
    const { words, links, clicks, toasts, table } = offered(question, ['deny']);
    expect(words).toEqual(['held', 'deny']);
    expect([links, clicks]).toEqual([['Go to Terminal'], ['terminal', 'terminal']]);
    expect([toasts, table]).toEqual([[['deny']], ['deny | escalate']]);
  });

  it('that takes a yes or a no to a plan takes no mode and no other plan', () => {
    expect(offered(plan, ['approve', 'deny']).words).toEqual(['held', 'opens', 'approve', 'deny']);
    expect(offered({ ...plan, plan: undefined } as unknown as Ask, ['approve', 'deny']).words).toEqual([
      'held',
      'deny',
    ]);
  });

  it('is offered in the tree what its row is offered', () => {
    for (const [ask, replies] of [
      [edit, ['deny']],
      [question, ['deny']],
      [plan, ['approve']],
      [edit, ['approve', 'deny']],
    ] as const) {
      const { words, agentWords } = offered(ask, replies);
      expect(agentWords).toEqual(words.filter((word) => word !== 'short'));
    }
  });

  it('has a run offer no more than that', () => {
    const choices = (ask: Ask, replies: readonly Reply[]) => {
      const prompt: Prompt = { ...ask, id: 'p', at: 1, source: 'request', evidence: 'hook', replies };
      return optionsAbout(promptSource(prompt), prompt).map(({ choice }) => choice);
    };
    expect(choices(command, ['deny'])).toEqual(['deny', 'cancel', 'dismiss']);
    expect(choices(command, [])).toEqual(['cancel', 'dismiss']);
    expect(choices(question, ['deny'])).toEqual(['cancel', 'dismiss']);
    expect(choices(plan, ['approve'])).toEqual(['approve', 'cancel']);
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
