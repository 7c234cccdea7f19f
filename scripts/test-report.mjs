// Writes a run's totals to the file that SERVICE_TEST_REPORT names, for test.mjs, which prints them last.
import { writeFileSync } from "node:fs";

const named = (test) => `${test.module.relativeModuleId.replace(/^(\.\.\/)*test\//, "")}: ${test.fullName.replaceAll(" > ", " ")}`;

/** An error with the lines of its stack that are in the project. */
const shown = ({ message, stack = message }) =>
  stack
    .split("\n")
    .filter((line) => !/^\s*at .*node_modules/.test(line))
    .join("\n");

export default class TestReport {
  /** A file that cannot start, and an error outside of a test, count as one failure each: they have no failed test. */
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    const withErrors = modules.flatMap((module) => [module, ...module.children.allSuites()]).filter((part) => part.errors().length > 0);
    writeFileSync(
      process.env.SERVICE_TEST_REPORT,
      JSON.stringify({
        passed: inState("passed").length,
        failed: inState("failed").length + withErrors.length + unhandledErrors.length,
        skipped: inState("skipped").map(named),
        retried: inState("passed")
          .filter((test) => test.diagnostic()?.flaky)
          .map((test) => ({ test: named(test), errors: (test.result().errors ?? []).map(shown) })),
      }),
    );
  }
}
