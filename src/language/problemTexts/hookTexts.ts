import type { AdviceCode } from '../../core/findings/finding.ts';
import type { HookCode } from '../../core/hookfile/problem.ts';
import type { YamlCode } from '../../core/yaml/problem.ts';
import type { ProblemText } from './problemText.ts';

/** What can be wrong with a HOOK.md. The examples are lines of its front matter. */
export const hookTexts: Readonly<Record<Exclude<HookCode, YamlCode> | AdviceCode, ProblemText>> = {
  'no-frontmatter': {
    level: 'Error',
    what: 'The file does not begin with a line `---`. A hook is defined between two such lines at the very start of the file.',
    fix: 'Begin the file with `---`, the keys of the hook, and another `---`. Nothing may come before it, not even a blank line.',
  },
  'open-frontmatter': {
    level: 'Error',
    what: 'The front matter has no end.',
    fix: 'Add a line `---` after the last key, with nothing else on it.',
  },
  'too-large': {
    level: 'Error',
    what: 'The front matter does not end in the first 64 KB of the file. It was not read.',
    fix: 'Keep it short. Text for people goes after it and can be as long as you like.',
  },
  unreadable: {
    level: 'Error',
    what: "The file exists but can't be read.",
    fix: 'The message has the reason. Most often the file belongs to someone else, or it is a folder.',
  },
  'not-utf8': {
    level: 'Error',
    what: 'The file is not valid UTF-8.',
    fix: 'Save it as UTF-8.',
  },
  'missing-key': {
    level: 'Error',
    what: 'Every hook needs a `name`, a `description` and a `trigger`; one of them is missing.',
    wrong: 'name: no-danger\ntrigger: before_tool',
    right: 'name: no-danger\ndescription: Blocks what destroys data\ntrigger: before_tool',
    fix: 'Add the key.',
  },
  'name-folder': {
    level: 'Warning',
    what: 'The hook and its folder have different names. It runs, but it is hard to find.',
    fix: 'Rename the folder, or the hook.',
  },
  'description-length': {
    level: 'Error',
    what: 'The description has more than 1024 characters.',
    fix: 'Shorten it, and put the rest after the front matter.',
  },
  'unknown-trigger': {
    level: 'Error',
    what: 'There is no trigger with this name. Names are lower-case, with underscores: `before_tool`.',
    wrong: 'trigger: before-tool',
    right: 'trigger: before_tool',
    fix: 'Use one of the names in the table of triggers in [hooks.md](hooks.md#what-hookmd-says).',
  },
  'timeout-range': {
    level: 'Error',
    what: 'The timeout is not a whole number from 100 to 600000, in milliseconds.',
    wrong: 'timeout: 30s',
    right: 'timeout: 30000',
    fix: 'Write the milliseconds, without a unit.',
  },
  'priority-range': {
    level: 'Error',
    what: 'The priority is not a whole number from 0 to 1000. Hooks with a higher priority run first.',
    wrong: 'priority: high',
    right: 'priority: 900',
    fix: 'Write a number.',
  },
  async: {
    level: 'Error',
    what: '`async` is neither true nor false.',
    wrong: 'async: later',
    right: 'async: true',
    fix: 'Write `true` to run the hook in the background, or `false` to make the agent wait for it.',
  },
  regex: {
    level: 'Error',
    what: 'The text is no regular expression of JavaScript, or has more than 4096 characters.',
    wrong: "matcher: { tool: '*' }",
    right: "matcher: { tool: '.*' }",
    fix: 'The sentence has the reason. A bracket or a star that is meant as itself has a backslash before it. Flags as `(?i)` are not known: write `[Rr]m`.',
  },
  'slow-regex': {
    level: 'Warning',
    what: 'A part of the regular expression repeats something that repeats by itself, or has a choice between two ways for the same text; or four repetitions in a row can share one text, as `.*.*.*.*`, where a search that may begin anywhere counts as one. With some texts it tries so many ways that it does not end. After a tenth of a second that counts as a match.',
    wrong: "matcher: { pattern: '^(\\w+\\s?)*$' }",
    right: "matcher: { pattern: '^\\w+(\\s\\w+)*$' }",
    fix: 'Write it so that there is one way for each text: take out one of the two repetitions, or put something between them that is always there.',
  },
  'double-quoted-backslash': {
    level: 'Error or warning',
    what: 'In double quotes YAML reads a backslash as the start of an escape. Most of those of regular expressions are none in YAML, as `\\.`: an error. `\\b` is one, and means a backspace: a warning.',
    wrong: 'matcher: { pattern: "\\.py$" }',
    right: "matcher: { pattern: '\\.py$' }",
    fix: 'Put the text into single quotes. A single quote in it is written twice.',
  },
  'matcher-ignored': {
    level: 'Warning',
    what: 'The hook has a matcher, and its trigger is about no tool. The matcher has no effect: the hook runs every time.',
    wrong: 'trigger: session_start\nmatcher: { tool: Shell }',
    right: 'trigger: session_start',
    fix: 'Take the matcher out, or choose one of the triggers with `tool` in their names.',
  },
  'async-blocks': {
    level: 'Warning',
    what: "The hook runs in the background, and its script tries to block, with exit code 2 or a decision. Nobody waits for it, so it can't.",
    fix: 'Set `async` to `false`, or let the script only watch.',
  },
  overridden: {
    level: 'Warning or information',
    what: 'A hook of the project and one of yours have the same name. In that project only the one of the project is run.',
    fix: 'Give one of them another name, if both should run.',
  },
  'same-name': {
    level: 'Warning',
    what: 'Two hooks in one place have the same name. Only the one whose folder comes first by its name is run.',
    fix: 'Give one of them another name.',
  },
  'no-script': {
    level: 'Error',
    what: "The hook has no script, so it can't run. Beckon looks for `scripts/run`, `run.sh`, `run.py` and `run.js`; on Windows `run.cmd` and `run.ps1` before them.",
    fix: 'Add one. In VS Code, the light bulb creates an executable `scripts/run.sh`.',
  },
  'no-interpreter': {
    level: 'Error',
    what: "The first line of the script names a program that doesn't exist or isn't executable, so the script can't be started.",
    fix: 'Use the path of the program, or let `env` find it: `#!/usr/bin/env bash`.',
  },
  'script-not-executable': {
    level: 'Warning',
    what: "The script is not executable. Beckon runs it by its first line or its name; other programs don't.",
    fix: '`chmod +x scripts/run.sh`.',
  },
  'script-no-shebang': {
    level: 'Warning',
    what: "The first line of the script doesn't say which program runs it.",
    fix: 'Begin it with `#!/usr/bin/env bash`, or the program it is written for.',
  },
  'trigger-alias': {
    level: 'Hint',
    what: 'This is the name of the trigger in later texts of the format. It works; Beckon shows the first one everywhere. The script is told the name that is in the file.',
    wrong: 'trigger: pre-tool-call',
    right: 'trigger: before_tool',
    fix: 'Change it when you like, and with it a script that looks at `event_type`.',
  },
  'priority-clash': {
    level: 'Information',
    what: "Another hook has the same trigger and priority. Yours then run before the project's, and within one place they run by folder name.",
    fix: 'Change one of the priorities if the order matters.',
  },
  'program-limit': {
    level: 'Information',
    what: "An agent program that is in use here can't do what the hook is for: it doesn't report that moment, so the hook doesn't run for its agents, or it ignores a part of what the hook says. The programs in use are those that Beckon is set up for in the folder; if there are none, those that are installed.",
    fix: "Nothing is wrong with the hook: don't rely on it for agents of that program. [hooks.md](hooks.md#what-each-program-heeds) says what each program heeds at which trigger.",
  },
};
