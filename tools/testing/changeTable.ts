import { levelNames } from '../options.mjs';

/** A whole level, such as `unit`, or the test files that begin with a path below `test`, such as `host/demo`. */
export type Scope = string;

/** What to run when a file that matches the glob changes. */
export type ChangeRow = readonly [glob: string, runs: readonly Scope[]];

/** Every level in full. */
export const everything: readonly Scope[] = levelNames;

/** What any test file can break besides itself. */
export const anyTest: readonly Scope[] = ['check', 'meta/changeTable', 'meta/skipped'];

/** What any source file can break; the other files of `meta` are about tests, settings and docs. */
const source = [
  ...['check', 'build', 'meta/boundaries', 'meta/changeTable', 'meta/code'],
  ...['meta/extension', 'meta/home', 'meta/manifest', 'meta/vsix', 'meta/words'],
];
const view = [
  ...source,
  'unit',
  'property/treeRows',
  'property/keptRows',
  'property/newsAgents',
  'node/bundles',
];
const core = ['check', 'build', 'unit', 'property', 'replay', 'programs', 'server', 'meta'];
const node = [...source, 'unit', 'node'];
/** What a person is asked, in its rows, messages and documents. */
const asks = ['host/asks', 'host/notifications', 'host/readings'];

/**
 * What a change can break, by file; the first row that matches wins. This is a table because the slow levels run
 * bundles, which import graphs don't see.
 *
 * For the levels that import the sources, the rows are complete: a test compares them with the imports, in `node` only
 * with those of the test file itself. For the slow levels they are a choice. A view runs only the few files that show
 * it, to answer within two minutes. Anything else runs what it is likely to break, however long that takes. CI runs
 * everything.
 */
