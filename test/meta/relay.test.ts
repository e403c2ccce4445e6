import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  bodyLimit,
  firstWordMs,
  lifetimeMs,
  protocol,
  reattachMs,
  spoolLimits,
  toldVariables,
  waitMs,
} from '../../src/core/wire/protocol.ts';
import { toldLimit } from '../../src/core/wire/relayRules.ts';
import { parseRelayVersion, relayVersion } from '../../src/core/wire/relayVersion.ts';
import { claudeEvents } from '../../src/programs/claudeCode/pure/eventNames.ts';
import { claudeCodeRelay } from '../support/claudeCodeRelay.ts';
import { repository } from '../support/runProgram.ts';

const script = readFileSync(join(repository, 'src/relay/relay.sh'), 'utf8');

/** What a number is set to in the script. */
function numberOf(name: string): number {
  return Number(new RegExp(`(?:^|\\s)${name}=(\\d+)(?=\\s)`, 'mu').exec(script)?.[1]);
}

/** What bash 3.2 does not know; a line that first asks for the version may use it. */
const tooNew: readonly RegExp[] = [
  /\$\{\w+(?:\[[^\]]*\])?(?:,,?|\^\^?)/u,
  /\bwait -n\b/u,
  /\b(?:mapfile|readarray|coproc)\b/u,
  /\b(?:declare|local|typeset) -[a-zA-Z]*[Ang]/u,
  /&>>|\|&/u,
  /\bread\b[^|;]* -t ?0?\.\d/u,
  /\bprintf\b[^|;]*%\(/u,
];

function tooNewLines(source: string): string[] {
  return source.split('\n').filter((line) => !/^\s*#/u.test(line) && tooNew.some((form) => form.test(line)));
}

describe('the relay in bash', () => {
  it('knows the same numbers and names as the protocol', () => {
    expect(numberOf('wait_s') * 1000).toBe(waitMs);
    expect(numberOf('reattach_s') * 1000).toBe(reattachMs);
    expect(numberOf('word_ms')).toBe(firstWordMs);
    expect(numberOf('life_ms')).toBeLessThan(lifetimeMs);
    expect(numberOf('body_limit')).toBe(bodyLimit);
    expect(numberOf('told_limit')).toBe(toldLimit);
    expect(numberOf('spool_count')).toBe(spoolLimits.count);
    expect(numberOf('spool_bytes')).toBe(spoolLimits.bytes);
    expect(numberOf('spool_bytes_each')).toBe(spoolLimits.bytesEach);
    expect(script).toContain(`Beckon-Protocol: ${protocol}$`);
    expect(/^told='([^']+)'/mu.exec(script)?.[1]?.split(/\s+/u)).toEqual(toldVariables);
  });

  it('says its version in its second line', () => {
    expect(parseRelayVersion(script.split('\n')[1] ?? '')).toBe(relayVersion);
  });

  it('uses nothing that bash 3.2 does not know', () => {
    expect(tooNewLines(script)).toEqual([]);
  });

  it.each([
    'x=${name,,}',
    'wait -n',
    'mapfile -t lines <file',
    'local -A table',
    'local -n other=$1',
    'run &>>log',
    'run |& cat',
    'read -t 0.5 line',
    "printf '%(%s)T'",
  ])('finds the planted line: %s', (line) => {
    expect(tooNewLines(`# wait -n\n${line}\n`)).toEqual([line]);
  });
});

/** What only the rules of a program may name: its events, its variables, and programs themselves. */
const foreign: readonly RegExp[] = [
  new RegExp(
    `\\b(?:${[...claudeEvents.map(({ name }) => name), ...claudeCodeRelay.told].join('|')})\\b`,
    'u',
  ),
  /claude|codex|copilot|gemini|qwen|cursor|factory|opencode|kimi/iu,
];

function foreignLines(source: string): string[] {
  return source.split('\n').filter((line) => foreign.some((form) => form.test(line)));
}

describe('the relays', () => {
  const folder = join(repository, 'src/relay');

  it.each(readdirSync(folder))('know no program and no event: %s', (file) => {
    expect(foreignLines(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
  });

  it('know none by what they import either', () => {
    expect(foreignLines(readFileSync(join(repository, 'dist/relay.cjs'), 'utf8'))).toEqual([]);
  });

  it.each([
    "waits: event === 'PermissionRequest',",
    'case $event in Stop) waits=1 ;; esac',
    "told='BECKON_AGENT CODEX_HOME'",
    'dir=${CLAUDE_PROJECT_DIR:-$PWD}',
    "program: 'claude-code',",
  ])('do not get past this with: %s', (line) => {
    expect(foreignLines(`local event=$1\n${line}\n`)).toEqual([line]);
  });
});
