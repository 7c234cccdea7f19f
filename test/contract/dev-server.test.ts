import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { freePort } from "./started-service";

const STEP_MS = 150_000;

/** Works on a copy of the checkout, because the test changes sources. */
let checkout: string;
let server: ChildProcess | undefined;

beforeAll(() => {
  checkout = mkdtempSync(path.join(tmpdir(), "service-dev-"));
  for (const name of ["src", "assets", "scripts", "webpack.config.js", "package.json", "tsconfig.base.json", "manifest.xml"])
    cpSync(path.join(ROOT, name), path.join(checkout, name), { recursive: true });
  symlinkSync(path.join(ROOT, "node_modules"), path.join(checkout, "node_modules"), "junction");
});
afterAll(() => {
  server?.kill("SIGKILL");
  // The watcher of a server that was killed may still write.
  rmSync(checkout, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
});

/** The process that builds the pages again. */
function watcher(): number {
  const lines = spawnSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" }).stdout.split("\n");
  const line = lines.find((l) => l.includes(path.join(checkout, "scripts", "watch.mjs")));
  return Number(line?.trim().split(" ")[0]);
}

const source = (name: string): string => path.join(checkout, "src", ...name.split("/"));
function edit(name: string, from: string, to: string): void {
  const text = readFileSync(source(name), "utf8");
  expect(text).toContain(from);
  writeFileSync(source(name), text.replace(from, to));
}

// First, because its cache saves the dev-server a build.
test("npm run build:dev writes readable pages into dist/dev only", () => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(checkout, "scripts", "build.mjs"), "--mode", "development"], { encoding: "utf8" });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  for (const name of ["taskpane.html", "functions.json", "workbench.html", "workbench.css", "workbench.js.map", "screener.html", "screener.css"])
    expect([name, existsSync(path.join(checkout, "dist", "dev", name))]).toEqual([name, true]);
  expect(existsSync(path.join(checkout, "dist", "dev", "functions.js.br"))).toBe(false);
  expect(existsSync(path.join(checkout, "dist", "web")) || existsSync(path.join(checkout, "dist", "commands"))).toBe(false);
});

test("npm run dev-server serves the add-in and service, and rebuilds after each change", async () => {
  const http = String(await freePort());
  const words = [
    path.join(checkout, "scripts", "dev-server.mjs"),
    "--http-port",
    http,
    "--https-port",
    String(await freePort()),
    "--data",
    path.join(checkout, "data"),
  ];
  const { npm_lifecycle_event: _npm, ...env } = process.env;
  server = spawn(process.execPath, words, { cwd: checkout, env, stdio: ["ignore", "pipe", "pipe"] });
  let unread = "";
  const readers = new Set<() => void>();
  for (const stream of [server.stdout!, server.stderr!])
    stream.setEncoding("utf8").on("data", (text: string) => {
      unread += text;
      readers.forEach((read) => read());
    });
  const exited = once(server, "exit");
  /** Only when no process that it started holds its output open. */
  const ended = new Promise<number | null>((resolve) => server!.once("close", resolve));
  /** Rejects if it takes longer than any step does on a busy machine, with what was printed meanwhile. */
  async function within<T>(promise: Promise<T>, event: string): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Waited ${STEP_MS / 1000} s for ${event}. Printed meanwhile:\n${unread}`)), STEP_MS);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  }
  /** Resolves when the text is printed after the last call. Rejects if the process ends first. */
  const says = (text: string): Promise<void> =>
    within(
      new Promise((resolve, reject) => {
        const read = (): void => {
          const at = unread.indexOf(text);
          if (at < 0) return;
          unread = unread.slice(at + text.length);
          readers.delete(read);
          resolve();
        };
        readers.add(read);
        read();
        void ended.then(() => reject(new Error(`It ended before it said "${text}":\n${unread}`)));
      }),
      `"${text}"`,
    );
  const page = async (name: string): Promise<string> => (await fetch(`http://127.0.0.1:${http}/${name}`)).text();
  /** Resolves when a build of the part has the text in its page. A build that began before the change can print its line after it. */
  async function builds(part: string, name: string, text: string): Promise<void> {
    do await says(`Built: ${part}`);
    while (!(await page(name)).includes(text));
  }

  await says("To stop, press Ctrl+C.");
  expect(await page("workbench")).toContain("<title>");
  expect(await page("functions.js")).toContain('CustomFunctions.associate("SERVICE.CBRATE"');
  expect(existsSync(path.join(checkout, "dist", "web"))).toBe(false);

  edit("functions/rates.ts", "Policy rate of a central bank", "Policy rate of one central bank");
  await builds("the add-in", "functions.json", "Policy rate of one central bank");
  expect(await page("help")).toContain("Policy rate of one central bank");

  appendFileSync(source("pane/taskpane.css"), "/* a changed style */\n");
  await builds("the add-in", "taskpane.css", "a changed style");
  // esbuild's output stays in place.
  expect(await page("workbench.js")).toContain("import");

  appendFileSync(source("hosts/workbench/workbench.css"), "/* a changed style of the grid */\n");
  await builds("the workbench", "workbench.css", "a changed style of the grid");

  // A build error is reported, and the last good pages stay.
  edit("functions/rates.ts", "export function CBRATE(", "export function (");
  await says("Not built: the add-in");
  await says("rates.ts");
  expect(await page("functions.js")).toContain('CustomFunctions.associate("SERVICE.CBRATE"');
  edit("functions/rates.ts", "export function (", "export function CBRATE(");
  await says("Built: the add-in");

  // Stops while the watcher is busy and owes its builder an answer: no process may stay.
  const busy = process.platform === "win32" ? undefined : watcher();
  if (busy !== undefined) {
    process.kill(busy, "SIGSTOP");
    // esbuild asks every second.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  }
  server.kill("SIGTERM");
  await within(exited, "its exit");
  if (busy !== undefined) process.kill(busy, "SIGCONT");
  expect(await within(ended, "the exit of every process that it started")).toBe(process.platform === "win32" ? null : 0);
});
