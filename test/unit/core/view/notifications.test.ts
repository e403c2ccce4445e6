import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../../src/core/agent/agent.ts';
import { newAgent } from '../../../../src/core/agent/agent.ts';
import type { BaseState } from '../../../../src/core/agent/state.ts';
import type { PromptKind } from '../../../../src/core/event/ask.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import type { NotificationInput, NotificationMemory } from '../../../../src/core/view/notifications.ts';
import {
  agentsToPlace,
  mayBeNews,
  noNotifications,
  notificationsDue,
} from '../../../../src/core/view/notifications.ts';
import { usualLevels as levels } from '../../../../src/core/view/notifyKinds.ts';
import { isQuiet } from '../../../../src/core/view/quietHours.ts';

function asks(
  session: string,
  { id = session, request = true, kind = 'permission' as PromptKind } = {},
): Agent {
  const agent = newAgent({ program: 'claude-code', session }, 0);
  const prompt = {
    ...({ id, at: 100, source: 'request', evidence: 'hook', kind, reason: 'x', confirmedAt: 100 } as const),
    ...(request ? { requestId: id } : {}),
  };
  return { ...agent, prompts: [prompt], state: { kind: 'prompting', prompt }, since: 100 };
}

function is(session: string, state: BaseState, since = 100): Agent {
  const finished = state.kind === 'idle' ? { finishedAt: since } : {};
  return { ...newAgent({ program: 'claude-code', session }, 0), state, since, ...finished };
}

/** A window that looks again and again. */
function window(startedAt = 50) {
  let memory: NotificationMemory = noNotifications(startedAt);
  return (agents: readonly Agent[], more: Partial<NotificationInput> = {}): readonly string[] => {
    const due = notificationsDue(memory, {
      state: { ...noAgents, agents: new Map(agents.map((agent) => [agent.id, agent])) },
      now: 200,
      levels,
      quiet: false,
      others: [],
      isMine: () => true,
      isHeld: (requestId) => requestId !== undefined,
      sentence: ({ kind, agent }) => `${kind} of ${agent}`,
      ...more,
    });
    memory = due.memory;
    return due.effects.map((effect) => {
      if (effect.type === 'showToast') {
        return effect.toast.text.replaceAll('claude-code:', '');
      }
      return effect.type === 'showBatch'
        ? `${new Set(effect.told.map(({ agent }) => agent)).size} ${effect.kind}`
        : `withdraw ${effect.key}`;
    });
  };
}

