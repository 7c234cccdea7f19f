// `npm run sheets:build` builds the script for Google Sheets into dist/sheets; `npm run sheets:push` builds it and uploads it with clasp, with the user's own
// login.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { contentHash, foreignFiles, MADE_BY, mergedFiles, projectFiles } from "./sheets-project.mjs";
import { entryStubs, functionStubs } from "./sheets-stubs.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const CLASP = "@google/clasp@3.4.1";

/** docs/google-sheets.md says why each is needed; a test compares. */
const SCOPES = ["spreadsheets.currentonly", "script.external_request", "script.container.ui", "script.scriptapp"].map(
  (scope) => `https://www.googleapis.com/auth/${scope}`,
);

const HELP = `Builds the script for Google Sheets, and uploads it to Google.

  npm run sheets:build -- --base-url https://api.example.com
  npm run sheets:push -- --script-id ID

  --base-url URL   address of the service: https, and reachable by Google's servers. Without it, cells show that it is missing; push uses that of the last build
  --out DIR        folder for the script, new, empty or from an earlier build; default: dist/sheets
  --script-id ID   push: id of the spreadsheet's script, from Extensions > Apps Script > Project settings; saved in .clasp.json
  --merge          push: adds the script to a project with code of your own, and keeps all its files
  --replace        push: replaces the whole script project, also files that are not from a build`;

class UsageError extends Error {}

/** IPv4 addresses of this machine and of private networks. */
const PRIVATE = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
/** True for a name or address of a private network, which Google's servers cannot reach. */
const isPrivate = (host) =>
  /^[\d.]+$/.test(host) ? PRIVATE.test(host) : host.startsWith("[") || !host.includes(".") || /\.(localhost|local|internal|lan|home|corp)$/.test(host);

/** Validates the service's address. Returns origin and path without a slash at the end. */
function baseUrl(text) {
  let url;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`--base-url: expected an address such as https://api.example.com, got "${text}".`);
  }
  if (url.protocol !== "https:") throw new UsageError(`--base-url: expected https, got "${text}". The key must be encrypted on its way.`);
  if (isPrivate(url.hostname))
    throw new UsageError(
      `--base-url: Google's servers cannot reach "${url.hostname}" on your machine or network. To host the service, see docs/google-sheets.md.`,
    );
  if (url.username || url.password || url.search || url.hash)
    throw new UsageError("--base-url: expected an address without name, password, ? or #. Enter the key in the SERVICE menu of the spreadsheet.");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

// The builders are imported when a build begins: they take half a second, and a refusal needs none of them.
async function functionsMetadata() {
  const { generateCustomFunctionsMetadata } = await import("custom-functions-metadata");
  const { functionModules, finishedMetadata } = createRequire(import.meta.url)("../webpack.config.js");
  const { metadataJson, errors } = await generateCustomFunctionsMetadata(functionModules());
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return JSON.parse(finishedMetadata(metadataJson));
}

/** Bundles the script as one value, `SVC_`: cells cannot call a name that ends with an underscore. Returns the names of its exports too. */
async function bundle(url) {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [path.join(root, "src", "hosts", "sheets", "code.ts")],
    absWorkingDir: root,
    bundle: true,
    format: "iife",
    globalName: "SVC_",
    // Each cell is an execution that reads all of it.
    minify: true,
    target: "es2020",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["browser"],
    define: { SERVICE_BASE_URL: JSON.stringify(url ?? "") },
    legalComments: "inline",
    logLevel: "warning",
    metafile: true,
    outfile: "Code.js",
    write: false,
  });
  const names = Object.values(metafile.outputs).flatMap(({ exports }) => exports);
  const source = readFileSync(path.join(root, "src", "hosts", "sheets", "code.ts"), "utf8");
  const exported = [...source.matchAll(/export \{([^}]*)\}/g)].flatMap(([, list]) => list.split(",").map((name) => name.trim())).filter(Boolean);
  return { text: outputFiles[0].text, names: (names.length > 0 ? names : exported).filter((name) => name !== "evaluateCell") };
}

