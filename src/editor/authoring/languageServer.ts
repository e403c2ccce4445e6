import * as vscode from 'vscode';
import type { HookSurroundings } from '../../core/hookrun/surroundings.ts';
import type { LanguageOptions } from '../../core/wire/languageProtocol.ts';
import { languageMethods } from '../../core/wire/languageProtocol.ts';
import { commandIds } from '../contributions.ts';
import type { Disposable } from '../disposableStore.ts';
import { authoredFiles } from './authoredFiles.ts';
import { QuietClient } from './quietClient.ts';

const { l10n, languages, LanguageStatusSeverity, window } = vscode;

/** What the language server needs of the window. */
export interface LanguagePorts {
  /** The bundle of the server. */
  readonly server: string;
  readonly log: vscode.LogOutputChannel;
  readonly options: LanguageOptions;
  /** What is around a HOOK.md on disk. */
  readonly around: (uri: string) => Promise<HookSurroundings | null>;
}

/**
 * Keeps the language server up. One that crashes is started again once, and the person is told; after the next crash
 * it stays down until the person wants it back.
 */
export class LanguageServer implements Disposable {
  readonly #ports: LanguagePorts;
  readonly #log: vscode.LogOutputChannel;
  readonly #status = languages.createLanguageStatusItem('beckon.language', authoredFiles);
  #client: QuietClient | undefined;
  #isRestarted = false;
  /** Starts and stops, one after the other. */
  #work: Promise<void> = Promise.resolve();
  #disposed = false;

  constructor(ports: LanguagePorts) {
    this.#ports = ports;
    this.#log = ports.log;
    this.#status.name = l10n.t('Beckon Language Server');
    this.#show('starting');
  }

  /** Starts the server. */
  start(): Promise<void> {
    return this.#then(() => this.#begin());
  }

  /** Ends the server, if it is there, and starts it as if nothing had happened. */
  restart(): Promise<void> {
    return this.#then(async () => {
      await this.#end();
      this.#isRestarted = false;
      await this.#begin();
    });
  }

  /** Tells the server that what is around some files, or all, is not what it was. */
  changed(uris?: readonly string[]): void {
    if (this.#client?.isRunning()) {
      void this.#client
        .sendNotification(languageMethods.surroundingsChanged, uris ? { uris } : {})
        .catch(() => undefined);
    }
  }

  /** Resolves when no process is left. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    // At once: there can be only one of its name, and the next one may be on its way.
    this.#status.dispose();
    // Not after a start that goes on: the server may never be up.
    await this.#end();
    await this.#work;
  }

  #then(work: () => Promise<void>): Promise<void> {
    // What fails must not keep the next from being tried.
    this.#work = this.#work.then(work).catch((error) => this.#log.error(String(error)));
    return this.#work;
  }

  async #begin(): Promise<void> {
    if (this.#disposed || this.#client) {
      return;
    }
    this.#show('starting');
    const { server, options, around } = this.#ports;
    const client = new QuietClient({ server, options, log: this.#log, closed: () => this.#lost(client) });
    this.#client = client;
    client.onRequest(languageMethods.surroundings, ({ uri }: { readonly uri: string }) => around(uri));
    try {
      await client.start();
      if (this.#client === client) {
        this.#show('running');
      } else {
        await client.stop();
      }
    } catch {
      // Whatever is left of it.
      await client.stop();
      this.#lost(client);
    }
  }

  async #end(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.stop();
  }

  /** A start that fails and a connection that closes may both tell of one crash: the first one counts. */
  #lost(client: QuietClient): void {
    if (this.#disposed || this.#client !== client) {
      return;
    }
    this.#client = undefined;
    if (this.#isRestarted) {
      this.#show('stopped');
      void this.#tell(
        l10n.t('The language server for hooks and runbooks crashed again and is off now.'),
        true,
      );
      return;
    }
    this.#isRestarted = true;
    void this.start().then(() => {
      if (this.#client?.isRunning()) {
        void this.#tell(
          l10n.t('The language server for hooks and runbooks crashed and was restarted.'),
          false,
        );
      }
    });
  }

  async #tell(sentence: string, isOff: boolean): Promise<void> {
    const restart = l10n.t('Restart');
    const log = l10n.t('Show Log');
    const said = isOff
      ? await window.showErrorMessage(sentence, restart, log)
      : await window.showWarningMessage(sentence, log);
    if (said === restart) {
      await this.restart();
    } else if (said === log) {
      this.#log.show();
    }
  }

  #show(state: 'starting' | 'running' | 'stopped'): void {
    if (this.#disposed) {
      return;
    }
    const status = this.#status;
    status.busy = state === 'starting';
    status.severity = state === 'stopped' ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
    status.text = state === 'stopped' ? l10n.t('Not checked') : l10n.t('Checked by Beckon');
    status.detail =
      state === 'stopped'
        ? l10n.t('the language server has stopped')
        : l10n.t('the language server is running');
    status.command =
      state === 'stopped'
        ? { command: commandIds.restartLanguageServer, title: l10n.t('Restart') }
        : undefined;
  }
}
