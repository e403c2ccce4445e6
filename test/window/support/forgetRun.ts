import { AgentTree } from './agentTree.ts';
import type { EditorWindow } from './editorWindow.ts';

/** Takes the row of a run that is over away, so that the next test finds an empty tree. */
export async function forgetRun(window: EditorWindow, name: string, gone = /^run /u): Promise<void> {
  const tree = new AgentTree(window);
  // Its agent's turn goes on after its signal: a row that moves while a menu opens takes the menu along.
  await window.seesNoRow(/^Please play:\w+, working/u);
  await window.run('beckon.showAgents');
  await tree.select(new RegExp(`^run ${name}, `, 'u'));
  await tree.chooseFromMenu(/^Forget/u);
  await window.seesNoRow(gone);
}