/** Address in the manifest of a build without one. */
const NO_ADDRESS = "https://service.example.invalid";

const manifest = (url) => ({
  timeZone: "Etc/UTC",
  runtimeVersion: "V8",
  // Formulas and their errors must not go to Google's logs.
  exceptionLogging: "NONE",
  oauthScopes: SCOPES,
  urlFetchWhitelist: [`${url ?? NO_ADDRESS}/`],
});

/** Refuses a folder with files of others, so that only an earlier build is replaced. */
function refuseOtherFiles(out) {
  if (!existsSync(out)) return;
  if (!statSync(out).isDirectory()) throw new UsageError(`--out: ${out} is a file. Name a new or empty folder.`);
  const code = path.join(out, "Code.js");
  const isOwn = existsSync(code) && readFileSync(code, "utf8").startsWith(MADE_BY);
  if (!isOwn && readdirSync(out).length > 0)
    throw new UsageError(`--out: ${out} contains other files. Name a new or empty folder, or one of an earlier build.`);
}

async function buildScript(url, out) {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const { sidebarPage } = await import("./sheets-sidebar.mjs");
  const [metadata, code, sidebar] = await Promise.all([functionsMetadata(), bundle(url), sidebarPage(root)]);
  const content = [code.text.trim(), functionStubs(metadata), entryStubs(code.names)].join("\n\n");
  const heading = `${MADE_BY}${version} for Google Sheets. Built by npm run sheets:build; do not edit, change the project's sources. Content: ${contentHash(content)} */`;
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, "Code.js"), `${heading}\n\n${content}\n`);
  writeFileSync(path.join(out, "appsscript.json"), `${JSON.stringify(manifest(url), null, 2)}\n`);
  writeFileSync(path.join(out, "sidebar.html"), sidebar);
  return { functions: metadata.functions.length };
}

/** The folder of `--out`, else dist/sheets in this folder. */
const outOf = (values, project) =>
  values.out === undefined ? path.join(project, "dist", "sheets") : path.resolve(process.env.INIT_CWD ?? process.cwd(), values.out);

async function runBuild(values) {
  const url = values["base-url"] === undefined ? undefined : baseUrl(values["base-url"]);
  const out = outOf(values, root);
  refuseOtherFiles(out);
  const { functions } = await buildScript(url, out);
  console.log(`Written to ${path.relative(process.cwd(), out) || "."}: Code.js with ${functions} functions, appsscript.json, sidebar.html.`);
  console.log(
    url
      ? `The script uses the service at ${url}. Next, type: npm run sheets:push -- --script-id ID (docs/google-sheets.md)`
      : "--base-url is missing, so every cell will show that. Host the service (docs/google-sheets.md), then type: npm run sheets:build -- --base-url https://…",
  );
}

/** The service's address of an earlier build; undefined if it has none. */
function builtAddress(out) {
  if (!existsSync(path.join(out, "Code.js"))) throw new UsageError("There is nothing to push yet. First type: npm run sheets:build -- --base-url https://…");
  const file = path.join(out, "appsscript.json");
  const [address] = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")).urlFetchWhitelist ?? []) : [];
  return address === undefined || address.startsWith(NO_ADDRESS) ? undefined : address;
}

function clasp(args, cwd, stdio) {
  const ran = spawnSync("clasp", args, { cwd, stdio, shell: process.platform === "win32" });
  if (ran.error?.code === "ENOENT")
    throw new UsageError(
      `clasp, Google's command line for scripts, is not installed. Install it and log in once:\n  npm install --global ${CLASP}\n  clasp login`,
    );
  if (ran.status !== 0)
    throw new Error("clasp failed. Log in with clasp login, and turn on the Apps Script API at https://script.google.com/home/usersettings.");
}

/** The files of the project at Google. */
const pulledFiles = (scriptId) => projectFiles(scriptId, (folder) => clasp(["pull"], folder, ["inherit", "ignore", "inherit"]));

