import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Policy } from '../../../src/core/run/policy.ts';
import { defaultPolicy } from '../../../src/core/run/policy.ts';
import type { Run, RunStart } from '../../../src/core/run/run.ts';
import { newRun } from '../../../src/core/run/run.ts';
import { parseDiscovery } from '../../../src/core/wire/discovery.ts';
import type { WireHead } from '../../../src/core/wire/wireHead.ts';
import { AgentHub } from '../../../src/node/hub/agentHub.ts';
import type { HubOptions } from '../../../src/node/hub/hubOptions.ts';
import type { CrewPorts } from '../../../src/node/run/crewPorts.ts';
import { RunCrew } from '../../../src/node/run/runCrew.ts';
import { RunFiles } from '../../../src/node/run/runFiles.ts';
import { Supervisor } from '../../../src/node/run/supervisor.ts';
import { hubOptions } from '../../support/hubOptions.ts';
import { programs } from '../../support/programs.ts';
import { RawConnection, relayRequest, wireHead } from '../../support/relayRequest.ts';

/** A process that supervises, with the machine around it noted down instead of moved. */
export interface Keeper {
  readonly hub: AgentHub;
  readonly supervisor: Supervisor;
  readonly crew: RunCrew;
  readonly id: string;
  /** The ids of the agents that were started. */
  readonly started: string[];
  /** What was typed into terminals. */
  readonly typed: string[];
  readonly closed: string[];
  /** Goes away, as a window that is closed. */
  leave(): Promise<void>;
}

/** What a run under a policy is begun with. */
export function startOf(policy: Partial<Policy> = {}, more: Partial<RunStart> = {}): RunStart {
  const whole = { ...defaultPolicy, ...policy };
  const steps = [{ name: 'work', command: 'claude', worktree: false, policy: whole }];
  const told = { id: 'run-1', name: 'work', folder: '/w', startedAt: 1, graceMs: 0 };
  return { origin: 'started', steps, ...told, ...more };
}

/** A run that waits for a person. */
export function waiting(id: string): Run {
  const options = [{ choice: 'done', label: 'Done', description: '' }] as const;
  const about = { source: 'idle', trigger: 'idle', openedAt: 1, context: 'It is idle.' } as const;
  return {
    ...newRun(startOf({}, { id, agent: `claude-code:${id}` })),
    status: 'waiting',
    decision: { id: `${id}-1`, ...about, options },
  };
}

/** A home of Beckon with listeners in it; all of them are in this process. */
export class RunHouse {
  readonly home = mkdtempSync(join(tmpdir(), 'beckon-run-'));
  readonly files = new RunFiles(this.home);
  readonly #keepers: Keeper[] = [];

  /** Opens a listener that supervises. */
  async open(ports: Partial<CrewPorts> = {}, options: Partial<HubOptions> = {}): Promise<Keeper> {
    let supervisor: Supervisor | undefined;
    const [started, typed, closed]: [string[], string[], string[]] = [[], [], []];
    const hub = new AgentHub(
      hubOptions(this.home, {
        folders: ['/w'],
        chooseRun: (wanted) => supervisor?.choose(wanted) ?? { status: 404, reason: 'none' },
        ...options,
      }),
    );
    const note = (list: string[], word: string) => {
      list.push(word);
      return Promise.resolve(undefined);
    };
    const crew = new RunCrew({
      hub,
      programs,
      env: { CLAUDE_CONFIG_DIR: join(this.home, 'claude') },
      start: ({ agent }) => note(started, agent),
      type: (_, text) => note(typed, text),
      close: (agent) => note(closed, agent),
      prepare: () => Promise.resolve(),
      trusted: () => true,
      say: () => {},
      log: () => {},
      ...ports,
    });
    await hub.start();
    const [id = ''] = await hub.listeners();
    supervisor = new Supervisor({ hub, files: this.files, crew, owner: () => Promise.resolve(id) });
    const of = supervisor;
    const leave = async () => {
      await of.dispose();
      await hub.dispose();
    };
    const keeper = { hub, supervisor: of, crew, id, started, typed, closed, leave };
    this.#keepers.push(keeper);
    return keeper;
  }

  /** Brings every listener an event of a session, as a relay does; what each of them answers. */
  tell(
    name: string,
    session: string,
    fields: Readonly<Record<string, unknown>> = {},
    head: Partial<WireHead> = {},
  ): readonly RawConnection[] {
    const one = wireHead({ event: name, ...head });
    const body = JSON.stringify({ session_id: session, hook_event_name: name, cwd: '/w', ...fields });
    return this.#doors().map((door) => new RawConnection(door.port, relayRequest(door, one, body)));
  }

  /** Closes everything. */
  async leave(): Promise<void> {
    await Promise.all(this.#keepers.map((keeper) => keeper.leave()));
    rmSync(this.home, { recursive: true, force: true });
  }

  #doors() {
    return readdirSync(join(this.home, 'windows')).flatMap((name) => {
      const door = parseDiscovery(readFileSync(join(this.home, 'windows', name), 'utf8'));
      return door ? [door] : [];
    });
  }
}

/** The session of an agent. */
export function sessionOf(agent: string | undefined): string {
  return (agent ?? '').replace(/^[^:]*:/u, '');
}
