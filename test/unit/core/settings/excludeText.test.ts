import { describe, expect, it } from 'vitest';
import {
  addExcludeLine,
  excludeLineFor,
  hasExcludeLine,
  removeExcludeLine,
} from '../../../../src/core/settings/excludeText.ts';

const line = '/.claude/settings.local.json';

describe('a line of an exclude file', () => {
  it.each(['', '# note\n', '*.log', '*.log\n\n', 'a\r\n', `${line}x\n`])('comes and goes: %j', (text) => {
    const added = addExcludeLine(text, line);
    expect(hasExcludeLine(added.text, line)).toBe(true);
    expect(removeExcludeLine(added.text, line, added.endedLine)).toBe(text);
  });

  it('goes from the middle, with all others kept', () => {
    const added = addExcludeLine('*.log', line);
    expect(removeExcludeLine(`${added.text}*.tmp\n`, line, true)).toBe('*.log\n*.tmp\n');
    expect(removeExcludeLine(`a\n${line}`, line, false)).toBe('a\n');
    expect(removeExcludeLine('a\n', line, false)).toBe('a\n');
  });

  it('means one path only', () => {
    expect(excludeLineFor('a[1]*?/b\\c')).toBe('/a\\[1\\]\\*\\?/b\\\\c');
  });
});
