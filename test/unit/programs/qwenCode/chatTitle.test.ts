import { expect, it } from 'vitest';
import { parseChatTitle } from '../../../../src/programs/qwenCode/pure/chatTitle.ts';

const head = { uuid: 'u1', timestamp: '2026-11-15T23:44:04.468Z', type: 'system' };
const line = (subtype: string, customTitle: unknown) =>
  JSON.stringify({ ...head, subtype, systemPayload: { customTitle, titleSource: 'manual' } });

it('a line of a chat file of Qwen Code gives the title, whoever chose it', () => {
  expect(parseChatTitle(line('custom_title', 'Fix the login'), 's')).toMatchObject({
    session: 's',
    type: 'noted',
    facts: { title: 'Fix the login' },
  });
});

it.each([
  line('custom_title', ''),
  line('custom_title', 5),
  line('ui_telemetry', 'custom_title'),
  '{"subtype":"custom_title"',
])('there is no title in %s', (text) => {
  expect(parseChatTitle(text, 's')).toBeUndefined();
});
