import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lineLog } from '../../../tools/vscode/lineLog.ts';
import { temporaryDir } from './support.ts';

describe('The log of a page', () => {
  it('has every line, the late ones too', () => {
    const file = join(temporaryDir(), 'workbench.log');
    const log = lineLog(file);
    log('info: up');
    log('page error: late');
    expect(readFileSync(file, 'utf8')).toBe('info: up\npage error: late\n');
  });

  it('begins anew with every run', () => {
    const file = join(temporaryDir(), 'workbench.log');
    lineLog(file)('of before');
    lineLog(file)('of now');
    expect(readFileSync(file, 'utf8')).toBe('of now\n');
  });

  it('takes a line harmlessly when its folder is gone', () => {
    const dir = temporaryDir();
    const log = lineLog(join(dir, 'workbench.log'));
    rmSync(dir, { recursive: true });
    expect(() => log('late')).not.toThrow();
  });
});
