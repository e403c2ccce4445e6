import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { DocumentSymbol, FoldingRange } from 'vscode-languageserver-types';
import { FoldingRangeKind, SymbolKind } from 'vscode-languageserver-types';
import type { Span } from '../core/yaml/problem.ts';
import type { FileKind } from './fileKind.ts';
import type { OutlineNode } from './outlineNodes.ts';
import { outlineNodes } from './outlineNodes.ts';
import type { YamlArea } from './yamlArea.ts';
import { rangeIn, yamlArea } from './yamlArea.ts';

/** The parts of a file, for its outline. Of a HOOK.md only the front matter: its headings are Markdown's. */
export function symbolsOf(document: TextDocument, kind: FileKind): DocumentSymbol[] {
  const area = yamlArea(document, kind);
  if (!area || area.isOpen) {
    return [];
  }
  const nodes = outlineNodes(area.yaml, kind);
  const symbols = nodes.map((node) => symbolOf(document, area, node));
  return kind === 'hook' && nodes.length > 0 ? [matterSymbol(document, area, nodes, symbols)] : symbols;
}

/** What of a file can be folded. Of a HOOK.md only the front matter. */
export function foldsOf(document: TextDocument, kind: FileKind): FoldingRange[] {
  const area = yamlArea(document, kind);
  if (!area || area.isOpen) {
    return [];
  }
  const inside = outlineNodes(area.yaml, kind).flatMap(withChildren);
  const spans =
    kind === 'hook' ? [wholeSpan(area), ...inside.map(({ span }) => span)] : inside.map(({ span }) => span);
  const folds = spans
    .map((span) => foldOf(document, area, span))
    .filter((fold) => fold.endLine > fold.startLine);
  // An editor takes one fold for a line: the outermost of those that begin there.
  return [...new Map(folds.reverse().map((fold) => [fold.startLine, fold])).values()].reverse();
}

function withChildren(node: OutlineNode): OutlineNode[] {
  return [node, ...node.children.flatMap(withChildren)];
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

function symbolOf(document: TextDocument, area: YamlArea, node: OutlineNode): DocumentSymbol {
  const children = node.children.map((child) => symbolOf(document, area, child));
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
