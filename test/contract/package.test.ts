import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "../..");
const json = (name: string) => JSON.parse(readFileSync(path.join(root, name), "utf8")) as Record<string, any>;
const pkg = json("package.json");
const lock = json("package-lock.json") as {
  packages: Record<
    string,
    { version?: string; optionalDependencies?: Record<string, string>; dependencies?: Record<string, string>; license?: string; link?: boolean }
  >;
};

test("npm scripts start Node files and project tools without shell syntax", () => {
  for (const [name, line] of Object.entries(pkg.scripts as Record<string, string>)) {
    // npm adds node_modules/.bin to the path on every system, also on Windows.
    expect({ name, line }).toMatchObject({ line: expect.stringMatching(/^[\w-]+( [\w./=-]+)*$/) as string });
    const [program, file] = line.split(" ").filter((word) => !word.startsWith("--"));
    const at = program === "node" ? path.join(root, file!) : path.join(root, "node_modules", ".bin", program!);
    expect([name, existsSync(at)]).toEqual([name, true]);
  }
});

test("the usual Office add-in scripts exist, and README or CONTRIBUTING names every script", () => {
  const scripts = Object.keys(pkg.scripts as Record<string, string>);
  const usual = ["build", "build:dev", "dev-server", "watch", "lint", "lint:fix", "typecheck", "format", "validate", "start", "start:desktop", "stop", "test"];
  expect(scripts).toEqual(expect.arrayContaining(usual));
  const tables = ["README.md", "CONTRIBUTING.md"].map((name) => readFileSync(path.join(root, name), "utf8")).join("\n");
  expect(scripts.filter((name) => !new RegExp(`npm (run (-s )?)?${name}[ \`]`).test(tables))).toEqual([]);
});

test("package.json states an exact version of every library", () => {
  for (const [name, version] of Object.entries({ ...pkg.dependencies, ...pkg.devDependencies } as Record<string, string>))
    expect(`${name} ${version}`).toMatch(/ (npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
});

/** Walks up from a package's folder in the lock, as Node resolves modules. */
function locked(from: string, name: string): boolean {
  for (let at = from; ; at = at.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    if (lock.packages[`${at ? `${at}/` : ""}node_modules/${name}`]) return true;
    if (at === "") return false;
  }
}

test("the lock file names every platform's packages, and no registry", () => {
  const missing = Object.entries(lock.packages).flatMap(([at, p]) =>
    [...Object.keys(p.optionalDependencies ?? {}), ...Object.keys(p.dependencies ?? {})]
      .filter((name) => !locked(at, name))
      .map((name) => `${at} needs ${name}`),
  );
  expect(missing).toEqual([]);
  const platforms = Object.keys(lock.packages).filter((p) => /@libsql\/(darwin|linux|win32)/.test(p));
  expect(
    platforms.some((p) => p.includes("win32")) && platforms.some((p) => p.includes("darwin-arm64")) && platforms.some((p) => p.includes("linux-x64")),
  ).toBe(true);
  expect(readFileSync(path.join(root, "package-lock.json"), "utf8")).not.toMatch(/"resolved"/);
});

test("README names the oldest Node that works, and the Node 24 that tests also run on", () => {
  const readme = readFileSync(path.join(root, "README.md"), "utf8");
  const [, tested] = /NODE_24 = "(\d+\.\d+)\.\d+"/.exec(readFileSync(path.join(root, "scripts", "node-24.mjs"), "utf8"))!;
  expect(pkg.engines.node).toBe(">=20.19");
  expect(readme).toMatch(new RegExp(`Node 20\\.19 or later\\..* a part of them on ${tested};`));
});

test("every library has its reason in docs/decisions.md", () => {
  const decisions = readFileSync(path.join(root, "docs", "decisions.md"), "utf8");
  expect(Object.keys({ ...pkg.dependencies, ...pkg.devDependencies }).filter((name) => !decisions.includes(`\`${name}\``))).toEqual([]);
});

test("the top level has the expected files and folders", () => {
  const expected = [
    ".ci",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "assets",
    "docs",
    "manifest.xml",
    "package.json",
    "scripts",
    "src",
    "test",
    "tsconfig.json",
    "webpack.config.js",
  ];
  expect(expected.filter((name) => !readdirSync(root).includes(name))).toEqual([]);
});
