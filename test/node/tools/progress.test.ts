import { describe, expect, it } from 'vitest';
import { Progress } from '../../../tools/cache/progress.mjs';
import { holdClock } from '../../support/heldClock.ts';

describe('Progress', () => {
  it('shows a step when it starts and again while it lasts', async () => {
    const clock = holdClock();
    const lines: string[] = [];
    const progress = new Progress({ write: (text) => lines.push(text) }, { heartbeatMs: 5 });
    await progress.step('Getting it', () => clock.pass(10));
    expect(lines[0]).toMatch(/^ +0 s {2}Getting it\n$/);
    expect(lines[2]).toMatch(/^ +0 s {2}Getting it: 0 s so far\n$/);
  });

  it('shows only the innermost of steps within steps', async () => {
    const clock = holdClock();
    const lines: string[] = [];
    const progress = new Progress({ write: (text) => lines.push(text) }, { heartbeatMs: 5 });
    await progress.step('Outer', () => progress.step('Inner', () => clock.pass(15)));
    expect(lines).toHaveLength(5);
    expect(lines.slice(2).every((line) => line.includes('Inner'))).toBe(true);
  });

  it('hands on what the step throws', async () => {
    const progress = new Progress({ write: () => undefined });
    await expect(progress.step('Failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
