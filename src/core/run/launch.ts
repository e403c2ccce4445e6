import type { AgentId } from '../agent/agent.ts';
import { lastCommand } from './lastCommand.ts';
import { programWord } from './programWord.ts';
import type { RunStep } from './run.ts';
import { takesArguments } from './takesArguments.ts';

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
const resumeText = 'Continue with your task.';

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
  const launch = { script: launchScript(command), env: { BECKON_AGENT: agent } };
  if (!isClaude(command)) {
    return { ...launch, args: prompt ? [prompt] : [] };
  }
  const session = agent.slice(agent.indexOf(':') + 1);
  return resume
    ? { ...launch, args: ['--resume', session, ...claudePrompt(argument(message) || resumeText)] }
    : { ...launch, args: ['--session-id', session, ...(prompt ? claudePrompt(prompt) : [])] };
}

/** What `sh` runs to start an agent with its arguments. */
export function launchScript(command: string): string {
  return `${surroundings}\n${command} "$@"`;
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

/**
 * Whether a command starts Claude Code, and what is written behind it are arguments of that: other commands may come
 * before it, and what runs it. A wrapper or a pipe from it is another program.
 */
export function isClaude(command: string): boolean {
  const words = takesArguments(command) ? (lastCommand(command.trim()) ?? []) : [];
  const [program, ...rest] = words.slice(programWord(words) ?? words.length).map(({ value }) => value);
  return /(?:^|\/)claude$/u.test(program ?? '') || (program === 'npx' && isPackage(rest));
}

/** Whether `npx` is to run Claude Code. */
function isPackage(words: readonly string[]): boolean {
  const name = words.find((word) => !/^(?:-y|--yes|--no-install|--)$/u.test(word)) ?? '';
  return /^(?:claude|@anthropic-ai\/claude-code(?:@[\w.-]+)?)$/u.test(name);
}
