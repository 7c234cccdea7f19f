/** Unit, contract and browser tests. */
module.exports = {
  testEnvironment: "node",
  testMatch: ["unit", "contract", "browser", ...(process.env.SERVICE_TEST_WORLD === "whole" ? ["corpus"] : [])].map(
    (name) => `<rootDir>/test/${name}/**/*.test.ts`,
  ),
  transform: {
    "^.+\\.tsx?$": [
      "@swc/jest",
      { jsc: { target: "es2022", parser: { syntax: "typescript", tsx: true }, transform: { react: { runtime: "automatic", importSource: "preact" } } } },
    ],
  },
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.build/"],
  // jest looks up each global in its sandbox, ten times slower than elsewhere: files that compute much take less than half with these as parameters. None that fake timers replace.
  sandboxInjectedGlobals: ["Math", "Number", "Object", "Array", "String", "Map", "Set", "JSON"],
  // A machine with two busy cores takes longer than jest's five seconds for what takes one on a quiet machine; nothing is timed by this.
  testTimeout: 30_000,
  testSequencer: "<rootDir>/scripts/test-order.mjs",
  setupFilesAfterEnv: ["<rootDir>/test/browser-retries.ts"],
};
