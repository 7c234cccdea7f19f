import { Ajv2020 } from "ajv/dist/2020";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { data } from "../../src/commands/data";
import type { Io } from "../../src/commands/io";
import { refresh } from "../../src/commands/refresh/refresh";
import { Lock } from "../../src/proof/lock";
import { smallFile } from "../unit/workbook/xlsx/small-file";

const FIRST = Date.parse("2026-11-20T12:00:00Z");
const DAY = 24 * 60 * 60_000;
let cwd = "";
let now = FIRST;
let out: string[] = [];
let err: string[] = [];
let io: Io;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), "service-lock-"));
  now = FIRST;
  io = { out: (line) => void out.push(line), err: (line) => void err.push(line), cwd, env: {}, now: () => now };
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const at = (name: string): string => path.join(cwd, name);
const sha = (name: string): string =>
  createHash("sha256")
    .update(readFileSync(at(name)))
    .digest("hex");
const lockOf = (name = "b.lock.json"): Lock => JSON.parse(readFileSync(at(name), "utf8")) as Lock;

async function run(...argv: string[]): Promise<number> {
  [out, err] = [[], []];
  return refresh(argv.includes("--replay") ? argv : ["--data", "d", ...argv], io);
}
async function imported(file: string, days: Readonly<Record<string, number>>): Promise<void> {
  writeFileSync(at(file), ["date,value", ...Object.entries(days).map(([day, value]) => `${day},${value}`), ""].join("\n"));
  [out, err] = [[], []];
  expect([await data(["import", "series", "DGS10", file, "--data", "d"], io), err]).toEqual([0, []]);
}

const call = (reference: string, formula: string): string => `<c r="${reference}" cm="1"><f t="array" ref="${reference}">${formula}</f><v>1</v></c>`;
function putBook(name = "b.xlsx"): void {
  const rows = [
    `<row r="1">${call("A1", '_xldudf_SERVICE_FRED("DGS10")')}<c r="B1"><f>A1*2</f><v>2</v></c></row>`,
    `<row r="2">${call("A2", '_xldudf_SERVICE_FRED("NOSUCH")')}<c r="B2"><f>RANDBETWEEN(1,6)+A1</f><v>3</v></c></row>`,
    `<row r="3">${call("A3", '_xldudf_SERVICE_FREDH("DGS10","2026-11-18")-_xldudf_SERVICE_FREDH("DGS10","2026-11-17")')}</row>`,
  ];
  writeFileSync(at(name), smallFile({ sheets: { S: rows.join("") } }));
}

