import { describe, expect, it } from 'vitest';
import { exampleRunbook } from '../../../../src/core/runbook/exampleRunbook.ts';
import { parseRunbook } from '../../../../src/core/runbook/parseRunbook.ts';
import { runbookSchema } from '../../../../src/core/runbook/runbookSchema.ts';
import { schemaText } from '../../../../src/core/yaml/schemaText.ts';
import { fitsSchema, schemaFile, yamlData } from '../../../support/schemaOf.ts';
import { typedRunbook } from '../../../support/typedYaml.ts';

const fits = fitsSchema('runbook');
const agent = (lines: string) => `agents: { a: { run: x, ${lines} } }`;
const steps = (list: string) => `agents: { a: { run: x } }\npipelines: { p: { steps: ${list} } }`;

const good: readonly string[] = [
  '',
  '# nothing',
  'agents:',
  'agents: {}\npipelines:',
  exampleRunbook,
  typedRunbook,
  agent('on_idle: done, on_prompt: fail, on_dead: resume, on_error: nudge'),
  agent('on_idle: { action: gate, run: npm test, timeout: 5, cooldown: 0 }'),
  agent('on_error: [{ match: other, action: fail }, escalate]'),
  agent('on_idle: { action: nudge, cooldown: 5 min, attempts: forever, message: m }'),
  agent('on_idle: { action: nudge, cooldown: " 30 days " }'),
  agent('on_idle: { action: nudge, timeout: 2s }'),
  steps('[{ name: s, agent: a, prompt: p, worktree: false }]'),
  agent('on_prompt: { action: gate, run: ./allow, timeout: 2 minutes }'),
  agent('prompt: "two\\nlines\\n", worktree: true'),
  agent('on_idle: { action: done, message: m, timeout: 1s }'),
  agent('on_prompt: { action: done, attempts: 2, cooldown: 1h }'),
  agent('on_error: [nudge, { match: other, action: fail }]'),
  'agents: { a: &a { run: x }, b: *a }',
  '\uFEFFagents: { "ü ♥": { run: x } }',
];

const wrong: readonly string[] = [
  '[]',
  'text',
  'agent: {}',
  'agents: []',
  'agents: { a: x }',
  'agents: { a: {} }',
  'agents: { a: { run: 5 } }',
  'agents: { a: { run: " " } }',
  'agents: { "a/b": { run: x } }',
  'agents: { " ": { run: x } }',
  agent('promt: y'),
  agent('worktree: yes'),
  agent('prompt: ""'),
  agent('on_idle: resume'),
  agent('on_idle: gate'),
  agent('on_idle: [nudge]'),
  agent('on_idle: { attempts: 3 }'),
  agent('on_idle: { action: gate }'),
  agent('on_idle: { action: nudge, run: x }'),
  agent('on_idle: { action: nudge, match: other }'),
  agent('on_idle: { action: nudge, attempts: 0 }'),
  agent('on_idle: { action: nudge, attempts: "3" }'),
  agent('on_idle: { action: nudge, attempts: 1.5 }'),
  agent('on_idle: { action: nudge, cooldown: soon }'),
  agent('on_idle: { action: nudge, cooldown: 5 weeks }'),
  agent('on_idle: { action: nudge, cooldown: -1 }'),
  agent('on_idle: { action: nudge, cooldown: 2592001 }'),
  agent('on_idle: { action: gate, run: x, timeout: 0 }'),
  agent('on_idle: { action: gate, run: x, timeout: 0s }'),
  agent('on_prompt: nudge'),
  agent('on_dead: { action: nudge }'),
  agent('on_error: done'),
  agent('on_error: []'),
  agent('on_error: [{ match: rates, action: nudge }]'),
  steps('[]'),
  steps('[{ name: s }]'),
  steps('[{ agent: a }]'),
  steps('[{ name: s/t, agent: a }]'),
  steps('[{ name: s, agent: a, wrktree: true }]'),
  'pipelines: { p: {} }',
];

describe('the schema of a runbook', () => {
  it('is shipped as it is; `npm run schemas` writes it', () => {
    expect(schemaFile('runbook')).toBe(schemaText(runbookSchema));
  });

  it.each(good)('takes %j, as the parser does', (text) => {
    expect(parseRunbook(text).runbook).toBeDefined();
    expect(fits(yamlData(text))).toBe(true);
  });

  it.each(wrong)('refuses %j, as the parser does', (text) => {
    expect(parseRunbook(text).runbook).toBeUndefined();
    expect(fits(yamlData(text))).toBe(false);
  });
});
