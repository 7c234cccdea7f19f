/**
 * The Excel web build: dist/web with functions.js (custom functions, ribbon, self-sufficient), taskpane.js (the pane on top of it), functions.json,
 * functions.namespace.json, taskpane.html, the pane's styles and the icons.
 *
 * Excel's shared runtime loads taskpane.html and nothing else, hidden or as the pane. The pane's entry depends on the functions' entry, so both
 * share one instance of every module, and with it one cache and one queue.
 *
 * package.json must not say `sideEffects: false`: the function modules are imported for their effect, and webpack would drop them without a word.
 * `--env hosts=<folder> --env pane=<folder>` builds other hosts or another pane over the same functions.
 * `--env supportSync` marks the functions for Excel's synchronous calculations.
 */
const { createHash } = require("node:crypto");
const { readdirSync } = require("node:fs");
const path = require("node:path");
const CopyWebpackPlugin = require("copy-webpack-plugin");
const CustomFunctionsMetadataPlugin = require("custom-functions-metadata-plugin");
const { buildSync } = require("esbuild");
const MinimizerPlugin = require("minimizer-webpack-plugin");
const HtmlWebpackPlugin = require("html-webpack-plugin");
const { Compilation, WebpackError, sources } = require("webpack");

const METADATA = "functions.json";
/** The metadata of the manifest with a namespace. */
const NAMESPACED = "functions.namespace.json";
const PREFIX = "SERVICE.";
/** Excel's rule for ids and names; one shorter name could cost all functions of the file. */
const SHORTEST_NAME = 3;
/** Office in the browser controls of all supported Excel versions runs ES2020; newer syntax is not promised. */
const TARGET = "es2020";
/** How modules are compiled. `npm run typecheck` checks their types. */
const COMPILED = { target: TARGET, jsx: "react-jsx", jsxImportSource: "preact", allowJs: true, composite: false, emitDeclarationOnly: false };
const functionsFolder = path.join(__dirname, "src", "functions");

/** The modules that declare functions. The metadata plugin takes neither a folder nor a pattern; index.ts declares none. */
const functionModules = () =>
  readdirSync(functionsFolder)
    .filter((file) => file.endsWith(".ts") && file !== "index.ts")
    .sort()
    .map((file) => path.join(functionsFolder, file));

const joined = (text) => text.replace(/\s*\n\s*/g, " ");

/** Compiles modules of the sources as they are now, and returns what they export. */
function exportsOf(...modules) {
  const contents = modules.map((file) => `export * from ${JSON.stringify(file)};`).join("\n");
  const stdin = { contents, resolveDir: __dirname, loader: "ts" };
  const [{ text }] = buildSync({ stdin, bundle: true, format: "cjs", platform: "neutral", write: false }).outputFiles;
  const made = { exports: {} };
  new Function("module", "exports", text)(made, made.exports);
  return made.exports;
}

/** The drop-downs of each function's arguments, by its id and in their order. */
function declaredDropDowns() {
  const contract = ["functions/declarations", "functions/get", "paths"].map((module) => `./src/contract/${module}`);
  const { dropDownsOf, ...declared } = exportsOf(...contract, "./scripts/functions-source.mjs");
  return dropDownsOf(declared);
}

/**
 * The generated metadata as Excel gets it: descriptions on one line, the drop-downs that the declarations have for arguments, the addresses of cell and
 * arguments for each call, and errors let through to arguments, so that #N/A in comes out as #N/A. `supportSync` lets Excel call the functions where it
 * calculates synchronously, a preview of Microsoft's.
 */
function finishedMetadata(json, { supportSync = false } = {}) {
  const metadata = JSON.parse(json);
  const dropDowns = declaredDropDowns();
  const enums = new Map();
  const finished = (p, dropDown) => {
    const parameter = { ...p, description: joined(p.description) };
    if (!dropDown) return parameter;
    const { id, choices } = dropDown;
    enums.set(id, { id, type: "string", values: choices.map(([value, tooltip]) => ({ name: value, stringValue: value, tooltip })) });
    return { ...parameter, type: "string", customEnumId: id };
  };
  const functions = metadata.functions.map((f) => ({
    ...f,
    description: joined(f.description),
    options: { ...f.options, requiresAddress: true, requiresParameterAddresses: true, ...(supportSync ? { supportSync: true } : {}) },
    parameters: f.parameters.map((p, i) => finished(p, dropDowns[f.id][i])),
  }));
  return JSON.stringify({ ...metadata, functions, enums: [...enums.values()], allowErrorForDataTypeAny: true }, null, 2);
}

/**
 * The metadata for a manifest with the namespace SERVICE: the functions' ids and names without the prefix. Leaves out what cannot exist there: `SERVICE`
 * itself, and names shorter than Excel allows.
 */
function namespacedMetadata(json) {
  const metadata = JSON.parse(json);
  const functions = metadata.functions
    .filter(({ id }) => id.startsWith(PREFIX) && id.length >= PREFIX.length + SHORTEST_NAME)
    .map((f) => ({ ...f, id: f.id.slice(PREFIX.length), name: f.name.slice(PREFIX.length) }));
  const used = new Set(functions.flatMap((f) => f.parameters.map((p) => p.customEnumId)));
  return JSON.stringify({ ...metadata, functions, enums: metadata.enums.filter(({ id }) => used.has(id)) }, null, 2);
}

