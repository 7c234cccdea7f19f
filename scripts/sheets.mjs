// `npm run sheets:build` makes the script for Google Sheets in dist/sheets; `npm run sheets:push` hands it to Google with clasp, under the user's own login.
import { build } from "esbuild";
import { generateCustomFunctionsMetadata } from "custom-functions-metadata";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sidebarPage } from "./sheets-sidebar.mjs";
import { entryStubs, functionStubs } from "./sheets-stubs.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { functionModules, finishedMetadata } = createRequire(import.meta.url)("../webpack.config.js");
const CLASP = "@google/clasp@3.4.1";

/** Why each is needed stands in docs/google-sheets.md; a test compares. */
const SCOPES = ["spreadsheets.currentonly", "script.external_request", "script.container.ui", "script.scriptapp"].map(
  (scope) => `https://www.googleapis.com/auth/${scope}`,
);

const HELP = `Makes the script for Google Sheets, and hands it to Google.

  npm run sheets:build -- --base-url https://api.example.com
  npm run sheets:push -- --script-id ID

  --base-url URL   the service; Google's servers must reach it, so it is https and not this machine. Without it cells say that it is missing
  --out DIR        where to put it: a new or empty folder, or that of an earlier build; dist/sheets if left out
  --script-id ID   for push: of the spreadsheet's script, from Extensions > Apps Script > Project settings; kept in .clasp.json, so once is enough`;

class UsageError extends Error {}

/** How the built script begins, by which an earlier build is known. */
const MADE_BY = "/* SERVICE ";

/** Numeric addresses that belong to machines and their own networks. */
const PRIVATE = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
/** A name that only one's own network knows, or an address in it: Google's servers reach neither. */
const isPrivate = (host) =>
  /^[\d.]+$/.test(host) ? PRIVATE.test(host) : host.startsWith("[") || !host.includes(".") || /\.(localhost|local|internal|lan|home|corp)$/.test(host);

/** The service's address as the script uses it: origin and path without a slash at the end. */
function baseUrl(text) {
  let url;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`--base-url: expected an address such as https://api.example.com, got "${text}".`);
  }
  if (url.protocol !== "https:")
    throw new UsageError(`--base-url: expected https, got "${text}": the key must not travel in the clear, and Google asks https only.`);
  if (isPrivate(url.hostname))
    throw new UsageError(
      `--base-url: Google's servers ask the service, and they cannot reach "${url.hostname}" on your machine or network. docs/google-sheets.md says how to host it.`,
    );
  if (url.username || url.password || url.search || url.hash)
    throw new UsageError("--base-url: expected an address without name, password, ? or #; the key belongs into the SERVICE menu of the spreadsheet.");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

async function functionsMetadata() {
  const { metadataJson, errors } = await generateCustomFunctionsMetadata(functionModules());
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return JSON.parse(finishedMetadata(metadataJson));
}