describe('a decision', () => {
  it('is told once, and withdrawn once when it is over', () => {
    const look = window();
    expect(look([asks('a')])).toEqual(['permission of a']);
    expect(look([asks('a')])).toEqual([]);
    expect(look([])).toEqual(['withdraw decision a']);
    expect(look([])).toEqual([]);
  });

  it('that seems to be over and comes back is not told again', () => {
    const look = window();
    look([asks('a')]);
    look([]);
    expect(look([asks('a')])).toEqual([]);
  });

  it('waits also for a window that was opened later', () => {
    expect(window(5000)([asks('a')])).toEqual(['permission of a']);
  });

  it('is told by the window that holds its request, whoever is used last', () => {
    const look = window();
    const elsewhere = { isHeld: () => false, isMine: () => false };
    expect(look([asks('a')], elsewhere)).toEqual([]);
    expect(look([asks('a')], { isHeld: () => false, now: 99_000 })).toEqual([]);
    expect(look([asks('a')], { isMine: () => false })).toEqual(['permission of a']);
  });

  it('whose request waits nowhere is told by the window whose it is, when it should have come by then', () => {
    const look = window();
    const nowhere = { isHeld: () => false };
    expect(look([asks('a')], { ...nowhere, now: 10_099 })).toEqual([]);
    expect(look([asks('a')], { ...nowhere, now: 10_100 })).toEqual(['permission of a']);
  });

  it('without a request is told by the window whose it was when it came about', () => {
    const [mine, other] = [window(-20_000), window(-20_000)];
    const notice = asks('a', { request: false });
    expect(mine([notice])).toEqual([]);
    expect(mine([notice], { now: 3100 })).toEqual(['permission of a']);
    expect(other([notice], { isMine: () => false })).toEqual([]);
    expect(other([notice], { now: 3100 })).toEqual([]);
  });

  it('that was only noticed is told again when its request comes, and then it can be answered', () => {
    const look = window(-20_000);
    const notice = asks('a', { request: false });
    look([notice]);
    expect(look([notice], { now: 3100 })).toEqual(['permission of a']);
    expect(look([asks('a')], { now: 3200 })).toEqual(['withdraw notice a', 'permission of a']);
    expect(look([notice], { now: 3300 })).toEqual(['withdraw decision a']);
  });

  it('can be answered from a toast only where its request waits', () => {
    const answerable = (agent: Agent, isHeld: NotificationInput['isHeld']) =>
      notificationsDue(noNotifications(0), {
        state: { ...noAgents, agents: new Map([[agent.id, agent]]) },
        ...{ now: 99_000, levels, quiet: false, others: [], isMine: () => true, isHeld, sentence: () => '' },
      }).effects.flatMap((effect) => (effect.type === 'showToast' ? [effect.toast.offers.size > 0] : []));
    expect(answerable(asks('a'), () => true)).toEqual([true]);
    expect(answerable(asks('a'), () => false)).toEqual([false]);
    expect(answerable(asks('a', { request: false }), (id) => id !== undefined)).toEqual([false]);
  });

  it('of a kind that is off, or only counts, is not told', () => {
    for (const permission of ['off', 'badge'] as const) {
      expect(window()([asks('a')], { levels: { ...levels, permission } })).toEqual([]);
    }
    const question = { ...levels, question: 'off' } as const;
    expect(window()([asks('a', { kind: 'other' })], { levels: question })).toEqual([]);
    expect(window()([asks('a', { kind: 'plan_approval' })], { levels: question })).toEqual(['plan of a']);
  });
});

describe('what a person no longer wants to be told', () => {
  it('is withdrawn, and not told again when they do', () => {
    const look = window();
    expect(look([asks('a')])).toEqual(['permission of a']);
    expect(look([asks('a')], { levels: { ...levels, permission: 'badge' } })).toEqual([
      'withdraw decision a',
    ]);
    expect(look([asks('a')])).toEqual([]);
  });
});

describe('a state', () => {
  it('is told once each time it comes about', () => {
    const look = window();
    const failed = { kind: 'failed', error: { class: 'other' } } as const;
    expect(look([is('a', failed), is('b', { kind: 'exited' })])).toEqual(['failed of a', 'died of b']);
    expect(look([is('a', failed), is('b', { kind: 'exited' })])).toEqual([]);
    expect(look([is('a', { kind: 'working' })])).toEqual([
      'withdraw failed claude-code:a 100',
      'withdraw died claude-code:b 100',
    ]);
    expect(look([is('a', failed, 300)])).toEqual(['failed of a']);
  });

  it('from before the window was opened is no news', () => {
    expect(window(101)([is('a', { kind: 'exited' })])).toEqual([]);
  });

  it('idle is told only where that is wished, and never of a subagent', () => {
    const child = { ...is('c', { kind: 'idle' }), parent: 'claude-code:a' };
    expect(window()([is('a', { kind: 'idle' }), child])).toEqual([]);
    const idle = { ...levels, idle: 'notify' } as const;
    expect(window()([is('a', { kind: 'idle' }), child], { levels: idle })).toEqual(['idle of a']);
  });
});

