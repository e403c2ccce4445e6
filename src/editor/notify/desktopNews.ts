import type { NotificationEffect } from '../../core/view/notifications.ts';
import type { DesktopInput, DesktopMemory, DesktopSettings } from '../../core/view/notify/desktopNews.ts';
import { desktopNewsDue, noDesktopNews } from '../../core/view/notify/desktopNews.ts';
import { notifyKinds } from '../../core/view/notifyKinds.ts';
import type { DesktopPorts } from '../../node/desktop/desktopNotifier.ts';
import { DesktopNotifier } from '../../node/desktop/desktopNotifier.ts';
import { settingDefaults } from '../contributions.ts';
import type { Disposable } from '../disposableStore.ts';
import { readSetting } from '../readSetting.ts';

/** Tells outside VS Code what this window tells inside, where the policy says so. */
export class DesktopNews implements Disposable {
  readonly #notifier: DesktopNotifier;
  #memory: DesktopMemory = noDesktopNews;

  constructor(ports: Pick<DesktopPorts, 'link' | 'clicked' | 'log'>) {
    this.#notifier = new DesktopNotifier({ ...ports, platform: process.platform, env: () => process.env });
  }

  /** Takes in what is told inside VS Code now, and does what is due outside. */
  look(effects: readonly NotificationEffect[], input: Omit<DesktopInput, 'settings'>): void {
    const due = desktopNewsDue(this.#memory, effects, { ...input, settings: desktopSettings() });
    this.#memory = due.memory;
    for (const effect of due.effects) {
      this.#notifier.run(effect);
    }
  }

  dispose(): void {
    this.#notifier.dispose();
  }
}

/** What the person wants to be told outside VS Code; a hand-edited file may hold anything. */
function desktopSettings(): DesktopSettings {
  const told: Readonly<Record<string, unknown>> | null = readSetting('beckon.desktop.kinds');
  const usual = settingDefaults['beckon.desktop.kinds'];
  const isOn = (kind: keyof typeof usual) => {
    const on = told?.[kind];
    return typeof on === 'boolean' ? on : usual[kind];
  };
  return {
    kinds: Object.fromEntries(notifyKinds.map((kind) => [kind, isOn(kind)])) as DesktopSettings['kinds'],
    afterMs: 1000 * Math.max(0, readSetting('beckon.desktop.afterSeconds')),
    sound: readSetting('beckon.desktop.sound'),
  };
}
