import { describe, expect, it, onTestFinished } from 'vitest';
import type { DesktopNotification } from '../../../src/core/view/notify/desktopNews.ts';
import { DesktopNotifier } from '../../../src/node/desktop/desktopNotifier.ts';
import { until } from '../programs/claudeCode/support.ts';
import { FakeTools } from './fakeTools.ts';

const able = { help: '  -A, --action=[NAME=]Text...', waits: true };

/** What an agent may write to be more than text. */
const hostile = '--action=x $(id) `id` "; id; \\074b\\076 <b>bold</b> &lt; \' & do shell script "id"\n-h';

function notification(more: Partial<DesktopNotification> = {}): DesktopNotification {
  return { id: 'decision a', title: 'An agent asks', body: 'npm test', sound: true, row: 'ask:a', ...more };
}

function open(platform: NodeJS.Platform, tools: FakeTools, env = tools.env) {
  const clicked: string[] = [];
  const logged: string[] = [];
  const notifier = new DesktopNotifier({
    platform,
    env: () => env,
    link: ({ row }) => Promise.resolve(`vscode://beckon.beckon/show?row=${row}`),
    clicked: ({ id }) => clicked.push(id),
    log: (phrase) => logged.push(phrase),
  });
  onTestFinished(() => notifier.dispose());
  const notify = (more?: Partial<DesktopNotification>) =>
    notifier.run({ type: 'notify', notification: notification(more) });
  const withdraw = (id = 'decision a') => notifier.run({ type: 'withdraw', id });
  return { notifier, notify, withdraw, clicked, logged };
}

describe('notify-send', () => {
  const shows = (sound: string, ...text: string[]) => ({
    tool: 'notify-send',
    argv: ['--app-name=Beckon', sound, '--wait', '--action=default=Show', '--', ...text],
  });
  const heard = '--hint=string:sound-name:message-new-instant';
  const interrupted = { tool: 'notify-send', signal: 'SIGINT' };

  it('is given text behind its options, in which nothing is an escape or markup', async () => {
    const tools = new FakeTools();
    tools.add('notify-send', able);
    const { notify } = open('linux', tools);
    notify({ title: '-t', body: hostile });
    await until(() => tools.words.length, 1);
    const body =
      '--action=x $(id) `id` "; id; \\\\074b\\\\076 &lt;b&gt;bold&lt;/b&gt; &amp;lt; \' &amp; do shell script "id"\n-h';
    expect(tools.words).toEqual([shows(heard, '-t', body)]);
  });

  it('is told to be silent', async () => {
    const tools = new FakeTools();
    tools.add('notify-send', able);
    open('linux', tools).notify({ sound: false });
    await until(() => tools.words, [shows('--hint=int:suppress-sound:1', 'An agent asks', 'npm test')]);
  });

  it('takes a notification back, and leaves the others', async () => {
    const tools = new FakeTools();
    tools.add('notify-send', able);
    const { notify, withdraw, clicked } = open('linux', tools);
    notify();
    notify({ id: 'decision b' });
    await until(() => tools.words.length, 2);
    withdraw();
    withdraw();
    await until(() => tools.words.slice(2), [interrupted]);
    withdraw('decision b');
    await until(() => tools.words.slice(2), [interrupted, interrupted]);
    expect(clicked).toEqual([]);
  });

  it('is not started for what is over before that', async () => {
    const tools = new FakeTools();
    tools.add('notify-send', able);
    const { notify, withdraw } = open('linux', tools);
    notify();
    withdraw();
    notify({ id: 'decision b' });
    await until(() => tools.words.length, 1);
    expect(tools.words).toHaveLength(1);
  });

  it('tells of a click', async () => {
    const tools = new FakeTools();
    tools.add('notify-send', able);
    const { notify, clicked } = open('linux', tools);
    notify();
    await until(() => tools.words.length, 1);
    tools.click();
    await until(() => clicked, ['decision a']);
  });

  it('takes everything back when the window closes', async () => {
    const tools = new FakeTools();
    tools.add('notify-send', able);
    const { notify, notifier } = open('linux', tools);
    notify();
    await until(() => tools.words.length, 1);
    notifier.dispose();
    await until(() => tools.words.slice(1), [interrupted]);
  });

  it('of an old version only shows', async () => {
    const tools = new FakeTools();
    tools.add('notify-send', { help: '  -u, --urgency=LEVEL' });
    const { notify, withdraw } = open('linux', tools);
    notify();
    const argv = ['--app-name=Beckon', heard, '--', 'An agent asks', 'npm test'];
    await until(() => tools.words, [{ tool: 'notify-send', argv }]);
    withdraw();
  });

  it('that is not installed is missed once', async () => {
    const tools = new FakeTools();
    const { notify, logged } = open('linux', tools);
    notify();
    notify({ id: 'decision b' });
    await until(() => logged, ['notifications outside VS Code may be missing: notify-send is not installed']);
  });
});

