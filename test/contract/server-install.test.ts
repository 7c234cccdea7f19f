import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { bookOf, RATE } from "./refresh-desk";
import { webBuild } from "../browser/web-build";
import { freePort } from "./started-service";

const onlyPosix = process.platform === "win32" ? it.skip : it;

/** An installation on a server: the output of `npm run build` and the packages of `npm ci --omit=dev`, without sources, scripts and build tools. */
let install: string;
let data: string;
let external: Set<string>;
const started: ChildProcess[] = [];

interface Locked {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** Builds the commands as `npm run build` does. Returns the packages that they import. */
function bundled(outfile: string): Set<string> {
  const script = `import { build } from "esbuild"; import { commandsBundle } from "./scripts/commands.mjs";
    const { metafile } = await build({ ...commandsBundle, outfile: ${JSON.stringify(outfile)}, metafile: true });
    console.log(JSON.stringify(Object.values(metafile.outputs).flatMap((o) => o.imports).filter((i) => i.external).map((i) => i.path)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return new Set(JSON.parse(stdout) as string[]);
}

beforeAll(async () => {
  const web = await webBuild();
  install = mkdtempSync(path.join(tmpdir(), "service-install-"));
  external = bundled(path.join(install, "dist", "commands", "run.js"));
  cpSync(web, path.join(install, "dist", "web"), { recursive: true });
  for (const name of ["package.json", "package-lock.json", "manifest.xml"]) cpSync(path.join(ROOT, name), path.join(install, name));
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8")) as Locked;
  for (const [at, { dev }] of Object.entries(packages)) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(at) || !existsSync(path.join(ROOT, at))) continue;
    mkdirSync(path.dirname(path.join(install, at)), { recursive: true });
    symlinkSync(path.join(ROOT, at), path.join(install, at), "junction");
  }
});
beforeEach(() => void (data = mkdtempSync(path.join(tmpdir(), "service-data-"))));
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
});
afterAll(() => rmSync(install, { recursive: true, force: true }));

interface Running {
  readonly child: ChildProcess;
  readonly http: string;
  printed(): string;
  /** Resolves when the text is printed. Rejects if the process ends first. */
  says(text: string): Promise<void>;
  readonly ended: Promise<number | null>;
}

const entry = (): string => path.join(install, "dist", "commands", "run.js");

/** Starts the built service, through this shell line if given ($0 is node, then its arguments). */
async function start(shell?: string, env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const http = String(await freePort());
  const words = [entry(), "start", "--http-port", http, "--https-port", String(await freePort()), "--data", data];
  const { SERVICE_API_KEY: _key, npm_lifecycle_event: _npm, ...rest } = process.env;
  const [file, argv] = shell ? ["/bin/sh", ["-c", shell, process.execPath, ...words]] : [process.execPath, words];
  const child = spawn(file, argv, { cwd: data, env: { ...rest, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const says = (what: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => void (text.includes(what) && resolve());
      child.stdout.on("data", look);
      look();
      void ended.then(() => (text.includes(what) ? resolve() : reject(new Error(text))));
    });
  await says("To stop, press Ctrl+C.");
  return { child, http, printed: () => text, says, ended };
}

const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

/** Without it, `validate` checks the XML and says what to install for the JSON. */
const OPTIONAL = ["office-addin-manifest"];

test("the built commands need only production packages", () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { dependencies: Record<string, string> };
  const packages = [...external]
    .filter((name) => !name.startsWith("node:"))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  expect(packages.length).toBeGreaterThan(3);
  expect(packages.filter((name) => !Object.hasOwn(dependencies, name) && !OPTIONAL.includes(name))).toEqual([]);
});

test("the built service starts without development packages, answers, says which commit it was built from, and writes nothing into its folder", async () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { version: string };
  const commit = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: ROOT, encoding: "utf8" }).stdout.trim();
  expect(commit).toMatch(/^[0-9a-f]{12}$/);
  const build = `${version} (commit ${commit})`;
  expect(existsSync(path.join(install, "node_modules", "esbuild"))).toBe(false);
  const before = [...filesIn(path.join(install, "dist")), ...readdirSync(install)];
  const s = await start();
  expect(s.printed()).toMatch(/It works: =SERVICE.FRED\("DGS10"\) shows \d/);
  const page = await fetch(`http://127.0.0.1:${s.http}/workbench`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const run = (...argv: string[]) => spawnSync(process.execPath, [entry(), ...argv], { encoding: "utf8" });
  const asked = run("eval", '=SERVICE.FRED("DGS10","unit")', "--data", data);
  expect([asked.status, asked.stdout]).toEqual([0, "%\n"]);
  expect(s.printed()).toContain(`Service ${build} is running`);
  const headers = { authorization: `Bearer ${readFileSync(path.join(data, "key"), "utf8").trim()}` };
  const status = (await (await fetch(`http://127.0.0.1:${s.http}/v1/status`, { headers })).json()) as { data: object };
  expect(status.data).toMatchObject({ version, commit });
  expect(JSON.parse(run("data", "status", "--json", "--data", data).stdout)).toMatchObject({ version, commit });
  expect(await (await fetch(`http://127.0.0.1:${s.http}/metrics`)).text()).toContain(`service_build_info{version="${version}",commit="${commit}"} 1`);
  expect(run("data", "--version").stdout).toBe(`${build}\n`);
  s.child.kill("SIGTERM");
  expect(await s.ended).toBe(process.platform === "win32" ? null : 0);
  expect([...filesIn(path.join(install, "dist")), ...readdirSync(install)]).toEqual(before);
});

