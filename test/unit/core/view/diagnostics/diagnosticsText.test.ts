import { describe, expect, it } from 'vitest';
import { noAgents } from '../../../../../src/core/roster/agentsState.ts';
import type { Diagnosed } from '../../../../../src/core/view/diagnostics/diagnosticsText.ts';
import { diagnosticsText } from '../../../../../src/core/view/diagnostics/diagnosticsText.ts';
import { parseClaudeCode } from '../../../../../src/programs/claudeCode/pure/hookEvents.ts';
import { reduceAgents } from '../../../../support/rosterState.ts';

const secret = 'hunter2';

/** What agents told, with a secret in everything they say. */
function told(...events: readonly (readonly [session: string, event: string, fields: object])[]) {
  return events.reduce((state, [session, hook_event_name, fields], at) => {
    const cwd = `/home/${secret}/work`;
    const payload = {
      session_id: session,
      cwd,
      transcript_path: `${cwd}/x.jsonl`,
      hook_event_name,
      ...fields,
    };
    const event = parseClaudeCode(payload, { id: `e${at}`, at });
    return event ? reduceAgents(state, event).state : state;
  }, noAgents);
}

const state = told(
  ['one', 'UserPromptSubmit', { prompt: `Use the token ${secret}` }],
  [
    'one',
    'PreToolUse',
    { tool_name: 'Bash', tool_input: { command: `curl -u ${secret}` }, tool_use_id: 't' },
  ],
  ['one', 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: `curl -u ${secret}` } }],
  ['two', 'UserPromptSubmit', { prompt: secret }],
  ['three', 'UserPromptSubmit', { prompt: secret }],
);

const diagnosed: Diagnosed = {
  versions: { Beckon: '0.1.0', 'VS Code (web)': '1.105.1', 'Claude Code': undefined, Remote: 'none' },
  trusted: true,
  folders: [
    { folder: secret, program: { id: 'claude-code' }, scope: 'local', findings: [] },
    { folder: secret, program: { id: 'parrot' }, scope: 'local', findings: [] },
    {
      folder: `${secret}2`,
      program: { id: 'parrot' },
      scope: 'user',
      findings: [{ name: 'lost', message: `/home/${secret} lost them.`, fix: `cd /home/${secret}` }],
    },
  ],
  state,
  settings: [
    { key: 'beckon.demo.speed', value: 2, default: 1 },
    { key: 'beckon.install.scope', value: 'user', default: 'local', words: ['local', 'project', 'user'] },
    { key: 'beckon.notify.died', value: 'notify', default: 'notify', words: ['off', 'notify'] },
    { key: 'beckon.notify.quietHours', value: secret, default: '' },
    { key: 'beckon.desktop.kinds', value: { plan: true, died: false }, default: { died: false, plan: true } },
    { key: 'beckon.other.kinds', value: { plan: true, died: secret }, default: { plan: true, died: false } },
  ],
  log: ['1970-01-01T00:00:00.000Z an event could not be heard'],
};

describe('diagnostics', () => {
  it('say what a bug report needs', () => {
    expect(diagnosticsText(diagnosed)).toBe(`Beckon diagnostics

Beckon: 0.1.0
VS Code (web): 1.105.1
Claude Code: unknown
Remote: none
Workspace: trusted

Health:
- folder 1, claude-code (local): connected
- folder 1, parrot (local): connected
- folder 2, parrot (user): lost

Agents:
- claude-code prompting: 1
- claude-code working: 2

Runs:
- none

Settings:
- beckon.demo.speed: 2
- beckon.install.scope: user
- beckon.notify.died: default
- beckon.notify.quietHours: changed
- beckon.desktop.kinds: default
- beckon.other.kinds: changed

Log:
- 1970-01-01T00:00:00.000Z an event could not be heard
`);
  });

  it('hold nothing of prompts, tool inputs, paths, findings and settings', () => {
    const program = `/home/${secret}/bin/claude`;
    const agents = new Map([...state.agents].map(([id, agent]) => [id, { ...agent, program }]));
    const versions = { 'Claude Code': program, Remote: `ssh-remote+${secret}@host:/x` };
    const text = diagnosticsText({ ...diagnosed, versions, state: { ...state, agents } });
    expect(text).not.toContain(secret);
    expect(text).toContain('- other working: 2');
  });
});
