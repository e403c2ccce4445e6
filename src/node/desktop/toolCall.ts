import { createHash } from 'node:crypto';
import type { DesktopNotification } from '../../core/view/notify/desktopNews.ts';
import { removeToast, showToast } from './windowsToast.ts';

/** A program to run: its arguments are never read by a shell, and text of agents is never part of a script. */
export interface ToolCall {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables besides those that are there. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Shows a notification by `notify-send`. `waits`: it stays until the notification is gone, and says when it is clicked. */
export function notifySend({ title, body, sound }: DesktopNotification, waits: boolean): ToolCall {
  const args = [
    '--app-name=Beckon',
    sound ? '--hint=string:sound-name:message-new-instant' : '--hint=int:suppress-sound:1',
    ...(waits ? ['--wait', '--action=default=Show'] : []),
    // Whatever comes now is no option.
    '--',
    title,
    notifySendBody(body),
  ];
  return { command: 'notify-send', args };
}

/** notify-send undoes backslash escapes, octal numbers among them, and desktops read markup in what is left. */
function notifySendBody(body: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\\': '\\\\' };
  return body.replace(/[&<>\\]/gu, (char) => entities[char] ?? '');
}

const appleScript = `on run argv
  if item 4 of argv is "" then
    display notification (item 3 of argv) with title (item 2 of argv)
  else
    display notification (item 3 of argv) with title (item 2 of argv) sound name (item 4 of argv)
  end if
end run`;

/** Shows a notification by `osascript`. */
export function osascript({ title, body, sound }: DesktopNotification): ToolCall {
  // Options end at the first word that is none, which is ours.
  const words = ['beckon', `Beckon: ${title}`, body, sound ? 'Ping' : ''];
  return { command: 'osascript', args: ['-e', appleScript, ...words] };
}

/** Shows a notification by Windows PowerShell; a click on it opens `link`. */
export function powershell(
  { id, title, body, sound }: DesktopNotification,
  link: string | undefined,
): ToolCall {
  return powershellCall(showToast, {
    BECKON_TITLE: title,
    BECKON_BODY: body,
    BECKON_LINK: link ?? '',
    BECKON_SILENT: String(!sound),
    BECKON_TAG: tagOf(id),
  });
}

/** Takes such a notification back. */
export function powershellRemoval(id: string): ToolCall {
  return powershellCall(removeToast, { BECKON_TAG: tagOf(id) });
}

function powershellCall(script: string, env: Readonly<Record<string, string>>): ToolCall {
  const args = ['-NoProfile', '-NonInteractive', '-WindowStyle', 'Hidden', '-Command', script];
  return { command: 'powershell.exe', args, env };
}

/** Tags are short. */
function tagOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 16);
}
