import { describe, expect, it } from 'vitest';
import { launchOf } from '../../../../src/core/run/launch.ts';
import { defaultPolicy } from '../../../../src/core/run/policy.ts';
import { programOf } from '../../../../src/core/run/programLaunch.ts';
import type { RunStep } from '../../../../src/core/run/run.ts';
import { programs } from '../../../support/programs.ts';

const agent = 'claude-code:0b0f2f6e-0000-4000-8000-000000000001';
const session = '0b0f2f6e-0000-4000-8000-000000000001';
const step = (more: Partial<RunStep>): RunStep => ({
  name: 'build',
  worktree: false,
  policy: defaultPolicy,
  command: 'claude --permission-mode acceptEdits',
  ...more,
});
const env = { BECKON_AGENT: agent };
const path = `PATH="$PATH:\${BECKON_HOME:-$HOME/.beckon}/bin"\nunset CLAUDE_CODE_SESSION_ID\n`;
const script = `${path}claude --permission-mode acceptEdits "$@"`;

describe('the launch of Claude Code', () => {
  it('takes the id the run gave, and the prompt', () => {
    expect(launchOf(programs, { step: step({ prompt: 'Do it.' }), agent, resume: false })).toEqual({
      script,
      args: ['--session-id', session, '--', 'Do it.'],
      env,
    });
  });

  it('has no prompt where there is none', () => {
    for (const prompt of [undefined, '', ' \n']) {
      expect(launchOf(programs, { step: step({ prompt }), agent, resume: false }).args).toEqual([
        '--session-id',
        session,
      ]);
    }
  });

  it('keeps everything of a prompt out of the script', () => {
    const prompt = '--help $(reboot) `reboot` "; reboot';
    expect(launchOf(programs, { step: step({ prompt }), agent, resume: false })).toEqual({
      script,
      args: ['--session-id', session, '--', prompt],
      env,
    });
  });

  it('goes on with a conversation, and says what it is told', () => {
    const resumed = (message?: string) =>
      launchOf(programs, { step: step({ prompt: 'Do it.' }), agent, resume: true, message });
    expect(resumed('Tests must pass.')).toEqual({
      script,
      args: ['--resume', session, '--', 'Tests must pass.'],
      env,
    });
    for (const none of [undefined, '']) {
      expect(resumed(none).args).toEqual(['--resume', session, '--', 'Continue with your task.']);
    }
  });

  it('says the message behind the prompt where it begins anew', () => {
    const fresh = launchOf(programs, {
      step: step({ prompt: 'Do it.' }),
      agent,
      resume: false,
      message: 'Again.',
    });
    expect(fresh.args.at(-1)).toBe('Do it.\n\nAgain.');
  });

  it('leaves out what no argument can hold', () => {
    expect(launchOf(programs, { step: step({ prompt: 'a\0b' }), agent, resume: false }).args.at(-1)).toBe(
      'ab',
    );
  });

  it('ends the command at its last word, so that the arguments are no command of their own', () => {
    const block = step({ command: '\n  claude \\\n    --verbose\n' });
    expect(launchOf(programs, { step: block, agent, resume: false }).script).toBe(
      `${path}claude \\\n    --verbose "$@"`,
    );
  });
});

describe('the launch of another program', () => {
  it('has the prompt as its only argument, also where it is to go on', () => {
    const codex = step({ command: 'codex --full-auto', prompt: 'Do it.' });
    const plan = { step: codex, agent: 'other:1' };
    const launch = { script: `${path}codex --full-auto "$@"`, env: { BECKON_AGENT: 'other:1' } };
    expect(launchOf(programs, { ...plan, resume: false })).toEqual({ ...launch, args: ['Do it.'] });
    expect(launchOf(programs, { ...plan, resume: true, message: 'Again.' })).toEqual({
      ...launch,
      args: ['Do it.\n\nAgain.'],
    });
    expect(launchOf(programs, { step: step({ command: 'codex' }), agent, resume: false }).args).toEqual([]);
  });
});

describe('the program of a command', () => {
  it.each([
    'claude',
    '  claude --model opus',
    '/opt/bin/claude --verbose',
    '~/.local/bin/claude',
    '"/opt/my tools/claude" -p',
    "A=1 B='x y' claude",
    'env claude',
    'A=1 env B=2 claude',
    '"$HOME"/bin/claude',
    '$HOME/bin/claude --add-dir ../a#b',
    'claude \\\n  --verbose',
    'claude --name "a \\" b"',
    'claude --model $(cat model) --verbose',
    'claude --append-system-prompt "be; brief | please & thanks (now)"',
    'claude "$(cat x)`y`"',
    'npx claude',
    'npx -y @anthropic-ai/claude-code',
    'npx --yes -- @anthropic-ai/claude-code@2.1.0 --verbose',
    'env -i claude',
    'env -u FOO --chdir api claude',
    'nice -n 5 claude',
    'exec claude',
    'exec -a builder claude',
    'command claude',
    'cd api && claude',
    'cd "my api"\nclaude --verbose',
    "cat notes | cla'ud'e -p",
    'claude <notes 2>errors',
    'cd . && \\\n  claude --verbose',
    'cd .; \\\nclaude \\\n  --verbose',
    'cla\\\nude',
    '"cla\\\nude" \\\n--verbose',
    'A=1 \\\n  env \\\n  -u B claude',
    'claude --name a\\\n#b',
    'timeout 1h claude',
    'timeout -k 5 --signal INT 1h claude',
    'timeout --foreground -s INT "$LIMIT" nice -n 5 claude',
    'taskset 1 claude',
    'taskset -c 0-3 claude',
    'chrt -b 0 claude',
    'ionice -c 3 claude',
    'ionice -c3 nice -5 claude',
    'stdbuf -oL claude',
    'stdbuf -o L -e 0 claude',
    'setsid -w claude',
    'nohup claude',
    'time -p claude',
    '/usr/bin/time -f %e -o took claude',
    '/usr/bin/env claude',
    'sudo -u builder claude',
    'sudo -Eu builder A=1 claude',
    'sudo -ug claude',
    'doas -u builder claude',
    'caffeinate -i -t 3600 claude',
  ])('%s is Claude Code', (command) => {
    expect(programOf(programs, command)?.id).toBe('claude-code');
  });

  it.each([
    '',
    'codex',
    'claudette',
    'my-claude',
    'claude.sh',
    'claude/run',
    'claude; codex',
    'claude && codex',
    'claude | tee log',
    'claude &',
    'claude # quick',
    'claude\ncodex',
    '(claude)',
    '$(which claude)',
    "claude 'open",
    'A=claude',
    'env -u claude',
    'exec -a claude codex',
    'npx -p claude codex',
    'npx codex claude',
    'npx @anthropic-ai/claude-code-other',
    'eval claude',
    'if true; then claude',
    "'cla\\\nude'",
    'cla\\\\\nude',
    'codex \\\n  claude',
    '"\\claude"',
    'claude; \\\n  codex',
    'cd .;#claude',
    // A word alone says nothing: here it is a model, a name or a file.
    'aider --model claude',
    'echo claude',
    'grep claude notes',
    'timeout claude codex',
    'timeout 1h codex claude',
    'timeout -k claude 1h codex',
    'sudo -u claude codex',
    './timeout.sh 1h claude',
  ])('%s is another', (command) => {
    expect(programOf(programs, command)).toBeUndefined();
  });
});
