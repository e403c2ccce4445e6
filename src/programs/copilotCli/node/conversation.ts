import { hasLine } from '../../shared/node/hasLine.ts';
import { transcriptPath } from './copilotHome.ts';

/** Whether Copilot CLI has a conversation of this session to resume: somebody said something in it. */
export async function hasConversation(home: string, session: string, transcript?: string): Promise<boolean> {
  const usual = transcriptPath(home, session);
  const files = usual === undefined ? [] : [usual, ...(transcript === undefined ? [] : [transcript])];
  for (const file of files) {
    if (await hasLine(file, (line) => line.startsWith('{"type":"user.message"'))) {
      return true;
    }
  }
  return false;
}
