import { hookTexts } from './problemTexts/hookTexts.ts';
import type { ProblemText } from './problemTexts/problemText.ts';
import { runbookTexts } from './problemTexts/runbookTexts.ts';
import { yamlTexts } from './problemTexts/yamlTexts.ts';

const beginning = `# Problems

The problems that Beckon reports in a \`HOOK.md\` or \`.agents/runbook.yaml\`: in VS Code while you write, and on the command line
with \`beckon hooks validate\` and \`beckon runbook validate\`. Each problem has a location, a code, and a message that says how to
fix it. A file with errors is not used; a file with only warnings is.

In VS Code, the light bulb offers fixes. *Fix All* (\`source.fixAll.beckon\`), also on save, applies those that are always
safe.
`;

interface Part {
  readonly title: string;
  readonly families: readonly string[];
  readonly texts: Readonly<Record<string, ProblemText>>;
}

const parts: readonly Part[] = [
  { title: 'Hooks', families: ['hook'], texts: hookTexts },
  { title: 'Runbooks', families: ['runbook'], texts: runbookTexts },
  { title: 'Both', families: ['hook', 'runbook'], texts: yamlTexts },
];

/** The page that explains every problem, in Markdown. `docs/problems.md` is this text. */
export function problemPage(): string {
  const sections = parts.map(({ title, families, texts }) => {
    const entries = Object.entries(texts).map(([code, text]) => entry(families, code, text));
    return `\n## ${title}\n${entries.join('')}`;
  });
  return beginning + sections.join('');
}

function entry(families: readonly string[], code: string, text: ProblemText): string {
  const { level, what, wrong, right, fix } = text;
  const example = (title: string, lines: string | undefined) =>
    lines === undefined ? '' : `\n${title}:\n\n\`\`\`yaml\n${lines}\n\`\`\`\n`;
  const codes = families.map((family) => `${family}.${code}`).join(', ');
  return `\n### ${codes}\n\n${level}. ${what}\n${example('Wrong', wrong)}${example('Right', right)}\n${fix}\n`;
}

const lines: ReadonlyMap<string, number> = new Map(
  problemPage()
    .split('\n')
    .flatMap((line, index) =>
      line.startsWith('### ')
        ? line
            .slice(4)
            .split(', ')
            .map((code) => [code, index + 1] as const)
        : [],
    ),
);

/** The line of the page, from 1, at which a problem is explained. */
export function lineOfProblem(code: string): number | undefined {
  return lines.get(code);
}
