import { dangerousCommands } from './dangerousCommands.ts';
import { yamlName } from './hookName.ts';
import type { HookScope } from './hookScope.ts';

/** A hook to begin with: what its files say, for a name. */
export interface HookTemplate {
  readonly id: string;
  /** What it is for, in a few words. */
  readonly about: string;
  /** Whose hook it usually is: it is made there unless told. */
  readonly scope: HookScope;
  readonly files: (name: string) => { readonly hook: string; readonly script: string };
}

const head = '#!/usr/bin/env bash\n# What happened comes as JSON on standard input.\nevent=$(cat)\n';

interface Sample {
  readonly about: string;
  readonly scope?: HookScope;
  readonly title: string;
  readonly keys: string;
  readonly words: string;
  readonly script: string;
}

function template(id: string, { about, scope = 'user', title, keys, words, script }: Sample): HookTemplate {
  return {
    id,
    about,
    scope,
    files: (name) => ({
      hook: `---\nname: ${yamlName(name)}\ndescription: ${about}\n${keys}---\n\n# ${title}\n\n${words}\n`,
      script: `${head}\n${script}`,
    }),
  };
}

const blank = template('blank', {
  about: 'Empty hook',
  title: 'A new hook',
  keys: 'trigger: before_tool\n',
  words: 'Exit 0 lets it happen, exit 2 blocks it with what the script writes to standard error.',
  script: 'exit 0\n',
});

/** The patterns that hooks are mostly made for, and an empty one. */
export const hookTemplates: readonly HookTemplate[] = [
  template('block-dangerous-commands', {
    about: 'Blocks commands that erase the whole system, your home or a disk',
    title: 'Block dangerous commands',
    keys: `trigger: before_tool
matcher:
  tool: Shell
timeout: 5000
priority: 999
metadata:
  sample: rm -rf /
`,
    words:
      'The list is in `scripts/run.sh`, one kind of command on each line: add your own. The agent reads why.',
    script: dangerousCommands,
  }),
  template('auto-format-python', {
    about: 'Formats Python files after they were written',
    title: 'Format Python files',
    keys: `trigger: after_tool
matcher:
  tool: WriteFile|StrReplaceFile
  pattern: '\\.py$'
timeout: 30000
async: true
`,
    words: 'Runs in the background: the agent does not wait for it.',
    script: `# The files, whatever the agent's program calls them. Python reads the JSON: black does not run without it.
printf %s "$event" | python3 -c '
import json, sys
event = json.loads(sys.stdin.buffer.read())
for path in event.get("paths") or [event.get("path") or ""]:
    sys.stdout.buffer.write(path.encode() + b"\\0")
' 2>/dev/null | while IFS= read -r -d '' file; do
  case $file in
    *.py) command -v black >/dev/null && black --quiet -- "$file" ;;
  esac
done
exit 0
`,
  }),
  template('block-prod-deploy', {
    about: 'Blocks deployments to production',
    title: 'Block deployments to production',
    keys: `trigger: before_tool
matcher:
  tool: Shell
  pattern: 'deploy.*prod|kubectl.*production'
timeout: 60000
`,
    words: 'Deployments to production are for people.',
    script: `echo "This operation affects the production environment and is not allowed" >&2
exit 2
`,
  }),
  template('audit-log', {
    about: 'Writes a line to a log when a session ends',
    title: 'Audit log',
    keys: `trigger: session_end
async: true
`,
    words:
      'The log is `~/.local/state/agent-hooks/audit.log`; a hook that changes its own folder has to be allowed again.',
    script: `folder=\${XDG_STATE_HOME:-$HOME/.local/state}/agent-hooks
mkdir -p "$folder" && printf '%s\\n' "$event" >>"$folder/audit.log"
exit 0
`,
  }),
  template('enforce-tests', {
    about: 'Lets the agent stop only when the tests pass',
    scope: 'project',
    title: 'Quality gate',
    keys: `trigger: before_stop
timeout: 120000
priority: 999
`,
    words:
      'The script runs `npm test` where there is a test script; put your own command there. Where it fails, the agent reads why and goes on.',
    script: `# Nothing to do in a folder without tests.
folder=$PWD
while [ ! -e "$folder/package.json" ] && [ "$folder" != / ]; do
  folder=$(dirname -- "$folder")
done
grep '"test"[[:space:]]*:' "$folder/package.json" 2>/dev/null | grep -qv 'no test specified' || exit 0

if ! output=$(npm test 2>&1); then
  printf 'The tests must pass before you stop. They end with:\\n%s\\n' "$(printf %s "$output" | tail -n 20)" >&2
  exit 2
fi
exit 0
`,
  }),
  blank,
];

/** The template that a HOOK.md was made from, by its description; the empty one where that is another. */
export function templateOf(hook: string): HookTemplate {
  return hookTemplates.find(({ about }) => hook.includes(`\ndescription: ${about}\n`)) ?? blank;
}
