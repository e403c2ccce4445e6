import * as vscode from 'vscode';
import type { EventProgram } from '../../core/event/programEvents.ts';
import { isAnswered, switchAnswers } from '../../node/relayFiles/answered.ts';

/** The settings by which a person switches on that a program is answered from here: each has the id of one. */
export const answersSection = 'beckon.answers';

/** Does what the settings say; where they say nothing, it stays as the command line left it. */
export async function applyAnswerSettings(programs: readonly EventProgram[], home: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration(answersSection);
  for (const program of programs.filter(({ answers }) => answers?.optIn)) {
    // Not what a folder or a workspace says: it is the person's alone.
    const isOn: unknown = settings.inspect(program.id)?.globalValue;
    if (typeof isOn === 'boolean' && isOn !== isAnswered(home, program)) {
      await switchAnswers(home, program, isOn);
    }
  }
}
