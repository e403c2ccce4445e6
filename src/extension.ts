import type { Agent } from './core/agent/agent.ts';
import type { Decision } from './core/decision/decision.ts';
import { canResume } from './core/run/person/resumeAgent.ts';
import { titleLength } from './core/view/ask/titleText.ts';
import { askSentence, occurrenceText } from './core/view/askText.ts';
import { AgentActions } from './editor/agentActions.ts';
import { AgentStatus } from './editor/agentStatus.ts';
import { AgentStore } from './editor/agentStore.ts';
import { AgentTree } from './editor/agentTree.ts';
import { AgentTyping } from './editor/agentTyping.ts';
import { Answers } from './editor/answers/answers.ts';
import { AskDocuments } from './editor/answers/askDocuments.ts';
import { Chooser } from './editor/answers/chooser.ts';
import { Drafts } from './editor/answers/drafts.ts';
import { Previews } from './editor/answers/previews.ts';
import { QuickSteps } from './editor/answers/quickSteps.ts';
import { isSwitchedOff } from './editor/answers/switchAnswers.ts';
import { Authoring } from './editor/authoring/authoring.ts';
import { HookCalls } from './editor/authoring/hookCalls.ts';
import { DemoShow } from './editor/demo/demoShow.ts';
import { DemoTerminals } from './editor/demo/demoTerminals.ts';
import { BeckonLog } from './editor/diagnostics/beckonLog.ts';
import { DisposableStore } from './editor/disposableStore.ts';
import { Resumes } from './editor/done/resumes.ts';
import { SeenWatch } from './editor/done/seenWatch.ts';
import { FocusKeeper } from './editor/focusKeeper.ts';
import { HealthWatch } from './editor/health/healthWatch.ts';
import { GuardWatch } from './editor/hooks/guardWatch.ts';
import { HookTree } from './editor/hooks/hookTree.ts';
import { HookWatch } from './editor/hooks/hookWatch.ts';
import { Notifier } from './editor/notifier.ts';
import { DesktopNews } from './editor/notify/desktopNews.ts';
import { ShowLinks } from './editor/notify/showLinks.ts';
import { Snooze } from './editor/notify/snooze.ts';
import { ProgramBadges } from './editor/programBadges.ts';
import { ProgramIcons } from './editor/programIcons.ts';
import { keepSettings } from './editor/readSetting.ts';
import { registerCommands } from './editor/registerCommands.ts';
import { WindowRuns } from './editor/runs/windowRuns.ts';
import { extendTerminalPath } from './editor/terminalPath.ts';
import { Terminals } from './editor/terminals.ts';
import { Toaster } from './editor/toaster.ts';
import type { WindowContext } from './editor/windowContext.ts';
import { folders, WindowHub } from './editor/windowHub.ts';
import { WindowView } from './editor/windowView.ts';
import { beckonHome } from './node/beckonHome.ts';
import { Places } from './node/places/places.ts';
import { allPrograms } from './programs/all.ts';

let root: DisposableStore | undefined;
let window: WindowHub | undefined;
let runs: WindowRuns | undefined;
let authoring: Authoring | undefined;
let log: BeckonLog | undefined;
let kept: WindowContext;

