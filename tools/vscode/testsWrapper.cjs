const { writeFileSync } = require('node:fs');

/**
 * Runs the real tests module inside the extension host and leaves a file when it has ended, well or badly. VS Code
 * reports success when the extension host dies in the middle of the tests, so its word alone proves nothing.
 */
exports.run = async () => {
  const { BECKON_TEST_MODULE: tests = '', BECKON_TEST_DONE: done = '' } = process.env;
  try {
    await require(tests).run();
    writeFileSync(done, 'passed');
  } catch (error) {
    writeFileSync(done, `failed: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
};
