// Runs a test file with jest-circus, while Node itself loads what the file imports, once per worker. Loading and warming up src for every file, as jest does,
// would take a third of the time. Such a file cannot replace modules with jest.mock.
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import circus from "jest-circus/runner";
import { compiledFile } from "./compile.mjs";

const require = createRequire(import.meta.url);

const fromCompiled = (module, source) => module._compile(readFileSync(compiledFile(source), "utf8"), source);
// A source comes before a JSON file of the same name, because Node tries them in this order.
const { ".js": js, ".json": json, ".node": native } = Module._extensions;
for (const extension of Object.keys(Module._extensions)) delete Module._extensions[extension];
Object.assign(Module._extensions, { ".js": js, ".ts": fromCompiled, ".tsx": fromCompiled, ".json": json, ".node": native });
process.setSourceMapsEnabled(true);
// Each file's console listens to both, and Node would warn on the stream that a test reads.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

// A library that only ES modules may import.
const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...where) {
  try {
    return resolve.call(this, name, ...where);
  } catch (error) {
    if (error.code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") throw error;
    return fileURLToPath(import.meta.resolve(name));
  }
};

/** Loads a module also if it was loaded before. */
function loadAnew(file) {
  delete require.cache[file];
  try {
    return require(file);
  } finally {
    delete require.cache[file];
  }
}

/** `jest.resetModules` for the test file: it loads src and test again, and later files use what was loaded before. */
function resettable() {
  let before;
  return {
    resetModules() {
      before ??= { ...require.cache };
      for (const file of Object.keys(require.cache)) if (/\.tsx?$/.test(file)) delete require.cache[file];
    },
    restore() {
      if (before === undefined) return;
      // What was loaded meanwhile for the first time refers to the second copies: its classes would not be those of later files.
      for (const file of Object.keys(require.cache)) if (!(file in before)) delete require.cache[file];
      Object.assign(require.cache, before);
    },
  };
}

export default async function run(globalConfig, config, environment, runtime, testPath, send) {
  // Node's own stack traces use the source maps of what Node has loaded.
  Error.prepareStackTrace = undefined;
  const { resetModules, restore } = resettable();
  const shared = {
    requireInternalModule: loadAnew,
    requireModule(file) {
      globalThis.jest = { ...runtime.requireModule(file), resetModules };
      return loadAnew(file);
    },
  };
  const all = new Proxy(runtime, { get: (own, name) => shared[name] ?? (typeof own[name] === "function" ? own[name].bind(own) : own[name]) });
  try {
    return await circus.default(globalConfig, config, environment, all, testPath, send);
  } finally {
    restore();
  }
}
