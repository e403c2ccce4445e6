import { describe, expect, it } from 'vitest';
import { triggerNamed } from '../../src/core/hookfile/triggers.ts';
import type { HookEvent } from '../../src/core/hookrun/hookEvent.ts';
import type { HookOutcome, ScriptEnd } from '../../src/core/hookrun/scriptEnd.ts';
import { readScriptEnd } from '../../src/core/hookrun/scriptEnd.ts';
import type { GivenEnd } from './conformance.ts';
import { conformanceCases } from './conformance.ts';
import { hookOf } from './hookOf.ts';

/** An object of a case whose fields nobody names here. */
export type Fields = Readonly<Record<string, unknown>>;

/** An event in the words of the format. */
export interface GivenEvent {
  readonly event_type: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
}

/** Runs every case of a file or a folder; none at all would be a mistake. */
export function conforms<Input, Expected>(
  place: string,
  check: (input: Input, expected: Expected) => void,
): void {
  const cases = conformanceCases<Input, Expected>(place);
  describe(place, () => {
    it('has cases', () => {
      expect(cases.length).toBeGreaterThan(9);
    });
    it.each(cases.map((one) => [one.id, one.shows, one] as const))('%s: %s', (_, __, { input, expected }) => {
      check(input, expected);
    });
  });
}

/** The event of a case as hooks see it. */
export function eventOf(given: GivenEvent & Fields): HookEvent {
  const { event_type, timestamp, session_id, work_dir, tool_name, tool_input, tool_use_id, ...fields } =
    given;
  const trigger = triggerNamed(event_type)?.id;
  if (!trigger) {
    throw new Error(`no trigger: ${event_type}`);
  }
  const useId = typeof tool_use_id === 'string' ? { useId: tool_use_id } : {};
  return {
    trigger,
    timestamp: String(timestamp),
    sessionId: String(session_id),
    workDir: String(work_dir),
    ...(tool_name === undefined ? {} : { tool: { name: tool_name, input: tool_input, ...useId } }),
    fields,
  };
}

const hows = {
  exit: 'exited',
  timeout: 'timeout',
  signal: 'killed',
  'not-started': 'unstarted',
  'no-script': 'no-script',
} as const;

/** What the end of a script says. */
export function outcomeOf({ how, code, stdout = '', stderr = '' }: GivenEnd): HookOutcome {
  const end: ScriptEnd = {
    how: hows[how],
    ...(code === undefined ? {} : { exit: code }),
    stdout,
    stderr,
    ms: 1,
  };
  return readScriptEnd(end, hookOf());
}

/** What cases call the decisions of hooks. */
export const decisions = { continues: 'none', approved: 'allow', asked: 'ask', blocked: 'deny' } as const;

/** What hooks say, as cases tell it. */
export interface Said {
  readonly operation: keyof typeof decisions;
  readonly reason?: string;
  readonly reasonGiven?: true;
  readonly input?: Fields | null;
  readonly context?: string | null;
  readonly contexts?: readonly string[];
}
