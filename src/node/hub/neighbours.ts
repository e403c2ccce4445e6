import type { Agent } from '../../core/agent/agent.ts';
import type { DiscoveryFiles } from '../listener/discoveryFiles.ts';
import type { Listener } from '../listener/listener.ts';
import type { HubOptions } from './hubOptions.ts';
import { Peers } from './peers.ts';
import { Presence } from './presence.ts';
import { Windows } from './windows.ts';

/** The other listeners of this person, and what they are told of this one. */
export class Neighbours {
  readonly peers: Peers;
  readonly windows: Windows;
  readonly #files: DiscoveryFiles;
  readonly #presence: Presence;
  readonly #log: (phrase: string) => void;

  constructor(
    files: DiscoveryFiles,
    listener: Listener,
    { role, folders, asks, log }: Pick<HubOptions, 'role' | 'folders' | 'asks' | 'log'>,
  ) {
    this.#files = files;
    this.#log = log;
    this.peers = new Peers(files);
    this.windows = new Windows(files, () => performance.now());
    this.#presence = new Presence(files, listener, { role, folders, asks });
  }

  /** Finds out what the others have to know. */
  prepare(): Promise<void> {
    return this.#presence.prepare();
  }

  /** Makes this listener known. Throws where nothing can be written. */
  publish(): void {
    this.#presence.publish();
  }

  /** Tells the others what changed about this listener; where that cannot be written, the next time. */
  change(change: Parameters<Presence['change']>[0]): void {
    try {
      if (this.#presence.change(change)) this.windows.forget();
    } catch {
      this.#log('the others could not be told of a change');
    }
  }

  /** Tells the others that nobody can be asked here. Throws where that cannot be written. */
  cannotAsk(): void {
    this.#presence.change({ asks: false });
  }

  /** Is known no longer, for good. */
  withdraw(): void {
    this.#presence.withdraw();
  }

  /** The ids of the listeners that live, with this one's first. */
  async listeners(): Promise<readonly string[]> {
    const live = await this.#files.live();
    return [this.#files.id, ...live.map(({ id }) => id).filter((id) => id !== this.#files.id)];
  }

  /** The ids of the windows that live; may be asked often. */
  async windowIds(): Promise<readonly string[]> {
    return (await this.windows.live()).filter(({ role }) => role === 'window').map(({ id }) => id);
  }

  /** Whether this listener answers for an agent; `root` is the conversation of a subagent. */
  owns(agent: Agent, root: Agent | undefined): Promise<boolean> {
    return this.windows.owns(agent, root);
  }
}
