import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { DocumentSymbol, FoldingRange } from 'vscode-languageserver-types';
import { FoldingRangeKind, SymbolKind } from 'vscode-languageserver-types';
import type { Span } from '../core/yaml/problem.ts';
import type { FileKind } from './fileKind.ts';
import type { OutlineNode } from './outlineNodes.ts';
import { outlineNodes } from './outlineNodes.ts';
import type { YamlArea } from './yamlArea.ts';
import { rangeIn, yamlArea } from './yamlArea.ts';

/** How many symbols or folds are told: of more, those that are farther in, or farther down, are left out. */
const most = 5000;

/** The parts of a file, for its outline. Of a HOOK.md only the front matter: its headings are Markdown's. */
export function symbolsOf(document: TextDocument, kind: FileKind): DocumentSymbol[] {
  const area = yamlArea(document, kind);
  if (!area || area.isOpen) {
    return [];
  }
  const nodes = outlineNodes(area.yaml, kind);
  const shown = new Set(outerFirst(nodes).slice(0, most));
  const symbols = nodes
    .filter((node) => shown.has(node))
    .map((node) => symbolOf(node, { document, area, shown }));
  return kind === 'hook' && nodes.length > 0 ? [matterSymbol(document, area, nodes, symbols)] : symbols;
}

/** What of a file can be folded. Of a HOOK.md only the front matter. */
export function foldsOf(document: TextDocument, kind: FileKind): FoldingRange[] {
  const area = yamlArea(document, kind);
  if (!area || area.isOpen) {
    return [];
  }
  const inside = outerFirst(outlineNodes(area.yaml, kind)).map(({ span }) => span);
  const folds = (kind === 'hook' ? [wholeSpan(area), ...inside] : inside)
    .map((span) => foldOf(document, area, span))
    .filter((fold) => fold.endLine > fold.startLine)
    .slice(0, most);
  // An editor takes one fold for a line: the outermost of those that begin there.
  const byLine = new Map(folds.reverse().map((fold) => [fold.startLine, fold]));
  return [...byLine.values()].sort((a, b) => a.startLine - b.startLine);
}

/** Nodes with all that is in them, level by level. */
function outerFirst(nodes: readonly OutlineNode[]): readonly OutlineNode[] {
  const all: OutlineNode[] = [];
  for (let level = nodes; level.length > 0; level = level.flatMap(({ children }) => children)) {
    for (const node of level) {
      all.push(node);
    }
  }
  return all;
}

function foldOf(document: TextDocument, area: YamlArea, span: Span): FoldingRange {
  const { start, end } = rangeIn(document, area, span);
  return { startLine: start.line, endLine: end.line, kind: FoldingRangeKind.Region };
}

/** The front matter with its lines of dashes, without the end of the last one. */
function wholeSpan({ from, end, yaml }: YamlArea): Span {
  const closing = end - from - yaml.length;
  return [-from, yaml.length + Math.min(closing, 3)];
}

function matterSymbol(
  document: TextDocument,
  area: YamlArea,
  nodes: readonly OutlineNode[],
  children: DocumentSymbol[],
): DocumentSymbol {
  const named = nodes.find(({ name }) => name === 'name');
  const trigger = nodes.find(({ name }) => name === 'trigger');
  return {
    name: named?.detail || 'Hook',
    ...(trigger?.detail ? { detail: trigger.detail } : {}),
    kind: SymbolKind.Event,
    range: rangeIn(document, area, wholeSpan(area)),
    selectionRange: rangeIn(document, area, named?.keySpan ?? [-area.from, -area.from]),
    children,
  };
}

const kinds: Readonly<Record<OutlineNode['kind'], SymbolKind>> = {
  section: SymbolKind.Namespace,
  agent: SymbolKind.Class,
  pipeline: SymbolKind.Module,
  step: SymbolKind.Method,
  mapping: SymbolKind.Object,
  list: SymbolKind.Array,
  value: SymbolKind.Property,
};

interface Drawing {
  readonly document: TextDocument;
  readonly area: YamlArea;
  readonly shown: ReadonlySet<OutlineNode>;
}

function symbolOf(node: OutlineNode, drawing: Drawing): DocumentSymbol {
  const { document, area, shown } = drawing;
  const children = node.children.filter((child) => shown.has(child)).map((child) => symbolOf(child, drawing));
  return {
    // An editor takes no symbol without a name.
    name: node.name || '(no name)',
    ...(node.detail === '' ? {} : { detail: node.detail }),
    kind: kinds[node.kind],
    range: rangeIn(document, area, node.span),
    selectionRange: rangeIn(document, area, node.keySpan),
    ...(children.length > 0 ? { children } : {}),
  };
}
