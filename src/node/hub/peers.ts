import type { Agent } from '../../core/agent/agent.ts';
import type { Answer } from '../../core/decision/answer.ts';
import type { Event } from '../../core/event/event.ts';
import { parsePayload } from '../../core/event/heardEvent.ts';
import { seenName, seenPayload } from '../../core/event/seenEvent.ts';
import { settledName, settledPayload } from '../../core/event/settledEvent.ts';
import { parseAgents } from '../../core/roster/agentsCodec.ts';
import type { Payload } from '../../core/wire/payload.ts';
import type { SpooledEvent } from '../../core/wire/wireHead.ts';
import { wireHeaders } from '../../core/wire/wireHead.ts';
import { askListener } from '../listener/askListener.ts';
import type { DiscoveryFiles } from '../listener/discoveryFiles.ts';
import { chooseAmong } from './chooseAmong.ts';
import type { Decided } from './decisions.ts';
import { agentsAt, decideAt, knownDecisions, namesOf } from './knownAgents.ts';

/** The other listeners of this person, as far as they have to be told something or can tell something. */
export class Peers {
  readonly #files: DiscoveryFiles;

  constructor(files: DiscoveryFiles) {
    this.#files = files;
  }

  /** The agents the peers know; those of another version speak of them in another way. */
  async agents(version: string): Promise<readonly Agent[]> {
    const peers = await this.#live();
    const replies = await Promise.all(
      peers.map((peer) => askListener(peer, { method: 'GET', path: '/v1/state' })),
    );
    return replies.flatMap(({ status, body }) => {
      const told = status === 200 ? parsePayload(body) : undefined;
      return told?.version === version && typeof told.agents === 'string' ? parseAgents(told.agents) : [];
    });
  }

  /** Tells how a decision ended, or that a person looked at an agent: the peers show the same, and nobody else tells them. */
  async tell(event: Event): Promise<void> {
    const [settled, seen] = [settledPayload(event), seenPayload(event)];
    if (settled ?? seen) {
      const { id, at } = event;
      const name = settled ? settledName : seenName;
      const head = { program: 'beckon', event: name, id, at, env: {}, waits: false, spooled: false };
      await this.#tell({ head, body: JSON.stringify(settled ?? seen) });
    }
  }

  /** Hands on what was taken from the spool: a relay that found nobody may have had a peer that was only slow. */
  async handOn(taken: SpooledEvent): Promise<void> {
    await this.#tell(taken);
  }

  /** Answers the one decision of these names at the peer where its request waits; `undefined` if none waits there. */
  async decide(names: readonly string[], answer: Answer): Promise<Decided | undefined> {
    const known = knownDecisions((await agentsAt(await this.#live())).known);
    const held = known.filter(
      (one) => one.decision.held && namesOf(one).some((name) => names.includes(name)),
    );
    const [first] = held;
    const requests = new Set(held.map(({ decision: { id, request } }) => request ?? id));
    if (!first || requests.size > 1) {
      return first && { status: 409, reason: 'it has more than one pending decision; name one of them' };
    }
    return decideAt(first, answer);
  }

  /** Has the peer that supervises a run do what a person chose. */
  async choose(wanted: Payload): Promise<Decided> {
    return chooseAmong(await this.#live(), wanted);
  }

  async #tell({ head, body }: SpooledEvent): Promise<void> {
    const call = { method: 'POST', path: '/v1/events', headers: wireHeaders(head), body } as const;
    await Promise.all((await this.#live()).map((peer) => askListener(peer, call)));
  }

  async #live() {
    return (await this.#files.live()).filter(({ id }) => id !== this.#files.id);
  }
}
