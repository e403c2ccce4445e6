import { expect, it } from 'vitest';
import { focusedWindows } from '../../../../src/core/wire/focusedWindows.ts';

it('counts this window and the others with the focus, but none whose page is gone', () => {
  const others = [
    { focused: true, asks: true },
    { focused: true, asks: false },
    { focused: false, asks: true },
  ];
  expect(focusedWindows(false, [])).toBe(0);
  expect(focusedWindows(true, others)).toBe(2);
  expect(focusedWindows(false, others)).toBe(1);
});
