import type { ScriptFacts } from '../hookfile/scriptFacts.ts';
import { withoutComments } from './withoutComments.ts';

/** In what is left when comments and texts are out: `echo "exit 2"` ends nothing. */
const ends: readonly RegExp[] = [
  /(?:^|[;&|{()]|\b(?:then|else|do)\b)[ \t]*(exit[ \t]+(?:\/b[ \t]+)?(["']?)2\2)(?=\s|$|[;&|)}])/mu,
  /(?<![\w.])((?:sys\.exit|os\._exit|SystemExit|exit|quit)\(\s*2\s*\))/u,
  /(process\.exit\(\s*2\s*\)|process\.exitCode\s*=\s*2\b)/u,
];
const says = /(decision\\?["']?\s*[:=]\s*\\?["']?(?:deny|ask|block))\b/u;

/** How a script tries to keep something from happening, as it is written there; comments do not count. */
export function triesToBlock(script: ScriptFacts): string | undefined {
  if (script.kind === 'binary') {
    return undefined;
  }
  // A number in quotes is one: `exit "2"`.
  const code = withoutComments(script, (piece) =>
    /^["'`]/u.test(piece) && !/^(["'])2\1$/u.test(piece) ? '""' : piece,
  );
  for (const pattern of ends) {
    const found = pattern.exec(code)?.[1];
    if (found !== undefined) {
      return found;
    }
  }
  return says.exec(withoutComments(script))?.[1];
}
