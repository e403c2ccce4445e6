/**
 * How long a test waits for something it can see, for any reason: a little less than a test may take, so that what was
 * waited for is said. Only a failure takes that long.
 */
export const patienceMs = 50_000;
