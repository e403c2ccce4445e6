import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Progress } from '../../../tools/cache/progress.mjs';

describe('Progress', () => {
  it('shows a step when it starts and again while it lasts', async () => {
    const lines: string[] = [];
    const progress = new Progress({ write: (text) => lines.push(text) }, { heartbeatMs: 5 });
    await progress.step('Getting it', async () => {
      while (lines.length < 3) await delay(1);
    });
    expect(lines[0]).toMatch(/^ +0 s {2}Getting it\n$/);
    expect(lines[2]).toMatch(/^ +0 s {2}Getting it: 0 s so far\n$/);
  });

  it('shows only the innermost of steps within steps', async () => {
    const lines: string[] = [];
    const progress = new Progress({ write: (text) => lines.push(text) }, { heartbeatMs: 5 });
    await progress.step('Outer', () =>
      progress.step('Inner', async () => {
        while (lines.length < 5) await delay(1);
      }),
    );
    expect(lines.slice(2).every((line) => line.includes('Inner'))).toBe(true);
  });

  it('hands on what the step throws', async () => {
    const progress = new Progress({ write: () => undefined });
    await expect(progress.step('Failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
