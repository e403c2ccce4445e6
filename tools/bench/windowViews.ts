import { reduceRoster } from '../../src/core/roster/reduceRoster.ts';
import { Roster } from '../../src/core/roster/roster.ts';
import type { RosterStep } from '../../src/core/roster/rosterStep.ts';
import { occurrenceText } from '../../src/core/view/askText.ts';
import { KeptWants } from '../../src/core/view/keptWants.ts';
import { NewsAgents, newsState } from '../../src/core/view/newsAgents.ts';
import {
  agentsToPlace,
  mayBeNews,
  noNotifications,
  notificationsDue,
} from '../../src/core/view/notifications.ts';
import { Namesakes } from '../../src/core/view/notify/namesakes.ts';
import { usualLevels as levels } from '../../src/core/view/notifyKinds.ts';
import type { Occurrence } from '../../src/core/view/occurrences.ts';
import { KeptRows } from '../../src/core/view/rows/keptRows.ts';
import { ShownRoster } from '../../src/core/view/shownRoster.ts';
import { statusBarView } from '../../src/core/view/statusBarView.ts';
import { TreeScreen } from '../../src/editor/treeScreen.ts';
import { parseClaudeCode } from '../../src/programs/claudeCode/pure/hookEvents.ts';

const place = { root: '/tmp', name: 'tmp', branch: 'main', worktree: false };
const window = { folders: ['/tmp'], otherFolders: [], all: false, forgotten: new Map<string, number>() };

/** What a window makes of the agents, without VS Code: its rows and their places, counts, status bar and notifications. */
export class WindowViews {
  readonly #roster = new Roster();
  readonly #shown = new ShownRoster(this.#roster);
  readonly #wants = new KeptWants(this.#shown);
  readonly #news = new NewsAgents(this.#roster);
  readonly #namesakes = new Namesakes(this.#roster);
  readonly #runs = new Map();
  readonly #screen: TreeScreen;
  #memory = noNotifications(0);
  #events = 0;

  constructor(agents: number) {
    const rows = new KeptRows(this.#shown);
    this.#screen = new TreeScreen(rows, {
      look: (now) => rows.look({ now, placeOf: () => place, levels, canResume: () => false }),
      above: () => '',
      draw: () => {},
      tick: () => {},
    });
    for (let agent = 0; agent < agents; agent += 1) {
      this.#tell(agent, 'UserPromptSubmit', { prompt: `Mend part ${agent}` });
      // Two thirds are at work, the others are done.
      if (agent % 3 === 2) {
        this.#tell(agent, 'Stop', { last_assistant_message: 'It is mended.' });
      }
    }
    this.#draw();
  }

  /** One agent begins another tool, and the window is drawn. */
  tool(): void {
    const tool_input = { command: `make part-${this.#events}` };
    this.#draw(
      this.#tell(1, 'PreToolUse', { tool_name: 'Bash', tool_input, tool_use_id: `t${this.#events}` }),
    );
  }

  /** One agent ends its turn, or begins the next, and the window is drawn: its row moves. */
  turn(): void {
    this.#draw(
      this.#events % 2 === 0
        ? this.#tell(1, 'Stop', {})
        : this.#tell(1, 'UserPromptSubmit', { prompt: 'On' }),
    );
  }

  /** One agent asks for permission, or goes on after an answer in its terminal, and the window is drawn. */
  permission(): void {
    const tool_input = { command: `make part-${this.#events >> 1}` };
    const call = { tool_name: 'Bash', tool_input, tool_use_id: `t${this.#events >> 1}` };
    this.#draw(
      this.#events % 2 === 0 ? this.#tell(1, 'PermissionRequest', call) : this.#tell(1, 'PostToolUse', call),
    );
  }

  #tell(agent: number, name: string, fields: object): RosterStep | undefined {
    this.#events += 1;
    const payload = { session_id: `s${agent}`, cwd: '/tmp', hook_event_name: name, ...fields };
    const event = parseClaudeCode(payload, { id: `e${this.#events}`, at: Date.now() });
    const step = event && reduceRoster(this.#roster, event);
    if (step) {
      this.#roster.apply(step);
      this.#shown.take(step);
      this.#news.take(step);
      this.#namesakes.take(step);
    }
    return step;
  }

  #draw(step?: RosterStep): void {
    const state = this.#shown.look(this.#runs, window);
    const wants = this.#wants.all(levels);
    this.#screen.draw();
    statusBarView(state, { levels, wants, withDone: true });
    if (step && mayBeNews(step)) {
      const now = Date.now();
      const news = this.#news.of((kind) => levels[kind] === 'notify');
      const told = newsState(state, news);
      agentsToPlace(this.#memory, { state: told, levels, now });
      const around = { levels, quiet: false, others: [], isMine: () => true, isHeld: () => true };
      const parts = { placeOf: () => place, namesakes: this.#namesakes };
      const sentence = (one: Occurrence) => occurrenceText(one, this.#roster, parts);
      const { memory } = notificationsDue(this.#memory, { state: told, now, sentence, ...around });
      this.#memory = memory;
    }
  }
}
