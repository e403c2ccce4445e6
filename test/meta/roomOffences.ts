import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { connected } from '../../src/core/runbook/connected.ts';
import type { Offence } from './importOffences.ts';
import { specifierOf } from './importOffences.ts';
import { roomOrder } from './roomOrder.ts';
import { lineOf, nodesOf } from './syntax.ts';

/** An import of one file of the core in another. */
interface Link {
  readonly file: string;
  readonly line: number;
  readonly target: string;
}

const core = 'src/core';

/** Every import against the order of the rooms, and every one that lies on a ring of files; types are imports too. */
export function roomOffences(root: string): Offence[] {
  const files = readdirSync(join(root, core), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .map((file) => file.replaceAll(sep, '/'))
    .sort();
  const links = files.flatMap((file) => linksOf(file, root));
  const targets = (file: string) => links.filter((link) => link.file === file).map(({ target }) => target);
  const rings = connected(new Map(files.map((file) => [file, new Set(targets(file))])));
  return [
    ...files
      .filter((file) => !roomOrder.includes(roomOf(file)))
      .map((file) => ({ file, line: 1, why: 'it is in no room of the order' })),
    ...links.filter(isBackward).map((link) => offence(link, `${roomOf(link.target)} comes later`)),
    ...links
      .filter(({ file, target }) => rings.get(file) === rings.get(target))
      .map((link) => offence(link, `a ring with ${link.target}`)),
  ];
}

function offence({ file, line }: Link, why: string): Offence {
  return { file, line, why };
}

function isBackward({ file, target }: Link): boolean {
  return roomOrder.indexOf(roomOf(file)) < roomOrder.indexOf(roomOf(target));
}

function roomOf(file: string): string {
  return file.split('/')[2] ?? '';
}

function linksOf(file: string, root: string): readonly Link[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...nodesOf(source, file)].flatMap((node) => {
    const asked = specifierOf(node)?.value;
    const target = typeof asked === 'string' ? posix.join(posix.dirname(file), asked) : '';
    return target.startsWith(`${core}/`) ? [{ file, line: lineOf(node, source), target }] : [];
  });
}
