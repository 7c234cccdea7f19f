/* A real browser on a busy machine now and then loses a moment. A browser test that fails is tried once more, and its first failure is printed: `npm test` names it at its end. */
if (/[\\/]browser[\\/]/.test(expect.getState().testPath ?? "")) jest.retryTimes(1, { logErrorsBeforeRetry: true });
