import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { isIn, type Row, rowOf } from './importTable.ts';
import { lineOf, type Node, nodesOf } from './syntax.ts';

/** A line that reaches for what its place may not have. */
export interface Offence {
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

/** Ways to a module, or around the compiler, that no table can judge. */
const forbiddenNames: readonly unknown[] = ['require', 'createRequire', 'getBuiltinModule', 'eval'];
const forbiddenComment = /^\s*\/\/\/\s*<|@ts-(?:nocheck|ignore|expect-error)/u;
/** What may be in `src` besides TypeScript, and imports nothing: settings, and the relay in bash. */
const other = /^src\/(?:\w+\/tsconfig(?:\.pure)?\.json|relay\/relay\.sh)$/u;
const ours = /(?<!\.d)\.ts$/u;

/** Every offence against the import table in the `src` folder of `root`. Biome sees most of them; this sees all. */
export function importOffences(root: string): Offence[] {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter((file) => !other.test(file))
    .sort()
    .flatMap((file) => offencesIn(file, root));
}

function offencesIn(file: string, root: string): Offence[] {
  const row = rowOf(file);
  if (row === undefined || !ours.test(file)) {
    return [{ file, line: 1, why: row ? 'only .ts files belong into src' : 'no row of the table has it' }];
  }
  const source = readFileSync(join(root, file), 'utf8');
  const found: Offence[] = source
    .split('\n')
    .flatMap((line, index) =>
      forbiddenComment.test(line) ? [{ file, line: index + 1, why: line.trim() }] : [],
    );
  for (const node of nodesOf(source, file)) {
    const why = offenceOf(node, file, row);
    if (why !== undefined) {
      found.push({ file, line: lineOf(node, source), why });
    }
  }
  return found;
}

function offenceOf(node: Node, file: string, row: Row): string | undefined {
  if (node.type === 'Identifier' && forbiddenNames.includes(node.name)) {
    return String(node.name);
  }
  const asked = specifierOf(node);
  if (!asked) {
    return undefined;
  }
  if (typeof asked.value !== 'string') {
    return 'an import that is no plain string';
  }
  return mayImport(asked.value, file, row) ? undefined : asked.value;
}

/** The expression that names a module, in each kind of node that names one. */
export function specifierOf(node: Node): Node | null | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source as Node | null;
    case 'TSExternalModuleReference':
      return node.expression as Node;
    case 'TSModuleDeclaration':
      return (node.id as Node).type === 'Literal' ? (node.id as Node) : undefined;
    default:
      return undefined;
  }
}

/** A relative import is written the shortest way, with its `.ts`, and judged by where it leads. */
function mayImport(specifier: string, file: string, { allowed }: Row): boolean {
  if (!specifier.startsWith('.')) {
    return allowed.includes(specifier) || (specifier.startsWith('node:') && allowed.includes('node:'));
  }
  const folder = posix.dirname(file);
  const target = posix.join(folder, specifier);
  const shortest = posix.relative(folder, target).replace(/^(?!\.)/u, './');
  return specifier === shortest && ours.test(target) && allowed.some((other) => isIn(other, target));
}
