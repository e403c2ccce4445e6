import type { ScriptFacts } from '../core/hookrun/surroundings.ts';

const hashComments = /"(?:\\.|[^"\\\n])*"|'[^'\n]*'|(?:^|(?<=\s))#.*$/gmu;
const slashComments =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/.*$|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/gmu;

const blocking: readonly RegExp[] = [
  // Only where a command may stand: `echo "exit 2"` ends nothing.
  /(?:^|[;&|{()]|\b(?:then|else|do)\b)[ \t]*(exit[ \t]+(?:\/b[ \t]+)?2)(?=\s|$|[;&|)}])/mu,
  /(?<![\w.])((?:sys\.exit|os\._exit|SystemExit|exit|quit)\(\s*2\s*\))/u,
  /(process\.exit\(\s*2\s*\)|process\.exitCode\s*=\s*2\b)/u,
  /(decision\\?["']?\s*[:=]\s*\\?["']?(?:deny|ask|block))\b/u,
];

/** How a script tries to keep something from happening, as it is written there; comments do not count. */
export function triesToBlock({ name, kind, text }: ScriptFacts): string | undefined {
  if (kind === 'binary') {
    return undefined;
  }
  const program = kind === 'shebang' ? (/^#!.*/u.exec(text)?.[0] ?? '') : '';
  const comments = /\.[cm]?[jt]s$/u.test(name) || /\b(?:node|deno|bun)\b/u.test(program);
  const code = text.replace(comments ? slashComments : hashComments, (piece) =>
    /^["'`]/u.test(piece) ? piece : '',
  );
  for (const pattern of blocking) {
    const found = pattern.exec(code)?.[1];
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
