import * as z from 'zod';
import type { ProgramSettings, SettingsProblems } from '../../../core/settings/programSettings.ts';
import type { CommandHandler, Scope, WantedEdit } from '../../../core/settings/wanted.ts';
import { codexName } from './names.ts';

/**
 * The events Codex is asked to tell of, and for how many seconds it may wait. It ends the last two after three seconds
 * itself, and warns at its start of an entry that wants more. The event before each call of its model changes nothing.
 */
const timeouts: Readonly<Record<string, number>> = {
  SessionStart: 660,
  UserPromptSubmit: 660,
  PreToolUse: 660,
  PermissionRequest: 660,
  PostToolUse: 660,
  Stop: 660,
  SubagentStart: 660,
  SubagentStop: 660,
  PreCompact: 660,
  PostCompact: 660,
  SessionEnd: 3,
  Interrupt: 3,
};

const others: ReadonlySet<string> = new Set(['PreModelRequest', 'PostModelRequest']);

/** What the settings of Codex take. */
export const settings: ProgramSettings = {
  scopes: ['local', 'user'],
  wanted,
  problems,
  isUnknown: (event) => timeouts[event] === undefined && !others.has(event),
  review: 'choose “Trust all and continue”, or look at them by /hooks',
};

/**
 * The entries for a scope. Each has one command and nothing that could differ from version to version: Codex does not run
 * an entry that is another than the one that the person has reviewed.
 */
function wanted(_: Scope, relay: string): WantedEdit {
  return {
    kind: 'edit',
    relay,
    reader: codexName,
    entries: Object.entries(timeouts).map(([event, timeout]) => ({
      event,
      handler: { type: 'command', command: `${shellWord(relay)} ${event}`, timeout } satisfies CommandHandler,
    })),
  };
}

/** Codex gives the command to a shell. */
function shellWord(path: string): string {
  return /^[\w./-]+$/u.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

const handler = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('command'), command: z.string() }),
  z.looseObject({ type: z.enum(['mcp_tool', 'prompt', 'agent']) }),
]);
const group = z.looseObject({ matcher: z.string().optional(), hooks: z.array(handler).optional() });
const hooksFile = z.looseObject({ hooks: z.looseObject({}).optional() });

/** What Codex would find wrong with parsed settings: it passes over a file of which a part does not fit. */
function problems(parsed: unknown): SettingsProblems {
  const { data } = hooksFile.safeParse(parsed);
  if (!data) {
    return { whole: 'hooks', values: [] };
  }
  const wrong = Object.entries(data.hooks ?? {}).find(([event, groups]) => {
    const isKnown = timeouts[event] !== undefined || others.has(event);
    return isKnown && !z.array(group).safeParse(groups).success;
  });
  return { whole: wrong && `hooks.${wrong[0]}`, values: [] };
}
