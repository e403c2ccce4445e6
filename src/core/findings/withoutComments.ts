import type { ScriptFacts } from '../hookfile/scriptFacts.ts';

const hashComments = /\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|'[^']*'|(?:^|(?<=\s))#.*$/gmu;
const slashComments =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/.*$|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/gmu;

/** The text of a script without its comments, in the language it is most likely in; `kept` says what becomes of texts in quotes. */
export function withoutComments(
  { name, kind, text }: ScriptFacts,
  kept: (piece: string) => string = (piece) => piece,
): string {
  const program = kind === 'shebang' ? (/^#!.*/u.exec(text)?.[0] ?? '') : '';
  const comments = /\.[cm]?[jt]s$/u.test(name) || /\b(?:node|deno|bun)\b/u.test(program);
  return text.replace(comments ? slashComments : hashComments, (piece) =>
    /^["'`\\]/u.test(piece) ? kept(piece) : '',
  );
}
