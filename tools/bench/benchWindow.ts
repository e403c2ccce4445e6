import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EditorWindow } from '../../test/window/support/editorWindow.ts';
import { openStage } from '../../test/window/support/openStage.ts';
import { bringStageParts } from '../../test/window/support/stageParts.ts';
import { windowListeners } from '../../test/window/support/windowLife.ts';
import { cloneRoot, commandProgress } from '../command.ts';
import { ExtensionHost } from './extensionHost.ts';
import { freePort } from './freePort.ts';
import { ToldAgents } from './toldAgents.ts';

/** So slowly that nearly every event is drawn by itself. */
const perSecond = 5;
const events = { tool: 25, turn: 12, request: 12 } as const;
type Happening = keyof typeof events;
const happenings: Readonly<Record<Happening, string>> = {
  tool: 'a tool call',
  turn: 'an end of a turn',
  request: 'a permission request',
};
/** How many events a profile is of. */
const profiled = 60;
const rounds = 3;
const idleMs = 3000;
const longIdleMs = 20_000;
const calmMs = 10_000;
/** VS Code has a lot to do when a window opens. */
const settleMs = 20_000;
/** What VS Code would do in the same process meanwhile. */
const settings = { 'remote.autoForwardPortsSource': 'output', 'git.enabled': false };
/** What happens; `--kinds=request` has nothing else happen. */
const kinds = (Object.keys(events) as Happening[]).filter((kind) => isWanted('kinds', kind));
/** How many agents there are, one after the other in the same window; `--sizes=20,2000` has only these. */
const sizes = ([5, 20, 500, 2000] as const).filter((size) => isWanted('sizes', String(size)));
/** Where idle time and memory are looked at. */
const [few, many] = [5, 500] as const;

/** What part of its time it is busy when nothing happens, and what each happening that is measured costs. */
type Cost = { readonly rest: number } & Readonly<Partial<Record<Happening, number>>>;

/**
 * Prints what a window costs in which the tree is shown: CPU time of its extension host for each event, and when nothing
 * happens, with the view shown and hidden; and its memory. `--profile` keeps where the time goes in `out/window`.
 */
export async function benchWindow(): Promise<void> {
  const parts = await bringStageParts(cloneRoot, commandProgress());
  const port = await freePort();
  const stage = await openStage(parts, { settings, nodeArgs: ExtensionHost.inspectable(port) });
  try {
    const window = await stage.open();
    await delay(settleMs);
    const [listener] = windowListeners(stage.cage).values();
    if (!listener) throw new Error('No window listens.');
    const host = new ExtensionHost(listener.pid, port);
    const { home, workspace: cwd } = stage.cage;
    const transcripts = join(home, '.claude', 'projects', 'bench');
    const agents = new ToldAgents(listener, { cwd, transcripts });
    const costs = new Map<number, Cost>();
    const memories = new Map<number, number>();
    say(`A window of VS Code, CPU time of its extension host, median of ${rounds} rounds`);
    for (const size of sizes) {
      await agents.grow(size);
      await host.calm(calmMs);
      const cost = await costOf(host, agents);
      costs.set(size, cost);
      const rest = size === many ? await idle(host, longIdleMs) : cost.rest;
      const idleWords = `${(100 * rest).toFixed(1).padStart(5)} % idle`;
      const costWords = kinds.map((kind) => `${ms(cost[kind] ?? Number.NaN)} ${happenings[kind]}`).join('  ');
      say(`  ${String(size).padStart(5)} agents  ${costWords}  ${idleWords}`);
      if (size === few || size === many) {
        const { heap, resident } = await host.memory();
        memories.set(size, resident);
        say(
          `${' '.repeat(14)}${heap.toFixed(0).padStart(6)} MB heap  ${resident.toFixed(0).padStart(6)} MB resident`,
        );
      }
      if (process.argv.includes('--profile')) {
        for (const kind of kinds) {
          await host.profile(`${parts.runDir}/${kind}-${size}.cpuprofile`, () =>
            agents[kind](profiled, perSecond),
          );
        }
        await host.profile(`${parts.runDir}/idle-${size}.cpuprofile`, () => delay(2 * idleMs));
      }
      if (size === many) {
        await hide(window);
        await host.calm(calmMs);
        say(
          `${' '.repeat(14)}${(100 * (await idle(host, longIdleMs))).toFixed(1).padStart(6)} % idle, view hidden`,
        );
        await window.showAgents();
        await host.calm(calmMs);
      }
    }
    for (const kind of kinds) {
      const ratio = (a: number, b: number) =>
        ((costs.get(b)?.[kind] ?? 0) / (costs.get(a)?.[kind] ?? 0)).toFixed(2);
      say(
        `  ${happenings[kind]} with 500 agents: ${ratio(5, 500)} × that with 5; with 2,000: ${ratio(20, 2000)} × that with 20`,
      );
    }
    say(
      `  memory: ${((memories.get(many) ?? 0) - (memories.get(few) ?? 0)).toFixed(0)} MB more with 500 agents than with 5`,
    );
  } finally {
    await stage.end();
  }
}

/** What part of its time it is busy when nothing happens. */
function idle(host: ExtensionHost, forMs: number): Promise<number> {
  return busy(host, () => delay(forMs));
}

/** The cost of an event, without what the time costs in which nothing happens. */
async function costOf(host: ExtensionHost, agents: ToldAgents): Promise<Cost> {
  const rests: number[] = [];
  const found = new Map<Happening, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round += 1) {
    rests.push(await idle(host, idleMs));
    for (const [kind, list] of found) {
      list.push(await busy(host, () => agents[kind](events[kind], perSecond)));
    }
  }
  const rest = median(rests);
  const costs = [...found].map(([kind, list]) => [kind, ((median(list) - rest) * 1000) / perSecond]);
  return { rest, ...(Object.fromEntries(costs) as Partial<Record<Happening, number>>) };
}

/** What part of its time it is busy meanwhile. */
async function busy(host: ExtensionHost, work: () => Promise<unknown>): Promise<number> {
  const [began, before] = [performance.now(), host.cpuMs()];
  await work();
  return (host.cpuMs() - before) / (performance.now() - began);
}

async function hide(window: EditorWindow): Promise<void> {
  await window.run('workbench.action.toggleSidebarVisibility');
  await window.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
}

/** Whether an argument such as `--sizes=5,20` has a word, or is not there. */
function isWanted(name: string, word: string): boolean {
  const given = process.argv.find((one) => one.startsWith(`--${name}=`));
  return given === undefined || given.slice(`--${name}=`.length).split(',').includes(word);
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
}

function ms(value: number): string {
  return `${value.toFixed(1).padStart(6)} ms`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