describe('where nothing can be shown', () => {
  it.each([
    ['there is no display', {}],
    ['this machine is used over SSH', { DISPLAY: ':10.0', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }],
  ])('nothing is started, and that is logged once: %s', async (why, more) => {
    const tools = new FakeTools();
    tools.add('notify-send', able);
    const { notify, logged } = open('linux', tools, { PATH: tools.folder, ...more });
    notify();
    notify({ id: 'decision b' });
    expect(logged).toEqual([`no notifications outside VS Code: ${why}`]);
    // One that may be shown comes last: by then the others would have come.
    open('linux', tools, { PATH: tools.folder, WAYLAND_DISPLAY: 'wayland-0' }).notify({ title: 'last' });
    await until(() => tools.words.map(({ argv }) => argv?.at(-2)), ['last']);
  });
});

describe('osascript', () => {
  it('is given text as arguments of a script that never changes', async () => {
    const tools = new FakeTools();
    tools.add('osascript');
    const { notify } = open('darwin', tools, { PATH: tools.folder });
    notify({ body: hostile });
    notify({ sound: false });
    await until(() => tools.words.length, 2);
    const calls = tools.words.map(({ argv = [] }) => argv);
    expect(new Set(calls.map(([option, script]) => `${option} ${script}`)).size).toBe(1);
    expect(calls[0]?.[1]).toMatch(/^on run argv\n/u);
    expect(calls.map((argv) => argv.slice(2)).sort()).toEqual(
      [
        ['beckon', 'Beckon: An agent asks', hostile, 'Ping'],
        ['beckon', 'Beckon: An agent asks', 'npm test', ''],
      ].sort(),
    );
  });
});

describe('PowerShell', () => {
  it('is given text in variables of a script that never changes, with a link that a click opens', async () => {
    const tools = new FakeTools();
    tools.add('powershell.exe');
    const { notify, withdraw } = open('win32', tools, { PATH: tools.folder });
    notify({ body: hostile });
    await until(() => tools.words.length, 1);
    const [shown] = tools.words;
    expect(shown?.env).toEqual({
      BECKON_TITLE: 'An agent asks',
      BECKON_BODY: hostile,
      BECKON_LINK: 'vscode://beckon.beckon/show?row=ask:a',
      BECKON_SILENT: 'false',
      BECKON_TAG: expect.stringMatching(/^[0-9a-f]{16}$/u),
    });
    expect(shown?.argv?.slice(0, -1)).toEqual([
      ...['-NoProfile', '-NonInteractive', '-WindowStyle', 'Hidden', '-Command'],
    ]);
    // The C runtime would take a double quote for its own.
    expect(shown?.argv?.at(-1)).not.toMatch(/npm|"/u);
    withdraw();
    await until(() => tools.words.length, 2);
    const [, removed] = tools.words;
    expect(removed?.env).toEqual({ BECKON_TAG: shown?.env?.BECKON_TAG });
    expect(removed?.argv?.at(-1)).toContain('History.Remove');
  });
});
