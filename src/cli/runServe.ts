import type { Agent } from '../core/agent/agent.ts';
import { isStale } from '../core/agent/agent.ts';
import { snapshotOf } from '../core/roster/agentsState.ts';
import { plainText } from '../core/text/plainText.ts';
import type { AgentLine } from '../core/view/agentLine.ts';
import { agentLine, goneLine, isAgentWithin } from '../core/view/agentLine.ts';
import { agentTable } from '../core/view/agentTable.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { LastHooks } from '../node/hooks/lastHooks.ts';
import { AgentHub } from '../node/hub/agentHub.ts';
import { realFolder } from '../node/realFolder.ts';
import { version } from '../node/version.ts';
import type { Console, ExitCode } from './console.ts';
import { paintTable } from './paintTable.ts';
import { readArgs } from './readArgs.ts';

const help = `beckon serve [--workspace DIR] [--json] [--hidden-wait SECONDS]: show every agent on this machine.

  --workspace DIR         only the agents that run in this folder
  --json                  print one line of JSON for each change
  --hidden-wait SECONDS   how long a request waits here that its own terminal doesn't show meanwhile (default 20)

It listens like a VS Code window, so 'beckon decide' can answer. Ctrl+C stops it.`;

const defaultWaitS = 20;
const longestWaitS = 600;
/** How long the changes of a table are gathered before it is drawn. */
const tableMs = 100;

/** `beckon serve`: listens and shows, until it is told to end. */
export async function runServe(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'serve',
    values: { workspace: 'any', 'hidden-wait': 'any' },
    flags: ['json'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const seconds = parsed.values['hidden-wait'] ?? String(defaultWaitS);
  const wait = Number(seconds);
  if (!/^\d+(\.\d+)?$/u.test(seconds) || wait > longestWaitS) {
    console.err(`beckon serve: --hidden-wait takes a number of seconds, at most ${longestWaitS}`);
    return 2;
  }
  const { workspace } = parsed.values;
  const folder = workspace === undefined ? undefined : realFolder(console.cwd, workspace);
  if (workspace !== undefined && folder === undefined) {
    console.err(`beckon serve: there is no folder '${workspace}'`);
    return 1;
  }
  const stopped = console.stopped();
  const hub = new AgentHub({
    home: beckonHome(console.env),
    programs: console.programs,
    env: console.env,
    version,
    role: 'serve',
    folders: folder === undefined ? [] : [folder],
    hiddenWaitMs: () => wait * 1000,
    asks: true,
    ownsShow: () => false,
    canAsk: () => Promise.resolve(true),
    log: (phrase) => console.err(`beckon serve: ${phrase}`),
  });
  const show = parsed.flags.has('json') || !console.screen ? showLines : showTable;
  const end = show(hub, console, {
    json: parsed.flags.has('json'),
    folders: folder === undefined ? [] : [folder],
  });
  try {
    await hub.start();
  } catch (error) {
    end();
    await hub.dispose();
    console.err(`beckon serve: it cannot listen: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  if (show === showLines) {
    console.err('beckon serve: listening');
  }
  await stopped;
  end();
  await hub.dispose();
  return 0;
}

interface Showing {
  readonly json: boolean;
  readonly folders: readonly string[];
}

/** Prints a line for every agent that changed; every second also for what only time or the log of a hook tells. */
function showLines(hub: AgentHub, console: Console, { json, folders }: Showing): () => void {
  const printed = new Map<string, Printed>();
  const hooks = new LastHooks(beckonHome(console.env));
  let over = false;
  const print = (line: AgentLine, at: number) =>
    console.out(json ? JSON.stringify({ at, ...line }) : textLine(line));
  const hookOf = ({ parent, session }: Agent) => (parent === undefined ? hooks.of(session) : undefined);
  const show = (agent: Agent, at: number) => {
    const line = agentLine(agent, hub.keeper.state, at, hookOf(agent));
    const words = json ? JSON.stringify(line) : textLine(line);
    const isNew = printed.get(agent.id)?.words !== words;
    printed.set(agent.id, { line, words });
    if (isNew) {
      print(line, at);
    }
  };
  const hide = (id: string, at: number) => {
    const line = printed.get(id)?.line;
    printed.delete(id);
    // One that was seen to end has been told of.
    if (line && line.urgency !== 'ended') {
      print(goneLine(line), at);
    }
  };
  const off = hub.keeper.onStep(({ agents }, at) => {
    const { state } = hub.keeper;
    const changed = new Set(agents.flatMap(({ before, after }) => (after ?? before)?.id ?? []));
    // A subagent is shown with the folder of its conversation.
    const roots = new Set(agents.flatMap(({ before, after }) => (after ?? before)?.parent ?? []));
    for (const id of changed) {
      roots.add(id);
    }
    const members = [...roots].flatMap((root) => [...state.family(root).agents.values()]);
    const due = members.filter(({ id, parent }) => changed.has(id) || (parent && changed.has(parent)));
    const shown = new Set(due.filter((agent) => isAgentWithin(agent, state, folders)));
    for (const agent of shown) {
      show(agent, at);
    }
    for (const id of [...changed, ...due.filter((agent) => !shown.has(agent)).map(({ id }) => id)]) {
      const agent = state.agents.get(id);
      if (!agent || !shown.has(agent)) {
        hide(id, at);
      }
    }
  });
  const look = async () => {
    await hooks.look();
    if (!over) {
      const now = Date.now();
      for (const { line } of [...printed.values()]) {
        const agent = hub.keeper.state.agents.get(line.agent);
        if (agent && (line.stale !== isStale(agent, now) || line.hook !== hookOf(agent))) {
          show(agent, now);
        }
      }
      timer = setTimeout(() => void look(), 1000);
    }
  };
  let timer = setTimeout(() => void look(), 1000);
  return () => {
    over = true;
    off();
    clearTimeout(timer);
  };
}

interface Printed {
  readonly line: AgentLine;
  readonly words: string;
}

function textLine({ agent, title, state, detail, decision, cwd }: AgentLine): string {
  const words = [state === 'prompting' ? 'needs you' : state, detail].filter(Boolean).join(' · ');
  const parts = [title ?? agent, words, cwd, decision ? `decision ${decision}` : ''];
  // Ids and folders come from agents, whose text a terminal must not obey.
  return parts
    .map((part) => plainText(part))
    .filter(Boolean)
    .join('  ');
}

/** Draws the table again soon after something changed, and every second for the durations. */
function showTable(hub: AgentHub, console: Console, { folders }: Showing): () => void {
  const draw = () => {
    const columns = console.screen?.columns() ?? 80;
    const rows = console.screen?.rows() ?? 24;
    const isHeld = (id: string | undefined) => hub.isHeld(id);
    // The last row stays empty: a line end in it would scroll the rest away.
    const view = { now: Date.now(), columns, rows: Math.max(2, rows - 1), folders, isHeld };
    const lines = agentTable(snapshotOf(hub.keeper.state), view);
    console.screen?.draw(paintTable(lines));
  };
  let isDue: ReturnType<typeof setTimeout> | undefined;
  const drawSoon = () => {
    isDue ??= setTimeout(() => {
      isDue = undefined;
      draw();
    }, tableMs);
  };
  const off = hub.keeper.onStep(drawSoon);
  const timer = setInterval(draw, 1000);
  draw();
  return () => {
    off();
    clearTimeout(isDue);
    clearInterval(timer);
    console.screen?.draw('\u001b[?25h');
  };
}
