import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Matcher } from '../../../../src/core/hookfile/hook.ts';
import { hookTemplates } from '../../../../src/core/hookfile/hookTemplates.ts';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';
import type { TriggerId } from '../../../../src/core/hookfile/triggers.ts';
import { triggers } from '../../../../src/core/hookfile/triggers.ts';
import { exampleTexts } from '../../../../src/core/hookrun/exampleText.ts';
import type { FindsIn } from '../../../../src/core/hookrun/matchHook.ts';
import { sampleEvent } from '../../../../src/core/hookrun/sampleEvent.ts';
import { hooks } from '../../../../src/programs/claudeCode/pure/hooks.ts';
import { hookOf } from '../../../support/hookOf.ts';
import { repository } from '../../../support/runProgram.ts';

const findsIn: FindsIn = (pattern, texts) => texts.some((text) => new RegExp(pattern).test(text));
const ground = { words: hooks, timestamp: '2026-01-15T10:30:00.000Z', workDir: '/w', findsIn };
const sample = (matcher: Matcher) => sampleEvent(hookOf({ matcher }), ground);

describe('a sample', () => {
  it.each(triggers.map(({ id, isTool }) => [id, isTool] as const))(
    'is of the trigger %s',
    (trigger, isTool) => {
      const { event, match } = sampleEvent(hookOf({ trigger }), ground);
      expect(event).toMatchObject({
        trigger,
        sessionId: 'sample',
        workDir: '/w',
        timestamp: ground.timestamp,
      });
      expect(event.tool !== undefined).toBe(isTool);
      expect(match).toBe('yes');
    },
  );

  it.each(hookTemplates.map((template) => [template.id, template] as const))(
    'is one that the pattern %s runs for',
    (_, template) => {
      const { hook } = parseHook(template.files('one').hook);
      expect(hook && sampleEvent(hook, ground).match).toBe('yes');
    },
  );

  it.each<[string, Matcher, unknown]>([
    ['a command, where nothing is said', {}, { name: 'Bash' }],
    ['a tool by the common name', { tool: 'WriteFile|StrReplaceFile' }, { name: 'Write' }],
    ['a tool of another name', { tool: 'mcp__github__\\w+' }, { name: 'mcp__github__a', input: {} }],
    ['a file of a kind', { tool: 'Write', pattern: '\\.py$' }, { input: { file_path: '/w/sample.py' } }],
    ['a text in a command', { tool: 'Shell', pattern: 'git\\s+push' }, { input: { command: 'git push' } }],
    ['both at once', { tool: 'x_(one|two)', pattern: 'no{2}' }, { name: 'x_one', input: { value: 'noo' } }],
  ])('is %s', (_, matcher, tool) => {
    const { event, match } = sample(matcher);
    expect(event.tool).toMatchObject(tool as object);
    expect(match).toBe('yes');
  });

  it('is the command that the hook names, where the matcher matches it', () => {
    const metadata = { sample: 'rm -rf /' };
    const own = sampleEvent(hookOf({ metadata, matcher: { tool: 'Shell' } }), ground);
    expect(own.event.tool).toMatchObject({ name: 'Bash', input: { command: 'rm -rf /' } });
    const other = sampleEvent(hookOf({ metadata, matcher: { tool: 'Write' } }), ground);
    expect(other.event.tool?.name).toBe('Write');
  });

  it('is a plain command where no guess matches', () => {
    const { event, match } = sample({ tool: 'Shell', pattern: '(?=a)b' });
    expect(event.tool).toMatchObject({ name: 'Bash', input: { command: 'echo sample' } });
    expect(match).toBe('no');
  });

  it('tries no more once an expression takes too long', () => {
    let tried = 0;
    const slow: FindsIn = () => {
      tried += 1;
      return undefined;
    };
    const { match } = sampleEvent(hookOf({ matcher: { pattern: '(a+)+$' } }), { ...ground, findsIn: slow });
    expect([match, tried]).toEqual(['unsure', 1]);
  });
});

describe('the form of a sample', () => {
  const recorded = join(repository, 'test/replay/claude-code/2.1.325');

  /** What a value is made of, whatever it says. */
  function formOf(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.slice(0, 1).map(formOf);
    }
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, formOf(one)]))
      : value === null
        ? 'null'
        : typeof value;
  }

  it.each<[string, TriggerId, Matcher?]>([
    ['SessionStart-startup', 'session_start'],
    ['SessionEnd-prompt_input_exit', 'session_end'],
    ['UserPromptSubmit', 'before_agent'],
    ['Stop', 'before_stop'],
    ['Stop', 'after_agent'],
    ['Stop', 'post-agent-turn-stop'],
    ['PreToolUse-Bash', 'before_tool', { tool: 'Bash' }],
    ['PreToolUse-Edit', 'before_tool', { tool: 'Edit' }],
    ['PreToolUse-Agent', 'before_tool', { tool: 'Agent' }],
    ['PostToolUse-Bash', 'after_tool', { tool: 'Bash' }],
    ['PostToolUse-Write', 'after_tool', { tool: 'Write' }],
    ['PostToolUse-Edit', 'after_tool', { tool: 'Edit' }],
    ['PostToolUse-Read', 'after_tool', { tool: 'Read' }],
    ['PostToolUse-Agent', 'after_tool', { tool: 'Agent' }],
    ['PostToolUseFailure-Bash', 'after_tool_failure', { tool: 'Bash' }],
    ['SubagentStart', 'subagent_start'],
    ['SubagentStop', 'subagent_stop'],
    ['PreCompact', 'pre_compact'],
    ['PostCompact', 'post-context-compact'],
  ])('is that of what Claude Code says at %s, for %s', (file, trigger, matcher = {}) => {
    const payload = JSON.parse(readFileSync(join(recorded, `${file}.json`), 'utf8'));
    const real = hooks.toEvent(payload, trigger, ground.timestamp);
    const { event } = sampleEvent(hookOf({ trigger, matcher }), ground);
    const context = { ...Object(real?.fields.context), sample: true };
    expect(formOf(event)).toEqual(formOf({ ...real, fields: { ...real?.fields, context } }));
  });

  it('has what the tool gives back as an object, whichever tool it is', () => {
    for (const tool of ['WebFetch', 'WebSearch', 'Grep', 'mcp__a__b']) {
      const { event } = sampleEvent(hookOf({ trigger: 'after_tool', matcher: { tool } }), ground);
      expect(event.tool?.name).toBe(tool);
      expect(event.fields.tool_output).toEqual(expect.any(Object));
    }
  });
});

describe('examples of a regular expression', () => {
  it.each([
    ['a|b', ['a', 'b']],
    ['\\bdeploy.*prod', ['deployprod']],
    ['[^a-z]x', ['Ax']],
    ['(?<name>a|b){2}', ['aa']],
    ['(?!x)y', ['y']],
    ['a\\.b\\d\\s\\/', ['a.b1 /']],
    ['\\u0041', []],
    ['a{99}', []],
    ['('.repeat(40), []],
  ])('of %s', (pattern, texts) => {
    expect(exampleTexts(pattern)).toEqual(texts);
  });
});
