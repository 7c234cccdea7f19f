import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { bookOf, RATE } from "./refresh-desk";
import { webBuild } from "../browser/web-build";
import { freePort } from "./started-service";
import { openStore } from "../../src/service/store/store";
import { untilTrue } from "../time";

const onlyPosix = process.platform === "win32" ? it.skip : it;

/** An installation on a server: the output of `npm run build` and the packages of `npm ci --omit=dev`, without sources, scripts and build tools. */
let install: string;
let data: string;
let external: Set<string>;
const started: ChildProcess[] = [];
/** Stop what a test started in another way. */
const stops: (() => unknown)[] = [];

/** The commit that the program is built from. */
const COMMIT = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: ROOT, encoding: "utf8" }).stdout.trim();

interface Locked {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** Builds the commands as `npm run build` does. Returns the packages that they import. */
function bundled(outfile: string): Set<string> {
  const script = `import { build } from "esbuild"; import { commandsBundle, commitDefinition } from "./scripts/commands.mjs";
    const { metafile } = await build({ ...commandsBundle, define: commitDefinition(), outfile: ${JSON.stringify(outfile)}, metafile: true });
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
  for (const stop of stops.splice(0)) stop();
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

/** Fetches without a kept connection: the service closes it while a test waits for a command, which blocks the test's own process. */
const fetched = (port: string, at: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<{ readonly status: number | undefined; readonly type: string | undefined; readonly text: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: at, headers, agent: false }, (reply) => {
      const { statusCode: status, headers: had } = reply;
      void text(reply).then((body) => resolve({ status, type: had["content-type"], text: body }), reject);
    });
    sent.on("error", reject).end();
  });
/** What `GET /v1/status` says to the local key. */
const statusOf = async (port: string, folder: string): Promise<{ readonly version: string; readonly commit?: string }> => {
  const headers = { authorization: `Bearer ${readFileSync(path.join(folder, "key"), "utf8").trim()}` };
  return (JSON.parse((await fetched(port, "/v1/status", headers)).text) as { data: { version: string } }).data;
};

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
  expect(COMMIT).toMatch(/^[0-9a-f]{12}$/);
  const build = `${version} (commit ${COMMIT})`;
  expect(existsSync(path.join(install, "node_modules", "esbuild"))).toBe(false);
  const before = [...filesIn(path.join(install, "dist")), ...readdirSync(install)];
  const s = await start();
  expect(s.printed()).toMatch(/It works: =SERVICE.FRED\("DGS10"\) shows \d/);
  expect(await fetched(s.http, "/workbench")).toMatchObject({ status: 200, type: "text/html; charset=utf-8" });
  const run = (...argv: string[]) => spawnSync(process.execPath, [entry(), ...argv], { encoding: "utf8" });
  const asked = run("eval", '=SERVICE.FRED("DGS10","unit")', "--data", data);
  expect([asked.status, asked.stdout]).toEqual([0, "%\n"]);
  expect(s.printed()).toContain(`Service ${build} is running`);
  expect(await statusOf(s.http, data)).toMatchObject({ version, commit: COMMIT });
  expect(JSON.parse(run("data", "status", "--json", "--data", data).stdout)).toMatchObject({ version, commit: COMMIT });
  expect((await fetched(s.http, "/metrics")).text).toContain(`service_build_info{version="${version}",commit="${COMMIT}"} 1`);
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
  expect((await fetched(s.http, "/workbench")).status).toBe(200);
  s.child.kill("SIGTERM");
  expect(await s.ended).toBe(0);
});

onlyPosix("the service ends when the npm that started it ends, and frees its ports", async () => {
  // As under npm: the signal kills a shell that does not pass it on.
  const s = await start('"$0" "$@"; true', { npm_lifecycle_event: "start" });
  s.child.kill("SIGTERM");
  await s.says("Stopped.");
  await s.ended;
  await expect(fetched(s.http, "/workbench")).rejects.toThrow();
});

/** What systemd does for the unit: starts the version that the link names, stops it, and says whether it runs. */
const SYSTEMCTL = `#!/bin/sh
case "$1" in
  start) setsid "$NODE" "$INSTALL/dist/commands/run.js" start --http-port "$HTTP" --https-port "$HTTPS" --data "$SERVICE_DATA" >>"$STATE/log" 2>&1 & echo $! >"$STATE/pid" ;;
  stop) kill "$(cat "$STATE/pid")" 2>/dev/null && while kill -0 "$(cat "$STATE/pid")" 2>/dev/null; do sleep 0.1; done; true ;;
  is-active) kill -0 "$(cat "$STATE/pid")" 2>/dev/null ;;
  show) echo 0 ;;
