type Fields = Readonly<Record<string, unknown>>;

const places: Readonly<Record<string, string>> = {
  session: ' in this session',
  localSettings: ' in this project',
  projectSettings: ' in this project, for everyone',
  userSettings: ' in all projects',
};

const verbs: Readonly<Record<string, string>> = { allow: 'allow', deny: 'deny', ask: 'ask about' };

/** What one rule that Claude Code proposes to remember would do, in words: `Always allow: npm test *`. */
export function ruleEffect(rule: unknown): string {
  const { type, rules, behavior, mode, directories, destination } = (rule ?? {}) as Fields;
  const where = places[String(destination)] ?? '';
  const verb = verbs[String(behavior)];
  if (type === 'addRules' && Array.isArray(rules) && verb) {
    return `Always ${verb}${where}: ${rules.map(ruleName).join(', ')}`;
  }
  if (type === 'setMode' && mode === 'acceptEdits') {
    return `Auto-accept all edits${where}`;
  }
  if (type === 'setMode' && typeof mode === 'string') {
    return `Switch to the mode ${mode}${where}`;
  }
  if (type === 'addDirectories' && Array.isArray(directories)) {
    return `Allow access${where} to ${directories.join(', ')}`;
  }
  // Whoever is asked must see what it would do, also where its form is not known.
  return `Change permissions: ${JSON.stringify(rule)}`;
}

/** A rule as people write it; of a command only the command. */
function ruleName(rule: unknown): string {
  const { toolName, ruleContent } = (rule ?? {}) as Fields;
  if (typeof ruleContent !== 'string') {
    return `every use of ${String(toolName)}`;
  }
  return toolName === 'Bash' ? ruleContent.replace(/:\*$/u, ' *') : `${String(toolName)}(${ruleContent})`;
}
