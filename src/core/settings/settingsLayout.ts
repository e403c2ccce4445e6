import type { Node } from 'jsonc-parser';
import type { SettingsText } from './settingsText.ts';
import { endOf } from './settingsText.ts';
import type { TextEdit } from './textEdit.ts';
import { innerText, replaceInner } from './textEdit.ts';

/** Something that is to be added: an element of an array, or, with a key, a property of an object. */
export interface NewChild {
  readonly key?: string;
  readonly value: unknown;
}

/** How a settings file is laid out, as far as what is added has to follow it. */
interface Layout {
  readonly lineEnd: string;
  /** One step of indentation. */
  readonly step: string;
  readonly manyLines: boolean;
  /** What follows a comma or a colon within a line. */
  readonly blank: string;
}

/** A whole new settings file. */
export function newSettingsText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Reads the layout of a file from its text. An empty object says nothing and is taken for one of many lines. */
export function layoutOf({ text, root }: SettingsText): Layout {
  const [lineEnd = '\n'] = /\r\n|\n|\r/u.exec(text) ?? [];
  const [first] = root.children ?? [];
  const indentation = first && ownIndentation(text, first.offset);
  const [, step = '  '] = /[\r\n]([ \t]+)[^\s]/u.exec(text) ?? [];
  return {
    lineEnd,
    step: indentation ?? step,
    manyLines: first === undefined || /[\r\n]/u.test(innerText(text, root)),
    blank: /[:,][ \t]/u.test(text) ? ' ' : '',
  };
}

/** Adds children behind the last one of an object or an array, in the layout its neighbours have. */
export function appendChildren(
  text: string,
  container: Node,
  { children, layout }: { readonly children: readonly NewChild[]; readonly layout: Layout },
): TextEdit {
  const last = container.children?.at(-1);
  const indentation = last
    ? ownIndentation(text, last.offset)
    : layout.manyLines
      ? lineIndentation(text, container.offset) + layout.step
      : undefined;
  const written = children.map((child) => childText(child, indentation, layout));
  const gap = indentation === undefined ? layout.blank : layout.lineEnd + indentation;
  if (last) {
    return { offset: endOf(last), length: 0, text: written.map((child) => `,${gap}${child}`).join('') };
  }
  if (indentation === undefined) {
    return replaceInner(container, written.join(`,${gap}`));
  }
  const close = layout.lineEnd + lineIndentation(text, container.offset);
  return replaceInner(container, gap + written.join(`,${gap}`) + close);
}

function childText({ key, value }: NewChild, indentation: string | undefined, layout: Layout): string {
  if (indentation === undefined) {
    const name = key === undefined ? '' : `${JSON.stringify(key)}:${layout.blank}`;
    return name + JSON.stringify(value);
  }
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const lines = JSON.stringify(value, null, '\t')
    .split('\n')
    .map((line) => line.replace(/^\t+/u, (tabs) => layout.step.repeat(tabs.length)));
  return name + lines.join(layout.lineEnd + indentation);
}

/** The white space before something that begins its line; `undefined` where something else stands before it. */
function ownIndentation(text: string, offset: number): string | undefined {
  return /[\r\n]([ \t]*)$/u.exec(text.slice(0, offset))?.[1];
}

/** The white space at the beginning of the line something stands in. */
function lineIndentation(text: string, offset: number): string {
  return /(?:^|[\r\n])([ \t]*)[^\r\n]*$/u.exec(text.slice(0, offset))?.[1] ?? '';
}
