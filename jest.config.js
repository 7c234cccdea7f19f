/** Unit, contract and browser tests. */
module.exports = {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/unit/**/*.test.ts", "<rootDir>/test/contract/**/*.test.ts", "<rootDir>/test/browser/**/*.test.ts"],
  transform: {
    "^.+\\.tsx?$": [
      "@swc/jest",
      { jsc: { target: "es2022", parser: { syntax: "typescript", tsx: true }, transform: { react: { runtime: "automatic", importSource: "preact" } } } },
    ],
  },
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.build/"],
  setupFilesAfterEnv: ["<rootDir>/test/browser-retries.ts"],
};
