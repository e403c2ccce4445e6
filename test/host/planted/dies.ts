describe('A host that dies', () => {
  it('passes one test first', () => {});

  it('ends in the middle of the second', () => {
    process.exit(0);
  });
});
