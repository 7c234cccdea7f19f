import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { refreshAs } from "../../src/commands/terminal-words";
import { bookOf, dynamicCell, refreshDesk } from "./refresh-desk";

const { at, put, read, names } = refreshDesk();
const { bin } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { bin: { "service-refresh": string } };
const book = bookOf([dynamicCell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1")]);

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the package's command `service-refresh` in the desk's folder. */
function started(env: NodeJS.ProcessEnv, ...argv: string[]) {
  const child = spawn(process.execPath, [path.join(ROOT, bin["service-refresh"]), ...argv], { cwd: at("."), env: { PATH: process.env.PATH, ...env } });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.out += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (said.err += chunk.toString("utf8")));
  const ended = new Promise<Ended>((resolve) => child.once("close", (status) => resolve({ status, ...said })));
  return { child, ended };
}

describe("the package's command service-refresh", () => {
  it("starts relative names in its working folder, whatever npm ran, and exits with the status of the refresh", async () => {
    put("b.xlsx", book);
    put("bad.xlsx", new Uint8Array(3));
    const { status, out, err } = await started({ INIT_CWD: ROOT, npm_lifecycle_event: "morning", SERVICE_DATA: "d" }, "b.xlsx", "bad.xlsx").ended;
    expect(err).toMatch(/^bad\.xlsx: Expected an \.xlsx workbook, got a file of another kind\. .*\n$/);
    expect([out, status]).toEqual(["b.xlsx: 1 SERVICE cell and 0 other formulas, 1 request; 1 cell changed. 1 cell shows sample data.\n", 1]);
    expect(names()).toEqual(["b.xlsx", "bad.xlsx", "d"]);
  });

  it("is named in its messages as it was started: by its installed name, or by its file", async () => {
    const file = path.join(ROOT, bin["service-refresh"]);
    const { status, err } = await started({}, "--dryrun", "b.xlsx").ended;
    expect([status, err]).toEqual([2, `--dryrun is not an option; did you mean --dry-run? Type: node ${file} --help\n`]);
    expect([file, "/opt/my books/refresh.mjs", "/usr/local/bin/service-refresh", "/opt/service/scripts/run.mjs", undefined].map(refreshAs)).toEqual([
      `node ${file}`,
      'node "/opt/my books/refresh.mjs"',
      "service-refresh",
      "npm run -s refresh --",
      "npm run -s refresh --",
    ]);
  });

  it("ends on Ctrl+C without a word, and leaves the book as it was and nothing beside it", async () => {
    put("b.xlsx", book);
    // Accepts requests and never answers.
    const server = createServer((socket) => void socket.on("error", () => undefined).once("data", () => server.emit("asked")));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const asked = new Promise((resolve) => server.once("asked", resolve));
    const { child, ended } = started({ SERVICE_API_KEY: "k".repeat(40) }, "--url", url, "b.xlsx");
    await asked;
    expect(names()).toEqual([".b.xlsx.refreshing", "b.xlsx"]);
    child.kill("SIGINT");
    expect(await ended).toEqual({ status: 130, out: "", err: "" });
    expect([names(), Buffer.compare(read("b.xlsx"), book)]).toEqual([["b.xlsx"], 0]);
    await new Promise((closed) => server.close(closed));
  });

  it("with --every ends on Ctrl+C between two rounds, with status 0", async () => {
    put("b.xlsx", book);
    const { child, ended } = started({ SERVICE_DATA: "d" }, "--every", "1h", "b.xlsx");
    child.stdout.once("data", () => child.kill("SIGINT"));
    expect(await ended).toEqual({ status: 0, out: expect.stringMatching(/^[\d-]{10} [\d:]{8} b\.xlsx: 1 SERVICE cell .*\n$/), err: "" });
  });
});
