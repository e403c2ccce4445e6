import type { Agent } from '../core/agent/agent.ts';
import type { AgentsState } from '../core/roster/agentsState.ts';
import { newsState } from '../core/view/newsAgents.ts';
import type { NotificationMemory } from '../core/view/notifications.ts';
import { agentsToPlace, mayBeNews, noNotifications, notificationsDue } from '../core/view/notifications.ts';
import type { Occurrence } from '../core/view/occurrences.ts';
import { isQuiet } from '../core/view/quietHours.ts';
import type { Discovery } from '../core/wire/discovery.ts';
import { focusedWindows } from '../core/wire/focusedWindows.ts';
import type { AgentStore } from './agentStore.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';
import type { DesktopNews } from './notify/desktopNews.ts';
import type { Snooze } from './notify/snooze.ts';
import { notifyLevels } from './notifyLevels.ts';
import { readSetting } from './readSetting.ts';
import type { Toaster } from './toaster.ts';

/** What the policy is fed with. */
export interface NotifierParts {
  readonly store: AgentStore;
  /** Some agents without those the person does not want to see. */
  readonly wanted: (agents: AgentsState['agents']) => AgentsState['agents'];
  /** The runs whose decisions this window tells. */
  readonly runs: () => AgentsState['runs'];
  readonly hub: {
    isMine(agent: Agent): Promise<boolean>;
    isHeld(requestId: string | undefined): boolean;
    otherWindows(): Promise<readonly Pick<Discovery, 'startedAt' | 'focused' | 'asks'>[]>;
  };
  readonly toaster: Toaster;
  readonly desktop: DesktopNews;
  readonly snooze: Snooze;
  /** Whether this window has the focus. */
  readonly isFocused: () => boolean;
  /** Resolves when it is known where an agent works, as far as it can be. */
  readonly placed: (agent: Agent) => Promise<void>;
  readonly sentence: (occurrence: Occurrence) => string;
}

const lookMs = 1000;

/** Looks at every change, and has told what is due. */
export class Notifier implements Disposable {
  readonly #held = new DisposableStore();
  readonly #parts: NotifierParts;
  #memory: NotificationMemory = noNotifications(Date.now());
  #looking = false;
  #again = false;
  #over = false;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
    this.#held.add(parts.store.onDidChange((step) => mayBeNews(step) && this.look()));
    // Quiet hours end, and what is left of a batch is told, without anything having changed.
    const timer = setInterval(() => this.look(), lookMs);
    this.#held.add({ dispose: () => clearInterval(timer) });
  }

  /** Looks now, or right after the look that is under way. */
  look(): void {
    this.#again = true;
    if (!this.#looking) {
      this.#looking = true;
      void this.#lookOn().finally(() => {
        this.#looking = false;
      });
    }
  }

  dispose(): void {
    this.#over = true;
    this.#held.dispose();
    this.#again = false;
  }

  async #lookOn(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const { store, wanted, runs, hub, toaster, sentence } = this.#parts;
      const levels = notifyLevels();
      const { agents: known, tombstones } = store.state;
      const news = store.news.of((kind) => levels[kind] === 'notify');
      const told = newsState({ agents: known, tombstones, runs: runs() }, news);
      const state = { ...told, agents: wanted(told.agents) };
      const agents = agentsToPlace(this.#memory, { state, levels, now: Date.now() });
      // Whose an agent is takes a look at files; the rest of the policy must see one moment.
      const owned = await Promise.all(agents.map((agent) => hub.isMine(agent).catch(() => false)));
      // A toast says where an agent works, and says it once.
      await Promise.all(agents.map((agent) => this.#parts.placed(agent)));
      const others = await hub.otherWindows().catch(() => []);
      const mine = new Set(agents.filter((_, index) => owned[index]).map(({ id }) => id));
      if (this.#over) {
        return;
      }
      const now = new Date();
      const quiet =
        this.#parts.snooze.clock !== undefined ||
        isQuiet(readSetting('beckon.notify.quietHours'), now.getHours() * 60 + now.getMinutes());
      const { memory, effects } = notificationsDue(this.#memory, {
        state,
        now: now.getTime(),
        levels,
        quiet,
        others: others.map(({ startedAt }) => startedAt),
        isMine: (agent) => mine.has(agent),
        isHeld: (requestId) => hub.isHeld(requestId),
        sentence,
      });
      this.#memory = memory;
      for (const effect of effects) {
        toaster.run(effect);
      }
      const focused = focusedWindows(this.#parts.isFocused(), others);
      this.#parts.desktop.look(effects, { now: now.getTime(), focusedWindows: focused, quiet });
    }
  }
}
