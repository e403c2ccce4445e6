import type { ProgramNode } from '../../../node/programNode.ts';
import { hasConversation } from './conversation.ts';
import { entries } from './entries.ts';

/** What it takes a machine to find out about Qwen Code. */
export const qwenCodeNode = { hasConversation, entries } as const satisfies ProgramNode;
