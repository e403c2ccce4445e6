import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Discovery } from '../../src/core/wire/discovery.ts';
import { protocol } from '../../src/core/wire/protocol.ts';
import { wireHeaders } from '../../src/core/wire/wireHead.ts';
import { until } from '../../test/agents/support/until.ts';

/** How many are told of at the same time. */
const atOnce = 4;
/** How old the youngest are, and over what time the others are spread: the times in their rows change once a minute. */
const [youngestMs, spreadMs] = [120_000, 300_000] as const;

/** Agents that a window is told of as a relay would, with no process behind them. */
export class ToldAgents {
  readonly #window: Discovery;
  readonly #cwd: string;
  readonly #transcripts: string;
  #many = 0;
  #events = 0;

  /** `transcripts` is a folder for what they have said so far: a window looks at it all the time. */
  constructor(
    window: Discovery,
    { cwd, transcripts }: { readonly cwd: string; readonly transcripts: string },
  ) {
    this.#window = window;
    this.#cwd = cwd;
    this.#transcripts = transcripts;
    mkdirSync(transcripts, { recursive: true });
  }

  /** Lets more agents begin to work, until there are so many; resolves when the window knows them. */
  async grow(many: number): Promise<void> {
    while (this.#many < many) {
      const group = Array.from({ length: Math.min(atOnce, many - this.#many) }, (_, at) => this.#many + at);
      await Promise.all(
        group.map(async (at) => {
          writeFileSync(this.#transcript(at), '{"type":"summary","summary":"Mended"}\n');
          const since = Date.now() - youngestMs - ((at * 7919) % spreadMs);
          await this.#tell(at, 'SessionStart', { source: 'startup' }, since);
          await this.#tell(at, 'UserPromptSubmit', { prompt: `Mend part ${at}` }, since);
          // Two thirds are at work, the others are done with a turn that nobody has looked at.
          await (at % 3 === 2
            ? this.#tell(at, 'Stop', { last_assistant_message: 'It is mended.' }, since)
            : this.#begin(at, since));
        }),
      );
      this.#many += group.length;
    }
    await until(`${many} agents`, async () => (await this.#known()) === many);
  }

  /** One agent at work uses a tool after the other, so often a second. */
  async tool(events: number, perSecond: number): Promise<void> {
    const startedAt = performance.now();
    for (let count = 0; count < events; count += 1) {
      await this.#begin(1);
      await delay(Math.max(0, startedAt + ((count + 1) * 1000) / perSecond - performance.now()));
    }
  }

  /** One agent ends its turn and begins the next, so often a second: it goes to another place in the tree. */
  async turn(events: number, perSecond: number): Promise<void> {
    const startedAt = performance.now();
    for (let count = 0; count < events; count += 1) {
      await (count % 2 === 0
        ? this.#tell(1, 'Stop', {})
        : this.#tell(1, 'UserPromptSubmit', { prompt: 'On' }));
      await delay(Math.max(0, startedAt + ((count + 1) * 1000) / perSecond - performance.now()));
    }
  }

  /** One agent asks for permission and goes on with the answer it got in its terminal, so often a second. */
  async request(events: number, perSecond: number): Promise<void> {
    const startedAt = performance.now();
    let asked: Promise<unknown> = Promise.resolve();
    for (let count = 0; count < events; count += 1) {
      const call = {
        tool_name: 'Bash',
        tool_input: { command: 'make' },
        tool_use_id: `r${startedAt}-${count >> 1}`,
      };
      if (count % 2 === 0) {
        asked = this.#send(1, 'PermissionRequest', call, { waits: true });
      } else {
        await this.#tell(1, 'PostToolUse', call);
        await asked;
      }
      await delay(Math.max(0, startedAt + ((count + 1) * 1000) / perSecond - performance.now()));
    }
  }

  #begin(at: number, since?: number): Promise<void> {
    // The row says what is done, so every event changes it.
    const input = { command: `make part-${this.#events}` };
    const tool = { tool_name: 'Bash', tool_input: input, tool_use_id: `t${this.#events}` };
    return this.#tell(at, 'PreToolUse', tool, since);
  }

  async #tell(at: number, event: string, fields: object, happenedAt?: number): Promise<void> {
    const { status } = await this.#send(at, event, fields, { waits: false, happenedAt });
    if (status !== 204) throw new Error(`The window answered ${status}.`);
  }

  #send(
    at: number,
    event: string,
    fields: object,
    { waits, happenedAt = Date.now() }: { readonly waits: boolean; readonly happenedAt?: number | undefined },
  ): Promise<{ readonly status: number }> {
    this.#events += 1;
    const head = {
      program: 'claude-code',
      event,
      id: `bench-${this.#events}`,
      at: happenedAt,
      env: {},
      waits,
      spooled: false,
    };
    const session_id = sessionOf(at);
    const told = { session_id, cwd: this.#cwd, transcript_path: this.#transcript(at) };
    const body = JSON.stringify({ ...told, hook_event_name: event, ...fields });
    return this.#ask('POST', '/v1/events', { headers: wireHeaders(head), body });
  }

  #transcript(at: number): string {
    return join(this.#transcripts, `${sessionOf(at)}.jsonl`);
  }

  async #known(): Promise<number> {
    const { body } = await this.#ask('GET', '/v1/agents', {});
    const { agents } = JSON.parse(body) as { agents: unknown[] };
    return agents.length;
  }

  /** Waits for the answer however long that takes: a relay would give up, and that is not what is measured. */
  async #ask(
    method: string,
    path: string,
    {
      headers = {},
      body = '',
    }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ): Promise<{ readonly status: number; readonly body: string }> {
    const { port, token } = this.#window;
    const own = {
      authorization: `Bearer ${token}`,
      'beckon-protocol': String(protocol),
      'content-length': String(Buffer.byteLength(body)),
    };
    const to = { host: '127.0.0.1', port, method, path, headers: { ...own, ...headers }, agent: false };
    const asked = request(to).end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  }
}

function sessionOf(at: number): string {
  return `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`;
}
