import { fieldsOf, mappingOf } from '../yaml/fields.ts';
import { errorAt, warningAt } from '../yaml/problem.ts';
import { problemsOf } from '../yaml/problemsOf.ts';
import { readYaml } from '../yaml/readYaml.ts';
import type { Entry, MappingShape, Shape } from '../yaml/shape.ts';
import { TextLines } from '../yaml/textLines.ts';
import type { RunbookFound, RunbookProblem, RunbookReport } from './problem.ts';
import { tooLargeMessage } from './problem.ts';
import type { ProgramsAround } from './programsAround.ts';
import { readAgent } from './readAgent.ts';
import { readPipelines } from './readPipelines.ts';
import type { Runbook } from './runbook.ts';

/** A runbook, where the text has no error, and everything that is wrong with the text in the order of its places. */
export interface ParsedRunbook {
  readonly runbook?: Runbook;
  readonly problems: readonly RunbookProblem[];
}

/** How long the text of a runbook may be: 1 MB. What is longer is not looked at. */
export const maxRunbookLength = 1024 * 1024;

const noRunbook: Runbook = { agents: new Map(), pipelines: new Map() };

/**
 * Reads the text of a runbook. A byte order mark is no part of it: ranges start behind it. What programs cannot do is an
 * error too, as far as it is said which there are.
 */
export function parseRunbook(text: string, around?: ProgramsAround): ParsedRunbook {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const found: RunbookFound[] = [];
  const runbook = readText(body, around, (one) => found.push(one));
  const broken = found.some(({ severity }) => severity === 'error');
  if (!broken && runbook.agents.size + runbook.pipelines.size === 0) {
    const message = "Add an agent under 'agents'; the runbook has nothing in it.";
    found.push(warningAt([0, 0], 'nothing', message));
  }
  const problems = problemsOf('runbook', found, new TextLines(body));
  return broken ? { problems } : { runbook, problems };
}

function readText(text: string, around: ProgramsAround | undefined, report: RunbookReport): Runbook {
  if (text.length > maxRunbookLength) {
    report(errorAt([0, 0], 'too-large', tooLargeMessage));
    return noRunbook;
  }
  const root = readYaml(text, report);
  const mapping =
    root && !isNothing(root)
      ? mappingOf(root, "the runbook its 'agents' and 'pipelines' in", report)
      : undefined;
  return mapping ? readRoot(mapping, around, report) : noRunbook;
}

function readRoot(root: MappingShape, around: ProgramsAround | undefined, report: RunbookReport): Runbook {
  const fields = fieldsOf(root, { of: 'the runbook', known: ['agents', 'pipelines'] }, report);
  const written = entriesOf(fields.get('agents'), report);
  const pipelines = entriesOf(fields.get('pipelines'), report);
  const agents = new Map(
    written.flatMap((entry) => {
      const agent = readAgent(entry, around, report);
      return agent ? [[agent.name, agent] as const] : [];
    }),
  );
  const names = new Set(written.map(({ key }) => key));
  return { agents, pipelines: readPipelines(pipelines, { names, agents, around }, report) };
}

function isNothing(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.value === null;
}

/** The entries of a part of the runbook; one that is only a key has none. */
function entriesOf(field: Entry | undefined, report: RunbookReport): readonly Entry[] {
  if (!field || isNothing(field.value)) {
    return [];
  }
  const mapping = mappingOf(field.value, `'${field.key}' names and what they have, in`, report);
  // A merge key has been reported, and is no name.
  return mapping?.entries.filter(({ key }) => key !== '<<') ?? [];
}
