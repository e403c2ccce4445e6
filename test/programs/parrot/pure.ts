import * as z from 'zod';
import type { ProgramAnswers } from '../../../src/core/decision/programAnswers.ts';
import type { Event, Happening } from '../../../src/core/event/event.ts';
import type { ProgramEvents } from '../../../src/core/event/programEvents.ts';
import { noSession } from '../../../src/core/hookrun/hookEvent.ts';
import type { ProgramHooks } from '../../../src/core/hookrun/programHooks.ts';
import type { Program } from '../../../src/core/program/program.ts';
import type { ProgramLaunch } from '../../../src/core/run/programLaunch.ts';
import type { ProgramSettings } from '../../../src/core/settings/programSettings.ts';

const id = 'parrot';
const text = z.string().optional().catch(undefined);
const payload = z.looseObject({ bird: z.string().min(1), perch: text, says: text, wants: text });

type Payload = z.output<typeof payload>;

const happenings: Readonly<Record<string, (payload: Payload) => Happening>> = {
  hatches: () => ({ type: 'sessionStarted', source: 'startup' }),
  listens: () => ({ type: 'promptSubmitted' }),
  pecks: ({ wants }) => ({ type: 'toolStarted', tool: 'Beak', input: { command: wants } }),
  begs: ({ wants = 'a cracker' }) => ({
    type: 'promptShown',
    ask: { kind: 'permission', reason: wants, tool: 'Beak', input: { command: wants } },
    generic: false,
  }),
  rests: () => ({ type: 'turnEnded' }),
};

const events: ProgramEvents = {
  waits: { begs: 'always', rests: 'run' },
  told: ['PARROT_PID'],
  pidVariable: 'PARROT_PID',
  confirmsPrompts: false,
  owns: () => true,
  sessionOf: (value) => payload.safeParse(value).data?.bird,
  parse: (value, { id: event, at, event: name, pid, as }) => {
    const { data } = payload.safeParse({ ...value, ...(as ? { bird: as.session } : {}) });
    const happening = data && Object.hasOwn(happenings, name) ? happenings[name]?.(data) : undefined;
    if (!data || !happening) {
      return undefined;
    }
    const facts: Event['facts'] = {
      ...(data.perch ? { cwd: data.perch } : {}),
      ...(data.says ? { firstPrompt: data.says } : {}),
      ...(pid === undefined ? {} : { pid }),
    };
    const child = as?.child === undefined ? {} : { child: { id: as.child } };
    return {
      id: event,
      at,
      program: id,
      session: data.bird,
      ...child,
      evidence: 'hook',
      facts,
      ...happening,
    };
  },
};

const answers: ProgramAnswers = {
  replies: { permission: ['approve', 'deny'], question: [], plan_approval: [], other: [] },
  hidesPrompt: 'always',
  encode: (_, answer) => {
    switch (answer.kind) {
      case 'approve':
        return answer.edited === undefined && !answer.always && answer.plan === undefined
          ? { ok: true, output: '{"squawk":"yes"}' }
          : { ok: false, reason: 'a parrot takes a yes or a no' };
      case 'deny':
        return { ok: true, output: JSON.stringify({ squawk: 'no', because: answer.message ?? '' }) };
      case 'escalate':
        return { ok: true, output: '' };
      case 'answer':
        return { ok: false, reason: 'a parrot asks no questions' };
    }
  },
  print: ({ bird, wants }) => JSON.stringify([bird, wants]),
  refuseStop: (words) => JSON.stringify({ squawk: 'again', because: words }),
};

const hooks: ProgramHooks = {
  triggers: { pecks: ['before_tool'] },
  toEvent: ({ bird, perch, wants }, trigger, timestamp) => ({
    trigger,
    timestamp,
    sessionId: typeof bird === 'string' ? bird : noSession,
    workDir: typeof perch === 'string' ? perch : '',
    tool: { name: 'Beak', input: { command: wants ?? '' } },
    fields: {},
  }),
  reply: (_, { decision, reason = '' }) =>
    decision === 'deny' ? JSON.stringify({ squawk: 'no', because: reason }) : '',
  honours: () => true,
  toldAfter: new Set(['pecks']),
  isStoppedAgain: () => false,
  words: new Map(),
  sample: (_, { session, workDir }) => ({ bird: session, perch: workDir, wants: 'a seed' }),
};

const launch: ProgramLaunch = {
  command: 'parrot',
  recognises: ([word = '']) => /(?:^|\/)parrot$/u.test(word),
  start: (session, prompt) => ['--bird', session, ...(prompt ? ['--', prompt] : [])],
  sessionVariable: 'PARROT_BIRD',
};

const waitMs = (event: string) => (event === 'begs' ? 86_400_000 : 30_000);

/** A parrot takes entries among its settings in a folder, and a file of their own in the person's. */
const settings: ProgramSettings = {
  scopes: ['local', 'user'],
  wanted: (scope, relay) => {
    const ours = { relay, reader: 'Parrot' };
    const names = Object.keys(happenings);
    const handler = (event: string) => ({ command: relay, args: [event], waitMs: waitMs(event) });
    if (scope === 'local') {
      return { kind: 'edit', ...ours, entries: names.map((event) => ({ event, handler: handler(event) })) };
    }
    const songs = names.map((event) => ({ on: event, sing: `${relay} ${event}`, waitMs: waitMs(event) }));
    return { kind: 'ownFile', ...ours, events: names, text: JSON.stringify({ songbook: 1, songs }) };
  },
  problems: () => ({ whole: undefined, values: [] }),
  isUnknown: (event) => !Object.hasOwn(happenings, event),
};

/** A made-up agent program, in a format of its own. It cannot resume, and tells of nothing but events. */
export const parrot: Program = { id, name: 'Parrot', events, answers, hooks, launch, settings };
