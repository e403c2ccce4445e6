import type { Agent } from '../core/agent/agent.ts';
import { agentEventOf } from '../core/agent/agentEventOf.ts';
import { sameState } from '../core/agent/state.ts';
import { playDemo } from '../core/demo/playDemo.ts';
import type { Event } from '../core/event/event.ts';
import { plays } from '../core/program/program.ts';
import { snapshotOf } from '../core/roster/agentsState.ts';
import { reduceRoster } from '../core/roster/reduceRoster.ts';
import { Roster } from '../core/roster/roster.ts';
import { agentLabel, stateDetail, stateWord } from '../core/view/agentWords.ts';
import { statusBarView } from '../core/view/statusBarView.ts';
import { systemClock } from '../node/systemClock.ts';
import type { Console, ExitCode } from './console.ts';
import { printText } from './safeConsole.ts';

const options = new Set(['--fast', '--json']);

const help = `beckon demo [--fast] [--json]: play four scripted agents in this terminal.

  --fast   don't wait between steps
  --json   print one agent: event a line`;

/** `beckon demo`: prints every change of state of the scripted agents, and ends when none has more to do. */
export async function runDemo(args: readonly string[], console: Console): Promise<ExitCode> {
  if (args.includes('--help') || args.includes('-h')) {
    printText(help, console.out);
    return 0;
  }
  const wrong = args.find((arg) => !options.has(arg));
  if (wrong !== undefined) {
    console.err(`beckon demo: unknown option '${wrong}'; it takes --fast and --json`);
    return 2;
  }
  const json = args.includes('--json');
  const clock = args.includes('--fast') ? fastClock() : systemClock;
  const startedAt = clock.now();
  const roster = new Roster();
  const tell = (event: Event) => {
    const step = reduceRoster(roster, event);
    roster.apply(step);
    for (const { before, after } of step.agents) {
      if (after && !(before && sameState(before.state, after.state))) {
        console.out(lineOf(after, event, { json, startedAt }));
      }
    }
  };
  const player = console.programs.find(plays);
  if (!player) {
    return 0;
  }
  await playDemo(player, {
    cwd: console.cwd,
    show: 'cli',
    over: () => false,
    now: clock.now,
    wait: (ms) => clock.wait(ms),
    hook: async ({ event, payload, id }) => {
      const heard = player.events.parse(payload, { id, at: clock.now(), event, env: {} });
      if (heard) {
        tell(heard);
      }
      return undefined;
    },
    chosen: () => Promise.resolve(undefined),
    died: tell,
  });
  if (!json) {
    printText(`\n${statusBarView(snapshotOf(roster)).words}.`, console.out);
  }
  return 0;
}

function lineOf(
  agent: Agent,
  event: Event,
  { json, startedAt }: { json: boolean; startedAt: number },
): string {
  if (json) {
    return JSON.stringify({ at: event.at, ...agentEventOf(agent) });
  }
  const seconds = ((event.at - startedAt) / 1000).toFixed(1).padStart(5);
  const words = [stateWord(agent.state), stateDetail(agent.state)].filter(Boolean).join(' · ');
  return `${seconds}s  ${agentLabel(agent).padEnd(24)}  ${words}`;
}

/** A clock of its own time: whoever waits least goes first, and nobody really waits. */
function fastClock() {
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  let now = 0;
  const next = () => {
    sleepers.sort((a, b) => a.at - b.at);
    const sleeper = sleepers.shift();
    if (sleeper) {
      now = sleeper.at;
      sleeper.wake();
    }
  };
  return {
    now: () => now,
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        sleepers.push({ at: now + ms, wake: resolve });
        setImmediate(next);
      }),
  };
}
