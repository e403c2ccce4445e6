import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownNode, repository } from '../../support/runProgram.ts';
import type { Cage } from './cage.ts';
import { patienceMs, until } from './until.ts';

/** A line of `beckon serve --json`: what an agent is now. */
export interface Row {
  readonly agent: string;
  readonly parent?: string;
  readonly state: 'working' | 'idle' | 'prompting' | 'failed' | 'exited' | 'gone';
  readonly urgency: 'attention' | 'working' | 'idle' | 'ended';
  readonly detail?: string;
  readonly prompt?: { readonly type: string; readonly tool?: string; readonly summary: string };
  readonly decision?: string;
  readonly cwd: string;
  readonly title?: string;
}

/** A listener without an editor, whose rows a test reads. */
export interface Serve {
  /** The last line of every agent that is still shown. */
  rows(): readonly Row[];
  /** Everything it ever printed, oldest first. */
  history(): readonly Row[];
  /** Waits until the rows are so that the probe gives a value. */
  until<T>(what: string, probe: (rows: readonly Row[]) => T | undefined | false): Promise<T>;
  /** Waits until exactly one conversation is shown and it is in that state; returns its row. */
  only(state: Row['state']): Promise<Row>;
  /**
   * Waits until an agent waits for a decision about a tool, and returns its row. A session file may tell of the same prompt
   * before the request does, but of no tool.
   */
  asks(): Promise<Row & { readonly decision: string }>;
  stop(): Promise<void>;
}

/** The rest of the world's `beckon`. */
export const beckonProgram = join(repository, 'dist', 'beckon.cjs');

/** Starts `beckon serve` in the cage and waits until relays can find it. */
export async function startServe(cage: Cage, args: readonly string[] = []): Promise<Serve> {
  const child = spawn(ownNode, [beckonProgram, 'serve', '--json', ...args], {
    cwd: cage.workspace,
    env: cage.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const history: Row[] = [];
  let [rest, err] = ['', ''];
  let ended = false;
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    history.push(...lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row));
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    err += chunk;
  });
  child.on('error', (error) => {
    [err, ended] = [`${err}${error.message}`, true];
  });
  child.on('close', () => {
    ended = true;
  });

  const rows = () => {
    const latest = new Map(history.map((row) => [row.agent, row]));
    return [...latest.values()].filter(({ state }) => state !== 'gone');
  };
  const instead = () =>
    `The lines of beckon serve${ended ? ', which has ended' : ''}:\n${history.map((row) => JSON.stringify(row)).join('\n')}\n${err}`;
  const untilRows = <T>(what: string, probe: (rows: readonly Row[]) => T | undefined | false) =>
    until(what, () => probe(rows()), { instead });
  const discovery = join(cage.beckonHome, 'windows');
  const isFound = () => existsSync(discovery) && readdirSync(discovery).some((name) => !name.startsWith('.'));
  await until('the listener of beckon serve', () => ended || isFound(), { instead });
  if (ended) {
    throw new Error(`beckon serve did not start.\n${instead()}`);
  }
  return {
    rows,
    history: () => history,
    until: untilRows,
    only: (state) =>
      untilRows(`one conversation, ${state}`, (all) => {
        const [row, ...others] = all.filter(({ parent }) => parent === undefined);
        return others.length === 0 && row?.state === state && row;
      }),
    asks: () =>
      untilRows('an agent that waits for a decision', (all) =>
        all.find(
          (row): row is Row & { readonly decision: string } =>
            row.decision !== undefined && row.prompt?.tool !== undefined,
        ),
      ),
    stop: async () => {
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), patienceMs / 2);
      await until('the end of beckon serve', () => ended, { instead });
      clearTimeout(killer);
    },
  };
}
