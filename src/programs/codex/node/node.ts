import type { ProgramNode } from '../../../node/programNode.ts';
import { codexEvidence } from './codexEvidence.ts';
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
  evidence: codexEvidence,
} as const satisfies ProgramNode;
