/** A failure with one sentence a person can act on; nothing but that sentence is shown, never a stack. */
export class UserError extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'UserError';
    this.code = 'user';
    this.exitCode = exitCode;
  }
}

/**
 * Runs a command's main function and turns its failure into an exit code: a `UserError` prints its sentence, a full
 * disk is said to be one, anything else is a defect of the tools and prints its stack.
 * @param {() => Promise<number>} main
 * @returns {Promise<never>}
 */
export async function runMain(main) {
  try {
    process.exit(await main());
  } catch (error) {
    if (error instanceof UserError) {
      process.stderr.write(`${error.message}\n`);
      process.exit(error.exitCode);
    }
    const { code } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      process.stderr.write(`The disk is full (${/** @type {Error} */ (error).message}).\n`);
      process.exit(1);
    }
    process.stderr.write(
      `A defect in Beckon's tools: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(70);
  }
}