describe('a window that has just opened', () => {
  it('gives a request that waits time to find it, and then tells it with its answers', () => {
    const look = window(10_000);
    const isHeld = () => false;
    expect(look([asks('a')], { now: 11_000, isHeld })).toEqual([]);
    expect(look([asks('a')], { now: 12_000 })).toEqual(['permission of a']);
  });

  it('gives a notice the same time, in case its request comes', () => {
    const look = window(10_000);
    expect(look([asks('a', { request: false })], { now: 15_000 })).toEqual([]);
    expect(look([asks('a', { request: false })], { now: 20_000 })).toEqual(['permission of a']);
  });

  it('leaves what was asked before to the other windows, of which one can have it answered', () => {
    const look = window(10_000);
    const elsewhere = { others: [0], isHeld: () => false };
    expect(look([asks('a')], { now: 30_000, ...elsewhere })).toEqual([]);
    expect(look([asks('a')], { now: 31_000, others: [0] })).toEqual(['permission of a']);
  });

  it('tells what was asked before any window was opened, where it is its own', () => {
    const [owner, other] = [window(10_000), window(11_000)];
    const nobody = { isHeld: () => false };
    owner([asks('a')], { now: 10_500, ...nobody });
    other([asks('a')], { now: 11_500, ...nobody });
    expect(owner([asks('a')], { now: 30_000, others: [11_000], ...nobody })).toEqual(['permission of a']);
    expect(other([asks('a')], { now: 30_000, others: [10_000], isMine: () => false, ...nobody })).toEqual([]);
  });

  it('takes up what is its own then, whoever it is later', () => {
    const [first, second] = [window(10_000), window(12_000)];
    const nobody = { isHeld: () => false };
    expect(first([asks('a')], { now: 22_000, others: [12_000], isMine: () => false, ...nobody })).toEqual([]);
    expect(second([asks('a')], { now: 22_000, others: [10_000], ...nobody })).toEqual(['permission of a']);
    expect(first([asks('a')], { now: 40_000, others: [], ...nobody })).toEqual([]);
  });

  it('leaves to another what was asked while that one was there', () => {
    const look = window(300);
    expect(look([asks('a')], { now: 30_000, others: [90], isHeld: () => false })).toEqual([]);
  });

  it('tells again what it could only tell, once that can be answered', () => {
    const look = window(10_000);
    expect(look([asks('a')], { now: 20_000, isHeld: () => false })).toEqual(['permission of a']);
    expect(look([asks('a')], { now: 21_000 })).toEqual(['permission of a']);
    expect(look([asks('a')], { now: 22_000 })).toEqual([]);
  });
});

describe('more than three at a time', () => {
  const four = ['a', 'b', 'c', 'd'].map((session) => asks(session));

  it('are told in one message', () => {
    expect(window()(four)).toEqual(['4 needy']);
    expect(window()(four.slice(1))).toHaveLength(3);
  });

  it('join one message as they come, and not another each', () => {
    const look = window();
    expect(look(four.slice(0, 3))).toHaveLength(3);
    expect(look(four)).toEqual(['4 needy']);
    expect(look([...four, asks('e')], { now: 300 })).toEqual([]);
    expect(look([...four, asks('e')], { now: 10_200 })).toEqual(['5 needy']);
    expect(look([...four, asks('e')], { now: 99_000 })).toEqual([]);
  });

  it('of one agent are told as one agent', () => {
    const agent = asks('a');
    const prompts = ['p', 'q', 'r', 's'].flatMap((id) =>
      agent.prompts.map((prompt) => ({ ...prompt, id, requestId: id })),
    );
    expect(window()([{ ...agent, prompts }])).toEqual(['1 needy']);
  });

  it('that are done are told though others need someone', () => {
    const done = ['v', 'w', 'x', 'y'].map((session) => is(session, { kind: 'idle' }));
    const look = window();
    expect(look([...four, ...done], { levels: { ...levels, idle: 'notify' } })).toEqual([
      '4 needy',
      '4 done',
    ]);
  });
});

