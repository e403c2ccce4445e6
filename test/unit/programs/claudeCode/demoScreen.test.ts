import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { DemoStep } from '../../../../src/core/demo/demoCast.ts';
import { demoAnsweredLines, demoEndLines } from '../../../../src/core/demo/demoScreen.ts';
import { demoPayload } from '../../../../src/programs/claudeCode/pure/demo/demo.ts';
import { demoLines, demoPrompt } from '../../../../src/programs/claudeCode/pure/demo/demoScreen.ts';
import { demoScript } from '../../../../src/programs/claudeCode/pure/demo/demoScript.ts';

const payloadOf = (step: DemoStep) =>
  'event' in step ? [demoPayload(step.event, step.fields, { session: 's', cwd: '/w' })] : [];
const payloads = (name: string) =>
  demoScript.find((agent) => agent.name === name)?.steps.flatMap(payloadOf) ?? [];
const text = (lines: readonly string[]) => stripVTControlCharacters(lines.join('\n'));

describe('the terminal of a demo agent', () => {
  it('shows what the agent was told, what it does, and how that ends', () => {
    expect(text(payloads('works').flatMap(demoLines))).toBe(`A demo agent
A script plays it: nothing is run, and no file is changed.

> Refactor billing

● Read(src/invoice.ts)
  ⎿ done

● Explore (a subagent)
  ⎿ done

● Edit(src/invoice.ts)
  ⎿ done

● Invoices are gross now.
`);
    expect(text(demoEndLines(137))).toBe('\nKilled (exit code 137)');
    expect(text(demoAnsweredLines())).toBe('\n  Answered in Beckon.\n');
  });

  it('asks for permission there as well, and takes a key for the answer', () => {
    const [prompt] = payloads('asks for permission').flatMap((payload) => demoPrompt(payload) ?? []);
    expect(text(prompt?.lines ?? [])).toBe(
      '\nDo you want to proceed?\n  1. Yes\n  2. No\nPress 1 or 2 to answer, Esc for none of them.',
    );
    const behaviors = Object.entries(prompt?.keys ?? {}).map(([key, { behavior }]) => [key, behavior]);
    expect(behaviors).toEqual([
      ['1', 'allow'],
      ['2', 'deny'],
      ['\u001b', 'deny'],
    ]);
  });

  it('asks a question with its own options', () => {
    const [prompt] = payloads('asks a question').flatMap((payload) => demoPrompt(payload) ?? []);
    expect(text(prompt?.lines ?? [])).toContain('guide use?\n  1. npm\n  2. pnpm\n');
    expect(Object.values(prompt?.keys ?? {}).map(({ behavior }) => behavior)).toEqual([
      'allow',
      'allow',
      'deny',
    ]);
  });
});
