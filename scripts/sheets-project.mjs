// Finds out what a script project at Google holds, because a push with clasp replaces all of it.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** First characters of a built script, to recognise an earlier build. */
export const MADE_BY = "/* SERVICE ";
/** The hash in the heading of a built script. */
const CONTENT = /^[^\n]* Content: ([\da-f]{16}) \*\/\n/;

/** Hash of a script below its heading, whichever line ends and blank lines around it a transport has written. */
export const contentHash = (text) => createHash("sha256").update(text.replaceAll("\r\n", "\n").trim()).digest("hex").slice(0, 16);

/** True for a built script as it was built; one without a hash is of an earlier version. */
function isBuilt(text) {
  const content = CONTENT.exec(text.replaceAll("\r\n", "\n"));
  return text.startsWith(MADE_BY) && (content === null || contentHash(text.slice(text.indexOf("\n"))) === content[1]);
}

/** Part of the built page. */
const SIDEBAR = '<div id="sidebar"></div>';

/** Google's own file in a new project: one function without a body. Its name depends on the user's language. */
const PLACEHOLDER = /^\s*function \w+\(\)\s*\{\s*\}\s*$/;
/** Members of a manifest that Google writes itself or that a build sets. */
const MANIFEST = new Set(["timeZone", "dependencies", "exceptionLogging", "runtimeVersion", "oauthScopes", "urlFetchWhitelist"]);

/** True for Google's own manifest or one of a build, which may have been for another address. */
function isOwnManifest(text, scopes) {
  try {
    const { dependencies = {}, oauthScopes = [], urlFetchWhitelist = [], ...rest } = JSON.parse(text);
    return (
      Object.keys(rest).every((name) => MANIFEST.has(name)) &&
      Object.keys(dependencies).length === 0 &&
      oauthScopes.every((scope) => scopes.includes(scope)) &&
      urlFetchWhitelist.length <= 1
    );
  } catch {
    return false;
  }
}

function isOwn({ name, text }, scopes) {
  if (name === "appsscript.json") return isOwnManifest(text, scopes);
  if (name === "sidebar.html") return text.includes(SIDEBAR);
  return isBuilt(text) || PLACEHOLDER.test(text);
}

/** The names of files that a push would lose, as Apps Script shows them, in order. */
export const foreignFiles = (files, scopes) =>
  files
    .filter((file) => !isOwn(file, scopes))
    .map(({ name }) => name.replace(/\.js$/, ".gs"))
    .sort();

/**
 * The files of a script project, in a folder that is removed afterwards.
 * @param pull runs `clasp pull` in this folder
 */
export function projectFiles(scriptId, pull) {
  const folder = mkdtempSync(path.join(tmpdir(), "sheets-project-"));
  try {
    writeFileSync(path.join(folder, ".clasp.json"), JSON.stringify({ scriptId, rootDir: "." }));
    pull(folder);
    return readdirSync(folder, { recursive: true })
      .filter((name) => /\.(js|gs|html|json)$/.test(name) && name !== ".clasp.json")
      .map((name) => ({ name: name.split(path.sep).join("/"), text: readFileSync(path.join(folder, name), "utf8") }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
