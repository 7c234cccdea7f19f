import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { text as bodyOf } from "node:stream/consumers";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { main } from "../../src/commands/main";
import { refuseNewData } from "../../src/commands/refresh/existing-service";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { refreshAs } from "../../src/commands/terminal-words";
import { serving } from "./command-desk";
import { bookOf, call, RATE, refreshDesk } from "./refresh-desk";

const desk = refreshDesk();
const { at, put, folder, names, isSame } = desk;
const book = bookOf([RATE]);
const KEY = { SERVICE_API_KEY: "k".repeat(40) };

describe("the exit status of a refresh is", () => {
  const later = globalThis.setTimeout;
  const env = { ...process.env };
  /** Sets a variable until the test's end, in the object that Node's own modules have too. */
  const setEnv = (name: string, value: string): void => void (process.env[name] = value);
  let err = "";
  beforeEach(() => {
    err = "";
    put("b.xlsx", book);
    setEnv("SERVICE_DATA", at("d"));
    jest.spyOn(process.stdout, "write").mockReturnValue(true);
    jest.spyOn(process.stderr, "write").mockImplementation((text) => {
      err += String(text);
      return true;
    });
  });
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  });

  const run = (...argv: string[]): Promise<number> => main(["refresh", ...argv]);

  it("0 if all books were refreshed or had nothing to refresh", async () => {
    put("none.xlsx", bookOf(['<c r="A1"><v>1</v></c>']));
    expect([await run(at("b.xlsx"), at("none.xlsx")), err]).toEqual([0, ""]);
  });

  it("1 if a book was refused, or --fail-on", async () => {
    put("bad.xlsx", new Uint8Array(3));
    expect(await run(at("bad.xlsx"), at("b.xlsx"))).toBe(1);
    expect(await run("--fail-on", "sample", at("b.xlsx"))).toBe(1);
    expect(err).toContain("would show sample data");
  });

  it("1 if the service is not there", async () => {
    setEnv("SERVICE_API_KEY", KEY.SERVICE_API_KEY);
    // The client waits before it tries again.
    jest.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms = 0) => later(work, ms > 5000 ? ms : 0)) as typeof setTimeout);
    // Nothing listens there any more.
    const gone = await serving(
      () => undefined,
      (url) => url,
    );
    expect(await run("--url", gone, at("b.xlsx"))).toBe(1);
    expect(err).toMatch(/^[^\n]*b\.xlsx: The service cannot be reached\. [^\n]* Nothing was written\. [^\n]*\n$/);
  });

  it("1 if the service refuses the key", async () => {
    setEnv("SERVICE_API_KEY", KEY.SERVICE_API_KEY);
    const refuse: RequestListener = (_request, response) =>
      void response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify({ error: "unauthorized", status: 401 }));
    await serving(refuse, async (url) => expect(await run("--url", url, at("b.xlsx"))).toBe(1));
    expect(err).toMatch(/^[^\n]*b\.xlsx: [^\n]* key[^\n]* Nothing was written\. [^\n]*\n$/);
  });

  it("2 if nothing was done: a wrong option, a file that is not there, no key for --url", async () => {
    setEnv("SERVICE_API_KEY", "");
    expect(await run("--dryrun", at("b.xlsx"))).toBe(2);
    expect(await run(at("gone.xlsx"))).toBe(2);
    expect(await run("--url", "http://127.0.0.1:1", at("b.xlsx"))).toBe(2);
    expect(await run()).toBe(2);
    expect(err.split("\n").slice(0, 3)).toEqual([
      "--dryrun is not an option; did you mean --dry-run? Type: npm run -s refresh -- --help",
      expect.stringMatching(/^There is no file .*gone\.xlsx\./),
      expect.stringMatching(/^--url: set the variable SERVICE_API_KEY/),
    ]);
  });

  it("2 if the name of a book begins with a dash, with how to type it", async () => {
    expect(await run("-dash.xlsx")).toBe(2);
    expect(err).toBe("-dash.xlsx is not an option. If that is the name of a file, type: ./-dash.xlsx\n");
  });

  it("2 if the folder that was typed after --data has no data: it is not created, so that nothing shows sample data by mistake", async () => {
    put("b.lock.json", new Uint8Array());
    for (const words of [[], ["verify"], ["trace"], ["find"]]) {
      err = "";
      const rest = words[0] === "trace" ? [at("b.xlsx"), "S!A1"] : words[0] === "find" ? ["4.22"] : [at("b.xlsx")];
      expect(await run(...words, "--data", at("typo"), ...rest)).toBe(2);
      expect(err).toBe(
        `--data: expected a service's data folder, with its file service.db; there is no folder ${at("typo")}. Correct the name, or import data into it first.\n`,
      );
    }
    folder("empty");
    err = "";
    expect(await run("--data", at("empty"), at("b.xlsx"))).toBe(2);
    expect(err).toContain(`with its file service.db; ${at("empty")} has none.`);
    expect([names(), names("empty")]).toEqual([["b.lock.json", "b.xlsx", "empty"], []]);
  });

  it("2 in an installation without data, because every value would be sample data", () => {
    const [unnamed, named] = [{ ...desk.io, env: {} }, desk.io];
    expect(() => refuseNewData({}, named, true)).toThrow(
      `There is no data in ${at("d")}, so every value would be sample data. Name the service with --url or its data with --data, or add --allow-sample.`,
    );
    expect(() => refuseNewData({}, unnamed, true)).toThrow(/^There is no data in .*\.service, so every value would be sample data\./);
    refuseNewData({ url: "http://localhost:3001" }, unnamed, true);
    refuseNewData({}, named, false);
    refuseNewData({}, unnamed, false);
    expect(names()).toEqual(["b.xlsx"]);
  });
});

