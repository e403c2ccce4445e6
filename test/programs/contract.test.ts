import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentId, newAgent } from '../../src/core/agent/agent.ts';
import { decisionsOf } from '../../src/core/decision/decision.ts';
import type { ProgramAnswers } from '../../src/core/decision/programAnswers.ts';
import { heardEvent } from '../../src/core/event/heardEvent.ts';
import { triggers } from '../../src/core/hookfile/triggers.ts';
import type { Program } from '../../src/core/program/program.ts';
import { launchOf } from '../../src/core/run/launch.ts';
import { canResume, resumeLaunch } from '../../src/core/run/person/resumeAgent.ts';
import { defaultPolicy } from '../../src/core/run/policy.ts';
import { headlessOf, programOf } from '../../src/core/run/programLaunch.ts';
import type { RunbookProgram } from '../../src/core/runbook/programsAround.ts';
import { installEntries, relaysRunIn, removeEntries } from '../../src/core/settings/installEntries.ts';
import { isOurHandler } from '../../src/core/settings/ourHandler.ts';
import type { Scope } from '../../src/core/settings/wanted.ts';
import { wantedEvents } from '../../src/core/settings/wanted.ts';
import { settingsPath } from '../../src/node/entries/settingsPlace.ts';
import type { AgentProgram, EntryProgram } from '../../src/node/programNode.ts';
import { takesEntries } from '../../src/node/programNode.ts';
import { allPrograms, entryPrograms } from '../../src/programs/all.ts';
import { runbookPrograms } from '../../src/programs/runbookPrograms.ts';
import { play } from '../support/claude.ts';
import { wireHead } from '../support/relayRequest.ts';
import { repository } from '../support/runProgram.ts';
import type { ExampleEvent } from './examples.ts';
import { examples } from './examples.ts';

/** The tests of something that a program may lack: then it declares nothing of it, and nobody offers it. */
function describeWhere<T>(part: T | undefined, what: string, tests: (part: T) => void): void {
  if (part !== undefined) {
    describe(what, () => tests(part));
  }
}

const call = (event: string) => ({ id: 'e1', at: 5, event, env: {} });

it('every program that is shipped keeps the contract', () => {
  const tried = examples.map(({ program }) => program.id);
  expect(tried).toEqual(expect.arrayContaining(allPrograms.map(({ id }) => id)));
  expect(new Set(tried).size).toBe(tried.length);
});

it('every program that is shipped has an icon for light and for dark themes, and a badge of its own', () => {
  const icons = readdirSync(join(repository, 'media', 'programs'));
  for (const { id } of allPrograms) {
    expect(icons).toEqual(expect.arrayContaining([`${id}-light.svg`, `${id}-dark.svg`]));
  }
  const badges = allPrograms.map(({ badge }: Program) => badge ?? '');
  expect(badges.filter((badge) => !/^\w{1,2}$/u.test(badge))).toEqual([]);
  expect(new Set(badges).size).toBe(badges.length);
});

it('every program that is shipped takes its entries out again when Beckon goes', () => {
  const parts = ({ id, name, settings, node }: EntryProgram) => [id, name, settings, node.entries];
  const all: readonly AgentProgram[] = allPrograms;
  expect(entryPrograms.map(parts)).toEqual(all.filter(takesEntries).map(parts));
});

it('every program that is shipped and can be started is known where runbooks are written', () => {
  const parts = ({ id, name, launch }: RunbookProgram) => [id, name, launch];
  const all: readonly AgentProgram[] = allPrograms;
  expect(runbookPrograms.map(parts)).toEqual(all.filter(({ launch }) => launch).map(parts));
});

