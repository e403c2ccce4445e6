import type { HookSwitches, ProgramSettings } from '../../../core/settings/programSettings.ts';
import { wantedClaudeEntries } from './entries.ts';
import { assumedClaudeVersion, isUnknownTo } from './eventNames.ts';
import { settingsProblems } from './settingsSchema.ts';

/** What the settings of Claude Code take. */
export const settings: ProgramSettings = {
  scopes: ['local', 'project', 'user'],
  wanted: wantedClaudeEntries,
  problems: settingsProblems,
  isUnknown: (event, version = assumedClaudeVersion) => isUnknownTo(version, event),
  switches,
};

/** Where only plugins may bring hooks, those of settings files are not run either. */
function switches(settings: unknown): HookSwitches {
  const { disableAllHooks, allowManagedHooksOnly, strictPluginOnlyCustomization } = (settings ??
    {}) as Switches;
  const strict = strictPluginOnlyCustomization;
  return {
    ...(disableAllHooks === undefined
      ? {}
      : { off: { key: 'disableAllHooks', is: disableAllHooks === true } }),
    managedOnly:
      allowManagedHooksOnly === true ||
      strict === true ||
      (Array.isArray(strict) && strict.includes('hooks')),
  };
}

type Switches = Readonly<
  Partial<Record<'disableAllHooks' | 'allowManagedHooksOnly' | 'strictPluginOnlyCustomization', unknown>>
>;