const helpPageSource = path.join(__dirname, "src", "commands", "start", "help-page.ts");

/** The reference of all functions as a page. */
const helpPage = (json) => exportsOf(helpPageSource).helpPage(JSON.parse(json));

/** Finishes the metadata, and fails the build when it names functions that no script associates: a module that nobody imports is no error by itself. */
const finishMetadata = (switches) => ({
  apply(compiler) {
    // The metadata plugin adds the file to the page's own compilation, too, which webpack keeps while it watches: it would contradict a changed one.
    compiler.hooks.compilation.tap("FinishMetadata", (compilation) => {
      if (compilation.compiler.isChild() && compilation.getAsset(METADATA)) compilation.deleteAsset(METADATA);
    });
    compiler.hooks.thisCompilation.tap("FinishMetadata", (compilation) => {
      compilation.fileDependencies.add(helpPageSource);
      compilation.hooks.processAssets.tap({ name: "FinishMetadata", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT }, (assets) => {
        if (!assets[METADATA]) return;
        const finished = finishedMetadata(assets[METADATA].source().toString(), switches);
        compilation.updateAsset(METADATA, new sources.RawSource(finished));
        compilation.emitAsset(NAMESPACED, new sources.RawSource(namespacedMetadata(finished)));
        compilation.emitAsset("help.html", new sources.RawSource(helpPage(finished)));
        const script = assets["functions.js"]?.source().toString() ?? "";
        const missing = JSON.parse(finished).functions.filter(({ id }) => !script.includes(`CustomFunctions.associate("${id}"`));
        if (missing.length > 0)
          compilation.errors.push(new WebpackError(`functions.js does not associate ${missing.map(({ id }) => id).join(", ")}: is the module imported?`));
      });
    });
  },
});

function config(env = {}) {
  const from = (given, ...standard) => (given ? path.resolve(given) : path.join(__dirname, "src", ...standard));
  const hosts = from(env.hosts, "hosts", "excel");
  const pane = from(env.pane, "pane");
  return {
    mode: "production",
    devtool: "source-map",
    target: ["web", TARGET],
    entry: {
      functions: path.join(hosts, "functions.ts"),
      taskpane: { import: path.join(hosts, "taskpane.tsx"), dependOn: "functions" },
    },
    output: { path: path.join(__dirname, "dist", "web"), filename: "[name].js", chunkFilename: "pane/[contenthash:8].js", publicPath: "", clean: true },
    resolve: { extensions: [".tsx", ".ts", ".js"] },
    module: {
      rules: [
        {
          // Libraries too: some use newer syntax.
          test: /\.(tsx?|m?js)$/,
          loader: "ts-loader",
          options: { transpileOnly: true, configFile: path.join(__dirname, "tsconfig.base.json"), compilerOptions: COMPILED },
        },
      ],
    },
    // Parts of several tabs are one file each, not a copy in each tab.
    optimization: { splitChunks: { chunks: "async", minSize: 4_000 }, minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify })] },
    plugins: [
      new CustomFunctionsMetadataPlugin({ input: functionModules(), output: METADATA }),
      finishMetadata({ supportSync: Boolean(env.supportSync) }),
      new HtmlWebpackPlugin({
        template: path.join(pane, "taskpane.html"),
        filename: "taskpane.html",
        chunks: ["functions", "taskpane"],
        scriptLoading: "defer",
      }),
      new CopyWebpackPlugin({
        patterns: [
          { from: "{help.css,support.html,privacy.html}", context: pane, noErrorOnMissing: true },
          {
            // One file of all the pane's styles: the page's own first, then each tab's.
            from: "{colours,taskpane,*/*}.css",
            context: pane,
            to: "taskpane.css",
            noErrorOnMissing: true,
            transformAll: (assets) =>
              Buffer.concat(
                [...assets]
                  .sort((a, b) => a.sourceFilename.split("/").length - b.sourceFilename.split("/").length || (a.sourceFilename < b.sourceFilename ? -1 : 1))
                  .map(({ data }) => Buffer.from(data)),
              ),
          },
          { from: "*.png", context: path.join(__dirname, "assets"), to: "assets" },
          { from: "*", context: path.join(__dirname, "assets", "templates"), to: "templates" },
        ],
      }),
    ],
    // Each variant has its own cache. Tests build several at a time.
    cache: {
      type: "filesystem",
      cacheDirectory: path.join(__dirname, ".build", "webpack", createHash("sha256").update(JSON.stringify(env)).digest("hex").slice(0, 8)),
      buildDependencies: { config: [__filename, path.join(__dirname, "tsconfig.base.json"), path.join(__dirname, "package-lock.json")] },
    },
    // How large the scripts may be is measured by size-limit, compressed.
    performance: { hints: false },
  };
}

module.exports = config;
module.exports.functionModules = functionModules;
module.exports.finishedMetadata = finishedMetadata;
module.exports.namespacedMetadata = namespacedMetadata;