describe.each(examples.map((one) => [one.program.id, one] as const))('%s', (id, one) => {
  const { program, session, asks, stop } = one;
  const { events, answers, hooks, launch } = program;
  const heard = ({ event, payload }: ExampleEvent, waits = false, by = program) =>
    heardEvent([by], wireHead({ program: id, event, waits }), payload, 5);

  it('has an id for paths and a name for people', () => {
    expect(id).toMatch(/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/u);
    expect(program.name).toMatch(/\S/u);
  });

  describe('its events', () => {
    it.each(one.events)('$event: $is', (example) => {
      const event = events.parse(example.payload, call(example.event));
      expect(event).toMatchObject({
        id: 'e1',
        at: 5,
        program: id,
        session,
        evidence: 'hook',
        type: example.is,
      });
      expect(event?.facts?.cwd).toBe('/w');
    });

    // Any other name is one that the relay never hands to the engine: hooks would be skipped without a word.
    it('have names that the relay hands on', () => {
      const names = [...Object.keys(events.waits), ...Object.keys(hooks?.triggers ?? {})];
      expect(names.filter((name) => !/^\w[\w.-]*$/u.test(name))).toEqual([]);
    });

    it.each([{}, { session_id: 7, bird: [] }, { a: { b: { c: null } } }])('%j says nothing', (payload) => {
      for (const { event } of one.events) {
        expect(events.parse(payload, call(event))).toBeUndefined();
      }
    });

    it('of an unknown name change nothing', () => {
      for (const { payload, is } of one.events) {
        const event = events.parse(payload, call('FromTheFuture'));
        expect([undefined, 'noted', is]).toContain(event?.type);
      }
    });

    it('name their conversation, also where nothing else can be read', () => {
      expect(one.events.map(({ payload }) => events.sessionOf(payload))).toEqual(
        one.events.map(() => session),
      );
      expect([{}, { session_id: 7, bird: [] }].map((payload) => events.sessionOf(payload))).toEqual([
        undefined,
        undefined,
      ]);
    });

    it('are those of the agent that whoever called names', () => {
      const as = { session: 's2', child: 'c' };
      for (const payload of [stop.payload, {}]) {
        const event = events.parse(payload, { ...call(stop.event), as });
        expect(event).toMatchObject({ session: 's2', child: { id: 'c' } });
      }
    });

    it('are its own inside of the terminals of all others too', () => {
      const left = examples.flatMap(({ program: { events } }) =>
        events === program.events
          ? []
          : [...(events.marks ?? []), ...(events.strangers ?? []), events.pidVariable ?? ''],
      );
      const { pidVariable } = events;
      const env = {
        ...Object.fromEntries(left.filter(Boolean).map((name) => [name, '49'])),
        ...(pidVariable === undefined ? {} : { [pidVariable]: '50' }),
      };
      const head = wireHead({ program: id, event: stop.event, ppid: 50, env });
      expect(heardEvent([program], head, stop.payload, 5)?.event.type).toBe(stop.is);
    });

    it('name its process where it says so itself', () => {
      const { pidVariable } = events;
      if (pidVariable !== undefined) {
        const head = { program: id, event: stop.event, ppid: 50 };
        const pid = (told: string) =>
          heardEvent([program], wireHead({ ...head, env: { [pidVariable]: told } }), stop.payload, 5)?.event
            .facts?.pid;
        expect([pid('50'), pid('51')]).toEqual([50, undefined]);
        expect(events.told).toContain(pidVariable);
      }
    });

    it('come from a process that is known by its words, where the program declares that', () => {
      const { own = [], others = [] } = one.processes ?? {};
      const known = (words: readonly string[]) => events.isProcess?.(words) ?? false;
      expect([...own.map(known), ...others.map(known), known([])]).toEqual([
        ...own.map(() => true),
        ...others.map(() => false),
        false,
      ]);
      expect(own.length > 0).toBe(events.isProcess !== undefined);
    });
  });

  it('has an example of what it asks, where it takes answers', () => {
    expect(asks !== undefined || answers === undefined).toBe(true);
  });

  describeWhere(asks, 'what it asks', ({ request }) => {
    const prompted = (by = program) => {
      const event = heard(request, true, by)?.event;
      return event && play([event]).state.agents.get(agentId(id, session));
    };

    it('is a prompt, for which the relay waits where somebody can answer', () => {
      expect(decisionsOf(prompted())).toHaveLength(1);
      expect(events.waits[request.event] === 'always').toBe(answers !== undefined);
    });

    it('can be answered only by a program that takes answers', () => {
      const requestOf = (by = program) => decisionsOf(prompted(by))[0]?.prompt.requestId;
      const { answers: _, ...mute } = program;
      expect(requestOf() !== undefined).toBe(answers !== undefined);
      expect([decisionsOf(prompted(mute)).length, requestOf(mute)]).toEqual([1, undefined]);
    });
  });

  describeWhere(answers && asks && { answers, ...asks }, 'its answers', ({ answers, request, other }) => {
    const said = (answer: Parameters<ProgramAnswers['encode']>[1]) => answers.encode(request.payload, answer);

    it('are a yes and a no in its own words, with the reason, as far as it takes them', () => {
      const asked = events.parse(request.payload, call(request.event));
      const kind = asked?.type === 'promptShown' ? asked.ask.kind : 'other';
      const takes = answers.replies[kind];
      const [yes, no] = [said({ kind: 'approve' }), said({ kind: 'deny', message: 'Not now.' })];
      const refused = { ok: false, reason: expect.stringMatching(/./u) };
      const word = (output: unknown) => ({ ok: true, output });
      expect([yes, no]).toEqual([
        takes.includes('approve') ? word(expect.stringMatching(/./u)) : refused,
        takes.includes('deny') ? word(expect.stringContaining('Not now.')) : refused,
      ]);
      expect(yes).not.toEqual(no);
    });

    it('are nothing where its own prompt is to ask', () => {
      expect(said({ kind: 'escalate' })).toEqual({ ok: true, output: '' });
    });

    it.each([
      { kind: 'answer', answers: { Which: 'Red' } },
      { kind: 'approve', plan: '# Plan' },
    ] as const)('are refused with a reason where they do not fit: %j', (answer) => {
      expect(said(answer)).toEqual({ ok: false, reason: expect.stringMatching(/./u) });
    });

    it('know a request that came twice, and no other', () => {
      const prints = [request.payload, { ...request.payload }, other].map((one) => answers.print(one));
      expect(prints[0]).toBe(prints[1]);
      expect(prints[0]).not.toBe(prints[2]);
    });

    it('refuse the end of a turn only where that is waited for', () => {
      const event = heard(stop, true)?.event;
      const waits = event?.type === 'turnEnded' && event.waits === true;
      expect([event?.type, waits]).toEqual(['turnEnded', answers.refuseStop !== undefined]);
      expect(answers.refuseStop?.('Go on.') ?? 'Go on.').toContain('Go on.');
      expect(events.waits[stop.event] === 'run').toBe(answers.refuseStop !== undefined);
    });
  });

  describeWhere(hooks, 'its hooks', (hooks) => {
    const names = Object.keys(hooks.triggers ?? {});
    const known = new Set(triggers.map((trigger) => trigger.id));

    it.each(names)('at %s are of a kind that the format has', (event) => {
      const kinds = hooks.triggers[event] ?? [];
      expect(kinds.length).toBeGreaterThan(0);
      expect(kinds.filter((kind) => !known.has(kind))).toEqual([]);
    });

    it.each(names)('at %s hold whatever the payload leaves out', (event) => {
      for (const trigger of hooks.triggers[event] ?? []) {
        expect(hooks.toEvent({}, trigger, 't')).toMatchObject({ trigger, timestamp: 't' });
      }
    });

    it('know whose they are, and where', () => {
      const told = one.events.flatMap(({ event, payload }) =>
        (hooks.triggers[event] ?? []).map((trigger) => hooks.toEvent(payload, trigger, 't')),
      );
      expect(told.length).toBeGreaterThan(0);
      for (const event of told) {
        expect(event).toMatchObject({ sessionId: session, workDir: '/w' });
        expect(event.tool !== undefined).toBe(/_tool/u.test(event.trigger));
      }
    });

    it.each(names)('at %s say nothing where nobody objects', (event) => {
      expect(hooks.reply(event, { decision: 'none' })).toBe('');
    });

    it.each(names)('at %s are heeded where the program says so', (event) => {
      const no = hooks.reply(event, { decision: 'deny', reason: 'Because.' }) ?? '';
      expect(no.includes('Because.')).toBe(hooks.honours(event));
    });
  });

  describeWhere((program as Program).demo, 'its demo', ({ agents, payload }) => {
    it('is heard as its own', () => {
      const steps = agents.flatMap(({ steps }) => steps).filter((step) => 'event' in step);
      const isHeard = steps.map(({ event, fields }) => {
        const head = wireHead({ program: id, event });
        return (
          heardEvent([program], head, payload(event, fields, { session: 's', cwd: '/w' }), 5) !== undefined
        );
      });
      expect(steps.length).toBeGreaterThan(0);
      expect(isHeard).not.toContain(false);
    });
  });

  describeWhere(launch, 'its launch', (launch) => {
    const step = (prompt?: string) => ({
      name: 'a',
      command: launch.command ?? '',
      worktree: false,
      policy: defaultPolicy,
      ...(prompt === undefined ? {} : { prompt }),
    });
    const plan = { agent: `${id}:${session}`, resume: false };

    it.each(one.starts)('is known by: %s', (command) => {
      expect(programOf([program], command)?.id).toBe(id);
    });

    it.each(one.others)('is not meant by: %s', (command) => {
      expect(programOf([program], command)).toBeUndefined();
    });

    it.each([...one.starts, ...one.others])('is not headless by: %s', (command) => {
      expect(headlessOf([program], command)).toBeUndefined();
    });

    it.each(Object.entries(one.headless ?? {}))('is headless by: %s', (command, word) => {
      expect(headlessOf([program], command)?.word).toBe(word);
    });

    it('has the id of its conversation and the prompt as arguments, and nothing of them in the script', () => {
      const { script, args } = launchOf([program], { ...plan, step: step('--help $(reboot)') });
      const words = args.map((arg) => arg.replace(/^--[a-z-]+=(?=.)/u, ''));
      expect(words).toContain('--help $(reboot)');
      expect(words.includes(session)).toBe(launch.namesItself === undefined);
      expect(script).not.toMatch(/reboot|0f8c2d3e/u);
      expect(launchOf([program], { ...plan, step: step() }).args).not.toContain('');
    });

    it('goes on with a conversation only where the program can', () => {
      const ended = { ...newAgent({ program: id, session }, 0), state: { kind: 'exited' } as const };
      expect(canResume([program], ended)).toBe(launch.resume !== undefined);
      expect(canResume([program], { ...ended, session: '--help' })).toBe(false);
      const { args } = resumeLaunch([program], ended);
      expect(args.includes(session)).toBe(launch.resume !== undefined);
    });

    it('is asked to go on with a conversation only where somebody can say that there is one', () => {
      expect(program.node.hasConversation !== undefined).toBe(launch.resume !== undefined);
    });
  });

  describeWhere(takesEntries(program) ? program : undefined, 'its entries', ({ settings, node }) => {
    const relay = `/home/ada/.beckon/bin/${id}`;
    const env = { HOME: '/home/ada' };
    const { scopes } = settings;
    const place = (scope: Scope) => ({
      program: { ...program, settings, node },
      scope,
      workspace: '/w',
      env,
    });
    const files = scopes.map((scope) => [scope, settingsPath(place(scope))] as const);

    it('go into a file for each of its scopes: in the folder, or among the files of the person', () => {
      expect(new Set(scopes).size).toBe(scopes.length);
      expect(new Set(files.map(([, file]) => file)).size).toBe(scopes.length);
      for (const [scope, file] of files) {
        expect(file.startsWith(scope === 'user' ? join(node.entries.configDir(env), '/') : '/w/')).toBe(true);
      }
    });

    it.each(scopes)(
      'are for every event that waits, each once, and for none it does not know: %s',
      (scope) => {
        const names = wantedEvents(settings.wanted(scope, relay));
        expect(new Set(names).size).toBe(names.length);
        expect(names).toEqual(expect.arrayContaining(Object.keys(events.waits)));
        expect(names.filter((event) => settings.isUnknown(event))).toEqual([]);
      },
    );

    it.each(scopes)('run the relay, which may take some time, and are known as ours: %s', (scope) => {
      const wanted = settings.wanted(scope, relay);
      expect([wanted.relay, wanted.reader]).toEqual([relay, program.name]);
      if (wanted.kind === 'edit') {
        for (const { handler } of wanted.entries) {
          const times = Object.values(handler).filter((value) => typeof value === 'number');
          expect([isOurHandler(handler, { relay }), times.every((time) => time > 0)]).toEqual([true, true]);
          expect(times).toHaveLength(1);
        }
      } else {
        const isRun = relaysRunIn(wanted.text, wanted).includes(relay);
        expect([isRun, removeEntries(`${wanted.text} `, wanted)]).toEqual([true, undefined]);
      }
    });

    it.each(scopes)('are undone to the byte: %s', (scope) => {
      const wanted = settings.wanted(scope, relay);
      const befores = ['{}\n', '{ "mine": [1, 2] }', '{\r\n\t"hooks": {}\r\n}\r\n'];
      for (const before of [undefined, ...(wanted.kind === 'edit' ? befores : [])]) {
        const edited = installEntries(before, wanted);
        const after = 'text' in edited ? edited : undefined;
        expect(settings.problems(JSON.parse(after?.text ?? '')).whole).toBeUndefined();
        expect(after && removeEntries(after.text, wanted, after.undo)).toBe(before);
        expect(after && installEntries(after.text, wanted)).toEqual({ text: after?.text, undo: undefined });
      }
    });
  });
});
