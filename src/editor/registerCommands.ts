import * as vscode from 'vscode';
import { commandIds, viewIds } from './contributions.ts';
import type { DemoShow } from './demoShow.ts';
import type { DisposableStore } from './disposableStore.ts';

/** Registers every command of the manifest. */
export function registerCommands(parts: DisposableStore, demo: DemoShow): void {
  const showAgents = () => vscode.commands.executeCommand(`${viewIds.agents}.focus`);
  const handlers: Record<(typeof commandIds)[keyof typeof commandIds], () => unknown> = {
    [commandIds.startDemo]: () => {
      demo.start();
      return showAgents();
    },
    [commandIds.stopDemo]: () => demo.stop(),
    [commandIds.showAgents]: showAgents,
  };
  for (const [id, handler] of Object.entries(handlers)) {
    parts.add(vscode.commands.registerCommand(id, handler));
  }
}