/** Called by VS Code when a window is up, and without a context to do so again. Everything it builds hangs on one store. */
export function activate(context: WindowContext = kept): void {
  void deactivate();
  kept = context;
  const parts = new DisposableStore();
  // The demo is played as the first program.
  const [program] = allPrograms;
  const written = new BeckonLog();
  log = written;
  const made = new WindowHub(allPrograms, written);
  root = parts;
  window = made;
  const { hub } = made;
  parts.add(keepSettings());
  const store = parts.add(new AgentStore(hub.keeper));
  const places = parts.add(new Places());
  const placeOf = (folder: string | undefined) => places.placeOf(folder);
  const { namesakes } = store;
  const sentence = (agent: Agent, { prompt }: Decision, max = titleLength) =>
    askSentence(agent, prompt, { agents: store.state.agents, placeOf, namesakes, max });
  const stages = parts.add(new DemoTerminals());
  const terminals = parts.add(new Terminals(allPrograms, store, hub, stages));
  made.reveal = (pids) => terminals.reveal(pids);
  const icons = new ProgramIcons(context.extensionUri, allPrograms);
  parts.add(new ProgramBadges(allPrograms));
  const focus = parts.add(new FocusKeeper());
  const opens = () => {
    QuickSteps.leave();
    focus.goOn();
  };
  const previews = parts.add(new Previews(opens));
  const drafts = parts.add(new Drafts(opens));
  const documents = new AskDocuments({ previews, drafts, focus, sentence });
  const answers = new Answers({ store, hub, terminals, documents, sentence });
  parts.add(store.onDidChange(() => answers.closeOver()));
  const typing = new AgentTyping(allPrograms, terminals, answers);
  const supervised = new WindowRuns(made, typing, context.workspaceState, () => shown.refresh());
  runs = supervised;
  const shown = parts.add(
    new WindowView({
      store,
      runs: () => supervised.all,
      folders,
      otherFolders: () => hub.otherFolders(),
      forgot: (agent) => hub.forget(agent),
    }),
  );
  parts.add({ dispose: places.onDidChange(() => shown.refresh()) });
  const chooser = new Chooser({
    store,
    shown,
    answers,
    isHeld: (id) => hub.isHeld(id),
    runs: supervised,
    sentence,
    icons,
  });
  const seen = parts.add(new SeenWatch({ store, hub, terminals, focus }));
  const resumes = new Resumes(allPrograms);
  const toaster = parts.add(new Toaster({ answers, chooser, terminals, focus }));
  const told = (occurrence: Parameters<typeof occurrenceText>[0]) =>
    occurrenceText(occurrence, store.state, { placeOf, namesakes });
  const placed = ({ facts, parent = '' }: Agent) =>
    places.known(facts.cwd ?? store.state.agents.get(parent)?.facts.cwd);
  const snooze = parts.add(new Snooze(beckonHome(process.env)));
  const tree = parts.add(
    new AgentTree({
      ...{ shown, placeOf, snooze, icons },
      canResume: (agent) => canResume(allPrograms, agent),
      isSwitchedOff: (agent) => isSwitchedOff(allPrograms, agent),
    }),
  );
  const extensionId = context.extension.id;
  const links = parts.add(new ShowLinks({ extensionId, answers, hub, tree, runs: () => supervised.told }));
  made.showRow = (row) => links.bringUp(row);
  const desktop = parts.add(
    new DesktopNews({
      link: ({ row }) => links.address(row),
      clicked: ({ row }) => void links.bringUp(row),
      log: (phrase) => made.note(phrase),
    }),
  );
  const notifier = parts.add(
    new Notifier({
      store,
      placed,
      wanted: (agents) => shown.wanted(agents),
      runs: () => supervised.told,
      hub,
      toaster,
      desktop,
      snooze,
      isFocused: () => made.isFocused,
      sentence: told,
    }),
  );
  made.held = () => notifier.look();
  const health = parts.add(new HealthWatch(allPrograms, context.workspaceState));
  const hooks = parts.add(new HookWatch(allPrograms, (paths) => health.programsIn(paths)));
  parts.add(new HookTree(hooks));
  parts.add(new GuardWatch(hooks));
  const calls = parts.add(new HookCalls(allPrograms));
  const writing = new Authoring({ context, hooks, calls, log: written });
  authoring = writing;
  const status = parts.add(new AgentStatus(shown, health, snooze));
  const demo = parts.add(new DemoShow(program, store, made, stages));
  const actions = new AgentActions(typing, answers, seen);
  const asked = { answers, actions, chooser, terminals, previews, drafts, documents, runs: supervised };
  const helps = { authoring: writing, calls, log: written, seen, resumes, snooze };
  registerCommands(parts, { demo, tree, status, shown, health, focus, toaster, hooks, ...helps, ...asked });
  extendTerminalPath(context.environmentVariableCollection);
  // VS Code must not wait for a socket or a disk before it shows the window.
  // What was left is taken over first: the spool may tell what became of it.
  const listen = () => (window === made ? made.start() : undefined);
  void supervised.start().then(listen, listen);
  void health.start();
  void hooks.look();
}

/** Called by VS Code before the window goes: lets go of everything, of the relays that wait first. */
export function deactivate(): Promise<void> | undefined {
  const listening = window?.dispose();
  const supervising = runs?.dispose();
  const serving = authoring?.dispose();
  const told = log;
  window = undefined;
  authoring = undefined;
  log = undefined;
  runs = undefined;
  root?.dispose();
  root = undefined;
  return listening && Promise.all([listening, supervising, serving]).then(() => told?.dispose());
}
