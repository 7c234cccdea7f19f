import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../../src/commands/io";

jest.setTimeout(240_000);

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
  rmSync(checkout, { recursive: true, force: true });
});

async function freePort(): Promise<string> {
  const held = createServer();
  await new Promise<void>((resolve) => held.listen(0, "127.0.0.1", resolve));
  const { port } = held.address() as AddressInfo;
  await new Promise<void>((resolve) => held.close(() => resolve()));
  return String(port);
}

const source = (name: string): string => path.join(checkout, "src", ...name.split("/"));
function edit(name: string, from: string, to: string): void {
  const text = readFileSync(source(name), "utf8");
  expect(text).toContain(from);
  writeFileSync(source(name), text.replace(from, to));
}

test("npm run dev-server serves the add-in and service, and rebuilds after each change", async () => {
  const http = await freePort();
  const words = [
    path.join(checkout, "scripts", "dev-server.mjs"),
    "--http-port",
    http,
    "--https-port",
    await freePort(),
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
  const ended = new Promise<number | null>((resolve) => server!.once("close", resolve));
  /** Resolves when the text is printed after the last call. Rejects if the process ends first. */
  const says = (text: string): Promise<void> =>
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
    });
  const page = async (name: string): Promise<string> => (await fetch(`http://127.0.0.1:${http}/${name}`)).text();

  await says("To stop, press Ctrl+C.");
  expect(await page("workbench")).toContain("<title>");
  expect(await page("functions.js")).toContain('CustomFunctions.associate("SERVICE.CBRATE"');
  expect(existsSync(path.join(checkout, "dist", "web"))).toBe(false);

  edit("functions/rates.ts", "Policy rate of a central bank", "Policy rate of one central bank");
  await says("Built: the add-in");
  expect(await page("functions.json")).toContain("Policy rate of one central bank");
  expect(await page("help")).toContain("Policy rate of one central bank");

  appendFileSync(source("pane/taskpane.css"), "/* a changed style */\n");
  await says("Built: the add-in");
  expect(await page("taskpane.css")).toContain("a changed style");
  // esbuild's output stays in place.
  expect(await page("workbench.js")).toContain("import");

  appendFileSync(source("hosts/workbench/workbench.css"), "/* a changed style of the grid */\n");
  await says("Built: the workbench");
  expect(await page("workbench.css")).toContain("a changed style of the grid");

  // A build error is reported, and the last good pages stay.
  edit("functions/rates.ts", "export function CBRATE(", "export function (");
  await says("Not built: the add-in");
  await says("rates.ts");
  expect(await page("functions.js")).toContain('CustomFunctions.associate("SERVICE.CBRATE"');
  edit("functions/rates.ts", "export function (", "export function CBRATE(");
  await says("Built: the add-in");

  server.kill("SIGTERM");
  expect(await ended).toBe(process.platform === "win32" ? null : 0);
});

test("npm run build:dev writes readable pages into dist/dev only", () => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(checkout, "scripts", "build.mjs"), "--mode", "development"], { encoding: "utf8" });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  for (const name of ["taskpane.html", "functions.json", "workbench.html", "workbench.css", "workbench.js.map"])
    expect([name, existsSync(path.join(checkout, "dist", "dev", name))]).toEqual([name, true]);
  expect(existsSync(path.join(checkout, "dist", "dev", "functions.js.br"))).toBe(false);
  expect(existsSync(path.join(checkout, "dist", "web")) || existsSync(path.join(checkout, "dist", "commands"))).toBe(false);
});
