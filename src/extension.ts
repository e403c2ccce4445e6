import { AgentStatus } from './editor/agentStatus.ts';
import { AgentStore } from './editor/agentStore.ts';
import { AgentTree } from './editor/agentTree.ts';
import { DemoShow } from './editor/demoShow.ts';
import { DisposableStore } from './editor/disposableStore.ts';
import { HealthWatch } from './editor/health/healthWatch.ts';
import { registerCommands } from './editor/registerCommands.ts';
import { extendTerminalPath } from './editor/terminalPath.ts';
import type { WindowContext } from './editor/windowContext.ts';
import { WindowHub } from './editor/windowHub.ts';

let root: DisposableStore | undefined;
let window: WindowHub | undefined;
let kept: WindowContext;

/** Called by VS Code when a window is up, and without a context to do so again. Everything it builds hangs on one store. */
export function activate(context: WindowContext = kept): void {
  void deactivate();
  kept = context;
  root = new DisposableStore();
  window = new WindowHub();
  const store = root.add(new AgentStore(window.hub.keeper));
  root.add(new AgentTree(store));
  root.add(new AgentStatus(store));
  const health = root.add(new HealthWatch(context.workspaceState));
  registerCommands(root, root.add(new DemoShow(store, window)), health);
  extendTerminalPath(context.environmentVariableCollection);
  // VS Code must not wait for a socket or a disk before it shows the window.
  void window.start();
  void health.start();
}

/** Called by VS Code before the window goes: lets go of everything, of the relays that wait first. */
export function deactivate(): Promise<void> | undefined {
  const listening = window?.dispose();
  window = undefined;
  root?.dispose();
  root = undefined;
  return listening;
}
