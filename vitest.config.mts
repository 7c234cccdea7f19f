import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/test-order.mjs";

/** Those of test/corpus are for `npm run corpus`. */
const folders = ["unit", "contract", ...(process.env.SERVICE_TEST_WORLD === "whole" ? ["corpus"] : [])];

/** They replace modules of src, or test what a module does before another installs something in it. */
const OWN_MODULES = [
  "test/contract/added-publisher.test.ts",
  "test/contract/corrected-rules.test.ts",
  "test/contract/refresh-one-book.test.ts",
  "test/contract/refused-documents.test.ts",
  "test/unit/core/evaluator.test.ts",
  "test/unit/hosts/failure-words.test.ts",
];

export default defineConfig({
  esbuild: { target: "es2022", jsx: "automatic", jsxImportSource: "preact" },
  test: {
    globals: true,
    pool: "forks",
    // Files of one worker share the modules of src, as requests to a service do. Loading and warming them up for every file would take a third of the time.
    isolate: false,
    restoreMocks: true,
    // A machine with two busy cores takes longer than vitest's five seconds for what takes one on a quiet machine; nothing is timed by this.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    slowTestThreshold: 10_000,
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64"],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "node", include: folders.map((name) => `test/${name}/**/*.test.ts`), exclude: OWN_MODULES } },
      { extends: true, test: { name: "own modules", include: OWN_MODULES, isolate: true } },
      // A real browser on a busy machine sometimes misses an event. A failed browser test runs once more; `npm test` prints its first failure at the end.
      { extends: true, test: { name: "browser", include: ["test/browser/**/*.test.ts"], retry: 1, testTimeout: 60_000, hookTimeout: 240_000 } },
    ],
  },
});
