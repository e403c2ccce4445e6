import { fieldsOf, mappingOf } from './fields.ts';
import type { Found, Problem, Report } from './problem.ts';
import { errorAt, tooLargeMessage, warningAt } from './problem.ts';
import { readAgent } from './readAgent.ts';
import { readPipelines } from './readPipelines.ts';
import { readYaml } from './readYaml.ts';
import type { Runbook } from './runbook.ts';
import type { Entry, MappingShape, Shape } from './shape.ts';
import { TextLines } from './textLines.ts';

/** A runbook, where the text has no error, and everything that is wrong with the text in the order of its places. */
export interface ParsedRunbook {
  readonly runbook?: Runbook;
  readonly problems: readonly Problem[];
}

/** How long the text of a runbook may be: 1 MB. What is longer is not looked at. */
export const maxRunbookLength = 1024 * 1024;

/** More than anybody mends in one go; the rest is told when these are mended. */
const mostProblems = 1000;

const noRunbook: Runbook = { agents: new Map(), pipelines: new Map() };

/** Reads the text of a runbook. A byte order mark is no part of it: ranges start behind it. */
export function parseRunbook(text: string): ParsedRunbook {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const found: Found[] = [];
  const runbook = readText(body, (one) => found.push(one));
  const broken = found.some(({ severity }) => severity === 'error');
  if (!broken && runbook.agents.size + runbook.pipelines.size === 0) {
    const message = "Add an agent under 'agents'; the runbook has nothing in it.";
    found.push(warningAt([0, 0], 'runbook.nothing', message));
  }
  const problems = problemsOf(found, new TextLines(body));
  return broken ? { problems } : { runbook, problems };
}

function readText(text: string, report: Report): Runbook {
  if (text.length > maxRunbookLength) {
    report(errorAt([0, 0], 'runbook.too-large', tooLargeMessage));
    return noRunbook;
  }
  const root = readYaml(text, report);
  const mapping =
    root && !isNothing(root)
      ? mappingOf(root, "the runbook its 'agents' and 'pipelines' in", report)
      : undefined;
  return mapping ? readRoot(mapping, report) : noRunbook;
}

function readRoot(root: MappingShape, report: Report): Runbook {
  const fields = fieldsOf(root, { of: 'the runbook', known: ['agents', 'pipelines'] }, report);
  const written = entriesOf(fields.get('agents'), report);
  const pipelines = entriesOf(fields.get('pipelines'), report);
  const agents = new Map(
    written.flatMap((entry) => {
      const agent = readAgent(entry, report);
      return agent ? [[agent.name, agent] as const] : [];
    }),
  );
  const names = new Set(written.map(({ key }) => key));
  return { agents, pipelines: readPipelines(pipelines, { names, agents }, report) };
}

function isNothing(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.value === null;
}

/** The entries of a part of the runbook; one that is only a key has none. */
function entriesOf(field: Entry | undefined, report: Report): readonly Entry[] {
  if (!field || isNothing(field.value)) {
    return [];
  }
  const mapping = mappingOf(field.value, `'${field.key}' names and what they have, in`, report);
  // A merge key has been reported, and is no name.
  return mapping?.entries.filter(({ key }) => key !== '<<') ?? [];
}

function problemsOf(found: readonly Found[], lines: TextLines): readonly Problem[] {
  // What stands behind an anchor is read at each of its aliases.
  const once = new Map(found.map((one) => [JSON.stringify([one.span, one.code, one.message]), one]));
  return [...once.values()]
    .sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1])
    .slice(0, mostProblems)
    .map(({ span, ...problem }) => ({ ...problem, range: lines.rangeOf(span) }));
}