/** Refuses a project with files that are not from a build: a push replaces all files. */
function refuseOtherProject(scriptId) {
  const others = foreignFiles(pulledFiles(scriptId), SCOPES);
  if (others.length === 0) return;
  const named = others.length > 5 ? [...others.slice(0, 5), `${others.length - 5} more files`] : others;
  const list = named.length === 1 ? named[0] : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
  throw new UsageError(
    `The script project has files that are not from a build, or were changed since: ${list}. A push replaces the whole project. To keep them beside the script, type: npm run sheets:push -- --merge. To lose them, type: npm run sheets:push -- --replace`,
  );
}

/** Pushes the build together with the project's own files, from a folder that is removed afterwards; returns what the user must do. */
function pushMerged(scriptId, out) {
  const built = Object.fromEntries(["Code.js", "appsscript.json", "sidebar.html"].map((name) => [name, readFileSync(path.join(out, name), "utf8")]));
  const { refused, files, advice } = mergedFiles(pulledFiles(scriptId), built, SCOPES);
  if (refused) throw new UsageError(`${refused} Nothing was pushed.`);
  const folder = mkdtempSync(path.join(tmpdir(), "sheets-merged-"));
  try {
    writeFileSync(path.join(folder, ".clasp.json"), JSON.stringify({ scriptId, rootDir: "." }));
    for (const { name, text } of files) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    clasp(["push", "--force"], folder, "inherit");
    return advice;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runPush(values) {
  // npm runs scripts in the project's folder.
  const project = process.cwd();
  const out = outOf(values, project);
  const address = values["base-url"] ?? builtAddress(out);
  const url = address === undefined ? undefined : baseUrl(address);
  const settings = path.join(project, ".clasp.json");
  const saved = existsSync(settings) ? JSON.parse(readFileSync(settings, "utf8")) : {};
  const scriptId = values["script-id"] ?? saved.scriptId;
  if (values["script-id"] !== undefined && !/^[\w-]{20,}$/.test(scriptId))
    throw new UsageError(`--script-id: expected the id from Extensions > Apps Script > Project settings, such as 1a2B3c…, got "${scriptId}".`);
  if (scriptId === undefined) throw new UsageError("--script-id is missing. Copy the id from the spreadsheet's Extensions > Apps Script > Project settings.");
  if (values.out !== undefined) refuseOtherFiles(out);
  if (values.merge && values.replace) throw new UsageError("--merge keeps the project's files, and --replace loses them. Name one of them.");
  if (!values.replace && !values.merge) refuseOtherProject(scriptId);
  await buildScript(url, out);
  const rootDir = path.relative(project, out).split(path.sep).join("/");
  const save = () => writeFileSync(settings, `${JSON.stringify({ ...saved, scriptId, rootDir }, null, 2)}\n`);
  let advice = [];
  if (values.merge) {
    advice = pushMerged(scriptId, out);
    save();
  } else {
    save();
    clasp(["push", "--force"], project, "inherit");
  }
  console.log(`Pushed. The script ${url ? `uses the service at ${url}` : "has no --base-url, so every cell will show that"}.`);
  for (const line of advice) console.log(line);
  console.log("Reload the spreadsheet. The menu SERVICE appears after a few seconds.");
}

const [command, ...argv] = process.argv.slice(2);
try {
  const { values } = parseArgs({
    args: argv,
    options: {
      "base-url": { type: "string" },
      out: { type: "string" },
      "script-id": { type: "string" },
      merge: { type: "boolean" },
      replace: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  const swallowed = ["base-url", "script-id", "out", "merge", "replace"].find(
    (option) => !["", "false"].includes(process.env[`npm_config_${option.replaceAll("-", "_")}`] ?? ""),
  );
  if (swallowed) throw new UsageError(`npm itself used --${swallowed}. Put options after --, for example: npm run sheets:${command} -- --${swallowed} …`);
  if (values.help) console.log(HELP);
  else if (command === "push") await runPush(values);
  else await runBuild(values);
} catch (e) {
  const mistyped = e instanceof UsageError || e.code?.startsWith("ERR_PARSE_ARGS");
  console.error(mistyped ? e.message : `npm run sheets:${command} failed: ${e.message}`);
  process.exitCode = mistyped ? 2 : 1;
}
