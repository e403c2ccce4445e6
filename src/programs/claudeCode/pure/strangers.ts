/**
 * The marks of programs that Beckon does not support, or that do not say themselves that they run the entries of Claude
 * Code: they read its settings, or offer to take its hooks over as they are.
 */
export const strangers: readonly string[] = [
  // Gemini CLI
  'GEMINI_SESSION_ID',
  // Qwen Code
  'QWEN_CODE_SESSION_ID',
  // Codex
  'CODEX_MANAGED_BY_NPM',
  // Cursor
  'CURSOR_VERSION',
  // Factory Droid
  'FACTORY_PROJECT_DIR',
  // Devin
  'DEVIN_PROJECT_DIR',
  // Grok
  'GROK_HOOK_EVENT',
  'GROK_SESSION_ID',
];
