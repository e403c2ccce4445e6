import { describe, expect, it } from 'vitest';
import type { ProgramLaunch } from '../../../../src/core/run/programLaunch.ts';
import { parseRunbook } from '../../../../src/core/runbook/parseRunbook.ts';
import type { RunbookProgram } from '../../../../src/core/runbook/programsAround.ts';

const launch: ProgramLaunch = {
  command: 'full',
  recognises: ([program]) => program === 'full',
  start: () => [],
  resume: { takes: () => true, args: () => [] },
};
const program = (name: string, more: Partial<ProgramLaunch> = {}): RunbookProgram => ({
  id: name.toLowerCase(),
  name,
  launch: { ...launch, recognises: ([first]) => first === name.toLowerCase(), ...more },
});
const headless = (name: string, can: Partial<NonNullable<ProgramLaunch['headless']>>) => ({
  word: ([first, ...args]: readonly string[]) => (first === name && args.includes('-p') ? '-p' : undefined),
  ...can,
});
const { resume: _, ...startsOnly } = launch;
const programs: readonly RunbookProgram[] = [
  program('Full', { headless: headless('full', { takesPrompt: true, resumes: true, asks: true }) }),
  program('Spare', { headless: headless('spare', {}) }),
  program('Shy'),
  { id: 'mute', name: 'Mute', launch: { ...startsOnly, recognises: ([first]) => first === 'mute' } },
];

/** What is told of an agent with these lines. */
function told(run: string, lines: string, unanswered: readonly string[] = []) {
  const text = `agents:\n  a:\n    run: ${run}\n    ${lines}\n`;
  return parseRunbook(text, { programs, unanswered }).problems.map(
    ({ severity, message, code }) => `${severity}: ${message} (${code})`,
  );
}

describe('what a program cannot do', () => {
  it.each([
    ['full', 'on_dead: resume', []],
    ['full', 'on_error: [{ match: other, action: nudge }, resume]', []],
    ['full', 'prompt: Go.\n    on_prompt: { action: gate, run: x }', []],
    ['full -p', 'prompt: Go.\n    on_dead: resume\n    on_prompt: { action: gate, run: x }', []],
    ['full -p', 'on_idle: { action: nudge, attempts: 3 }', []],
    [
      'full -p',
      'on_idle: { action: nudge, attempts: 3, cooldown: 5s }',
      [
        "warning: Take 'cooldown' out; with '-p' Full ends with its turn, and can't read a later nudge. (runbook.no-effect)",
      ],
    ],
    [
      'full -p',
      'on_error: nudge',
      [
        "warning: Use resume for on_error, not nudge: with '-p' Full ends at an error, and reads nothing more. (runbook.program-action)",
      ],
    ],
    ['spare -p', 'on_idle: nudge\n    on_prompt: escalate', []],
    [
      'nice spare -p',
      'prompt: Go.',
      [
        "error: Take '-p' out of the command; with it Spare takes no prompt from a run. (runbook.program-prompt)",
      ],
    ],
    [
      'spare -p',
      'on_dead: { action: resume, attempts: 2 }',
      [
        "error: Use done, fail, escalate or gate for on_dead, or take '-p' out of the command: with it Spare can't be resumed. (runbook.program-action)",
      ],
    ],
    [
      'spare -p',
      'on_error: [{ match: other, action: nudge }, resume]',
      [
        "error: Use fail, escalate or gate for on_error, or take '-p' out of the command: with it Spare ends at an error, and reads nothing more. (runbook.program-action)",
        "error: Use fail, escalate or gate for on_error, or take '-p' out of the command: with it Spare can't be resumed. (runbook.program-action)",
      ],
    ],
    [
      'spare -p',
      'on_prompt: { action: gate, run: x }',
      [
        "warning: Take 'on_prompt' out; with '-p' Spare asks nobody, and refuses what it may not do. (runbook.no-effect)",
      ],
    ],
    [
      'mute',
      'on_dead: resume',
      [
        "error: Use done, fail, escalate or gate for on_dead, not resume: Mute can't be resumed. (runbook.program-action)",
      ],
    ],
    ['./job.sh', 'prompt: Go.\n    on_idle: nudge\n    on_error: nudge', []],
    [
      './job.sh',
      'on_dead: resume',
      [
        "warning: Use escalate if it must not start over; Beckon doesn't know './job.sh', and can only start it from the beginning. (runbook.starts-over)",
      ],
    ],
  ])('%s, %j', (run, lines, expected) => {
    expect(told(run, lines)).toEqual(expected);
  });

  it('is that a gate answers it where a person has not switched that on', () => {
    const gate = 'on_prompt: { action: gate, run: x }';
    expect(told('shy', gate)).toEqual([]);
    expect(told('shy', 'on_prompt: fail', ['shy'])).toEqual([]);
    expect(told('shy', gate, ['shy'])).toEqual([
      "warning: Run 'beckon answers shy on' first; until then, this gate's yes doesn't reach Shy. (runbook.answers-off)",
    ]);
  });

  it('is said at the prompt of a step where its agent has none', () => {
    const text = `agents:
  a: { run: spare -p }
  b: { run: full -p }
pipelines:
  p: { steps: [{ name: one, agent: a }, { name: two, agent: a, prompt: Go. }, { name: three, agent: b, prompt: Go. }] }
`;
    const { problems } = parseRunbook(text, { programs, unanswered: [] });
    expect(problems).toMatchObject([
      { code: 'runbook.program-prompt', range: { start: { line: 5, column: 72 } } },
    ]);
  });

  it('is not asked of a command that nothing can be written behind, nor where no programs are said', () => {
    expect(told('"job.sh # mine"', 'on_dead: resume')).toHaveLength(1);
    expect(parseRunbook('agents: { a: { run: x, on_dead: resume } }').problems).toEqual([]);
  });
});