test("commands without a named data folder make no second one beside the program, and say which folder they mean", () => {
  const { SERVICE_DATA: _data, SERVICE_API_KEY: _key, INIT_CWD: _cwd, ...env } = process.env;
  const run = (...argv: string[]) => spawnSync(process.execPath, [entry(), ...argv], { cwd: data, encoding: "utf8", env });
  writeFileSync(path.join(data, "b.xlsx"), bookOf([RATE]));
  const own = path.join(install, ".service");
  for (const words of [[], ["create", "ann"], ["list"], ["revoke", "ann"], ["renew"], ["renew", "ann"]]) {
    const said = run("key", ...words);
    expect([words, said.status, said.stdout]).toEqual([words, 2, ""]);
    expect(said.stderr).toContain(`no database in ${own}, the default data folder. Name the folder of the service with --data or SERVICE_DATA`);
  }
  const refreshed = run("refresh", "b.xlsx");
  expect([refreshed.status, refreshed.stderr]).toEqual([2, expect.stringContaining(`There is no data in ${own}`)]);
  expect(run("data", "status").stderr).toBe(`There is no database in ${own}.\n`);
  expect(existsSync(own)).toBe(false);
  const imported = run("data", "disable", "sample");
  expect([imported.status, imported.stderr]).toEqual([
    0,
    `(There was no database in ${own}, the default data folder: a new one is made. For another folder use --data or SERVICE_DATA.)\n`,
  ]);
  expect(run("key", "create", "ann").stderr).toContain(`(The key of ann, for the service on ${own}. Copy it now`);
  rmSync(own, { recursive: true });
});

onlyPosix("a hang-up without a terminal, as under nohup, does not end the service", async () => {
  const s = await start();
  s.child.kill("SIGHUP");
  await s.says(`The terminal was closed; the service keeps running. To stop it, type: kill ${s.child.pid}`);
  expect((await fetch(`http://127.0.0.1:${s.http}/workbench`)).status).toBe(200);
  s.child.kill("SIGTERM");
  expect(await s.ended).toBe(0);
});

onlyPosix("the service ends when the npm that started it ends, and frees its ports", async () => {
  // As under npm: the signal kills a shell that does not pass it on.
  const s = await start('"$0" "$@"; true', { npm_lifecycle_event: "start" });
  s.child.kill("SIGTERM");
  await s.says("Stopped.");
  await s.ended;
  await expect(fetch(`http://127.0.0.1:${s.http}/workbench`)).rejects.toThrow();
});
