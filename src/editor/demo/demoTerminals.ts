import * as vscode from 'vscode';
import type { Agent } from '../../core/agent/agent.ts';
import type { DemoChoice, DemoPrompt } from '../../core/demo/demoCast.ts';
import { agentName } from '../../core/view/agentName.ts';
import type { Disposable } from '../disposableStore.ts';

const { l10n, window } = vscode;

/** What a demo agent would have on its screen, and the terminal that shows it once somebody looks. */
interface Screen {
  text: string;
  readonly written: vscode.EventEmitter<string>;
  terminal?: vscode.Terminal;
  press?: (key: string) => void;
}

/** The terminals of demo agents. There is no process in them: they show what the script does, and take answers. */
export class DemoTerminals implements Disposable {
  readonly #screens = new Map<string, Screen>();

  /** Writes lines onto the screen of an agent. */
  write(session: string, lines: readonly string[]): void {
    const screen = this.#screenOf(session);
    const text = lines.map((line) => `${line}\r\n`).join('');
    screen.text += text;
    screen.written.fire(text);
  }

  /** Asks on the screen of an agent; resolves with what was chosen there, or with nothing once `over`. */
  ask(session: string, { lines, keys }: DemoPrompt, over: AbortSignal): Promise<DemoChoice | undefined> {
    const screen = this.#screenOf(session);
    this.write(session, lines);
    return new Promise((resolve) => {
      const finish = (choice: DemoChoice | undefined) => {
        delete screen.press;
        over.removeEventListener('abort', cancel);
        if (choice) {
          this.write(session, ['', `  ${choice.words}`, '']);
        }
        resolve(choice);
      };
      const cancel = () => finish(undefined);
      screen.press = (key) => {
        const choice = keys[key];
        if (choice) {
          finish(choice);
        }
      };
      over.addEventListener('abort', cancel);
      if (over.aborted) {
        cancel();
      }
    });
  }

  /** Shows the terminal of an agent; says whether that is one of the demo. */
  show(agent: Agent, preserveFocus: boolean): boolean {
    const screen = this.#screens.get(agent.session);
    if (!screen) {
      return false;
    }
    screen.terminal ??= this.#open(screen, l10n.t('{0} (demo)', agentName(agent)));
    screen.terminal.show(preserveFocus);
    return true;
  }

  /** Closes them all, and forgets what was on them. */
  clear(): void {
    for (const { terminal, written } of this.#screens.values()) {
      terminal?.dispose();
      written.dispose();
    }
    this.#screens.clear();
  }

  dispose(): void {
    this.clear();
  }

  #open(screen: Screen, name: string): vscode.Terminal {
    const { written } = screen;
    // What is written before it is open would be lost.
    const opened = new vscode.EventEmitter<string>();
    let forward: vscode.Disposable | undefined;
    const pty: vscode.Pseudoterminal = {
      onDidWrite: opened.event,
      open: () => {
        opened.fire(screen.text);
        forward = written.event((text) => opened.fire(text));
      },
      close: () => {
        forward?.dispose();
        opened.dispose();
        delete screen.terminal;
      },
      handleInput: (key) => screen.press?.(key),
    };
    return window.createTerminal({ name, pty });
  }

  #screenOf(session: string): Screen {
    const known = this.#screens.get(session);
    const screen = known ?? { text: '', written: new vscode.EventEmitter<string>() };
    this.#screens.set(session, screen);
    return screen;
  }
}
