// A bundle that is kept between runs, and made again where anything it was made from has changed.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A file by its time and size; a folder by its time, which adding and removing files changes. */
function stampOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.isDirectory() ? "folder" : stat.size}` : "none";
}

/** What else decides how files are found and compiled: each file's folder, and the tsconfig.json there and above, up to `root`. */
function surroundings(root, files) {
  const folders = new Set();
  for (const file of files)
    for (let folder = path.dirname(file); folder.startsWith(root) && !folders.has(folder); folder = path.dirname(folder)) folders.add(folder);
  // Builds and runs write beside the sources' root folder: its own time says nothing.
  return [...folders].flatMap((folder) => [...(folder === root ? [] : [folder]), path.join(folder, "tsconfig.json")]);
}

const PREFIX = "// Made from: ";

/** The code of the bundle in `file`, or undefined where there is no whole one that was made of these files as they are now. */
function readKept(root, file, options) {
  try {
    const text = readFileSync(file, "utf8");
    const end = text.indexOf("\n");
    const made = JSON.parse(text.slice(PREFIX.length, end));
    const code = text.slice(end + 1);
    const same = made.options === JSON.stringify(options) && Object.entries(made.stamps).every(([name, stamp]) => stampOf(path.join(root, name)) === stamp);
    return same && made.length === code.length ? code : undefined;
  } catch {
    // None is there yet, or something else is: it is made now.
    return undefined;
  }
}

/** Under its name the file is always whole, also for another process that reads or writes it at this moment. */
function keep(file, text) {
  const own = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(own, text);
    renameSync(own, file);
  } catch {
    // A disk that is full or read-only, or Windows, which replaces no file that another process reads: the bundle is good, and made again the next time.
    if (existsSync(own)) rmSync(own);
  }
}

/** Another user's checkout is left as it is: files of root's in it would stop its owner. */
const isOwn = (root) => process.getuid === undefined || statSync(root).uid === process.getuid();

/**
 * The bundle that esbuild makes with these options for the sources in `root`, as text. It is kept in `file`, and taken from there while no source, no
 * folder of a source, no tsconfig.json and none of `also` is another than when it was made.
 */
export async function keptBundle({ root, file, options, also = [] }) {
  const kept = readKept(root, file, options);
  if (kept !== undefined) return kept;
  const started = Date.now();
  const esbuild = await import("esbuild");
  const { outputFiles, metafile } = await esbuild.build({ ...options, absWorkingDir: root, write: false, metafile: true });
  const code = outputFiles[0].text;
  const sources = Object.keys(metafile.inputs).map((name) => path.join(root, name));
  const from = [...sources, ...surroundings(root, sources), ...also];
  // What changed while it was read may be in the bundle as it was before, or as it is now: not to be kept.
  const changed = from.some((name) => existsSync(name) && statSync(name).mtimeMs >= started);
  if (!changed && isOwn(root)) {
    const stamps = Object.fromEntries(from.map((name) => [path.relative(root, name).replaceAll("\\", "/"), stampOf(name)]));
    keep(file, `${PREFIX}${JSON.stringify({ options: JSON.stringify(options), length: code.length, stamps })}\n${code}`);
  }
  return code;
}
