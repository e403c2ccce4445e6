import type { Program } from '../../../core/program/program.ts';
import { answers } from './answers.ts';
import { events } from './events.ts';
import { hooks } from './hooks.ts';
import { launch } from './launch.ts';
import { copilotCli, copilotCliName } from './names.ts';
import { settings } from './settings.ts';
import { typing } from './terminal.ts';

/** What Copilot CLI declares. */
export const copilotCliProgram = {
  id: copilotCli,
  badge: 'Cp',
  name: copilotCliName,
  events,
  answers,
  launch,
  typing,
  hooks,
  settings,
} as const satisfies Program;
