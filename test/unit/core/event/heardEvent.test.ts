import { describe, expect, it } from 'vitest';
import { heardEvent, parsePayload } from '../../../../src/core/event/heardEvent.ts';
import { namedPayload, namedSession } from '../../../../src/core/event/namedPayload.ts';
import type { Program } from '../../../../src/core/program/program.ts';
import type { JsonObject } from '../../../../src/core/text/jsonObject.ts';
import type { WireHead } from '../../../../src/core/wire/wireHead.ts';
import { hookWords } from '../../../../src/programs/claudeCode/pure/hookWords.ts';
import { parrot } from '../../../programs/parrot/pure.ts';
import { programs } from '../../../support/programs.ts';
import { wireHead } from '../../../support/relayRequest.ts';

const heardOf = (...[head, payload, at]: [WireHead, JsonObject, number]) =>
  heardEvent(programs, head, payload, at)?.event;
const stop = { session_id: 's1', hook_event_name: 'Stop', cwd: '/w' };

describe('what a listener hears', () => {
  it('happened when the relay started, but never after it arrived', () => {
    expect(heardOf(wireHead({ at: 5 }), stop, 10)?.at).toBe(5);
    expect(heardOf(wireHead({ at: 50 }), stop, 10)?.at).toBe(10);
    expect(heardOf(wireHead(), stop, 10)?.at).toBe(10);
  });

  it('is about the process that called, and where that runs', () => {
    const head = wireHead({ ppid: 50, env: { CLAUDE_PID: '50', TMUX_PANE: '%3' } });
    expect(heardOf(head, stop, 10)?.facts).toMatchObject({ pid: 50, terminal: '%3', cwd: '/w' });
    expect(heardOf(wireHead({ ppid: 51, env: { CLAUDE_PID: '50' } }), stop, 10)?.facts).not.toHaveProperty(
      'pid',
    );
  });

  it('is named by the payload, or else by the entry', () => {
    const { hook_event_name: _, ...nameless } = stop;
    expect(heardOf(wireHead({ event: 'Stop' }), nameless, 1)?.type).toBe('turnEnded');
    expect(heardOf(wireHead({ event: '' }), stop, 1)?.type).toBe('turnEnded');
  });

  it.each([
    ['another program that reads the same settings', wireHead({ env: { COPILOT_CLI: '1' } }), stop],
    ['a program nothing is known of', wireHead({ program: 'nonsense' }), stop],
    ['an agent event that is none', wireHead({ event: 'agent:nonsense' }), { agent_id: 'x' }],
    ['an agent event without an agent', wireHead({ event: 'agent:idle' }), {}],
  ])('changes nothing from %s', (_, head, payload) => {
    expect(heardOf(head, payload, 1)).toBeUndefined();
  });

  describe('that asks something', () => {
    const begging = { bird: 'polly', wants: 'a nut' };
    const begs = (answers: Program['answers'], waits: boolean) => {
      const { answers: _, ...mute } = parrot;
      const program = answers ? { ...mute, answers } : mute;
      const head = wireHead({ program: 'parrot', event: 'begs', waits });
      return heardEvent([program], head, begging, 10)?.event;
    };

    it('can be told what its program takes, while its relay waits', () => {
      expect(begs(parrot.answers, true)).toMatchObject({ type: 'promptShown', replies: ['approve', 'deny'] });
      expect(begs(parrot.answers, false)).toMatchObject({ type: 'promptShown', replies: [] });
      expect(begs(undefined, true)).toMatchObject({ type: 'promptShown', replies: [] });
    });

    it('perhaps asks nobody where its program says that of every call, unless its relay waits', () => {
      const answers = parrot.answers && { ...parrot.answers, optIn: true as const };
      expect(begs(answers, true)?.type).toBe('promptShown');
      expect(begs(answers, false)?.type).toBe('noted');
    });
  });

  it('may be told by the agent itself', () => {
    const head = wireHead({ program: 'beckon', event: 'agent:signal' });
    const event = heardOf(head, { agent_id: 'claude-code:s1', signal: 'complete' }, 1);
    expect(event).toMatchObject({ type: 'signalled', session: 's1', signal: 'complete' });
  });

  describe('that was cut off', () => {
    const head = {
      session_id: 's1',
      cwd: '/w',
      agent_id: 'a',
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
    };
    const whole = JSON.stringify({
      ...head,
      tool_input: { file_path: '/w/ä', content: 'x'.repeat(50), list: [1, { a: null }] },
      tool_response: 'line\nline',
      tool_use_id: 't1',
    });
    const named = whole.indexOf('"tool_name"');

    it('says whose it is and which tool, wherever the cut is', () => {
      for (let cut = whole.indexOf('"tool_input"'); cut < whole.length; cut += 1) {
        expect(parsePayload(whole.slice(0, cut))).toMatchObject(head);
      }
    });

    it('is none when the cut is before its name', () => {
      for (let cut = 0; cut < named - 2; cut += 1) {
        const payload = parsePayload(whole.slice(0, cut));
        expect(payload === undefined || payload.hook_event_name !== 'PostToolUse').toBe(true);
      }
    });

    it.each([
      ['a mistake in the middle', whole.replace('"tool_name"', 'tool_name')],
      ['a comment', `// x\n${whole}`],
      ['something after it', `${whole}x`],
      ['a comma too many', whole.replace('"tool_name"', ',"tool_name"')],
    ])('is not confused with %s', (_, body) => {
      expect(parsePayload(body)).toBeUndefined();
    });
  });

  describe.each([5000, 20_000, 60_000])('that is nested %d levels deep', (levels) => {
    const start = `{"session_id":"s1","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":`;

    it.each([
      ['lists', '[', ']'],
      ['objects', '{"a":', '}'],
    ])('is no payload, whole or cut off: %s', (_, open, close) => {
      const deep = start + open.repeat(levels);
      for (const body of [deep, `${deep}1${close.repeat(levels)}}`, `${deep}1${close.repeat(levels - 1)}`]) {
        expect(parsePayload(body)).toBeUndefined();
      }
    });
  });

  it('may have any number of brackets in its texts and beside each other', () => {
    const text = '\\"[{'.repeat(2000);
    const payload = { session_id: 's1', text, list: Array.from({ length: 2000 }, () => [{}]) };
    expect(parsePayload(JSON.stringify(payload))).toEqual(payload);
  });

  it.each(['', 'null', '[]', '1', '{'])('has no payload in %j', (body) => {
    expect(parsePayload(body)).toBeUndefined();
  });
});

