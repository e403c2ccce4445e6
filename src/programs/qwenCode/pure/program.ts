import type { Program } from '../../../core/program/program.ts';
import { answers } from './answers.ts';
import { events } from './events.ts';
import { hooks } from './hooks.ts';
import { launch } from './launch.ts';
import { qwenCode, qwenCodeName } from './names.ts';
import { settings } from './settings.ts';
import { typing } from './terminal.ts';

/** What Qwen Code declares. */
export const qwenCodeProgram = {
  id: qwenCode,
  badge: 'Qw',
  name: qwenCodeName,
  events,
  answers,
  launch,
  typing,
  hooks,
  settings,
} as const satisfies Program;
