// Gives jest the compiled form of a source (compile.mjs). A test file gets its jest.mock calls before its imports; a library of ES modules becomes CommonJS.
import { transformSync } from "@swc/core";
import { existsSync, statSync, readFileSync } from "node:fs";
import { compiledFile } from "./compile.mjs";

const OPTIONS = {
  module: { type: "commonjs" },
  jsc: { parser: { syntax: "typescript" }, target: "es2022", transform: { hidden: { jest: true } } },
  sourceMaps: true,
};

export default {
  process(text, source) {
    if (source.endsWith(".test.ts") || (source.endsWith(".js") && /^\s*(import|export)\b/m.test(text)))
      return transformSync(text, { ...OPTIONS, filename: source });
    return { code: source.endsWith(".js") ? text : readFileSync(compiledFile(source), "utf8") };
  },
  getCacheKey: (_, source) => [source, compiledFile(source)].map((file) => existsSync(file) && `${file} ${statSync(file).mtimeMs}`).join(),
};
