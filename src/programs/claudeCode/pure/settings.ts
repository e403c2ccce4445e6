import type { ProgramSettings } from '../../../core/settings/programSettings.ts';
import { wantedClaudeEntries } from './entries.ts';
import { assumedClaudeVersion, isUnknownTo } from './eventNames.ts';
import { settingsProblems } from './settingsSchema.ts';

/** What the settings of Claude Code take. */
export const settings: ProgramSettings = {
  wanted: wantedClaudeEntries,
  problems: settingsProblems,
  isUnknown: (event, version = assumedClaudeVersion) => isUnknownTo(version, event),
};