describe('the hook commands', () => {
  it.each([
    ['notify', { notification_type: 'idle_prompt' }, true],
    ['notify', { notification_type: 'permission_prompt' }, true],
    ['notify', { notification_type: 'auth_success' }, false],
    ['notify', {}, false],
    ['notify', { notification_type: 7 }, false],
    ['pretooluse', { tool_name: 'ExitPlanMode' }, true],
    ['pretooluse', { tool_name: 'EnterPlanMode' }, true],
    ['pretooluse', { tool_name: 'AskUserQuestion' }, true],
    ['pretooluse', { tool_name: 'Bash' }, false],
    ['pretooluse', {}, false],
    ['stop', {}, true],
  ])('%s is told of with %j: %j', (word, payload, expected) => {
    expect(hookWords.get(word)?.isAbout(payload)).toBe(expected);
  });

  it('only stop answers the agent', () => {
    expect([...hookWords].filter(([, { answers }]) => answers).map(([word]) => word)).toEqual(['stop']);
  });
});

describe('an event of an agent that is named', () => {
  const heard = (id: string, payload: JsonObject, event = 'Stop') =>
    heardOf(wireHead({ event }), namedPayload(id, payload) ?? payload, 1);

  it.each([
    ['a bare id', 'a1', {}, { program: 'other', session: 'a1' }],
    ['a whole id', 'claude-code:s2', stop, { program: 'claude-code', session: 's2' }],
    ['a subagent', 'claude-code:s2/c', stop, { program: 'claude-code', session: 's2', child: { id: 'c' } }],
    ['nobody', '', stop, { program: 'claude-code', session: 's1' }],
    ['an id that is none', 'p:', stop, { program: 'claude-code', session: 's1' }],
  ])('by %s is about that one', (_, id, payload, expected) => {
    expect(heard(id, payload)).toMatchObject({ type: 'turnEnded', ...expected });
  });

  it('is none where neither the id nor the payload names one', () => {
    expect([heard('p:', {}), heard('', {})]).toEqual([undefined, undefined]);
  });

  it('counts whatever program called', () => {
    const head = wireHead({ env: { COPILOT_CLI: '1' } });
    expect(heardOf(head, { ...namedPayload('a1', stop) }, 1)).toMatchObject({ session: 'a1' });
  });

  it('leaves the session of the payload to hooks', () => {
    expect(namedPayload('a1', stop)?.session_id).toBe('s1');
    expect(namedSession({ ...namedPayload('p:a1/c', {}) })).toBe('a1');
    expect([namedSession({}), namedSession({ beckon_agent: 'p:' })]).toEqual([undefined, undefined]);
  });
});
