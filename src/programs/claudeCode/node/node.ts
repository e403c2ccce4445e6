import type { ProgramNode } from '../../../node/programNode.ts';
import { ClaudeEvidence } from './claudeEvidence.ts';
import { claudeConfigDir } from './claudeHome.ts';
import { hasConversation } from './conversation.ts';
import { showsDialog } from './dialog.ts';
import { entries } from './entries.ts';
import { recentCalls } from './recentCalls.ts';

/** What it takes a machine to find out about Claude Code. */
export const claudeCodeNode = {
  hasConversation: ({ env, folder, session, transcript }) =>
    hasConversation(claudeConfigDir(env), folder, session, transcript),
  showsDialog,
  recentCalls: ({ env, ...search }) => recentCalls({ configDir: claudeConfigDir(env), ...search }),
  entries,
  evidence: ({ env, ...ports }) => new ClaudeEvidence({ configDir: claudeConfigDir(env), ...ports }),
} as const satisfies ProgramNode;
