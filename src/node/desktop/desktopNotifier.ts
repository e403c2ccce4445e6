import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import type { DesktopEffect, DesktopNotification } from '../../core/view/notify/desktopNews.ts';
import { logOnce } from '../hub/logOnce.ts';
import type { ToolCall } from './toolCall.ts';
import { notifySend, osascript, powershell, powershellRemoval } from './toolCall.ts';
import { whyNoDesktop } from './whyNoDesktop.ts';

/** What notifications outside VS Code are shown with. */
export interface DesktopPorts {
  readonly platform: NodeJS.Platform;
  readonly env: () => NodeJS.ProcessEnv;
  /** The address that opens the window again, at what a notification tells of. */
  readonly link: (notification: DesktopNotification) => Promise<string | undefined>;
  readonly clicked: (notification: DesktopNotification) => void;
  /** Fixed phrases only. */
  readonly log: (phrase: string) => void;
}

/** A notification that is shown, or is about to be. */
interface Shown {
  isOver: boolean;
  /** The program that stays as long as the notification. */
  waiting?: ChildProcess;
  /** The program that ends when it has shown it. */
  showing?: ChildProcess;
}

/** Shows notifications of the operating system by the program that every such system has, and takes them back. */
export class DesktopNotifier {
  readonly #ports: DesktopPorts;
  readonly #log: (phrase: string) => void;
  readonly #shown = new Map<string, Shown>();
  #waits: Promise<boolean> | undefined;

  constructor(ports: DesktopPorts) {
    this.#ports = ports;
    this.#log = logOnce(ports.log);
  }

  /** Carries out one effect of the policy. */
  run(effect: DesktopEffect): void {
    if (effect.type === 'withdraw') {
      this.#withdraw(effect.id);
      return;
    }
    const { platform, env } = this.#ports;
    const why = whyNoDesktop(platform, env());
    if (why !== undefined) {
      this.#log(why);
      return;
    }
    const shown: Shown = { isOver: false };
    this.#shown.set(effect.notification.id, shown);
    void this.#show(effect.notification, shown);
  }

  /** Takes everything back: who shows it can hear no click any more. */
  dispose(): void {
    for (const id of [...this.#shown.keys()]) {
      this.#withdraw(id);
    }
  }

  async #show(notification: DesktopNotification, shown: Shown): Promise<void> {
    const { platform, link } = this.#ports;
    if (platform === 'darwin') {
      this.#start(osascript(notification));
    } else if (platform === 'win32') {
      const address = await link(notification).catch(() => undefined);
      const child = shown.isOver ? undefined : this.#start(powershell(notification, address));
      if (child) {
        shown.showing = child;
      }
    } else {
      this.#waits ??= this.#canWait();
      const waits = await this.#waits;
      if (!shown.isOver) {
        const child = this.#start(notifySend(notification, waits));
        if (waits && child) {
          shown.waiting = child;
          this.#hear(child, notification);
        }
      }
    }
  }

  #withdraw(id: string): void {
    const shown = this.#shown.get(id);
    if (!shown) {
      return;
    }
    this.#shown.delete(id);
    shown.isOver = true;
    // On this signal notify-send closes what it shows.
    shown.waiting?.kill('SIGINT');
    const { showing } = shown;
    const remove = () => this.#start(powershellRemoval(id));
    // What is not shown yet could not be removed, and would be shown after that.
    if (showing?.exitCode === null && showing.signalCode === null) {
      showing.once('exit', remove);
    } else if (showing) {
      remove();
    }
  }

  /** Waits for the word that a notification was clicked, which is the name of its action. */
  #hear(child: ChildProcess, notification: DesktopNotification): void {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-100);
    });
    child.on('close', () => {
      const isShown = this.#shown.get(notification.id)?.waiting === child;
      if (isShown && said.trim() === 'default') {
        this.#ports.clicked(notification);
      }
    });
  }

  /** Whether notify-send can wait for a click; before 0.7.10 it can only show. */
  #canWait(): Promise<boolean> {
    return new Promise((resolve) => {
      let help = '';
      const child = this.#start({ command: 'notify-send', args: ['--help'] });
      child?.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        help += chunk;
      });
      child?.on('error', () => resolve(false));
      child?.on('close', () => resolve(help.includes('--action')));
      if (!child) {
        resolve(false);
      }
    });
  }

  #start({ command, args, env }: ToolCall): ChildProcess | undefined {
    const failed = (why: string) =>
      this.#log(`notifications outside VS Code may be missing: ${command} ${why}`);
    try {
      const child = spawn(command, args, {
        // Windows looks for programs in the current folder first.
        cwd: homedir(),
        env: { ...this.#ports.env(), ...env },
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
      });
      child.on('error', (error) =>
        failed((error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not installed' : 'cannot be started'),
      );
      child.on('exit', (code) => (code ? failed('ended with an error') : undefined));
      return child;
    } catch {
      failed('cannot be started');
      return undefined;
    }
  }
}
