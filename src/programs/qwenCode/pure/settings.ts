import * as z from 'zod';
import type { ProgramSettings, SettingsProblems } from '../../../core/settings/programSettings.ts';
import { wantedQwenEntries } from './entries.ts';
import { isUnknownEvent } from './eventNames.ts';

const timeout = z.union([z.number().positive(), z.string()]).optional();
const handler = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('command'), command: z.string().min(1), timeout }),
  z.looseObject({ type: z.literal('http'), url: z.string().min(1), timeout }),
  z.looseObject({ type: z.literal('prompt'), prompt: z.string().min(1), timeout }),
]);
const group = z.looseObject({ matcher: z.string().optional(), hooks: z.array(handler) });
const schema = z.looseObject({ hooks: z.record(z.string(), z.array(group)).optional() });

/** What the settings of Qwen Code take. It has one file in a folder, which Beckon takes for the person's own. */
export const settings: ProgramSettings = {
  scopes: ['local', 'user'],
  wanted: wantedQwenEntries,
  problems,
  isUnknown: isUnknownEvent,
  switches: (value) => {
    const { disableAllHooks } = (value ?? {}) as { readonly disableAllHooks?: unknown };
    return disableAllHooks === undefined
      ? {}
      : { off: { key: 'disableAllHooks', is: disableAllHooks === true } };
  },
};

/** It skips a hook that does not fit, and no more than that. */
function problems(value: unknown): SettingsProblems {
  const paths = (schema.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'));
  return { whole: undefined, values: [...new Set(paths)] };
}
