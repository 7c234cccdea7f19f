/** The tests in jest's report that passed, but not on their first try: file and title. */
export const passedOnRetry = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, invocations }) => status === "passed" && invocations > 1)
      .map(({ fullName }) => `${name.replaceAll("\\", "/").replace(/^.*\/test\//, "")}: ${fullName}`),
  );
