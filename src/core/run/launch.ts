import type { AgentId } from '../agent/agent.ts';
import type { RunStep } from './run.ts';

/** What is started for a step. */
export interface LaunchPlan {
  readonly step: RunStep;
  /** The id the agent gets, or had: of Claude Code, `claude-code:` and a UUID. */
  readonly agent: AgentId;
  /** Goes on with the conversation of that agent, where the program can. */
  readonly resume: boolean;
  /** What the agent is told; where it starts fresh, after its prompt. */
  readonly message?: string;
}

/** How an agent is started: `/bin/sh -c script sh ...args`, with `env` on top of the environment. */
export interface Launch {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * An agent is told to run `beckon`, which few people have on their path; what they have comes first. Whoever starts it
 * may be a Claude Code itself, whose session the agent is not.
 */
const surroundings = `PATH="$PATH:\${BECKON_HOME:-$HOME/.beckon}/bin"\nunset CLAUDE_CODE_SESSION_ID`;

/** What an agent that goes on is told unless its runbook says otherwise. */
const resumeText = 'Go on with your task.';

/**
 * How the agent of a step is started. The shell reads the command of the step and nothing else: ids, prompts and
 * messages are arguments.
 *
 * The arguments go behind the last word of the command. A program that is not known gets only the prompt: it starts
 * fresh, whatever is wanted.
 */
export function launchOf({ step, agent, resume, message }: LaunchPlan): Launch {
  const command = (step.command ?? '').trim();
  const first = [step.prompt, message].map(argument).filter((text) => text !== '');
  const prompt = first.join('\n\n');
  const launch = { script: `${surroundings}\n${command} "$@"`, env: { BECKON_AGENT: agent } };
  if (!isClaude(command)) {
    return { ...launch, args: prompt ? [prompt] : [] };
  }
  const session = agent.slice(agent.indexOf(':') + 1);
  return resume
    ? { ...launch, args: ['--resume', session, ...claudePrompt(argument(message) || resumeText)] }
    : { ...launch, args: ['--session-id', session, ...(prompt ? claudePrompt(prompt) : [])] };
}

/** A text that can be an argument: none holds a NUL. */
function argument(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '').trim();
}

/** Without the dashes a prompt that begins with one is an option. */
function claudePrompt(text: string): readonly string[] {
  return ['--', text];
}

/** The agent program that a command starts, as far as Beckon knows how to resume it. */
export function programOf(command: string): 'claude-code' | 'other' {
  return isClaude(command) ? 'claude-code' : 'other';
}

/** One word as a shell reads it: plain characters, variables, simple commands for their output, quotes, escapes. */
const wordPattern =
  /(?:[^\s'"\\;&|<>()`$#]|\$\{?\w+\}?|\$\([^()'"`\\#]*\)|(?<=\S)#|'[^']*'|"(?:[^"`\\]|\\.)*"|\\[^\n])+/uy;

/** What is between two words. */
const blankPattern = /^(?:[ \t]|\\\n)*/u;

/**
 * Whether a command starts Claude Code: variables and a plain `env` may come before it. A wrapper, a list of commands
 * or a pipe is another program, since nobody knows where arguments at its end go.
 */
export function isClaude(command: string): boolean {
  const words = simpleCommand(command.trim());
  const program = words?.find((word) => !/^\w+=/u.test(word) && word !== 'env');
  return program !== undefined && /(?:^|\/)claude$/u.test(program.replaceAll(/['"\\]/gu, ''));
}

/** The words of a command that is only words; `undefined` for any other. */
function simpleCommand(command: string): readonly string[] | undefined {
  const words: string[] = [];
  let at = 0;
  while (at < command.length) {
    wordPattern.lastIndex = at;
    const [word] = wordPattern.exec(command) ?? [];
    if (word === undefined) {
      return undefined;
    }
    words.push(word);
    at += word.length;
    at += blankPattern.exec(command.slice(at))?.[0].length ?? 0;
  }
  return words;
}
