import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../../src/core/decision/answersOf.ts';

describe('the answers to questions', () => {
  it('are by the text of the question, several choices in one text', () => {
    const color = { question: 'Which color?', chosen: ['Red'] };
    const sizes = { question: 'Which sizes?', chosen: ['Small', 'Large'] };
    expect(answersOf([color, sizes])).toEqual({ 'Which color?': 'Red', 'Which sizes?': 'Small, Large' });
  });

  it('of equal text are all there', () => {
    const of = (...chosen: readonly string[]) => ({ question: 'Which?', chosen });
    expect(answersOf([of('Red'), of('Blue')])).toEqual({ 'Which?': 'Red, Blue' });
    expect(answersOf([of('Red'), of('Red', 'Green')])).toEqual({ 'Which?': 'Red, Green' });
  });

  it('are also there for a question that is called like a part of every object', () => {
    expect(Object.entries(answersOf([{ question: '__proto__', chosen: ['x'] }]))).toEqual([
      ['__proto__', 'x'],
    ]);
  });
});