describe('quiet hours', () => {
  it('keep everything quiet, and what still stands is told after them', () => {
    const look = window();
    expect(look([asks('a'), asks('b')], { quiet: true })).toEqual([]);
    expect(look([asks('b')])).toEqual(['permission of b']);
  });

  it.each([
    ['22:00-07:00', 23 * 60, true],
    ['22:00-07:00', 6 * 60 + 59, true],
    ['22:00-07:00', 7 * 60, false],
    ['22:00-07:00', 22 * 60, true],
    ['12:00-13:30', 13 * 60 + 29, true],
    ['12:00-13:30', 13 * 60 + 30, false],
    ['12:00-12:00', 12 * 60, false],
    ['', 0, false],
    ['at night', 0, false],
    ['25:00-07:00', 60, false],
    ['0:00-24:00', 0, true],
    ['0:00-24:00', 1439, true],
    ['9:00-9:30', 9 * 60 + 15, true],
  ])('%s at minute %i: %s', (hours, minute, quiet) => {
    expect(isQuiet(hours, minute)).toBe(quiet);
  });
});

describe('after the clock was set back', () => {
  it('what comes about is told, though it seems older than the window', () => {
    const look = window(9_000_000);
    look([], { now: 100 });
    expect(look([is('a', { kind: 'failed', error: { class: 'other' } }, 101)])).toEqual(['failed of a']);
  });

  it('several are told in one message, though the last one seems to be still to come', () => {
    const look = window();
    const four = (prefix: string) => [1, 2, 3, 4].map((number) => asks(`${prefix}${number}`));
    expect(look(four('a'), { now: 9_000_000 })).toEqual(['4 needy']);
    look([], { now: 200 });
    expect(look(four('b'), { now: 10_200 })).toEqual(['4 needy']);
  });
});

describe('whose an agent is', () => {
  const now = 200;
  const stateOf = (...agents: readonly Agent[]) => ({
    ...noAgents,
    agents: new Map(agents.map((agent) => [agent.id, agent])),
  });
  const idsOf = (memory: NotificationMemory, agents: readonly Agent[], at = now, wanted = levels) =>
    agentsToPlace(memory, { state: stateOf(...agents), levels: wanted, now: at }).map(
      ({ session }) => session,
    );
  const looked = (agents: readonly Agent[], startedAt = 50) =>
    notificationsDue(noNotifications(startedAt), {
      state: stateOf(...agents),
      now,
      levels,
      quiet: false,
      others: [],
      isMine: () => true,
      isHeld: () => true,
      sentence: () => '',
    }).memory;
  const one = asks('one');
  const failed = is('failed', { kind: 'failed', error: { class: 'rate_limited' } });

  it('is asked for those of whom there is news', () => {
    const others = [is('busy', { kind: 'working' }), is('done', { kind: 'idle' })];
    expect(idsOf(noNotifications(50), [one, failed, ...others])).toEqual(['one', 'failed']);
  });

  it('is asked once, until what was told is forgotten', () => {
    expect(idsOf(looked([one, failed]), [one, failed, asks('two')])).toEqual(['two']);
    expect(idsOf(looked([one]), [one], now + 20 * 60_000)).toEqual(['one']);
  });

  it('is asked again while this window may take up what was asked before it', () => {
    expect(idsOf(looked([one], 150), [one])).toEqual(['one']);
  });
});

describe('a step', () => {
  const one = asks('one');
  const busy = is('one', { kind: 'working' });
  const runs: [] = [];

  it('may be news where somebody asks, or no longer does', () => {
    expect(mayBeNews({ agents: [{ before: undefined, after: one }], runs })).toBe(true);
    expect(mayBeNews({ agents: [{ before: one, after: busy }], runs })).toBe(true);
  });

  it('is none where somebody who works goes on', () => {
    expect(mayBeNews({ agents: [{ before: busy, after: { ...busy, since: 150 } }], runs })).toBe(false);
  });
});
