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

/** Names that a file declares for the whole project: Google runs all its files as one. */
const declaredIn = (text) =>
  [...text.replace(/\/\*.*?\*\//gs, "").matchAll(/^(?:async\s+)?function\s*\*?\s*(\w+)|^(?:var|let|const|class)\s+(\w+)/gm)].map(
    ([, called, named]) => called ?? named,
  );

/** Functions that Google calls by itself. A project has one of each, so the user's stays, and calls the script's, which gets this name. */
const TRIGGERS = new Map([
  ["onOpen", "serviceOnOpen"],
  ["onInstall", "serviceOnInstall"],
]);

/** A built script in which some functions have other names, with the hash of its content. */
function withNames(text, names) {
  const start = text.indexOf("\n");
  const content = names.reduce(
    (all, name) => all.replace(new RegExp(`^function ${name}\\(`, "m"), `function ${TRIGGERS.get(name)}(`),
    text.slice(start).trim(),
  );
  return `${text.slice(0, start).replace(/Content: [\da-f]{16}/, `Content: ${contentHash(content)}`)}\n\n${content}\n`;
}

/** The project's manifest. Its lists get what the script needs; without a list, Google limits nothing, and the user's code may rely on it. */
function mergedManifest(own, built) {
  const both = (name) => (own[name] === undefined ? {} : { [name]: [...new Set([...own[name], ...built[name]])] });
  return `${JSON.stringify({ ...own, ...both("oauthScopes"), ...both("urlFetchWhitelist") }, null, 2)}\n`;
}

const SCRIPT = "SERVICE.js";

/**
 * A project's files together with those of a build, whose script is the file SERVICE. An earlier build is replaced; every other file stays as it is.
 *
 * @param files of the project
 * @param built texts of Code.js, appsscript.json and sidebar.html
 * @returns the files and what the user must do afterwards, or why they cannot be together
 */
export function mergedFiles(files, built, scopes) {
  const manifest = JSON.parse(files.find(({ name }) => name === "appsscript.json")?.text ?? built["appsscript.json"]);
  if (manifest.runtimeVersion !== undefined && manifest.runtimeVersion !== "V8")
    return { refused: `The project runs on ${manifest.runtimeVersion}, and the script needs V8. Choose it in Apps Script, Project settings, then push again.` };
  const others = files.filter((file) => file.name !== "appsscript.json" && !isOwn(file, scopes));
  if (others.some(({ name }) => name === "sidebar.html"))
    return { refused: "The project has a page of its own with the name sidebar. Rename it, and its name in your code, then push again." };
  const theirs = new Map(others.flatMap(({ name, text }) => (name.endsWith(".html") ? [] : declaredIn(text).map((declared) => [declared, name]))));
  const ours = [...declaredIn(built["Code.js"]), "SVC_"];
  const inTheWay = ({ name, text }) => {
    if (text.startsWith(MADE_BY)) return "is from a build and was changed since. Move your own lines to another file and delete it";
    const twice = name.endsWith(".html") ? undefined : ours.find((one) => theirs.get(one) === name && !TRIGGERS.has(one));
    if (twice !== undefined) return `declares ${twice}, as the script does. Give yours another name`;
    return name === SCRIPT ? "has the name of the script's file. Give it another name" : undefined;
  };
  for (const file of others) {
    const why = inTheWay(file);
    if (why !== undefined) return { refused: `The project's file ${file.name.replace(/\.js$/, ".gs")} ${why}, then push again.` };
  }
  const renamed = ours.filter((name) => theirs.has(name));
  const code = others.map(({ text }) => text).join("\n");
  const uncalled = renamed.filter((name) => !code.includes(`${TRIGGERS.get(name)}(`));
  return {
    files: [
      ...others,
      { name: SCRIPT, text: withNames(built["Code.js"], renamed) },
      { name: "sidebar.html", text: built["sidebar.html"] },
      { name: "appsscript.json", text: mergedManifest(manifest, JSON.parse(built["appsscript.json"])) },
    ],
    advice: uncalled.map((name) => `Add the line ${TRIGGERS.get(name)}(); to your function ${name}: Google runs only one of that name.`),
  };
}

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
