import { describe, expect, it } from 'vitest';
import type { LimitedHook } from '../../../../src/core/findings/programLimits.ts';
import { programLimits } from '../../../../src/core/findings/programLimits.ts';
import type { MomentPowers, ProgramPowers } from '../../../../src/core/hookrun/programPowers.ts';

const all: MomentPowers = { no: true, question: 'asked', yes: true, input: true, context: true };
const able = (name: string, at: ProgramPowers['at']): ProgramPowers => ({ id: name.toLowerCase(), name, at });
const script = (text: string) => ({ name: 'run.sh', isExecutable: true, kind: 'shebang' as const, text });
const hook = (said: Partial<LimitedHook> = {}): LimitedHook => ({
  trigger: 'before_tool',
  async: false,
  ...said,
});
const told = (said: Partial<LimitedHook>, ...programs: readonly ProgramPowers[]) =>
  programLimits(hook(said), programs).map(({ message }) => message);

const sayingAll = script(
  `echo '{"decision": "ask", "modified_input": {}, "additional_context": "x"}'; exit 2`,
);

describe('what programs cannot do with a hook', () => {
  it('is nothing where they can do all of it, or where there is none', () => {
    expect(told({ script: sayingAll }, able('A', { before_tool: all }))).toEqual([]);
    expect(told({ script: sayingAll })).toEqual([]);
  });

  it('is to run it where they do not tell of its moment, and then nothing else is said', () => {
    const hookOf = { trigger: 'after_tool_failure', script: sayingAll } as const;
    expect(told(hookOf, able('A', {}))).toEqual([
      "A can't run this hook: it doesn't report when a tool has failed.",
    ]);
    expect(told(hookOf, able('A', {}), able('B', { after_tool_failure: all }), able('C', {}))).toEqual([
      "A and C can't run this hook: they don't report when a tool has failed.",
    ]);
  });

  it('is to be blocked, where the moment can be and the agent waits for the hook', () => {
    const deaf = { ...all, no: false };
    const [a, b] = [able('A', { pre_compact: deaf }), able('B', { pre_compact: deaf })];
    expect(told({ trigger: 'pre_compact' }, a)).toEqual([
      "A can't be blocked at 'pre_compact': it runs this hook, and goes on whatever it says.",
    ]);
    expect(told({ trigger: 'pre_compact' }, a, b)).toEqual([
      "A and B can't be blocked at 'pre_compact': they run this hook, and go on whatever it says.",
    ]);
    expect(told({ trigger: 'pre_compact', async: true }, a)).toEqual([]);
    // No program can be blocked there.
    expect(told({ trigger: 'session_end', script: sayingAll }, able('A', { session_end: deaf }))).toEqual([]);
  });

  it('is to tell the agent why, where the tool has run and the script tries to block', () => {
    const a = able('A', { after_tool: { ...all, no: false } });
    expect(told({ trigger: 'after_tool', script: script('exit 2') }, a)).toEqual([
      "A can't pass on why this hook blocks: its agent never sees the reason.",
    ]);
    expect(told({ trigger: 'after_tool', script: script('black "$1"') }, a)).toEqual([]);
  });

  it.each<[string, Partial<MomentPowers>, string]>([
    ['"decision": "ask"', { question: 'denied' }, "A can't let a hook ask you: it treats 'ask' as 'deny'."],
    ['"decision": "ask"', { question: 'ignored' }, "A can't let a hook ask you: it ignores 'ask'."],
    [
      '"modified_input": {}',
      { input: false },
      "A can't change what a tool is given: it ignores 'modified_input'.",
    ],
    [
      '"additional_context": ""',
      { context: false },
      "A can't pass text to the model at 'before_tool': it ignores 'additional_context'.",
    ],
  ])('is to heed %s, where the script says it', (part, lack, message) => {
    const a = able('A', { before_tool: { ...all, ...lack } });
    expect(told({ script: script(`echo '{${part}}'`) }, a)).toEqual([message]);
    expect(told({ script: script(`echo '{${part}}'`), async: true }, a)).toEqual([]);
    expect(told({ script: script(`# {${part}}`) }, a)).toEqual([]);
    expect(told({ script: { ...script(part), kind: 'binary' } }, a)).toEqual([]);
    expect(told({}, a)).toEqual([]);
  });

  it('is to approve, where the person lets the hook do that', () => {
    const a = able('A', { before_tool: { ...all, yes: false } });
    expect(told({ standing: 'approves' }, a)).toEqual([
      "A can't auto-approve: it asks you even if this hook allows it.",
    ]);
    expect(told({ standing: 'runs' }, a)).toEqual([]);
  });

  it.each(['denied', 'disabled', 'replaced', 'invalid'] as const)(
    'is not said of a hook that is %s',
    (standing) => {
      expect(told({ standing }, able('A', {}))).toEqual([]);
    },
  );
});