esac
`;
/** Stands for the download of packages. The version before answers meanwhile. */
const NPM = `#!/bin/sh
"$NODE" -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1))' "$READY" || { echo "no answer during npm ci" >&2; exit 1; }
ln -s "$PACKAGES" node_modules
`;

describe("deploy/upgrade.sh", () => {
  /** A server with a running service, and an archive of another version. The change turns its program into that version's. */
  async function server(changed: (program: string) => string) {
    const at = (...names: string[]): string => path.join(data, ...names);
    for (const name of ["bin", "state", "new"]) mkdirSync(at(name));
    cpSync(install, at("service"), { recursive: true, verbatimSymlinks: true });
    cpSync(path.join(install, "dist"), at("new", "dist"), { recursive: true });
    const archive = (change: (program: string) => string): void => {
      writeFileSync(at("new", "dist", "commands", "run.js"), change(readFileSync(entry(), "utf8")));
      expect(spawnSync("tar", ["czf", at("service.tgz"), "-C", at("new"), "dist"]).status).toBe(0);
    };
    archive(changed);
    for (const [name, text] of [
      ["systemctl", SYSTEMCTL],
      ["npm", NPM],
    ] as const)
      writeFileSync(at("bin", name), text, { mode: 0o755 });
    const HTTP = String(await freePort());
    const READY = `http://127.0.0.1:${HTTP}/readyz`;
    const of = { INSTALL: at("service"), SERVICE_DATA: at("data"), STATE: at("state"), PACKAGES: path.join(install, "node_modules"), NODE: process.execPath };
    const { SERVICE_API_KEY: _key, ...rest } = process.env;
    const env = { ...rest, ...of, HTTP, HTTPS: String(await freePort()), READY, WAIT_S: "120", PATH: `${at("bin")}:${process.env.PATH}` };
    const sh = (...words: string[]) => spawnSync("sh", words, { encoding: "utf8", env });
    sh("-c", "systemctl start");
    stops.push(() => sh("-c", "systemctl stop"));
    const isReady = (): Promise<boolean> => fetched(HTTP, "/readyz").then(({ status }) => status === 200, () => false); // prettier-ignore
    await untilTrue(isReady);
    const status = async (): Promise<unknown> => (await statusOf(HTTP, at("data"))).commit;
    return { at, archive, status, upgrade: () => sh(path.join(ROOT, "deploy", "upgrade.sh"), at("service.tgz")) };
  }

  onlyPosix(
    "installs the new version while the one before answers, changes to it, and keeps the data if it goes back from one that did not change it",
    async () => {
      const { at, archive, status, upgrade } = await server((program) => program.replaceAll(COMMIT, "fedcba987654"));
      expect(await status()).not.toBe("fedcba987654");
      const said = upgrade();
      expect([said.status, said.stdout]).toEqual([
        0,
        expect.stringMatching(/^Upgraded: .+ \(commit fedcba987654\) answers\. When you no longer need the way back, remove .+$/m),
      ]);
      expect(await status()).toBe("fedcba987654");
      expect(existsSync(at("service-before", "dist"))).toBe(true);

      // Back to a version that can read the data: nothing is restored, also if status says that feeds fail.
      const store = openStore({ path: at("data", "service.db") });
      await store.ledger.feeds.keep("board.h15", { parts: {}, tried: "2024-06-25T12:00:00Z", failure: "the server answered with status 503" });
      store.close();
      archive((program) => `if (process.argv[2] === "start") throw new Error("broken");\n${program}`);
      expect(upgrade().status).toBe(1);
      expect(await status()).toBe("fedcba987654");
      expect(readdirSync(at("data")).filter((name) => name.startsWith("before-restore"))).toEqual([]);
    },
  );

  onlyPosix("goes back, also to the data of before, if the new version changes the database and does not answer", async () => {
    const broken = (program: string): string => `if (process.argv[2] === "start") {
      const sql = new (require("libsql"))(process.argv[process.argv.indexOf("--data") + 1] + "/service.db");
      sql.exec("UPDATE schema_version SET version = 999");
      throw new Error("broken");
    }
    ${program.replaceAll(COMMIT, "fedcba987654")}`;
    const { status, upgrade } = await server(broken);
    const before = await status();
    const said = upgrade();
    expect([said.status, said.stderr]).toEqual([1, expect.stringMatching(/^Went back: .+ answers\. The new version is kept in .+$/m)]);
    expect(await status()).toBe(before);
  });
});
