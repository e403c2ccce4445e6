import type { ProgramNode } from '../../../node/programNode.ts';
import { hasConversation } from './conversation.ts';
import { entries } from './entries.ts';
import { qwenEvidence } from './qwenEvidence.ts';
import { recentCalls } from './recentCalls.ts';

/** What it takes a machine to find out about Qwen Code. */
export const qwenCodeNode = {
  hasConversation,
  recentCalls,
  entries,
  evidence: qwenEvidence,
} as const satisfies ProgramNode;
