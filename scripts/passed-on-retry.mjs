/** Lists the tests in jest's report that passed only after a retry: file and title. */
export const passedOnRetry = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, invocations }) => status === "passed" && invocations > 1)
      .map(({ fullName }) => `${name.replaceAll("\\", "/").replace(/^.*\/test\//, "")}: ${fullName}`),
  );
