import { AgentStatus } from './editor/agentStatus.ts';
import { AgentStore } from './editor/agentStore.ts';
import { AgentTree } from './editor/agentTree.ts';
import { DemoShow } from './editor/demoShow.ts';
import { DisposableStore } from './editor/disposableStore.ts';
import { registerCommands } from './editor/registerCommands.ts';
import { WindowHub } from './editor/windowHub.ts';

let root: DisposableStore | undefined;
let window: WindowHub | undefined;

/** Called by VS Code when a window is up. Everything it builds hangs on one store. */
export function activate(): void {
  void deactivate();
  root = new DisposableStore();
  window = new WindowHub();
  const store = root.add(new AgentStore(window.hub.keeper));
  root.add(new AgentTree(store));
  root.add(new AgentStatus(store));
  registerCommands(root, root.add(new DemoShow(store, window)));
  // VS Code must not wait for a socket before it shows the window.
  void window.start();
}

/** Called by VS Code before the window goes: lets go of everything, of the relays that wait first. */
export function deactivate(): Promise<void> | undefined {
  const listening = window?.dispose();
  window = undefined;
  root?.dispose();
  root = undefined;
  return listening;
}
