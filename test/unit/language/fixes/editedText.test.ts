import { describe, expect, it } from 'vitest';
import { EditedText } from '../../../../src/language/fixes/editedText.ts';
import { applyEdits } from '../../../../src/language/spanEdit.ts';

describe('EditedText', () => {
  it('has no changes at first', () => {
    expect(new EditedText('abc').edits).toEqual([]);
  });

  it('tells changes of changes as changes of the first text', () => {
    const edited = new EditedText('one two three');
    edited.apply([
      { span: [4, 7], text: 'TWO' },
      { span: [0, 0], text: '> ' },
    ]);
    edited.apply([{ span: [0, 7], text: '' }]);
    edited.apply([{ span: [edited.text.length, edited.text.length], text: '!' }]);
    expect(edited.text).toBe('WO three!');
    expect(edited.edits).toEqual([
      { span: [0, 7], text: 'WO' },
      { span: [13, 13], text: '!' },
    ]);
    expect(applyEdits('one two three', edited.edits)).toBe('WO three!');
  });

  it('puts two things at one place in their order', () => {
    const edited = new EditedText('ab');
    edited.apply([
      { span: [1, 1], text: '1' },
      { span: [1, 1], text: '2' },
    ]);
    expect(edited.text).toBe('a12b');
    expect(edited.edits).toEqual([{ span: [1, 1], text: '12' }]);
  });
});
