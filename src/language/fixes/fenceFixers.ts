import type { Fix, Fixer, Fixers } from './fix.ts';
import { option, preferred } from './fix.ts';
import { usualOf } from './hookValues.ts';
import type { Scene } from './scene.ts';
import { lineEnd } from './yamlEdits.ts';

/** What may stand between dashes: a key, something indented, an item, a comment. */
const yamlLine = /^(?:[\w-]+:(?:\s|$)|[ \t]+\S|- |#(?! )|# .*[:;.,]|[}\]])/u;
const dashes = /^[ \t]*-{2,}[ \t]*$|^\.{3}[ \t]*$/u;
const mostLines = 400;

interface Line {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length && lines.length < mostLines; ) {
    const to = lineEnd(text, from);
    lines.push({ from, to, words: text.slice(from, to) });
    const end = text.indexOf('\n', to);
    from = end < 0 ? text.length : end + 1;
  }
  return lines;
}

const noFrontmatter: Fixer = (scene) => {
  const { text, lineEnd: end } = scene;
  const lines = linesOf(text);
  const first = lines.find(({ words }) => words.trim() !== '');
  const fixes: (Fix | undefined)[] = [];
  if (first && dashes.test(first.words)) {
    fixes.push(preferred("Begin the file with '---'", { span: [0, first.to], text: '---' }));
  } else if (first && /^[\w-]+:(?:\s|$)/u.test(first.words)) {
    const rest = lines.slice(lines.indexOf(first));
    const isClosed = rest.some(({ words }) => /^---[ \t]*$/u.test(words));
    const stop = isClosed ? [] : [closingAt(scene, rest)];
    fixes.push(preferred("Add the line '---'", { span: [0, first.from], text: `---${end}` }, ...stop));
  }
  const keys = (['name', 'description', 'trigger'] as const).map((key) => `${key}: ${usualOf(scene, key)}`);
  const matter = ['---', ...keys, '---', '', ''].join(end);
  const whole = option('Begin with the keys of a hook', { span: [0, 0], text: matter });
  return [...fixes, whole && { ...whole, isPreferred: fixes.length === 0 }].map(
    (fix) => fix && { ...fix, only: 'fence' },
  );
};

const openFrontmatter: Fixer = (scene) => {
  const [, ...lines] = linesOf(scene.text);
  const nearly = lines.find(({ words }) => dashes.test(words));
  return [
    nearly && preferred("Change the line to '---'", { span: [nearly.from, nearly.to], text: '---' }),
    preferred("Add the line '---'", closingAt(scene, lines)),
  ].map((fix) => fix && { ...fix, only: 'fence' });
};

/** A closing line behind the last one that is YAML. */
function closingAt({ text, lineEnd: end }: Scene, lines: readonly Line[]) {
  const stop = lines.findIndex(({ words }) => !yamlLine.test(words));
  const last = stop < 0 ? lines.at(-1) : lines[stop - 1];
  const at = last?.to ?? lineEnd(text, 0);
  // Behind the last line there may be no other; what follows the dashes has to be on one of its own.
  const tail = at >= text.length ? end : '';
  return { span: [at, at] as const, text: `${end}---${tail}` };
}

/** The fixes for the lines of dashes around the front matter. */
export const fenceFixers: Fixers = {
  'hook.no-frontmatter': noFrontmatter,
  'hook.open-frontmatter': openFrontmatter,
};
