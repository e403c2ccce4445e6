import * as vscode from 'vscode';
import { commandIds, viewIds } from './contributions.ts';
import type { DemoShow } from './demoShow.ts';
import type { DisposableStore } from './disposableStore.ts';
import type { HealthWatch } from './health/healthWatch.ts';

/** Registers every command of the manifest. */
export function registerCommands(parts: DisposableStore, demo: DemoShow, health: HealthWatch): void {
  const showAgents = () => vscode.commands.executeCommand(`${viewIds.agents}.focus`);
  const handlers: Record<(typeof commandIds)[keyof typeof commandIds], () => unknown> = {
    [commandIds.startDemo]: () => {
      demo.start();
      return showAgents();
    },
    [commandIds.stopDemo]: () => demo.stop(),
    [commandIds.showAgents]: showAgents,
    [commandIds.install]: () => health.install(),
    [commandIds.uninstall]: () => health.uninstall(),
    [commandIds.showHealth]: () => health.showHealth(),
    [commandIds.writeEntries]: () => health.writeEntries(),
  };
  for (const [id, handler] of Object.entries(handlers)) {
    parts.add(vscode.commands.registerCommand(id, handler));
  }
}
