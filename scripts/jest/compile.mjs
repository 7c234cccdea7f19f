// Compiles src and test for jest, once before a run: CommonJS in .build/jest, next to what it was in the project. Only files that changed since the last run.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, version } from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const folder = path.join(root, ".build", "jest");

/** The compiled form of a source. */
export const compiledFile = (source) => path.join(folder, `${path.relative(root, source)}.js`);

const OPTIONS = {
  bundle: false,
  platform: "node",
  target: "node20",
  format: "cjs",
  jsx: "automatic",
  jsxImportSource: "preact",
  tsconfigRaw: {},
  sourcemap: "external",
  sourcesContent: false,
  // Node cannot import a source without its compiled form.
  supported: { "dynamic-import": false },
  logLevel: "error",
};

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

export default async function compile() {
  const stamp = path.join(folder, "options.json");
  const options = JSON.stringify({ version, ...OPTIONS });
  const same = timeOf(stamp) > 0 && readFileSync(stamp, "utf8") === options;
  if (!same) rmSync(folder, { recursive: true, force: true });
  const sources = ["src", "test"].flatMap((name) =>
    readdirSync(path.join(root, name), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
      .map((file) => path.join(root, name, file)),
  );
  const changed = sources.filter((source) => timeOf(compiledFile(source)) <= timeOf(source));
  if (changed.length === 0) return;
  const { outputFiles } = await build({ ...OPTIONS, entryPoints: changed, outdir: folder, outbase: root, write: false });
  const texts = new Map(outputFiles.map((file) => [path.relative(folder, file.path), file.text]));
  for (const source of changed) {
    const file = compiledFile(source);
    const built = path.relative(root, source).replace(/\.tsx?$/, ".js");
    const map = JSON.stringify({ ...JSON.parse(texts.get(`${built}.map`)), sources: [source] });
    mkdirSync(path.dirname(file), { recursive: true });
    // Renamed into place, because another run may read it.
    writeFileSync(`${file}.${process.pid}`, `${texts.get(built)}//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString("base64")}\n`);
    renameSync(`${file}.${process.pid}`, file);
  }
  if (!same) writeFileSync(stamp, options);
}
