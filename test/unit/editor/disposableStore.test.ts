import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../src/editor/disposableStore.ts';

describe('a store of disposables', () => {
  it('lets go of everything once, newest first', () => {
    const gone: string[] = [];
    const store = new DisposableStore();
    store.add({ dispose: () => gone.push('first') });
    store.add({ dispose: () => gone.push('second') });
    expect(store.size).toBe(2);
    store.dispose();
    store.dispose();
    expect(gone).toEqual(['second', 'first']);
    expect(store.size).toBe(0);
  });

  it('lets go of the rest when one fails, then tells', () => {
    const gone: string[] = [];
    const store = new DisposableStore();
    store.add({ dispose: () => gone.push('rest') });
    store.add({
      dispose: () => {
        throw new Error('stuck');
      },
    });
    expect(() => store.dispose()).toThrow('stuck');
    expect(gone).toEqual(['rest']);
  });

  it('keeps nothing that is added after it is disposed', () => {
    const gone: string[] = [];
    const store = new DisposableStore();
    store.dispose();
    store.add({ dispose: () => gone.push('late') });
    expect(gone).toEqual(['late']);
  });
});
