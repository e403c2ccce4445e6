import type { Program } from '../../../core/program/program.ts';
import { answers } from './answers.ts';
import { events } from './events.ts';
import { hooks } from './hooks.ts';
import { launch } from './launch.ts';
import { codex, codexName } from './names.ts';
import { settings } from './settings.ts';
import { typing } from './terminal.ts';

/** What Codex declares. */
export const codexProgram = {
  id: codex,
  badge: 'Cx',
  name: codexName,
  events,
  answers,
  launch,
  typing,
  hooks,
  settings,
} as const satisfies Program;
