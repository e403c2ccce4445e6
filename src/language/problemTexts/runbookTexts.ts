import { exampleProgram } from '../../core/runbook/exampleProgram.ts';
import type { RunbookCode } from '../../core/runbook/problem.ts';
import type { YamlCode } from '../../core/yaml/problem.ts';
import type { ProblemText } from './problemText.ts';

const { command } = exampleProgram;
const build = `agents:\n  build:\n    run: ${command}\n`;

const rule = (lines: string) => `${build}    ${lines}`;
const headless = (lines: string) => `agents:\n  build:\n    run: ${command} -p\n    ${lines}`;
const steps = (list: string) => `${build}pipelines:\n  feature:\n    steps: ${list}`;

/** What can be wrong with a runbook. The examples are whole ones. */
export const runbookTexts: Readonly<Record<Exclude<RunbookCode, YamlCode>, ProblemText>> = {
  'too-large': {
    level: 'Error',
    what: 'The runbook is larger than 1 MB. It was not read.',
    fix: 'Keep it short. Long prompts can be in files that the prompt names.',
  },
  unreadable: {
    level: 'Error',
    what: "The file exists but can't be read.",
    fix: 'The message has the reason. Most often the file belongs to someone else, or it is a folder.',
  },
  'not-utf8': {
    level: 'Error',
    what: 'The file is not valid UTF-8.',
    fix: 'Save it as UTF-8.',
  },
  nothing: {
    level: 'Warning',
    what: 'The runbook names no agent and no pipeline.',
    wrong: 'agents: {}',
    right: `agents: { build: { run: ${command} } }`,
    fix: 'Add an agent. In VS Code the light bulb of an empty file begins with an example.',
  },
  'empty-list': {
    level: 'Error',
    what: 'A list that must not be empty is empty.',
    wrong: steps('[]'),
    right: steps('[{ name: build, agent: build }]'),
    fix: 'Add an item, or remove the key.',
  },
  'same-name': {
    level: 'Error',
    what: 'An agent and a pipeline have the same name. It would be unclear which one to start.',
    wrong: `${build}pipelines:\n  build: { steps: [{ name: first, agent: build }] }`,
    right: `${build}pipelines:\n  feature: { steps: [{ name: first, agent: build }] }`,
    fix: 'Give one of them another name.',
  },
  'missing-run': {
    level: 'Error',
    what: 'An agent has no `run`, the command that starts it.',
    wrong: 'agents:\n  build:\n    prompt: Implement the plan.',
    right: `agents:\n  build:\n    run: ${command}\n    prompt: Implement the plan.`,
    fix: 'Add it.',
  },
  'command-end': {
    level: 'Error',
    what: 'The prompt is written behind the command, as its last argument. Behind a comment, an open quote or a sign as `;` it would be something else, and behind a variable alone, as `FOO=1`, it would be the program. No command can have a NUL character in it, nor can that of a gate.',
    wrong: `agents: { build: { run: '${command} # mine' } }`,
    right: `agents: { build: { run: ${command} } }`,
    fix: 'Let the command name its program and end with a plain word, and take a NUL character out.',
  },
  'missing-action': {
    level: 'Error',
    what: 'A rule has no action.',
    wrong: rule('on_idle: { message: Go on. }'),
    right: rule('on_idle: { action: nudge, message: Go on. }'),
    fix: 'Add `action`.',
  },
  'unknown-action': {
    level: 'Error',
    what: 'There is no action with this name.',
    wrong: rule('on_idle: nugde'),
    right: rule('on_idle: nudge'),
    fix: 'Use `nudge`, `done`, `fail`, `escalate`, `gate` or `resume`.',
  },
  'invalid-pair': {
    level: 'Error',
    what: "The action makes no sense for this trigger: an agent that asks something would take a nudge for its answer, one that is idle is still running and can't be resumed.",
    wrong: rule('on_prompt: nudge'),
    right: rule('on_prompt: escalate'),
    fix: 'Use one of the actions that the message names. The table is in [supervision.md](supervision.md#rules).',
  },
  'list-form': {
    level: 'Error',
    what: 'A trigger has a list of rules. Only `on_error` takes one, since there are several classes of errors.',
    wrong: rule('on_idle: [nudge]'),
    right: rule('on_idle: nudge'),
    fix: 'Write the one rule.',
  },
  'gate-without-run': {
    level: 'Error',
    what: 'A gate has no command to run.',
    wrong: rule('on_idle: gate'),
    right: rule('on_idle: { action: gate, run: npm test }'),
    fix: 'Add `run`.',
  },
  'run-without-gate': {
    level: 'Error',
    what: 'A rule has a command, and its action runs none.',
    wrong: rule('on_idle: { action: nudge, run: npm test }'),
    right: rule('on_idle: { action: gate, run: npm test }'),
    fix: 'Change the action to `gate`, or remove `run`.',
  },
  'no-effect': {
    level: 'Warning',
    what: 'A rule, or a key of it, has no effect: with this action, at this trigger, or because the command makes its program answer one prompt and end.',
    wrong: rule('on_idle: { action: done, message: Well done. }'),
    right: rule('on_idle: { action: done }'),
    fix: 'Remove it, or use another action or command.',
  },
  attempts: {
    level: 'Error',
    what: '`attempts` is neither a whole number from 1 nor `forever`.',
    wrong: rule('on_idle: { action: nudge, attempts: "3" }'),
    right: rule('on_idle: { action: nudge, attempts: 3 }'),
    fix: 'Write a number without quotes, or `forever`.',
  },
  duration: {
    level: 'Error',
    what: 'A duration is a whole number with one unit: `500ms`, `30s`, `5m`, `2h`, `1d`. It is 30 days at most, and the timeout of a gate is more than nothing.',
    wrong: rule('on_idle: { action: nudge, cooldown: 1h30m }'),
    right: rule('on_idle: { action: nudge, cooldown: 90m }'),
    fix: 'Write it with one unit.',
  },
  match: {
    level: 'Error',
    what: '`match` names no class of errors.',
    wrong: rule('on_error: { match: rate_limit, action: nudge }'),
    right: rule('on_error: { match: rate_limited, action: nudge }'),
    fix: 'Use `unauthorized`, `out_of_credits`, `rate_limited`, `no_internet`, `overloaded` or `other`.',
  },
  unreachable: {
    level: 'Warning',
    what: 'A rule before this one takes all the errors that this one is for.',
    wrong: rule('on_error: [escalate, { match: overloaded, action: nudge }]'),
    right: rule('on_error: [{ match: overloaded, action: nudge }, escalate]'),
    fix: 'Move it up, or remove it.',
  },
  'program-prompt': {
    level: 'Error',
    what: 'The command gives its program a prompt, with which it answers that one and ends. The program takes no second one, so the prompt of the agent, or of the step, would keep it from starting.',
    fix: 'Remove the option from the command, or `prompt` from the agent and its steps.',
  },
  'program-action': {
    level: 'Error or warning',
    what: "The program that the command starts can't do what the rule wants: be resumed, or read a nudge after an error. It is a warning where it depends on how the run was started. The table is in [supervision.md](supervision.md#what-each-program-can-do).",
    wrong: headless('on_error: nudge'),
    right: headless('on_error: resume'),
    fix: 'Use one of the actions that the message names, or the command without the word that it names.',
  },
  'starts-over': {
    level: 'Warning',
    what: "Beckon doesn't know the program that the command starts, so it can't resume its conversations: `resume` starts the command again from the beginning.",
    wrong: 'agents:\n  build:\n    run: ./build.sh\n    on_dead: resume',
    right: 'agents:\n  build:\n    run: ./build.sh\n    on_dead: escalate',
    fix: 'Leave it if the command may start over; else use `escalate` or `fail`.',
  },
  'answers-off': {
    level: 'Warning',
    what: 'The program asks its hook about every call, also those that it allows, so it is answered from here only where you switch that on. It is off: the gate is run, and its yes leads to nothing.',
    fix: 'Switch it on with the command that the message names, or with the setting `beckon.answers` of that program; or use `escalate`.',
  },
  'missing-steps': {
    level: 'Error',
    what: 'A pipeline has no `steps`.',
    wrong: `${build}pipelines: { feature: {} }`,
    right: `${build}pipelines: { feature: { steps: [{ name: build, agent: build }] } }`,
    fix: 'Add them.',
  },
  'missing-name': {
    level: 'Error',
    what: 'A step has no `name`.',
    wrong: steps('[{ agent: build }]'),
    right: steps('[{ name: build, agent: build }]'),
    fix: 'Add one that is unique in the pipeline.',
  },
  'missing-agent': {
    level: 'Error',
    what: 'A step does not say which agent it is for.',
    wrong: steps('[{ name: first }]'),
    right: steps('[{ name: first, agent: build }]'),
    fix: 'Add `agent`, the name of an agent of this runbook.',
  },
  'unknown-agent': {
    level: 'Error',
    what: 'A step names an agent that the runbook does not have.',
    wrong: steps('[{ name: first, agent: biuld }]'),
    right: steps('[{ name: first, agent: build }]'),
    fix: 'Correct the name, or add the agent under `agents`.',
  },
  'duplicate-step': {
    level: 'Error',
    what: 'Two steps of a pipeline have the same name.',
    wrong: steps('[{ name: one, agent: build }, { name: one, agent: build }]'),
    right: steps('[{ name: one, agent: build }, { name: two, agent: build }]'),
    fix: 'Give one of them another name.',
  },
  'nested-pipeline': {
    level: 'Error',
    what: "A step names a pipeline. Steps have agents; a pipeline can't contain a pipeline.",
    wrong: `${steps('[{ name: one, agent: other }]')}\n  other: { steps: [{ name: one, agent: build }] }`,
    right: `${steps('[{ name: one, agent: build }]')}\n  other: { steps: [{ name: one, agent: build }] }`,
    fix: 'Name an agent, or copy the steps of the other pipeline.',
  },
  cycle: {
    level: 'Error',
    what: 'A step names a pipeline that leads back to its own.',
    wrong: steps('[{ name: one, agent: feature }]'),
    right: steps('[{ name: one, agent: build }]'),
    fix: 'Name an agent.',
  },
};