/** The core and everything around it as one value, `SVC_`; a name that ends so cannot be called from a cell. Gives the names that it offers, too. */
async function bundle(url) {
  const { outputFiles, metafile } = await build({
    entryPoints: [path.join(root, "src", "hosts", "sheets", "code.ts")],
    absWorkingDir: root,
    bundle: true,
    format: "iife",
    globalName: "SVC_",
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

const manifest = (url) => ({
  timeZone: "Etc/UTC",
  runtimeVersion: "V8",
  // What cells are asked, and what went wrong with it, stays in the spreadsheet.
  exceptionLogging: "NONE",
  oauthScopes: SCOPES,
  urlFetchWhitelist: [`${url ?? "https://service.example.invalid"}/`],
});

/** Refuses a folder that holds anything but an earlier build: only this command's own files are ever replaced. */
function refuseOtherFiles(out) {
  if (!existsSync(out)) return;
  if (!statSync(out).isDirectory()) throw new UsageError(`--out: ${out} is a file. Name a new or empty folder.`);
  const code = path.join(out, "Code.js");
  const isOwn = existsSync(code) && readFileSync(code, "utf8").startsWith(MADE_BY);
  if (!isOwn && readdirSync(out).length > 0)
    throw new UsageError(`--out: ${out} holds other files. Name a new or empty folder, or the one of an earlier build.`);
}

async function buildScript(url, out) {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const [metadata, code, sidebar] = await Promise.all([functionsMetadata(), bundle(url), sidebarPage(root)]);
  const parts = [
    `${MADE_BY}${version} for Google Sheets. Made by npm run sheets:build; changes belong into the project's sources. */`,
    code.text.trim(),
    functionStubs(metadata),
    entryStubs(code.names),
  ];
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, "Code.js"), `${parts.join("\n\n")}\n`);
  writeFileSync(path.join(out, "appsscript.json"), `${JSON.stringify(manifest(url), null, 2)}\n`);
  writeFileSync(path.join(out, "sidebar.html"), sidebar);
  return { functions: metadata.functions.length };
}

async function runBuild(values) {
  const url = values["base-url"] === undefined ? undefined : baseUrl(values["base-url"]);
  const out = path.resolve(process.env.INIT_CWD ?? process.cwd(), values.out ?? path.join(root, "dist", "sheets"));
  refuseOtherFiles(out);
  const { functions } = await buildScript(url, out);
  console.log(`Written to ${path.relative(process.cwd(), out) || "."}: Code.js with ${functions} functions, appsscript.json, sidebar.html.`);
  console.log(
    url
      ? `They ask ${url}. Next: npm run sheets:push -- --script-id ID (docs/google-sheets.md).`
      : "No --base-url was given: every cell will say so. Build again with npm run sheets:build -- --base-url https://… once the service is hosted (docs/google-sheets.md).",
  );
}

function runPush(values) {
  // npm runs scripts in the project's folder.
  const project = process.cwd();
  const out = path.join(project, "dist", "sheets");
  if (!existsSync(path.join(out, "Code.js"))) throw new UsageError("There is nothing to push yet: npm run sheets:build -- --base-url https://… first.");
  const settings = path.join(project, ".clasp.json");
  const id = values["script-id"];
  if (id !== undefined && !/^[\w-]{20,}$/.test(id))
    throw new UsageError(`--script-id: expected the id from Extensions > Apps Script > Project settings, such as 1a2B3c…, got "${id}".`);
  if (id === undefined && !existsSync(settings))
    throw new UsageError("--script-id: which script? Open the spreadsheet's Extensions > Apps Script > Project settings, and copy the script id.");
  if (id !== undefined) writeFileSync(settings, `${JSON.stringify({ scriptId: id, rootDir: "dist/sheets" }, null, 2)}\n`);
  const pushed = spawnSync("clasp", ["push", "--force"], { cwd: project, stdio: "inherit", shell: process.platform === "win32" });
  if (pushed.error?.code === "ENOENT")
    throw new UsageError(
      `clasp, Google's command line for scripts, is not installed. Install it and log in once:\n  npm install --global ${CLASP}\n  clasp login`,
    );
  if (pushed.status !== 0)
    throw new Error("clasp did not push. Not logged in: clasp login. Apps Script API off: turn it on at https://script.google.com/home/usersettings.");
  console.log("Pushed. Reload the spreadsheet; the menu SERVICE appears after some seconds.");
}

const [command, ...argv] = process.argv.slice(2);
try {
  const { values } = parseArgs({
    args: argv,
    options: { "base-url": { type: "string" }, out: { type: "string" }, "script-id": { type: "string" }, help: { type: "boolean" } },
  });
  const swallowed = ["base-url", "script-id", "out"].find((option) => !["", "false"].includes(process.env[`npm_config_${option.replaceAll("-", "_")}`] ?? ""));
  if (swallowed) throw new UsageError(`npm took --${swallowed} for itself. Options stand after --, for example: npm run sheets:${command} -- --${swallowed} …`);
  if (values.help) console.log(HELP);
  else if (command === "push") runPush(values);
  else await runBuild(values);
} catch (e) {
  const mistyped = e instanceof UsageError || e.code?.startsWith("ERR_PARSE_ARGS");
  console.error(mistyped ? e.message : `npm run sheets:${command} failed: ${e.message}`);
  process.exitCode = mistyped ? 2 : 1;
}
