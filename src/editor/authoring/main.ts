import type { LanguagePorts } from './languageServer.ts';
import { LanguageServer } from './languageServer.ts';

/** Starts the language server. What this needs is in a bundle of its own, loaded when there is something to write. */
export function startLanguage(ports: LanguagePorts): LanguageServer {
  const server = new LanguageServer(ports);
  void server.start();
  return server;
}
