import * as z from 'zod';
import type { SettingsProblems } from '../../../core/settings/programSettings.ts';

const timeout = z.number().positive().optional();

const command = z.looseObject({
  type: z.literal('command'),
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  shell: z.enum(['bash', 'powershell']).optional(),
  async: z.boolean().optional(),
  timeout,
});

const http = z.looseObject({
  type: z.literal('http'),
  url: z.string().min(1),
  headers: z.record(z.string(), z.string()).optional(),
  allowedEnvVars: z.array(z.string()).optional(),
  timeout,
});

const prompt = z.looseObject({ type: z.literal('prompt'), prompt: z.string().min(1), timeout });
const agent = z.looseObject({ type: z.literal('agent'), prompt: z.string().min(1), timeout });
const mcpTool = z.looseObject({
  type: z.literal('mcp_tool'),
  server: z.string().min(1),
  tool: z.string().min(1),
  timeout,
});

const group = z.looseObject({
  matcher: z.string().optional(),
  hooks: z.array(z.discriminatedUnion('type', [command, http, prompt, agent, mcpTool])),
});

const rules = z.array(z.string()).optional();
const modes = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions', 'delegate'] as const;
const permissions = z.looseObject({
  allow: rules,
  deny: rules,
  ask: rules,
  defaultMode: z.enum(modes).optional(),
});

/**
 * The part of Claude Code's settings that hooks depend on, and the common keys that make it skip a file.
 *
 * A file that does not fit is skipped by Claude Code whole, with a dialog at its start; within an event of `hooks`
 * only the value that does not fit is (`settingsProblems`). Unknown keys are fine everywhere. Names of events are not
 * checked here, since they depend on the version (`isUnknownTo`).
 */
export const claudeSettings = z.looseObject({
  hooks: z.record(z.string(), z.array(group)).optional(),
  disableAllHooks: z.boolean().optional(),
  allowManagedHooksOnly: z.boolean().optional(),
  model: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  permissions: permissions.optional(),
  cleanupPeriodDays: z.number().nonnegative().optional(),
  statusLine: z.looseObject({}).optional(),
});

/** What Claude Code would find wrong with parsed settings. */
export function settingsProblems(settings: unknown): SettingsProblems {
  const paths = (claudeSettings.safeParse(settings).error?.issues ?? []).map(({ path }) => path);
  const isInEvent = (path: readonly PropertyKey[]) => path[0] === 'hooks' && path.length > 1;
  const whole = paths.find((path) => !isInEvent(path));
  return {
    whole: whole && (whole.join('.') || 'its top'),
    values: [...new Set(paths.filter(isInEvent).map((path) => path.join('.')))],
  };
}
