import type { ProgramNode } from '../../../node/programNode.ts';
import { hasConversation } from './conversation.ts';
import { copilotEvidence } from './copilotEvidence.ts';
import { copilotHome } from './copilotHome.ts';
import { entries } from './entries.ts';
import { recentCalls } from './recentCalls.ts';

/** What it takes a machine to find out about Copilot CLI. */
export const copilotCliNode = {
  hasConversation: ({ env, session, transcript }) => hasConversation(copilotHome(env), session, transcript),
  recentCalls,
  entries,
  evidence: copilotEvidence,
} as const satisfies ProgramNode;
