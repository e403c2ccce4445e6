import type { Program } from '../../../core/program/program.ts';
import { answers } from './answers.ts';
import { demo } from './demo/demo.ts';
import { events } from './events.ts';
import { hooks } from './hooks.ts';
import { launch } from './launch.ts';
import { claudeCode, claudeCodeName } from './names.ts';
import { settings } from './settings.ts';
import { panel, typing } from './terminal.ts';

/** What Claude Code declares. */
export const claudeCodeProgram = {
  id: claudeCode,
  name: claudeCodeName,
  badge: 'Cl',
  events,
  answers,
  launch,
  typing,
  panel,
  hooks,
  settings,
  demo,
} as const satisfies Program;
