import type * as vscode from 'vscode';
import type { ServerOptions } from 'vscode-languageclient/node';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  TransportKind,
} from 'vscode-languageclient/node';
import type { LanguageOptions } from '../../core/wire/languageProtocol.ts';
import { authoredFiles } from './authoredFiles.ts';

/** What a client is made of. */
export interface QuietClientParts {
  /** The bundle of the server. */
  readonly server: string;
  readonly options: LanguageOptions;
  readonly log: vscode.LogOutputChannel;
  /** Called when the server is gone without having been told to. */
  readonly closed: () => void;
}

const stopMs = 1000;

/**
 * A client for one life of the server, which runs in a process of its own. It writes what went wrong into the log and
 * shows none of it: whoever has it says in a sentence what a person should know.
 */
export class QuietClient extends LanguageClient {
  constructor({ server, options, log, closed }: QuietClientParts) {
    const run: ServerOptions = { module: server, transport: TransportKind.ipc };
    super('beckon.language', 'Beckon Language Server', run, {
      documentSelector: authoredFiles.map(({ scheme = 'file', pattern }) => ({
        scheme,
        pattern: String(pattern),
      })),
      initializationOptions: options,
      outputChannel: log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticCollectionName: 'beckon',
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          closed();
          return { action: CloseAction.DoNotRestart, handled: true, message: 'The server is gone.' };
        },
      },
    });
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  /** Ends the server and waits until its process is gone; one that does not listen is killed. Never throws. */
  override async stop(): Promise<void> {
    const child = this.serverProcess;
    const gone = new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) {
        resolve();
      } else {
        child.once('exit', () => resolve());
      }
    });
    await super.stop(stopMs).catch(() => undefined);
    const timer = setTimeout(() => child?.kill('SIGKILL'), stopMs);
    await gone;
    clearTimeout(timer);
  }
}
