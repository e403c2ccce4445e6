import type { HookSurroundings } from '../hookrun/surroundings.ts';
import type { Finding } from './finding.ts';

/** What an editor shows in the place of bytes that it cannot read. */
const replacement = '\uFFFD';

/** What is to be told of a file whose bytes are no UTF-8: at the first of them that the text shows, else at its start. */
export function bytesFinding(
  kind: 'hook' | 'runbook',
  text: string,
  around: HookSurroundings | undefined,
): readonly Finding[] {
  if (!around?.notUtf8) {
    return [];
  }
  const at = text.indexOf(replacement);
  return [
    {
      code: `${kind}.not-utf8`,
      message: `Save the ${kind} as UTF-8 text; it is something else.`,
      severity: 'error',
      span: at < 0 ? [0, 0] : [at, at + 1],
    },
  ];
}
