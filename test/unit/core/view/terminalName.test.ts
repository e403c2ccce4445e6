import { describe, expect, it } from 'vitest';
import { terminalName } from '../../../../src/core/view/terminalName.ts';
import { runOfSteps, stepOf } from '../../../support/runOf.ts';

describe('the name of the terminal of a run', () => {
  it('is that of the run, and of its step where it has several', () => {
    expect(terminalName(runOfSteps(['build'], { name: 'build (2)' }))).toBe('build (2)');
    expect(terminalName(runOfSteps(['plan', 'build'], { step: 1 }))).toBe('feature · build');
  });

  it('makes nothing live of what the runbook says', () => {
    const name = '$(bell) [x](command:y)\u202e';
    expect(terminalName(runOfSteps(['a'], { name }))).toBe('$\u200b(bell) [x]\u200b(command:y)');
    const steps = [stepOf('$(bell)'), stepOf('b')];
    expect(terminalName(runOfSteps([], { steps }))).toBe('feature · $\u200b(bell)');
  });

  it('leaves room for others, and keeps the number of the run', () => {
    const name = `${'x'.repeat(70)} (2)`;
    const long = terminalName(runOfSteps(['a'], { name }));
    expect(long).toMatch(/^x+ … x* ?\(2\)$/u);
    expect(long.length).toBeLessThanOrEqual(30);
    const step = terminalName(runOfSteps([], { name, steps: [stepOf('y'.repeat(70)), stepOf('b')] }));
    expect(step).toMatch(/^x+ … \S*\(?2\) · y+ … y+$/u);
    expect(step.length).toBeLessThanOrEqual(30);
  });
});
