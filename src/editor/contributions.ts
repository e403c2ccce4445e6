/** The commands Beckon contributes; a test keeps this list and package.json equal. */
export const commandIds = {
  startDemo: 'beckon.startDemo',
  stopDemo: 'beckon.stopDemo',
  showAgents: 'beckon.showAgents',
  install: 'beckon.install',
  uninstall: 'beckon.uninstall',
  showHealth: 'beckon.showHealth',
  writeEntries: 'beckon.writeEntries',
} as const;

/** The views Beckon contributes. */
export const viewIds = { agents: 'beckon.agents' } as const;

/** The context keys menus and welcome texts depend on. */
export const contextKeys = {
  demoRuns: 'beckon.demoRuns',
  state: 'beckon.state',
  reviews: 'beckon.reviews',
} as const;

/** The settings and their defaults; a test keeps them and package.json equal. */
export const settingDefaults = {
  'beckon.demo.speed': 1,
  'beckon.install.ask': true,
  'beckon.install.scope': 'local',
} as const;
