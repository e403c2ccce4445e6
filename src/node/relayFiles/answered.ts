import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventProgram } from '../../core/event/programEvents.ts';
import { relayRulesOf } from '../../core/event/relayRulesOf.ts';
import { makeFolders } from '../makeFolders.ts';
import { replaceFile } from './replaceFile.ts';
import { dropOldRules, writeRules } from './writeRules.ts';

/** Whether the person switched on that a program is answered from here; of one that need not be switched on, always. */
export function isAnswered(home: string, { id, answers }: EventProgram): boolean {
  return answers?.optIn === undefined || existsSync(fileOf(home, id));
}

/** The ids of the programs that the person did not switch on to be answered from here, of those that need it. */
export function unansweredPrograms(home: string, programs: readonly EventProgram[]): readonly string[] {
  return programs.filter((program) => !isAnswered(home, program)).map(({ id }) => id);
}

/**
 * Switches it on or off for every window and the command line: the file says so, and the rules of the relay follow it. An
 * agent that runs obeys from its next request on.
 */
export async function switchAnswers(home: string, program: EventProgram, isOn: boolean): Promise<void> {
  const file = fileOf(home, program.id);
  if (isOn) {
    makeFolders(join(home, folder), 0o700);
    await replaceFile(file, '', 0o600);
  } else {
    await rm(file, { force: true });
  }
  const rules = relayRulesOf(program, isOn);
  await writeRules(home, rules);
  await dropOldRules(home, rules);
}

const folder = 'answered';

function fileOf(home: string, id: string): string {
  return join(home, folder, id);
}
