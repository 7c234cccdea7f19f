// Writes a run's totals to the file that SERVICE_TEST_REPORT names, for test.mjs, which prints them last.
import { writeFileSync } from "node:fs";
import path from "node:path";

export default class TestReport {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  /** A file that cannot start counts as one failure: it has no failed test. */
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
    const skipped = testResults.flatMap(({ testFilePath, testResults: tests }) =>
      tests.filter(({ status }) => status === "pending").map(({ fullName }) => `${path.relative(this.rootDir, testFilePath)}: ${fullName}`),
    );
    writeFileSync(process.env.SERVICE_TEST_REPORT, JSON.stringify({ passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped }));
  }
}