export const changeTable: readonly ChangeRow[] = [
  ['src/**/tsconfig.json', ['check', 'build', 'meta']],

  // Views: what is shown, and the shells that show it.
  [
    'src/core/view/{hook*,hooks/**}',
    [...view, 'property/hookRows', 'node/hooks/readHookGroups', 'host/hooks'],
  ],
  ['src/core/view/health*', [...view, 'host/health', 'host/welcome']],
  ['src/core/view/diagnostics/**', [...view, 'host/welcome']],
  ['src/core/view/plan*', [...view, 'host/keyboard', 'window/question']],
  [
    'src/core/view/{ask*,ask/**,notif*,notify/**,quietHours*}',
    [...view, 'node/desktop', 'host/desktop', ...asks],
  ],
  ['src/core/view/{run,step,decision,choice,reason}*', [...view, 'node/cli/run', 'host/runs']],
  ['src/core/view/{done,rows}/**', [...view, 'property/hookRows', 'host/done', 'host/demo']],
  ['src/core/text/durationText.ts', [...view, 'property', 'node/cli', 'host/demo', 'host/runs']],
  ['src/core/view/terminalName.ts', [...view, 'host/runs']],
  ['src/core/view/lookPause.ts', [...view, 'host/hooks', 'host/authoring']],
  ['src/core/view/policyWords.ts', [...view, 'property/language', 'server', 'host/runs', 'host/authoring']],
  ['src/core/text/cellWidth.ts', [...view, 'node/cli/serve']],
  ['src/core/view/{agentLine,agentTable,agentReport}.ts', [...view, 'node/cli/serve']],
  ['src/core/text/{plain,foreign}Text.ts', [...core, 'node/cli', 'host', 'window/hostile']],
  ['src/core/view/commandLink.ts', [...view, 'property/foreignText', 'host/demo', 'host/notifications']],
  ['src/core/view/**', [...view, 'property/hookRows', 'host/activation', 'host/demo', 'host/keyboard']],
  ['src/editor/done/**', [...source, 'host/done', 'window/rows']],
  ['src/editor/notify/**', [...source, 'node/desktop', 'host/desktop', 'host/notifications']],
  ['src/editor/authoring/**', [...source, 'host/authoring', 'host/restricted']],
  ['src/editor/{health,diagnostics}/**', [...source, 'host/health', 'host/welcome', 'host/restricted']],
  ['src/editor/demo/**', [...source, 'host/demo']],
  ['src/editor/hooks/**', [...source, 'host/hooks', 'host/restricted']],
  ['src/editor/runs/{runTerminals,windowRuns,superviseAgent}.ts', [...source, 'host/runs', 'window/run']],
  ['src/editor/runs/**', [...source, 'host/runs', 'host/restricted']],
  [
    'src/editor/answers/{askDocuments,askTabs,drafts,previews}.ts',
    [...source, 'host/readings', 'window/documents'],
  ],
  ['src/editor/answers/askQuestions.ts', [...source, 'host/keyboard', 'window/question']],
  ['src/editor/answers/planPanel.ts', [...source, 'host/keyboard', 'window/question']],
  ['src/editor/answers/{quickSteps,chooser}.ts', [...source, 'unit/editor', 'host/keyboard', ...asks]],
  ['src/editor/answers/{approveAll,ask,stand}*', [...source, ...asks]],
  ['src/editor/answers/**', [...source, ...asks, 'host/keyboard', 'window/approve', 'window/documents']],
  [
    'src/editor/{agentTree,treeScreen,registerCommands}.ts',
    [...source, 'unit/editor', ...asks, 'host/demo', 'host/keyboard'],
  ],
  ['src/editor/{batch,mute,notif,toast}*', [...source, ...asks]],
  ['src/editor/focusKeeper.ts', [...source, 'unit/editor', 'host/keyboard', ...asks]],
  ['src/editor/{tellRestricted,terminalPath}.ts', [...source, 'host/health', 'host/restricted']],
  ['src/editor/windowView.ts', [...source, 'host/demo', 'window/windows']],
  ['src/editor/{contributions,disposableStore,readSetting,treeItem}.ts', [...source, 'unit/editor', 'host']],
  ['src/editor/{agentStore,agentTyping,terminals,uiPulse,windowHub}.ts', [...source, 'host', 'window']],
  ['src/editor/**', [...source, 'unit/editor', 'host/activation', 'host/demo', 'host/keyboard']],
  ['src/extension.ts', [...source, 'host', 'window']],

  // Rules.
  [
    'src/core/{findings,hookfile,hookrun}/**',
    [...core, ...about('hooks'), 'node/cli/hooks', 'host/authoring'],
  ],
  ['src/core/{runbook,yaml}/**', [...core, ...about('run'), 'node/hooks', 'node/cli', 'host/authoring']],
  ['src/core/settings/**', [...core, 'node', 'agents', 'host/health', 'window/rows']],
  ['src/core/demo/**', [...core, 'node/bundles', 'host/activation', 'host/demo']],
  ['src/core/{agent,decision,event,roster,run,text,usage,wire}/**', everything],
  ['src/core/program/**', everything],
  ['src/programs/*.json', ['check', 'build', 'meta']],
  ['src/programs/**', everything],
  ['src/{language,server}/**', [...core, 'node/bundles', 'node/languageServer', 'host/authoring']],

  // What touches the machine.
  [
    'src/node/hooks/**',
    [...source, 'unit', ...about('hooks'), 'node/cli/hooks', 'node/cli/serve', 'host/authoring'],
  ],
  ['src/node/desktop/**', [...source, 'unit', 'node/desktop', 'host/desktop']],
  [
    'src/node/{entries,relayFiles}/**',
    [...node, 'programs', 'agents', 'host/health', 'host/restricted', 'window/rows'],
  ],
  ['src/node/places/**', [...source, 'unit', 'node/places', 'node/run', 'host/demo', 'window/windows']],
  ['src/node/programNode.ts', everything],
  ['src/node/**', [...node, 'agents', 'host', 'window']],
  ['src/relay/**', [...source, 'meta/relay', 'node', 'agents', 'host/notifications', 'window/approve']],
  ['src/cli/**', [...node, 'agents', 'host/health', 'host/hooks', 'window/run', 'window/hooks']],

  // Tests. A test file of a slow level never gets here: it runs alone.
  ['test/unit/**', [...anyTest, 'unit']],
  ['test/property/**', [...anyTest, 'property']],
  ['test/replay/**', [...anyTest, 'replay', 'unit']],
  [
    'test/programs/**',
    [...anyTest, 'programs', 'unit', 'node/programs', 'node/entries/ownFile', 'node/hub/hiddenPrompt'],
  ],
  ['test/server/**', [...anyTest, 'server', 'property/languageServer']],
  ['test/meta/**', ['check', 'meta']],
  ['test/node/**', [...anyTest, 'node']],
  ['test/agents/**', [...anyTest, 'agents', 'window']],
  ['test/host/**', [...anyTest, 'host']],
  ['test/window/**', [...anyTest, 'window']],
  ['test/conformance/**', ['check', 'unit', 'node/hooks/conformance']],
  ['test/support/arbitrary*', [...anyTest, 'property']],
  ['test/support/**', everything.filter((level) => level !== 'build' && level !== 'host')],
  ['test/tsconfig.json', ['check']],

  // Whatever else can't break everything.
  ['{*.md,docs/**}', ['check', 'build', 'unit/language/problemPage', 'meta']],
  ['media/grammars/**', ['check', 'build', 'meta', 'host/readings']],
  ['media/**', ['check', 'build', 'unit', 'property/schemas', 'meta']],
  ['{biome,knip}.json', ['check', 'meta']],
  ['tools/{bench,pictures}/**', ['check', 'node/tools']],
];

/** The tests of one subject at the slow levels. */
function about(subject: string): readonly Scope[] {
  return ['node', 'agents', 'host', 'window'].map((level) => `${level}/${subject}`);
}
