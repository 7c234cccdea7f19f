// Caches a bundle between runs, and builds it again if one of its inputs has changed.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Stamp of a file: its time and size. Stamp of a folder: its time, which changes if files are added or removed. */
function stampOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.isDirectory() ? "folder" : stat.size}` : "none";
}

/** Other inputs of the build: the folder of each file, and the tsconfig.json there and above, up to `root`. */
function surroundings(root, files) {
  const folders = new Set();
  for (const file of files)
    for (let folder = path.dirname(file); folder.startsWith(root) && !folders.has(folder); folder = path.dirname(folder)) folders.add(folder);
  // Without the root's own time: builds and runs write files there.
  return [...folders].flatMap((folder) => [...(folder === root ? [] : [folder]), path.join(folder, "tsconfig.json")]);
}

const PREFIX = "// Made from: ";

/** Returns the cached code in `file`; undefined if it is missing, incomplete or older than its inputs. */
function readKept(root, file, options) {
  try {
    const text = readFileSync(file, "utf8");
    const end = text.indexOf("\n");
    const made = JSON.parse(text.slice(PREFIX.length, end));
    const code = text.slice(end + 1);
    const same = made.options === JSON.stringify(options) && Object.entries(made.stamps).every(([name, stamp]) => stampOf(path.join(root, name)) === stamp);
    return same && made.length === code.length ? code : undefined;
  } catch {
    // Missing or unreadable: the caller builds it.
    return undefined;
  }
}

/** Writes the file and renames it into place, so that other processes never read a partial one. */
function keep(file, text) {
  const own = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(own, text);
    renameSync(own, file);
  } catch {
    // The disk is full or read-only, or another process reads the file on Windows. The next run builds the bundle again.
    if (existsSync(own)) rmSync(own);
  }
}

/** True if this user owns the checkout. Files that root writes into another user's checkout would block its owner. */
const isOwn = (root) => process.getuid === undefined || statSync(root).uid === process.getuid();

/**
 * Returns esbuild's bundle of the sources in `root` as text. The bundle is cached in `file` until a source, its folder, a tsconfig.json or a file of
 * `also` changes.
 */
export async function cachedBundle({ root, file, options, also = [] }) {
  const kept = readKept(root, file, options);
  if (kept !== undefined) return kept;
  const started = Date.now();
  const esbuild = await import("esbuild");
  const { outputFiles, metafile } = await esbuild.build({ ...options, absWorkingDir: root, write: false, metafile: true });
  const code = outputFiles[0].text;
  const sources = Object.keys(metafile.inputs).map((name) => path.join(root, name));
  const from = [...sources, ...surroundings(root, sources), ...also];
  // Not cached if an input changed during the build: the bundle may have either version.
  const changed = from.some((name) => existsSync(name) && statSync(name).mtimeMs >= started);
  if (!changed && isOwn(root)) {
    const stamps = Object.fromEntries(from.map((name) => [path.relative(root, name).replaceAll("\\", "/"), stampOf(name)]));
    keep(file, `${PREFIX}${JSON.stringify({ options: JSON.stringify(options), length: code.length, stamps })}\n${code}`);
  }
  return code;
}
