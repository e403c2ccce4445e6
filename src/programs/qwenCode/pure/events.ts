import type { ProgramEvents } from '../../../core/event/programEvents.ts';
import { heardPayload, sessionOf } from '../../shared/pure/heardPayload.ts';
import { parseQwenCode } from './hookEvents.ts';

/** How the events of Qwen Code are read. */
export const events: ProgramEvents = {
  waits: { PermissionRequest: 'always', Stop: 'run', SessionStart: 'hooks QWEN_PROJECT_DIR' },
  told: ['QWEN_CODE_MODEL'],
  marks: ['QWEN_CODE_SESSION_ID'],
  confirmsPrompts: false,
  // Nobody else is known to read its settings.
  owns: () => true,
  isProcess,
  isHeadless,
  sessionOf,
  parse: (payload, call) => {
    const parsed = parseQwenCode(heardPayload(payload, call), call);
    const { QWEN_CODE_MODEL: model } = call.env;
    // A person may choose another one in the middle of a conversation.
    return parsed && model ? { ...parsed, facts: { ...parsed.facts, model } } : parsed;
  },
};

/** What a Node runs when it is a Qwen Code: the package's own files, or the link to them that npm makes. */
const script = /(?:^|[\\/])(?:@qwen-code[\\/]qwen-code[\\/](?:dist[\\/])?cli(?:-entry)?\.js|bin[\\/]qwen)$/u;

function isProcess([program = '', ...words]: readonly string[]): boolean {
  const isNode = /(?:^|[\\/])(?:node|bun)(?:\.exe)?$/u.test(program);
  const first = words.find((word) => !word.startsWith('-')) ?? '';
  return isNode && script.test(first);
}

/** A prompt makes it answer that and end, unless it is to be the first of a conversation. One may also come first of all. */
function isHeadless(words: readonly string[]): boolean {
  const args = words.slice(words.findIndex((word) => script.test(word)) + 1);
  const isTold = args.some((word) => /^(?:-p|--prompt(?:=.*)?|--input-format(?:=.*)?)$/su.test(word));
  return isTold || /^[^-]/u.test(args[0] ?? '');
}
