import type { HookWord } from '../../../core/hookrun/programHooks.ts';
import { promptKindOfTool } from './tools.ts';

const notices: readonly unknown[] = ['idle_prompt', 'permission_prompt'];

/** The words, and what each stands for. */
export const hookWords: ReadonlyMap<string, HookWord> = new Map<string, HookWord>([
  [
    'notify',
    {
      event: 'Notification',
      isAbout: ({ notification_type }) => notices.includes(notification_type),
      answers: false,
    },
  ],
  [
    'pretooluse',
    {
      event: 'PreToolUse',
      isAbout: ({ tool_name }) => promptKindOfTool(String(tool_name)) !== undefined,
      answers: false,
    },
  ],
  ['stop', { event: 'Stop', isAbout: () => true, answers: true }],
]);
