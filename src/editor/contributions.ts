import type { Scope } from '../core/settings/wanted.ts';
import { scopes } from '../core/settings/wanted.ts';
import { usualDesktopKinds, usualLevels } from '../core/view/notifyKinds.ts';

/** The commands Beckon contributes; a test keeps this list and package.json equal. */
export const commandIds = {
  startDemo: 'beckon.startDemo',
  stopDemo: 'beckon.stopDemo',
  showAgents: 'beckon.showAgents',
  approve: 'beckon.approve',
  approveAll: 'beckon.approveAll',
  approveAlways: 'beckon.approveAlways',
  deny: 'beckon.deny',
  skipQuestion: 'beckon.skipQuestion',
  rejectPlan: 'beckon.rejectPlan',
  escalate: 'beckon.escalate',
  switchAnswers: 'beckon.switchAnswers',
  answer: 'beckon.answer',
  read: 'beckon.read',
  showDiff: 'beckon.showDiff',
  preview: 'beckon.preview',
  mute: 'beckon.mute',
  snooze: 'beckon.snooze',
  endSnooze: 'beckon.endSnooze',
  nextWaiting: 'beckon.nextWaiting',
  approveReading: 'beckon.approveReading',
  approveRule: 'beckon.approveRule',
  approveShown: 'beckon.approveShown',
  denyShown: 'beckon.denyShown',
  denyReading: 'beckon.denyReading',
  answerReading: 'beckon.answerReading',
  skipReading: 'beckon.skipReading',
  denyWithReason: 'beckon.denyWithReason',
  editAsk: 'beckon.editAsk',
  approveDraft: 'beckon.approveDraft',
  cancelDraft: 'beckon.cancelDraft',
  showBatch: 'beckon.showBatch',
  goToTerminal: 'beckon.goToTerminal',
  nudge: 'beckon.nudge',
  interrupt: 'beckon.interrupt',
  openTranscript: 'beckon.openTranscript',
  copyId: 'beckon.copyId',
  forget: 'beckon.forget',
  resume: 'beckon.resume',
  markAllSeen: 'beckon.markAllSeen',
  showMostUrgent: 'beckon.showMostUrgent',
  showAllWindows: 'beckon.showAllWindows',
  showTheseFolders: 'beckon.showTheseFolders',
  install: 'beckon.install',
  uninstall: 'beckon.uninstall',
  showHealth: 'beckon.showHealth',
  writeEntries: 'beckon.writeEntries',
  cancelEntries: 'beckon.cancelEntries',
  startProgram: 'beckon.startAgent',
  copyDiagnostics: 'beckon.copyDiagnostics',
  startRun: 'beckon.startRun',
  supervise: 'beckon.supervise',
  stopSupervising: 'beckon.stopSupervising',
  decide: 'beckon.decide',
  cancelRun: 'beckon.cancelRun',
  newHook: 'beckon.newHook',
  allowHook: 'beckon.allowHook',
  denyHook: 'beckon.denyHook',
  runHookSample: 'beckon.runHookSample',
  openHook: 'beckon.openHook',
  showHookLog: 'beckon.showHookLog',
  restartLanguageServer: 'beckon.restartLanguageServer',
  countHookCalls: 'beckon.countHookCalls',
  createHookScript: 'beckon.createHookScript',
  makeHookExecutable: 'beckon.makeHookExecutable',
} as const;

/** The views Beckon contributes. */
export const viewIds = { agents: 'beckon.agents', hooks: 'beckon.hooks' } as const;

/** The context keys menus and welcome texts depend on. */
export const contextKeys = {
  demoRuns: 'beckon.demoRuns',
  allWindows: 'beckon.allWindows',
  /** Set over and over, to see whether the page answers. */
  pulse: 'beckon.pulse',
  state: 'beckon.state',
  /** The agent program was not found. */
  noProgram: 'beckon.noProgram',
  reviews: 'beckon.reviews',
  /** Some notifications are muted. */
  muted: 'beckon.muted',
  /** Somebody is done, has failed or has died, and nobody has looked. */
  unseen: 'beckon.unseen',
  snoozed: 'beckon.snoozed',
  /** Somebody can be answered. */
  waiting: 'beckon.waiting',
  /** The documents that show a permission, which can be approved. */
  readings: 'beckon.readings',
  /** Those of them, and of those with questions, that can be denied. */
  deniables: 'beckon.deniables',
  /** Those of them that can be edited before they are approved. */
  editables: 'beckon.editables',
  /** Those of them whose agent proposes a rule. */
  withRule: 'beckon.withRule',
  /** The documents that show questions: those are answered in a list. */
  questions: 'beckon.questions',
  /** The asks that are being edited. */
  drafts: 'beckon.drafts',
} as const;

/**
 * The end of the name of every document with a text of an agent. It makes VS Code take the document for one of our
 * languages: they look like those of the file, and no link in them comes alive.
 */
export const previewSuffix = '.beckon';

/** The settings and their defaults; a test keeps them and package.json equal. */
export const settingDefaults = {
  'beckon.demo.speed': 1,
  'beckon.notify.permission': usualLevels.permission,
  'beckon.notify.question': usualLevels.question,
  'beckon.notify.plan': usualLevels.plan,
  'beckon.notify.failed': usualLevels.failed,
  'beckon.notify.died': usualLevels.died,
  'beckon.notify.idle': usualLevels.idle,
  'beckon.notify.run': usualLevels.run,
  'beckon.notify.quietHours': '',
  'beckon.hiddenPromptSeconds': 20,
  'beckon.graceSeconds': 60,
  'beckon.install.ask': true,
  'beckon.install.scope': 'local' as Scope,
  'beckon.desktop.kinds': usualDesktopKinds,
  'beckon.desktop.afterSeconds': 60,
  'beckon.desktop.sound': true,
};

/** The settings that are one of a few words, and those words. */
export const settingWords: Readonly<Partial<Record<keyof typeof settingDefaults, readonly string[]>>> = {
  'beckon.notify.permission': ['off', 'badge', 'notify'],
  'beckon.notify.question': ['off', 'badge', 'notify'],
  'beckon.notify.plan': ['off', 'badge', 'notify'],
  'beckon.notify.failed': ['off', 'badge', 'notify'],
  'beckon.notify.died': ['off', 'badge', 'notify'],
  'beckon.notify.idle': ['off', 'badge', 'notify'],
  'beckon.notify.run': ['off', 'badge', 'notify'],
  'beckon.install.scope': scopes,
};
