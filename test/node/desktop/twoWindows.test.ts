import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askSentence } from '../../../src/core/view/askText.ts';
import { noNotifications, notificationsDue } from '../../../src/core/view/notifications.ts';
import { desktopNewsDue, noDesktopNews } from '../../../src/core/view/notify/desktopNews.ts';
import { Namesakes } from '../../../src/core/view/notify/namesakes.ts';
import { usualDesktopKinds as kinds, usualLevels as levels } from '../../../src/core/view/notifyKinds.ts';
import { parseDiscovery } from '../../../src/core/wire/discovery.ts';
import { focusedWindows } from '../../../src/core/wire/focusedWindows.ts';
import { DesktopNotifier } from '../../../src/node/desktop/desktopNotifier.ts';
import { AgentHub } from '../../../src/node/hub/agentHub.ts';
import { hubOptions } from '../../support/hubOptions.ts';
import { RawConnection, relayRequest, wireHead } from '../../support/relayRequest.ts';
import { until } from '../programs/claudeCode/support.ts';
import { FakeTools } from './fakeTools.ts';

const settings = { kinds, afterMs: 60_000, sound: true };

let home: string;
const opened: (() => Promise<void>)[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'beckon-desktop-home-'));
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
  rmSync(home, { recursive: true, force: true });
});

/** A window as far as it notifies: a hub, and the policies with real processes behind them. Its focus is told. */
async function open(tools: FakeTools, folders: readonly string[]) {
  const hub = new AgentHub(hubOptions(home, { folders }));
  const notifier = new DesktopNotifier({
    platform: 'linux',
    env: () => tools.env,
    link: () => Promise.resolve(undefined),
    clicked: () => {},
    log: () => {},
  });
  const close = async () => {
    notifier.dispose();
    await hub.dispose();
  };
  opened.push(close);
  await hub.start();
  const openedAt = Date.now();
  let told = noNotifications(openedAt);
  let news = noDesktopNews;
  let focused = false;
  const focus = (has: boolean) => {
    focused = has;
    hub.place({ focused: has });
  };
  const look = async (afterMs: number) => {
    const agents = [...hub.keeper.state.agents.values()];
    const owned = await Promise.all(agents.map((agent) => hub.isMine(agent)));
    const mine = new Set(agents.filter((_, index) => owned[index]).map(({ id }) => id));
    const others = await hub.otherWindows();
    const now = openedAt + afterMs;
    const due = notificationsDue(told, {
      state: hub.keeper.state,
      now,
      levels,
      quiet: false,
      others: others.map(({ startedAt }) => startedAt),
      isMine: (agent) => mine.has(agent),
      isHeld: (id) => hub.isHeld(id),
      sentence: ({ agent, decision }) => {
        const { agents: known } = hub.keeper.state;
        const asking = known.get(agent);
        const namesakes = new Namesakes(hub.keeper.state);
        const shown = { agents: known, placeOf: () => undefined, namesakes };
        return asking && decision ? askSentence(asking, decision.prompt, shown) : '';
      },
    });
    told = due.memory;
    const outside = desktopNewsDue(news, due.effects, {
      ...{ now, settings, quiet: false },
      focusedWindows: focusedWindows(focused, others),
    });
    news = outside.memory;
    for (const effect of outside.effects) notifier.run(effect);
    return outside.effects.map(({ type }) => type);
  };
  return { hub, focus, look, close };
}

function fakeNotifySend(): FakeTools {
  const tools = new FakeTools();
  tools.add('notify-send', { help: '--action', waits: true });
  return tools;
}

/** Asks for permission at every window, as a relay does. */
function ask(cwd: string, command: string): RawConnection[] {
  const head = wireHead({ event: 'PermissionRequest', waits: true, id: 'r1' });
  const input = { tool_name: 'Bash', tool_input: { command } };
  const body = JSON.stringify({ session_id: 's1', hook_event_name: 'PermissionRequest', cwd, ...input });
  return readdirSync(join(home, 'windows')).flatMap((name) => {
    const door = parseDiscovery(readFileSync(join(home, 'windows', name), 'utf8'));
    return door ? [new RawConnection(door.port, relayRequest(door, head, body))] : [];
  });
}

const asking = (hub: AgentHub) => hub.keeper.state.agents.get('claude-code:s1')?.prompts.length ?? 0;

describe('what an agent asks while two windows are open', () => {
  it('is one notification outside VS Code, of the window that owns the agent, until it is answered', async () => {
    const tools = fakeNotifySend();
    const [owner, other] = [await open(tools, ['/w']), await open(tools, ['/elsewhere'])];
    const windows = [owner, other];
    for (const { look } of windows) await look(0);
    ask('/w', 'echo "<b>&\\074"');
    await until(() => owner.hub.isHeld('r1') && windows.every(({ hub }) => asking(hub) === 1), true);
    expect(await owner.look(5000)).toEqual(['notify']);
    for (const { look } of windows) expect(await look(20_000)).toEqual([]);
    for (const { look } of windows) expect(await look(100_000)).toEqual([]);
    await until(() => tools.words.length, 1);
    expect(tools.words[0]?.argv?.slice(-3)).toEqual([
      '--',
      'An agent asks for permission',
      'Claude Code s1 wants to run: echo "&lt;b&gt;&amp;\\\\074"',
    ]);
    expect(await other.hub.decideAnywhere('r1', { kind: 'approve' })).toMatchObject({ status: 200 });
    await until(() => asking(owner.hub), 0);
    expect(await owner.look(101_000)).toEqual(['withdraw']);
    await until(() => tools.words.slice(1), [{ tool: 'notify-send', signal: 'SIGINT' }]);
  });

  it('waits while the other window has the focus', async () => {
    const tools = fakeNotifySend();
    const [owner, other] = [await open(tools, ['/w']), await open(tools, ['/elsewhere'])];
    other.focus(true);
    await owner.look(0);
    ask('/w', 'ls');
    await until(() => owner.hub.isHeld('r1') && asking(owner.hub) === 1, true);
    expect(await owner.look(5000)).toEqual([]);
    expect(await owner.look(30_000)).toEqual([]);
    expect(await owner.look(65_000)).toEqual(['notify']);
    await until(() => tools.words.length, 1);
  });

  it('is told by the window that takes over, and taken back by the one that closes', async () => {
    const tools = fakeNotifySend();
    const [owner, other] = [await open(tools, ['/w']), await open(tools, ['/elsewhere'])];
    for (const { look } of [owner, other]) await look(0);
    ask('/w', 'ls');
    await until(() => owner.hub.isHeld('r1') && asking(owner.hub) + asking(other.hub) === 2, true);
    await owner.look(5000);
    await until(() => tools.words.length, 1);
    await owner.close();
    await until(() => tools.words.slice(1), [{ tool: 'notify-send', signal: 'SIGINT' }]);
    ask('/w', 'ls');
    await until(() => other.hub.isHeld('r1'), true);
    expect(await other.look(20_000)).toEqual(['notify']);
    await until(() => tools.words.length, 3);
  });
});
