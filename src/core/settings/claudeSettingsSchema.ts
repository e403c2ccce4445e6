import * as z from 'zod';

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

/**
 * The part of Claude Code's settings that hooks depend on.
 *
 * A file that does not fit is skipped by Claude Code whole, with a dialog at its start; unknown keys are fine
 * everywhere. Names of events are not checked here, since they depend on the version (`isUnknownTo`).
 */
export const claudeSettings = z.looseObject({
  hooks: z.record(z.string(), z.array(group)).optional(),
  disableAllHooks: z.boolean().optional(),
  allowManagedHooksOnly: z.boolean().optional(),
});
