import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** What the compiler does not say. The borders between the folders of src are the compiler's: see the tsconfig of each. Rules that need types: .oxlintrc.json. */
export default tseslint.config(
  { ignores: ["dist/", ".build/", ".service/", "node_modules/"] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ["src/**/*.{ts,tsx}", "test/**/*.ts"],
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "no-console": ["error"],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name=/^(push|unshift|splice|max|min|fromCharCode|fromCodePoint)$/] > SpreadElement",
          message: "A list of more than about 120,000 items overflows the stack as arguments: use append, largest or smallest of contract/lists.",
        },
        {
          selector: "CallExpression[callee.property.name='apply'][callee.object.property.name=/^(push|unshift|splice|max|min|fromCharCode|fromCodePoint)$/]",
          message: "A list of more than about 120,000 items overflows the stack as arguments: use append, largest or smallest of contract/lists.",
        },
      ],
    },
  },
  { files: ["src/functions/**/*.ts"], rules: { "@typescript-eslint/no-explicit-any": "off" } },
  {
    files: ["src/service/**/*.ts", "src/core/**/*.ts", "src/contract/**/*.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "The clock is an argument: take it from the host or the service's Clock." },
        { object: "Math", property: "random", message: "Chance is an argument; sample data comes from sample/random." },
      ],
    },
  },
  { files: ["test/**/*.ts"], rules: { "@typescript-eslint/no-explicit-any": "off" } },
  {
    files: ["scripts/**/*.mjs", "*.js", "*.mjs"],
    languageOptions: {
      globals: {
        console: "readonly",
        process: "readonly",
        require: "readonly",
        module: "readonly",
        __dirname: "readonly",
        Buffer: "readonly",
        URL: "readonly",
        setTimeout: "readonly",
        setInterval: "readonly",
      },
    },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
);
