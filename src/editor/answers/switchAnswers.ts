import * as vscode from 'vscode';
import { beckonHome } from '../../node/beckonHome.ts';
import type { AgentProgram } from '../../node/programNode.ts';
import { isAnswered } from '../../node/relayFiles/answered.ts';
import { readSetting } from '../readSetting.ts';
import { tellRestricted } from '../tellRestricted.ts';
import { answersSection, applyAnswerSettings } from './answerSettings.ts';

const { ConfigurationTarget, l10n, window, workspace } = vscode;

/** Whether a program is answered from here only where the person switches that on, and it is off. */
export function isSwitchedOff(programs: readonly AgentProgram[], { program }: { readonly program: string }) {
  const own = programs.find(({ id }) => id === program);
  return own !== undefined && !isAnswered(beckonHome(process.env), own);
}

/**
 * Switches whether a program is answered from here, after the person read what that costs: the one that is named, or the
 * one they pick. It is about programs that also ask about what they allow by themselves.
 */
export async function switchAnswersHere(programs: readonly AgentProgram[], named?: string): Promise<void> {
  if (!workspace.isTrusted) {
    return tellRestricted();
  }
  const home = beckonHome(process.env);
  const choice = programs.filter(({ answers }) => answers?.optIn);
  const program = choice.find(({ id }) => id === named) ?? (await pick(choice, home));
  const isOn = program && isAnswered(home, program);
  if (!program || !(await (isOn ? isUnwanted(program) : isWanted(program)))) {
    return;
  }
  try {
    const settings = workspace.getConfiguration(answersSection);
    await settings.update(program.id, !isOn, ConfigurationTarget.Global);
    // The setting may have said so before, and the command line something else since.
    await applyAnswerSettings(programs, home);
  } catch {
    void window.showWarningMessage(l10n.t("Can't write your settings. Fix them first, then try again."));
  }
}

async function pick(choice: readonly AgentProgram[], home: string): Promise<AgentProgram | undefined> {
  if (choice.length < 2) {
    return choice[0];
  }
  const items = choice.map((program) => ({
    label: program.name,
    description: isAnswered(home, program)
      ? l10n.t('answered in VS Code')
      : l10n.t('answered in its terminal'),
    program,
  }));
  return (await window.showQuickPick(items, { placeHolder: l10n.t('Which one?') }))?.program;
}

async function isWanted({ name }: AgentProgram): Promise<boolean> {
  const detail = [
    l10n.t(
      "{0} also asks about tool calls that it allows by itself, and Beckon can't tell which. So each of them will wait for your answer in VS Code, up to {1} seconds, before {0} goes on or asks in its terminal.",
      name,
      readSetting('beckon.hiddenPromptSeconds'),
    ),
    l10n.t('It begins with the next request. What is asked now is still answered in the terminal.'),
  ].join('\n\n');
  return confirms(l10n.t('Answer {0} in VS Code?', name), detail, l10n.t('Answer in VS Code'));
}

async function isUnwanted({ name }: AgentProgram): Promise<boolean> {
  const detail = l10n.t("You'll then answer it in its terminal, and no tool call waits.");
  const title = l10n.t('{0} is answered in VS Code. Stop that?', name);
  return confirms(title, detail, l10n.t('Answer in the Terminal'));
}

async function confirms(title: string, detail: string, yes: string): Promise<boolean> {
  return (await window.showInformationMessage(title, { modal: true, detail }, yes)) === yes;
}
