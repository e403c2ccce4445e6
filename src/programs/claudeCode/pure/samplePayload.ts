import type { ProgramHooks } from '../../../core/hookrun/programHooks.ts';
import type { Payload } from '../../../core/wire/payload.ts';
import { samplePayloadOf } from '../../shared/pure/samplePayload.ts';

/** A payload as Claude Code has it at a moment, about the use of a tool where one is given. */
export const samplePayload: ProgramHooks['sample'] = (trigger, place) =>
  samplePayloadOf(trigger, place, responseOf);

/** What a tool gives back: each of Claude Code's has a form of its own. */
function responseOf(name: string, input: Payload): Payload {
  const { file_path, content, old_string, new_string, description, prompt } = input;
  switch (name) {
    case 'Bash':
      return { stdout: 'sample', stderr: '', interrupted: false, isImage: false, noOutputExpected: false };
    case 'Write':
      return {
        type: 'create',
        filePath: file_path,
        content,
        structuredPatch: [],
        originalFile: null,
        userModified: false,
      };
    case 'Edit':
      return {
        filePath: file_path,
        oldString: old_string,
        newString: new_string,
        originalFile: `${old_string}\n`,
        structuredPatch: [
          { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-${old_string}`, `+${new_string}`] },
        ],
        userModified: false,
        replaceAll: false,
      };
    case 'Read':
      return {
        type: 'text',
        file: { filePath: file_path, content: 'sample\n', numLines: 2, startLine: 1, totalLines: 2 },
      };
    case 'Agent':
      return {
        isAsync: true,
        status: 'async_launched',
        agentId: 'sample',
        description,
        resolvedModel: 'sample',
        prompt,
        outputFile: 'sample.output',
        canReadOutputFile: true,
        canContinueAgent: true,
      };
    default:
      return { result: 'sample' };
  }
}
