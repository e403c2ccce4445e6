import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { areaAt, largeRunbook } from '../../../src/language/areaAt.ts';
import { completeRunbook } from '../../../src/language/complete.ts';
import { hoverRunbook } from '../../../src/language/hover.ts';

const agent = (at: number) =>
  `  agent-${at}:\n    run: claude\n    prompt: |\n      Some words.\n\n    on_idle: nudge\n`;
const agents = Array.from({ length: 3000 }, (_, at) => agent(at)).join('');
const open = (text: string) => TextDocument.create('file:///w/.agents/runbook.yaml', 'yaml', 1, text);
const large = open(
  `agents:\n${agents}  last:\n    run: x\n    on_idle: \npipelines:\n  p:\n    steps: []\n    \n`,
);

describe('a place in a large runbook', () => {
  it.each([0, 50_000, large.getText().indexOf('  last:'), large.getText().length])(
    'is looked at with what is around it, in its place: %i',
    (offset) => {
      const text = large.getText();
      expect(text.length).toBeGreaterThan(largeRunbook);
      const { yaml, from } = areaAt(large, 'runbook', offset) ?? { yaml: '', from: 0 };
      expect(yaml.length).toBeLessThan(largeRunbook);
      const part = yaml.indexOf('\n') + 1;
      expect(yaml.slice(part)).toBe(text.slice(from + part, from + yaml.length));
      expect(yaml).toMatch(/^(?:agents|pipelines):\n {2}\S/u);
      expect(from + yaml.length).toBeGreaterThanOrEqual(offset);
    },
  );

  it('is looked at with what is around it however wide its lines are indented', () => {
    const wide = open(large.getText().replaceAll(/^ +/gmu, (blanks) => blanks.repeat(2)));
    const { yaml } = areaAt(wide, 'runbook', wide.getText().length - 1000) ?? { yaml: '' };
    expect(yaml.length).toBeLessThan(largeRunbook);
  });

  it('knows the agents from everywhere', () => {
    const steps = Array.from(
      { length: 3000 },
      (_, at) => `  p${at}:\n    steps: [{ name: a, agent: lead }]\n`,
    ).join('');
    for (const head of [
      'agents:\n  lead:\n    run: x\n  "the scribe": { run: y }\n',
      'agents: # all\r\n    lead:\r\n        run: x\r\n    "the scribe":\r\n        run: y\r\n',
    ]) {
      const text = `${head}pipelines:\n${steps}  last:\n    steps:\n      - name: b\n        agent: \n`;
      const document = open(text);
      const position = document.positionAt(text.length - 1);
      expect(completeRunbook(document, position).map(({ label }) => label)).toEqual(['lead', 'the scribe']);
    }
  });

  it('is completed and explained as in a small one', () => {
    const at = large.getText().indexOf('on_idle: \n');
    const labels = (offset: number) =>
      completeRunbook(large, large.positionAt(offset)).map(({ label }) => label);
    expect(labels(at + 'on_idle: '.length)).toContain('nudge');
    expect(hoverRunbook(large, large.positionAt(at + 2))).toBeDefined();
  });
});
