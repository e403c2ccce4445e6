import { lookAtHook, maxFrontmatterLength } from '../hookfile/parseHook.ts';
import { triggerNamed } from '../hookfile/triggers.ts';
import type { HookSurroundings } from '../hookrun/surroundings.ts';
import { TextLines } from '../yaml/textLines.ts';
import { aroundFindings } from './aroundFindings.ts';
import { bytesFinding } from './bytesFinding.ts';
import type { Finding } from './finding.ts';
import { findingsOf, withMark } from './finding.ts';
import type { HookKeys } from './hookKeys.ts';
import { keysOf } from './hookKeys.ts';

/**
 * Everything wrong with a HOOK.md and what is around it, in the order of places: the editor and `beckon hooks validate`
 * both report exactly this.
 */
export function hookFindings(text: string, around?: HookSurroundings): readonly Finding[] {
  const look = lookAtHook(withMark(text));
  const { matter, problems } = look;
  const keys = keysOf(look);
  const head = text.slice(0, matter?.body ?? maxFrontmatterLength);
  const findings = [
    ...findingsOf(problems, new TextLines(head)),
    ...triggerAlias(keys),
    ...(around ? aroundFindings(keys, around, text) : []),
    ...bytesFinding('hook', text, around),
  ];
  return findings.sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1]);
}

function triggerAlias({ textOf, spanOf }: HookKeys): readonly Finding[] {
  const name = textOf('trigger');
  const span = spanOf('trigger');
  const id = name === undefined ? undefined : triggerNamed(name)?.id;
  if (!span || id === undefined || id === name) {
    return [];
  }
  const message = `Beckon shows this trigger as '${id}'. Both names mean the same.`;
  return [{ code: 'hook.trigger-alias', message, severity: 'hint', span }];
}
