import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ModelRequest, positionOf, type Step } from './modelScript.ts';
import { until } from './until.ts';
import { chatWire } from './wires/chatWire.ts';
import { messagesWire } from './wires/messagesWire.ts';
import { responsesWire } from './wires/responsesWire.ts';
import type { Wire } from './wires/wire.ts';

/** The APIs it speaks. An agent program that is told another address for its model uses one of them. */
const wires: readonly Wire[] = [messagesWire, responsesWire, chatWire];

/** A model on loopback that says what a test wrote down. */
export interface ScriptedModel {
  readonly url: string;
  /** Writes down a script; a prompt chooses it by its cue. Beyond the last step the model says only that it is done. */
  script(name: string, steps: readonly Step[], cue?: string): void;
  /** Waits until a request of this script has come, from that step on, and returns it as text. */
  asked(script: string, step?: number): Promise<string>;
  /** Forgets every script and every request. */
  forget(): void;
  /** The tail of every request so far, for a person who looks for the reason of a failure. */
  story(): string;
  /** The hosts the agent tried to reach besides this one. */
  readonly strays: readonly string[];
  close(): Promise<void>;
}

interface Asked {
  readonly script: string;
  readonly step: number;
  readonly last: string;
}

/** Starts a model on a free port. It is also the proxy of the cage: what wants to leave the machine is noted and refused. */
export async function startModel(): Promise<ScriptedModel> {
  const scripts = new Map<string, readonly Step[]>();
  const cues = new Map<string, string>();
  const requests: Asked[] = [];
  const strays: string[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    const path = (request.url ?? '').replace(/\?.*$/u, '');
    const wire = wires.find((one) => one.path.test(path));
    if (!wire) {
      if (!path.startsWith('/')) {
        strays.push(path);
      }
      const known = path === '/v1/messages/count_tokens';
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
      response.end(known ? '{"input_tokens":1000}' : '{"type":"error","error":{"type":"not_found_error"}}');
      return;
    }
    const asked = wire.read(JSON.parse(body));
    const { script, step } = placeOf(asked, cues);
    requests.push({ script, step, last: newest(asked) });
    const line = scripts.get(script)?.[step] ?? sideLines[script] ?? { text: `Done with ${script}.` };
    const gone = new Promise<void>((resolve) => response.on('close', resolve));
    if (line.before) {
      await Promise.race([line.before.opened, gone]);
    }
    if (line.status !== undefined) {
      response.writeHead(line.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(wire.failure(line.status)));
      return;
    }
    await wire.send(line, asked, { response, gone });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  server.on('connect', (request, socket) => {
    strays.push(request.url ?? '');
    // Whoever is killed meanwhile resets its connection.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const story = () =>
    requests.map(({ script, step, last }) => `${script} ${step}: …${last.slice(-300)}`).join('\n');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: (name, steps, cue) => {
      scripts.set(name, steps);
      if (cue !== undefined) {
        cues.set(cue, name);
      }
    },
    asked: (script, step = 0) =>
      until(
        `a request of step ${step} of the script ${script}`,
        () => requests.find((asked) => asked.script === script && asked.step >= step)?.last,
        { instead: story },
      ),
    forget: () => {
      scripts.clear();
      cues.clear();
      requests.length = 0;
    },
    story,
    strays,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What programs ask besides the conversation. */
const sideLines: Readonly<Record<string, Step>> = {
  title: { text: '{"title":"A scripted title"}' },
  summary: { text: '<analysis>Short.</analysis><summary>What was said so far.</summary>' },
};

function placeOf(
  request: ModelRequest,
  cues: ReadonlyMap<string, string>,
): { readonly script: string; readonly step: number } {
  if (/create a detailed summary|Your task is to create/iu.test(request.turns.at(-1)?.text ?? '')) {
    return { script: 'summary', step: 0 };
  }
  if (!request.hasTools) {
    return { script: 'title', step: 0 };
  }
  return positionOf(request, cues) ?? { script: 'nothing', step: 0 };
}

/** What was said since the last answer, as text. */
function newest({ turns }: ModelRequest): string {
  const since = turns.findLastIndex(({ by }) => by === 'model') + 1;
  return JSON.stringify(turns.slice(since).map(({ content }) => content));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let body = '';
  for await (const chunk of request) {
    body += chunk;
  }
  return body;
}
