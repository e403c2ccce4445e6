import { namesOfTool, toolsNamed } from './toolNames.ts';

/** One use of a tool, as the program tells of it. */
interface Tool {
  readonly name: string;
  readonly input: unknown;
}

/** What a use of a tool is about, in the words that are the same for every program. */
export interface ToolWords {
  /** What the format calls the tool. */
  readonly tool?: string;
  /** The command of a shell. */
  readonly command?: string;
  /** The file it is about, as the program wrote it; the first where there are several. */
  readonly path?: string;
  /** All of them, where there are several. */
  readonly paths?: readonly string[];
}

/** The names that programs have for the path in the input of a tool. */
const pathKeys = ['path', 'file_path', 'notebook_path', 'filePath', 'absolute_path'] as const;

const files: ReadonlySet<string> = new Set(['ReadFile', 'WriteFile', 'StrReplaceFile', 'Glob', 'Grep']);

/** What a script is told besides the program's own input, so that one script serves all programs. */
export function toolWords({ name, input }: Tool): ToolWords {
  const commons = namesOfTool(name).filter((one) => toolsNamed(one).length > 0);
  const fields: Readonly<Record<string, unknown>> = Object(input);
  if (commons.includes('Shell')) {
    return { tool: 'Shell', ...(typeof fields.command === 'string' ? { command: fields.command } : {}) };
  }
  const paths = patchedPaths(name, input);
  const [path = pathKeys.map((key) => fields[key]).find((one) => typeof one === 'string')] = paths;
  const isNew = paths.length > 0 && !changes.test(patchIn(input));
  const tool = isNew ? 'WriteFile' : commons[0];
  return {
    ...(tool === undefined ? {} : { tool }),
    ...(typeof path === 'string' && tool !== undefined && files.has(tool) ? { path } : {}),
    ...(paths.length > 1 ? { paths } : {}),
  };
}

/** The files that a patch is about: their names are in the middle of its text, where no pattern for a path finds its end. */
export function patchedPaths(name: string, input: unknown): readonly string[] {
  const isPatch = namesOfTool(name).filter((one) => files.has(one)).length > 1;
  return isPatch ? [...patchIn(input).matchAll(heads)].map(([, path = '']) => path.trim()) : [];
}

/** What begins a file in a patch. Programs do not mind spaces before it. */
const heads = /^[ \t]*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gmu;
const changes = /^[ \t]*\*\*\* (?:Update|Delete) File: /mu;

/** A patch is all of the input, or the only text in it. */
function patchIn(input: unknown): string {
  const texts = typeof input === 'string' ? [input] : Object.values(Object(input));
  return texts.filter((text) => typeof text === 'string').join('\n');
}
