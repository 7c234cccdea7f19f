/** Those of test/corpus are for `npm run corpus`. */
const folders = ["unit", "contract", ...(process.env.SERVICE_TEST_WORLD === "whole" ? ["corpus"] : [])];

/** They replace modules of src, or test what a module does before another installs something in it. */
const OWN_MODULES = [
  "contract/added-publisher",
  "contract/corrected-rules",
  "contract/refresh-one-book",
  "contract/refused-documents",
  "unit/core/evaluator",
  "unit/hosts/failure-words",
].map((name) => `<rootDir>/test/${name}.test.ts`);

const common = {
  roots: ["<rootDir>/test"],
  globalSetup: "<rootDir>/scripts/jest/compile.mjs",
  restoreMocks: true,
  slowTestThreshold: 10,
};

/** Files of one worker share the modules of src, as requests to a service do. */
const shared = {
  ...common,
  testEnvironment: "<rootDir>/scripts/jest/environment.mjs",
  testRunner: "<rootDir>/scripts/jest/shared-modules.mjs",
  transform: { "\\.tsx?$": "<rootDir>/scripts/jest/jest-object.mjs" },
};

export default {
  testSequencer: "<rootDir>/scripts/test-order.mjs",
  // Only ends what hangs: a machine with two busy cores may take many times as long as a quiet one, and nothing is timed by this.
  testTimeout: 600_000,
  // The browser of the tests ends with the process, for which jest would wait.
  forceExit: true,
  projects: [
    {
      ...shared,
      displayName: "node",
      testMatch: folders.map((name) => `<rootDir>/test/${name}/**/*.test.ts`),
      testPathIgnorePatterns: OWN_MODULES,
    },
    {
      ...common,
      displayName: "own modules",
      testMatch: OWN_MODULES,
      transform: { "\\.(tsx?|js)$": "<rootDir>/scripts/jest/compiled.mjs" },
      transformIgnorePatterns: [],
    },
    {
      ...shared,
      displayName: "browser",
      testMatch: ["<rootDir>/test/browser/**/*.test.ts"],
    },
  ],
};
