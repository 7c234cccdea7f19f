/*
 * A real browser on a busy machine sometimes misses an event. A failed browser test runs once more, and its first failure is printed. `npm test` names these
 * tests at its end.
 */
if (/[\\/]browser[\\/]/.test(expect.getState().testPath ?? "")) jest.retryTimes(1, { logErrorsBeforeRetry: true });