const { bin } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { bin: { "service-refresh": string } };

/** Runs the package's command `service-refresh` in the desk's folder. */
function started(env: NodeJS.ProcessEnv, ...argv: string[]) {
  const child = spawn(process.execPath, [path.join(ROOT, bin["service-refresh"]), ...argv], { cwd: at("."), env: { PATH: process.env.PATH, ...env } });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.out += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (said.err += chunk.toString("utf8")));
  const ended = new Promise<typeof said & { readonly status: number | null }>((resolve) => child.once("close", (status) => resolve({ status, ...said })));
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
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    await serving(asked, async (url) => {
      const { child, ended } = started(KEY, "--url", url, "b.xlsx");
      await isAsked;
      expect(names()).toEqual([".b.xlsx.refreshing", "b.xlsx"]);
      child.kill("SIGINT");
      expect(await ended).toEqual({ status: 130, out: "", err: "" });
      expect([names(), isSame("b.xlsx", book)]).toEqual([["b.xlsx"], true]);
    });
  });

  it("with --every ends on Ctrl+C between two rounds, with status 0", async () => {
    put("b.xlsx", book);
    const { child, ended } = started({ SERVICE_DATA: "d" }, "--every", "1h", "b.xlsx");
    child.stdout.once("data", () => child.kill("SIGINT"));
    expect(await ended).toEqual({ status: 0, out: expect.stringMatching(/^[\d-]{10} [\d:]{8} b\.xlsx: 1 SERVICE cell .*\n$/), err: "" });
  });
});

const CALLS = 1_200;
const COLUMNS = 60;
const day = (i: number): string => new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10);
const LARGE = bookOf(Array.from({ length: CALLS }, (_, i) => call(`A${i + 1}`, `_xldudf_SERVICE_FREDH("DGS10","${day(i)}")`, "1")));

/** Refreshes the book from a service that answers this many requests and refuses the rest. Returns the status, and what the terminal showed. */
async function refreshed(answers: number, ...argv: readonly string[]) {
  let requests = 0;
  const answered = { value: 4.5, kind: "number", unit: "pct", source: "ust", code: null, reason: null, max_age_s: 60, as_of: "2026-11-20T12:00:00Z" };
  const answer: RequestListener = (request, response) =>
    void bodyOf(request).then((body) => {
      const { cells } = JSON.parse(body) as { cells: { id: number }[] };
      const head = { "content-type": "application/json" };
      if (++requests > answers) return response.writeHead(403, head).end("{}");
      return response.writeHead(200, head).end(JSON.stringify({ data: cells.map(({ id }) => ({ id, ...answered })) }));
    });
  const screen: string[] = [];
  const terminal = { columns: COLUMNS, write: (text: string) => void screen.push(text) };
  desk.clear();
  // Each look at the clock is a second later, so that every figure is shown.
  const io = { ...desk.io, terminal, env: KEY, now: () => (desk.now += 1_000) };
  return { status: await serving(answer, (url) => refreshCommand(["--url", url, ...argv, "b.xlsx"], io)), screen };
}

const START = "\r\u001b[K";

it("shows on a terminal what it does, in one line that is written again and cleared at the end", async () => {
  put("b.xlsx", LARGE);
  const { status, screen } = await refreshed(Infinity);
  const all = "b.xlsx: 1,200 SERVICE cells and 0 other formulas, 3 requests; 1,200 cells changed.";
  expect([status, desk.err, desk.out]).toEqual([0, [], [all]]);
  expect(screen.every((text) => text.startsWith(START) && !text.includes("\n") && text.length < START.length + COLUMNS)).toBe(true);
  const steps = screen.map((text) => text.slice(START.length));
  expect(steps[0]).toBe("b.xlsx: reading …");
  expect(steps).toContain("b.xlsx: asked 1,000 of 1,200 calls …");
  expect(steps.slice(-4)).toEqual(["b.xlsx: calculating …", "", "b.xlsx: writing …", ""]);
});

it("writes nothing if the service stops answering; with --keep-going, the answered cells, and lists the others", async () => {
  put("b.xlsx", LARGE);
  expect([(await refreshed(1)).status, desk.out]).toEqual([1, []]);
  expect(desk.err).toEqual([
    expect.stringMatching(/^b\.xlsx: The service does not allow this .* Nothing was written\. --keep-going writes what was answered\.$/),
  ]);
  expect(isSame("b.xlsx", LARGE)).toBe(true);
  expect([(await refreshed(1, "--keep-going")).status, desk.out]).toEqual([
    1,
    ["b.xlsx: 1,200 SERVICE cells and 0 other formulas, 3 requests; 500 cells changed."],
  ]);
  expect(desk.err).toEqual([
    "b.xlsx: S!A501, S!A502, S!A503, S!A504, S!A505 and 695 more keep their values. The service did not answer it.",
    expect.stringMatching(/^b\.xlsx: The service does not allow this/),
  ]);
  const values = desk.cellsOf("b.xlsx").map(({ value }) => value);
  expect([values.slice(0, 500).every((value) => value === 4.5), values.slice(500).every((value) => value === 1)]).toEqual([true, true]);
});
