import type { Cage } from './cage.ts';
import { type ClaudeHands, claudeHands, inputBox } from './claudeHands.ts';
import { claudeProgram } from './programFile.ts';
import { type PtyOptions, type PtyProgram, startPty } from './ptyProgram.ts';

/** A Claude Code on a terminal of its own that a test types into and reads. */
export type InteractiveClaude = PtyProgram & ClaudeHands;

/** Starts Claude Code in the cage, on a terminal of its own, and waits until it takes input. */
export async function startInteractive(
  cage: Cage,
  { program = claudeProgram(), ...options }: PtyOptions & { program?: string } = {},
): Promise<InteractiveClaude> {
  const pty = startPty(cage, program, options);
  const claude = { ...pty, ...claudeHands(pty) };
  try {
    await claude.sees(inputBox);
  } catch (error) {
    await claude.close();
    throw error;
  }
  return claude;
}
