import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CagedProgram } from './cagedProgram.ts';

/** The one command that needs no permission in a cage. */
export const allowed = './allowed.sh';

/**
 * Claude Code finds a home in which the first-run screens are behind it and the folders are trusted; it asks before it
 * runs anything, which a fresh install does not.
 */
export const cagedClaude: CagedProgram = {
  furnish: ({ home, folders, modelUrl }) => {
    mkdirSync(join(home, '.claude'));
    writeFileSync(join(home, '.claude.json'), JSON.stringify(claudeState(folders)));
    writeFileSync(
      join(home, '.claude', 'settings.json'),
      JSON.stringify({ permissions: { defaultMode: 'default', allow: [`Bash(${allowed})`] } }),
    );
    return {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'dummy',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_ERROR_REPORTING: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
      CLAUDE_CODE_MAX_RETRIES: '0',
    };
  },
};

/** What Claude Code notes of a folder that a person has trusted. */
const trusted = {
  hasTrustDialogAccepted: true,
  projectOnboardingSeenCount: 5,
  hasCompletedProjectOnboarding: true,
};

/** What `~/.claude.json` says after a person has gone through the first-run screens. */
export function claudeState(folders: readonly string[]): object {
  return {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: '99.0.0',
    theme: 'dark',
    numStartups: 5,
    customApiKeyResponses: { approved: ['dummy'], rejected: [] },
    hasSeenAutoDefaultNudge: true,
    projects: Object.fromEntries(folders.map((folder) => [folder, trusted])),
  };
}
