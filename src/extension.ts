import { AgentStatus } from './editor/agentStatus.ts';
import { AgentStore } from './editor/agentStore.ts';
import { AgentTree } from './editor/agentTree.ts';
import { DemoShow } from './editor/demoShow.ts';
import { DisposableStore } from './editor/disposableStore.ts';
import { registerCommands } from './editor/registerCommands.ts';

let root: DisposableStore | undefined;

/** Called by VS Code when a window is up. Everything it builds hangs on one store. */
export function activate(): void {
  deactivate();
  root = new DisposableStore();
  const store = root.add(new AgentStore());
  root.add(new AgentTree(store));
  root.add(new AgentStatus(store));
  registerCommands(root, root.add(new DemoShow(store)));
}

/** Called by VS Code before the window goes: lets go of everything. */
export function deactivate(): void {
  root?.dispose();
  root = undefined;
}
