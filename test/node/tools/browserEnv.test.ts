import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserProblem, fontEnv } from '../../../tools/chromium/browserEnv.ts';
import { temporaryDir } from './support.ts';

describe('The browser', () => {
  it('gets a font of ours where the system has none', () => {
    const dir = temporaryDir();
    const { FONTCONFIG_FILE: file = '' } = fontEnv('/part', join(dir, 'run'), dir);
    expect(readFileSync(file, 'utf8')).toContain('<dir>/part/fonts</dir>');
  });

  it('uses the fonts of a system that has some', () => {
    const dir = temporaryDir();
    for (const path of ['etc/fonts', 'usr/share/fonts/serif'])
      mkdirSync(join(dir, path), { recursive: true });
    for (const path of ['etc/fonts/fonts.conf', 'usr/share/fonts/serif/a.ttf'])
      writeFileSync(join(dir, path), '');
    expect(fontEnv('/part', join(dir, 'run'), dir)).toEqual({});
  });

  it('that does not start is told in the words of the system', () => {
    const program = join(temporaryDir(), 'browser');
    writeFileSync(program, '#!/bin/sh\necho "libnss3.so: cannot open shared object file" >&2\nexit 127\n', {
      mode: 0o755,
    });
    expect(browserProblem(program, {})).toBe('libnss3.so: cannot open shared object file');
    expect(browserProblem('/nowhere/browser', {})).toContain('ENOENT');
  });
});
