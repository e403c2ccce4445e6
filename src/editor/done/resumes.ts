import * as vscode from 'vscode';
import type { Agent, AgentId } from '../../core/agent/agent.ts';
import { canResume, resumeCommand, resumeLaunch } from '../../core/run/person/resumeAgent.ts';
import { terminalScript } from '../../core/run/terminalScript.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { agentName } from '../../core/view/agentName.ts';
import type { AgentProgram } from '../../node/programNode.ts';
import { realFolder } from '../../node/realFolder.ts';
import { tellRestricted } from '../tellRestricted.ts';

/** Takes up the conversations of agents that have died, each in a terminal of its own. */
export class Resumes {
  readonly #programs: readonly AgentProgram[];
  /** The terminals that were made, and for which death: a second click shows the one of the first. */
  readonly #made = new Map<AgentId, { readonly terminal: vscode.Terminal; readonly since: number }>();

  /** Those of which the conversation is being looked for: of two quick clicks the second does nothing. */
  readonly #starting = new Set<AgentId>();

  constructor(programs: readonly AgentProgram[]) {
    this.#programs = programs;
  }

  /** Starts the program of an agent that has ended, to go on with its conversation; says why that cannot be. */
  async resume(agent: Agent): Promise<void> {
    const { t } = vscode.l10n;
    const name = agentName(agent);
    const made = this.#made.get(agent.id);
    if (!vscode.workspace.isTrusted) {
      void tellRestricted();
    } else if (!canResume(this.#programs, agent)) {
      tell(t('"{0}" can\'t be resumed.', name));
    } else if (process.platform === 'win32') {
      tell(
        t(
          "Agents can't be resumed here on Windows yet. In a terminal, run: {0}",
          resumeCommand(this.#programs, agent),
        ),
      );
    } else if (made?.since === agent.since && made.terminal.exitStatus === undefined) {
      made.terminal.show();
    } else if (!this.#starting.has(agent.id)) {
      this.#starting.add(agent.id);
      await this.#start(agent, name).finally(() => this.#starting.delete(agent.id));
    }
  }

  async #start(agent: Agent, name: string): Promise<void> {
    const { t } = vscode.l10n;
    const { startedIn, cwd, transcript } = agent.facts;
    const folder = startedIn ?? cwd ?? '';
    if (folder === '' || realFolder('/', folder) === undefined) {
      tell(t("The folder {0} is gone, so its agent can't be resumed.", toastText(folder)));
      return;
    }
    const { node } = this.#programs.find(({ id }) => id === agent.program) ?? {};
    const search = { env: process.env, folder, session: agent.session, transcript };
    if (!(await node?.hasConversation?.(search))) {
      tell(t('The conversation of "{0}" is gone, so it can\'t be resumed.', name));
      return;
    }
    const { script, args } = resumeLaunch(this.#programs, agent);
    const terminal = vscode.window.createTerminal({
      name: toastText(name, 30),
      cwd: folder,
      // Nobody waits for how it ends: no run depends on it.
      env: { BECKON_EXIT: '/dev/null' },
      shellPath: '/bin/sh',
      shellArgs: ['-c', terminalScript(script), 'sh', ...args],
    });
    this.#made.set(agent.id, { terminal, since: agent.since });
    terminal.show();
  }
}

function tell(sentence: string): void {
  void vscode.window.showInformationMessage(sentence);
}
