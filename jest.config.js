/** Unit, contract and browser tests. */
module.exports = {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/unit/**/*.test.ts", "<rootDir>/test/contract/**/*.test.ts", "<rootDir>/test/browser/**/*.test.ts"],
  transform: {
    "^.+\\.[jt]sx?$": [
      "@swc/jest",
      { jsc: { target: "es2022", parser: { syntax: "typescript", tsx: true }, transform: { react: { runtime: "automatic", importSource: "preact" } } } },
    ],
  },
  // Node 20.19 and later load these packages as they are; the test runner's own loader does not.
  transformIgnorePatterns: ["/node_modules/(?!(content-disposition|cookie)/)"],
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.build/"],
};
