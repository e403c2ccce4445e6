import { describe, expect, it } from 'vitest';
import {
  claudeConfigDir,
  claudeSessionsDir,
  claudeTranscriptPath,
} from '../../../../src/programs/claudeCode/node/claudeHome.ts';

describe('where Claude Code keeps its things', () => {
  it('is a folder of the person, or the one that the environment names', () => {
    expect(claudeConfigDir({}, '/home/a')).toBe('/home/a/.claude');
    expect(claudeConfigDir({ CLAUDE_CONFIG_DIR: '' }, '/home/a')).toBe('/home/a/.claude');
    expect(claudeConfigDir({ CLAUDE_CONFIG_DIR: '/etc/c' }, '/home/a')).toBe('/etc/c');
    expect(claudeSessionsDir('/c')).toBe('/c/sessions');
  });

  it.each([
    ['/workspace', 's-1', '/c/projects/-workspace/s-1.jsonl'],
    ["/t/sp ace (x) 'q", 's1', '/c/projects/-t-sp-ace--x---q/s1.jsonl'],
    ['/t/é_ü.x', 's1', '/c/projects/-t-----x/s1.jsonl'],
    ['/t/🦊x', 's1', '/c/projects/-t---x/s1.jsonl'],
    ['/w', '../../etc/passwd', undefined],
    ['/w', '', undefined],
  ])('a transcript of %s, session %s, lies at %s', (cwd, session, expected) => {
    expect(claudeTranscriptPath('/c', cwd, session)).toBe(expected);
  });

  // The agents level holds this rule against the real program.
  it('cuts the name of a long folder, and tells two apart that begin alike', () => {
    const named = (cwd: string) => claudeTranscriptPath('/c', cwd, 's')?.split('/')[3];
    const cut = `-${'a'.repeat(199)}`;
    expect(named(`/${'a'.repeat(199)}`)).toBe(cut);
    expect(named(`/${'a'.repeat(200)}`)).toBe(`${cut}-b6ymvl`);
    expect(named(`/${'a'.repeat(199)}/🦊`)).toBe(`${cut}-v5jfzr`);
  });
});
