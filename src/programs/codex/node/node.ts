import type { ProgramNode } from '../../../node/programNode.ts';
import { CodexEvidence } from './codexEvidence.ts';
import { codexHome } from './codexHome.ts';
import { entries } from './entries.ts';
import { recentCalls } from './recentCalls.ts';
import { hasConversation } from './rollouts.ts';
import { shownBy } from './shownBy.ts';

/** What it takes a machine to find out about Codex. */
export const codexNode = {
  hasConversation,
  shownBy,
  recentCalls,
  entries,
  evidence: ({ env, ...ports }) => new CodexEvidence({ home: codexHome(env), ...ports }),
} as const satisfies ProgramNode;