describe("refresh --lock", () => {
  it("writes what was asked and answered, with source, document and dates, and what each cell shows", async () => {
    await imported("own.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
    putBook();
    const before = sha("b.xlsx");
    expect(await run("--lock", "b.xlsx")).toBe(0);
    const lock = lockOf();
    expect(new Ajv2020().compile(Lock)(lock)).toBe(true);
    expect(lock.book).toEqual({ before, after: sha("b.xlsx") });
    expect(lock.service).toMatchObject({ moment: "2026-11-20T12:00:00Z", import_position: 1 });
    expect(lock.documents).toEqual({ [sha("own.csv")]: { publisher: "user", file: "own.csv", position: 1, received: "2026-11-20T12:00:00Z" } });
    expect(lock.questions['SERVICE.FRED("DGS10","value")']).toMatchObject({
      value: 4.2,
      unit: "%",
      observation_date: "2026-11-18",
      public: { at: "2026-11-19T21:15Z", basis: "rule" },
      source: "user",
      rows: [{ document: sha("own.csv"), dataset: "observation", entity: "DGS10", date: "2026-11-18" }],
    });
    expect(lock.questions['SERVICE.FRED("NOSUCH","value")']).toMatchObject({ value: null, code: "unknown_series" });
    expect(lock.cells).toEqual({
      "S!A1": { formula: '=SERVICE.FRED("DGS10")', questions: ['SERVICE.FRED("DGS10","value")'], shows: 4.2 },
      "S!B1": { formula: "=A1*2", shows: 8.4 },
      "S!A2": { formula: '=SERVICE.FRED("NOSUCH")', questions: ['SERVICE.FRED("NOSUCH","value")'], shows: expect.stringContaining("Unknown series NOSUCH") },
      "S!B2": { formula: "=RANDBETWEEN(1,6)+A1", shows: 3, kept: "It uses RANDBETWEEN, whose result may differ from Excel's." },
      "S!A3": {
        formula: '=SERVICE.FREDH("DGS10","2026-11-18")-SERVICE.FREDH("DGS10","2026-11-17")',
        questions: ['SERVICE.FREDH("DGS10","2026-11-17","value")', 'SERVICE.FREDH("DGS10","2026-11-18","value")'],
        shows: expect.closeTo(0.1),
      },
    });
    const text = readFileSync(at("b.lock.json"), "utf8");
    expect(text).not.toMatch(new RegExp(cwd));
    const key = readFileSync(at("d/key"), "utf8").trim();
    expect([key.length > 20, text.includes(key)]).toEqual([true, false]);
  });

  it("is the same for the same book, answers and moment, and has a line for each question and cell", async () => {
    await imported("own.csv", { "2026-11-18": 4.2 });
    putBook();
    putBook("c.xlsx");
    await run("--lock", "b.xlsx", "c.xlsx");
    expect(readFileSync(at("b.lock.json"), "utf8")).toBe(readFileSync(at("c.lock.json"), "utf8"));
    expect(readFileSync(at("b.lock.json"), "utf8")).toMatch(/^ {4}"S!B1": \{"formula":"=A1\*2","shows":8.4\},$/m);
    // A lock of a book that is already fresh: the same but for the book that it began with.
    const [first] = [lockOf()];
    await run("--lock", "b.xlsx");
    expect(lockOf()).toEqual({ ...first, book: { before: first.book.after, after: first.book.after } });
  });

  it("fills a book without a service: the same bytes, from the lock alone", async () => {
    await imported("own.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
    putBook();
    putBook("c.xlsx");
    await run("--lock", "b.xlsx");
    rmSync(at("d"), { recursive: true });
    expect(await run("--replay", "b.lock.json", "--lock", "c.xlsx")).toBe(0);
    expect([existsSync(at("d")), sha("c.xlsx")]).toEqual([false, sha("b.xlsx")]);
    expect(out).toEqual(["c.xlsx: 3 SERVICE cells and 2 other formulas, 0 requests; 4 cells changed."]);
    expect(readFileSync(at("c.lock.json"), "utf8")).toBe(readFileSync(at("b.lock.json"), "utf8"));
  });

  it("does not fill a book that asks what the lock has no answer to", async () => {
    putBook();
    await run("--lock", "b.xlsx");
    writeFileSync(at("c.xlsx"), smallFile({ sheets: { S: `<row r="1">${call("A1", '_xldudf_SERVICE_FRED("DGS2")')}</row>` } }));
    const before = sha("c.xlsx");
    expect([await run("--replay", "b.lock.json", "c.xlsx"), sha("c.xlsx")]).toEqual([1, before]);
    expect(err).toEqual([
      'c.xlsx: The lock has no answer to SERVICE.FRED("DGS2","value"): the book has changed since. Refresh it from the service. Nothing was written. --keep-going writes what was answered.',
    ]);
  });

  it("reproduces the first morning's book as of its moment, after revisions and new periods", async () => {
    await imported("monday.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
    putBook();
    putBook("again.xlsx");
    expect(await run("--lock", "b.xlsx")).toBe(0);
    const { moment } = lockOf().service;
    now = FIRST + 4 * DAY;
    await imported("friday.csv", { "2026-11-17": 4.05, "2026-11-18": 4.2, "2026-11-20": 4.4 });
    const first = sha("b.xlsx");
    expect(await run("--lock", "--out", "new.xlsx", "b.xlsx")).toBe(0);
    expect(lockOf("new.lock.json").cells["S!A1"]?.shows).toBe(4.4);
    expect(await run("--as-of", moment, "--lock", "again.xlsx")).toBe(0);
    expect(sha("again.xlsx")).toBe(first);
    expect(lockOf("again.lock.json").service).toMatchObject({ moment, as_of: moment });
  });

  it("is refused if the file is no lock", async () => {
    putBook();
    writeFileSync(at("x.json"), "{");
    await expect(run("--replay", "x.json", "b.xlsx")).rejects.toThrow(
      "x.json: It is no JSON, or is cut off. Take the file from a backup, or refresh the book with --lock again.",
    );
    await expect(run("--replay", "no.json", "b.xlsx")).rejects.toThrow("There is no file no.json. A refresh with --lock writes it.");
    await expect(run("--lock", "--only", "A1", "b.xlsx")).rejects.toThrow(
      "--lock describes a whole book, so --only cannot be used with it. Leave one of them out.",
    );
    await expect(run("--replay", "x.json", "--as-of", "2026-11-01", "b.xlsx")).rejects.toThrow(
      "--replay answers from a lock, so --as-of has no effect. Leave one of them out.",
    );
  });
});

describe("refresh --report json", () => {
  it("prints one line of JSON for each book, with its lock, and nothing else", async () => {
    putBook();
    writeFileSync(at("x.xlsx"), "no book");
    expect(await run("--report", "json", "b.xlsx", "x.xlsx")).toBe(1);
    expect(err).toEqual([]);
    const [b, x] = out.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(b).toMatchObject({ book: "b.xlsx", status: "refreshed", requests: 1, service_cells: 3, formulas: 5, failures: [] });
    expect(b!["changed"]).toContainEqual({ cell: "S!A2", before: 1, after: expect.stringContaining("NOSUCH") });
    expect(b!["kept"]).toEqual([{ cell: "S!B2", why: "It uses RANDBETWEEN, whose result may differ from Excel's." }]);
    expect(new Ajv2020().compile(Lock)(b!["lock"])).toBe(true);
    expect(x).toMatchObject({ book: "x.xlsx", status: "refused", why: expect.stringMatching(/\.$/) });
    expect(existsSync(at("b.lock.json"))).toBe(false);
  });
});

describe("refresh --fail-on", () => {
  for (const [kind, why] of [
    ["error", "S!B2 would show an error value, and --fail-on error was given. Correct it."],
    ["reason", "S!A2 would show a reason instead of a value, and --fail-on reason was given. Read it with --dry-run."],
    ["stale", "S!C2 would keep an old value or has none that is new enough, and --fail-on stale was given. See it with --dry-run."],
    ["sample", "S!A1, S!A3 would show sample data, and --fail-on sample was given. Import published data, or remove them."],
  ] as const)
    it(`writes nothing if a cell has one, and names it: ${kind}`, async () => {
      const rows = [
        `<row r="1">${call("A1", '_xldudf_SERVICE_FRED("DGS10")')}</row>`,
        `<row r="2">${call("A2", '_xldudf_SERVICE_FRED("NOSUCH")')}<c r="B2"><f>A2*2</f><v>3</v></c><c r="C2"><f>RAND()+A1</f><v>3</v></c></row>`,
        `<row r="3">${call("A3", '_xldudf_SERVICE_FRED("DGS2")')}</row>`,
      ];
      writeFileSync(at("b.xlsx"), smallFile({ sheets: { S: rows.join("") } }));
      const before = sha("b.xlsx");
      expect([await run("--fail-on", kind, "--lock", "b.xlsx"), sha("b.xlsx") === before, existsSync(at("b.lock.json"))]).toEqual([1, true, false]);
      expect(err).toEqual([`b.xlsx: ${why} Nothing was written.`]);
    });

  it("writes the book if no cell has one", async () => {
    await imported("own.csv", { "2026-11-18": 4.2 });
    writeFileSync(at("b.xlsx"), smallFile({ sheets: { S: `<row r="1">${call("A1", '_xldudf_SERVICE_FRED("DGS10")')}</row>` } }));
    expect([await run("--fail-on", "error,reason,stale,sample", "b.xlsx"), err]).toEqual([0, []]);
  });

  it("refuses another word", async () => {
    putBook();
    await expect(run("--fail-on", "samples", "b.xlsx")).rejects.toThrow(
      '--fail-on: expected error, reason, stale, sample or several of them with commas, got "samples"; did you mean sample?',
    );
  });
});
