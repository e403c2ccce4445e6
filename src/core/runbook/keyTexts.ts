import type { ErrorClass } from '../event/errorClass.ts';
import type { Action, ErrorRule, Policy, Trigger } from '../run/policy.ts';
import { invalidPairs } from '../run/policy.ts';
import type { KeyText } from '../yaml/keyText.ts';
import type { Runbook, RunbookAgent, RunbookPipeline, RunbookStep } from './runbook.ts';

type Texts<Key extends string> = Readonly<Record<Key, KeyText>>;

/** What each key of the runbook says. */
export const rootKeyTexts: Texts<keyof Runbook> = {
  agents: {
    about: 'The agents that can be started, by name, and what to do about each.',
    takes: 'a mapping of names',
  },
  pipelines: {
    about: 'Agents that work one after the other, by the name of the pipeline.',
    takes: 'a mapping of names; none is the name of an agent',
  },
};

/** What each key of an agent says. */
export const agentKeyTexts: Texts<Exclude<keyof RunbookAgent, 'name' | 'policy'> | keyof Policy> = {
  run: {
    about: 'The command that starts the agent. The prompt is written behind it, as an argument.',
    isNeeded: true,
    takes: 'a command of the shell that ends with a plain word',
  },
  prompt: { about: 'What the agent is told first.', takes: 'a text', usual: 'nothing' },
  worktree: {
    about: 'Whether the agent works in a git worktree of its own, on a new branch.',
    takes: 'true or false',
    usual: 'false',
  },
  on_idle: {
    about: "What to do when the agent's turn is over and it hasn't said that it is done.",
    takes: 'an action or a rule',
    usual: 'nudge',
  },
  on_prompt: {
    about: 'What to do when the agent asks for permission or an answer.',
    takes: 'an action or a rule',
    usual: 'escalate',
  },
  on_dead: {
    about: "What to do when the agent's process has ended.",
    takes: 'an action or a rule',
    usual: 'escalate',
  },
  on_error: {
    about: "What to do when the agent's turn ended in an error. The first rule that matches counts.",
    takes: 'an action, a rule, or a list of rules',
    usual: 'escalate',
  },
};

/** What each key of a pipeline says. */
export const pipelineKeyTexts: Texts<Exclude<keyof RunbookPipeline, 'name'>> = {
  steps: {
    about: 'The steps, in the order they run. A step that fails ends the run.',
    isNeeded: true,
    takes: 'a list with at least one step',
  },
};

/** What each key of a step says. */
export const stepKeyTexts: Texts<keyof RunbookStep> = {
  name: { about: 'What the step is called.', isNeeded: true, takes: 'a name, once in a pipeline' },
  agent: { about: 'Which agent works.', isNeeded: true, takes: 'the name of an agent of this runbook' },
  prompt: {
    about: 'What the agent is told instead of its own prompt.',
    takes: 'a text',
    usual: "the agent's",
  },
  worktree: {
    about: 'Whether the step gets a git worktree of its own.',
    takes: 'true or false',
    usual: "the agent's",
  },
};

/** What each key of a rule says. */
export const ruleKeyTexts: Texts<
  Exclude<keyof ErrorRule, 'cooldownMs' | 'timeoutMs'> | 'cooldown' | 'timeout'
> = {
  match: {
    about: 'Which errors the rule is for.',
    takes: 'a class of errors, in on_error only',
    usual: 'every error',
  },
  action: { about: 'What to do.', isNeeded: true, takes: 'an action that makes sense here' },
  message: {
    about: 'The text of a nudge, or what a resumed agent is told.',
    takes: 'a text',
    usual: "Beckon's own words",
  },
  run: { about: 'The command of a gate: exit code 0 says yes.', takes: 'a command, for the action gate' },
  attempts: {
    about: 'How many times in a row. After that the run waits for you.',
    takes: 'a whole number from 1 on, or forever',
    usual: '1',
  },
  cooldown: {
    about: 'How long to wait before each attempt after the first.',
    takes: 'a duration such as 30s, 5m or 2h, up to 30 days',
    usual: '0',
  },
  timeout: {
    about: 'How long a gate may take.',
    takes: 'a duration such as 30s, 5m or 2h, up to 30 days',
    usual: '30s',
  },
};

/** What happens at each action. */
export const actionTexts: Readonly<Record<Action, string>> = {
  nudge: 'Tells the agent to continue.',
  done: 'Stops the agent and starts the next step.',
  fail: 'Stops the agent; the run fails.',
  escalate: 'The run waits for you, and the agent is left alone.',
  gate: 'A command of yours decides. Exit code 0: the step is done, or the permission given. Else the run waits for you.',
  resume:
    'The agent is started again with its conversation, if that is still there; else from the start, and you are told.',
};

/** What each class of errors is. */
export const errorClassTexts: Readonly<Record<ErrorClass, string>> = {
  unauthorized: 'The program is not logged in, or its key was rejected.',
  out_of_credits: 'The account has no credits left.',
  rate_limited: 'Too many requests in a short time, or a usage limit is reached.',
  no_internet: "The network or the service can't be reached.",
  overloaded: 'The service is overloaded.',
  other: 'Every other error.',
};

/** The triggers that an agent has rules for. */
export const ruleTriggers: readonly Trigger[] = ['on_idle', 'on_prompt', 'on_dead', 'on_error'];

/** The actions that make sense at a trigger. */
export function actionsAt(trigger: Trigger): readonly Action[] {
  return (Object.keys(actionTexts) as Action[]).filter((action) => !(action in invalidPairs[trigger]));
}
