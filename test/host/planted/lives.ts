describe('A host that lives', () => {
  it('passes its only test', () => {});
});
