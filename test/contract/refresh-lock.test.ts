import { Ajv2020 } from "ajv/dist/2020";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { Lock } from "../../src/proof/lock";
import { SAVED_BY_EXCEL } from "../unit/workbook/xlsx/small-file";
import { call, DAY, FIRST, RATE, refreshDesk, ROWS } from "./refresh-desk";

const books = refreshDesk();

describe("refresh --lock", () => {
  it("writes what was asked and answered, with source, document and dates, and what each cell shows", async () => {
    await books.import("own.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
    books.putBook("b.xlsx", ROWS);
    const before = books.sha256("b.xlsx");
    expect(await books.run("--lock", "b.xlsx")).toBe(0);
    const lock = books.lock();
    expect(new Ajv2020().compile(Lock)(lock)).toBe(true);
    expect(lock.book).toEqual({ before, after: books.sha256("b.xlsx") });
    expect(lock.service).toMatchObject({ moment: "2026-11-20T12:00:00Z", import_position: 1 });
    expect(lock.documents).toEqual({ [books.sha256("own.csv")]: { publisher: "user", file: "own.csv", position: 1, received: "2026-11-20T12:00:00Z" } });
    expect(lock.questions['SERVICE.FRED("DGS10","value")']).toMatchObject({
      value: 4.2,
      unit: "%",
      observation_date: "2026-11-18",
      public: { at: "2026-11-19T21:15Z", basis: "rule" },
      source: "user",
      rows: [{ document: books.sha256("own.csv"), dataset: "observation", entity: "DGS10", date: "2026-11-18" }],
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
    const text = books.text("b.lock.json");
    expect(text).not.toMatch(new RegExp(path.dirname(books.at("b.xlsx"))));
    const key = books.text("d/key").trim();
    expect([key.length > 20, text.includes(key)]).toEqual([true, false]);
  });

  it("is the same for the same book, answers and moment, and has a line for each question and cell", async () => {
    await books.import("own.csv", { "2026-11-18": 4.2 });
    books.putBook("b.xlsx", ROWS);
    books.putBook("c.xlsx", ROWS);
    await books.run("--lock", "b.xlsx", "c.xlsx");
    expect(books.text("b.lock.json")).toBe(books.text("c.lock.json"));
    expect(books.text("b.lock.json")).toMatch(/^ {4}"S!B1": \{"formula":"=A1\*2","shows":8.4\},$/m);
    // A lock of a book that is already fresh: the same but for the book that it began with.
    const [first] = [books.lock()];
    await books.run("--lock", "b.xlsx");
    expect(books.lock()).toEqual({ ...first, book: { before: first.book.after, after: first.book.after } });
  });

  it("fills a book without a service: the same bytes, from the lock alone", async () => {
    await books.import("own.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
    books.putBook("b.xlsx", ROWS);
    books.putBook("c.xlsx", ROWS);
    await books.run("--lock", "b.xlsx");
    rmSync(books.at("d"), { recursive: true });
    expect(await books.run("--replay", "b.lock.json", "--lock", "c.xlsx")).toBe(0);
    expect([existsSync(books.at("d")), books.sha256("c.xlsx")]).toEqual([false, books.sha256("b.xlsx")]);
    expect(books.out[0]).toBe("c.xlsx: 3 SERVICE cells and 2 other formulas, 0 requests; 4 cells changed.");
    expect(books.text("c.lock.json")).toBe(books.text("b.lock.json"));
  });

  it("says which values differed, so that later refreshes keep them for the same reason until Excel calculates them", async () => {
    await books.import("own.csv", { "2026-11-18": 4.2 });
    // In the language that the text shows it would be 0,5 %.
    const first = `${RATE}<c r="B1" t="str"><f>A1/2&amp;" %"</f><v>0,7 %</v></c><c r="C1"><f>LEN(B1)</f><v>5</v></c>`;
    books.putBook("b.xlsx", [first], { parts: SAVED_BY_EXCEL });
    const kept = (differs: string) => [
      `b.xlsx: S!B1 (${differs}) keeps its value. Calculated from the stored cells, it gives another value than the stored one, so this refresh may calculate it wrong. If the stored value is old, press Ctrl+Alt+F9 in Excel with the add-in and save the book; otherwise update the cell there.`,
      "b.xlsx: S!C1 keeps its value. It depends on S!B1, which keeps its value.",
    ];
    expect(await books.run("--lock", "b.xlsx")).toBe(0);
    expect(books.err).toEqual(kept("stored 0,7 %, calculated 0,5 %"));
    expect(books.lock().cells["S!B1"]).toMatchObject({ shows: "0,7 %", differs: "stored 0,7 %, calculated 0,5 %" });
    expect(books.lock().cells["S!C1"]?.differs).toBeUndefined();
    // From today's stored cells it would be 2,1 %.
    await books.import("next.csv", { "2026-11-19": 4.3 });
    books.now += DAY;
    expect(await books.run("--lock", "b.xlsx")).toBe(0);
    expect(books.err).toEqual(kept("stored 0,7 %, calculated 0,5 %"));
    expect(await books.run("verify", "b.xlsx")).toBe(0);
    // Without the lock, the cell is compared again.
    rmSync(books.at("b.lock.json"));
    expect(await books.run("b.xlsx")).toBe(0);
    expect(books.err).toEqual(kept("stored 0,7 %, calculated 2,15 %"));
  });

  it("does not fill a book that asks what the lock has no answer to", async () => {
    books.putBook("b.xlsx", ROWS);
    await books.run("--lock", "b.xlsx");
    books.putBook("c.xlsx", [...ROWS, call("A4", '_xldudf_SERVICE_FRED("DGS2")')]);
    const before = books.sha256("c.xlsx");
    expect([await books.run("--replay", "b.lock.json", "c.xlsx"), books.sha256("c.xlsx")]).toEqual([1, before]);
    expect(books.err).toEqual([
      'c.xlsx: The lock has no answer to SERVICE.FRED("DGS2","value"): the book has changed since. Refresh it from the service. Nothing was written. --keep-going writes what was answered.',
    ]);
  });

  it("reproduces the first morning's book as of its moment, after revisions and new periods", async () => {
    await books.import("monday.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
    books.putBook("b.xlsx", ROWS);
    books.putBook("again.xlsx", ROWS);
    expect(await books.run("--lock", "b.xlsx")).toBe(0);
    const { moment } = books.lock().service;
    books.now = FIRST + 4 * DAY;
    await books.import("friday.csv", { "2026-11-17": 4.05, "2026-11-18": 4.2, "2026-11-20": 4.4 });
    const first = books.sha256("b.xlsx");
    expect(await books.run("--lock", "--out", "new.xlsx", "b.xlsx")).toBe(0);
    expect(books.lock("new.lock.json").cells["S!A1"]?.shows).toBe(4.4);
    expect(await books.run("--as-of", moment, "--lock", "again.xlsx")).toBe(0);
    expect(books.sha256("again.xlsx")).toBe(first);
    expect(books.lock("again.lock.json").service).toMatchObject({ moment, as_of: moment });
  });

  it("is not written for a book without calls, which is no failure", async () => {
    books.putBook("b.xlsx", ['<c r="A1"><f>1+1</f><v>2</v></c>']);
    expect([await books.run("--lock", "b.xlsx"), books.err, existsSync(books.at("b.lock.json"))]).toEqual([0, [], false]);
  });

  it("is refused if the file is no lock", async () => {
    books.putBook("b.xlsx", ROWS);
    books.put("x.json", "{");
    await expect(books.run("--replay", "x.json", "b.xlsx")).rejects.toThrow(
      "x.json: It is no JSON, or is cut off. Take the file from a backup, or refresh the book with --lock again.",
    );
    await expect(books.run("--replay", "no.json", "b.xlsx")).rejects.toThrow("There is no file no.json. A refresh with --lock writes it.");
    await expect(books.run("--lock", "--only", "A1", "b.xlsx")).rejects.toThrow(
      "--lock describes a whole book, so --only cannot be used with it. Leave one of them out.",
    );
    await expect(books.run("--replay", "x.json", "--as-of", "2026-11-01", "b.xlsx")).rejects.toThrow(
      "--replay answers from a lock, so --as-of has no effect. Leave one of them out.",
    );
  });
});

it("refresh --report json prints one line of JSON for each book, with its lock, and nothing else", async () => {
  books.putBook("b.xlsx", ROWS);
  books.put("x.xlsx", "no book");
  expect(await books.run("--report", "json", "b.xlsx", "x.xlsx")).toBe(1);
  expect(books.err).toEqual([]);
  const [b, x] = books.out.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(b).toMatchObject({ book: "b.xlsx", status: "refreshed", requests: 1, service_cells: 3, formulas: 5, failures: [] });
  expect(b!["changed"]).toContainEqual({ cell: "S!A2", before: 1, after: expect.stringContaining("NOSUCH") });
  expect(b!["kept"]).toEqual([{ cell: "S!B2", why: "It uses RANDBETWEEN, whose result may differ from Excel's." }]);
  expect(new Ajv2020().compile(Lock)(b!["lock"])).toBe(true);
  expect(x).toMatchObject({ book: "x.xlsx", status: "refused", why: expect.stringMatching(/\.$/) });
  expect(existsSync(books.at("b.lock.json"))).toBe(false);
});

describe("refresh --fail-on", () => {
  for (const [kind, why] of [
    ["error", "S!B2 would show an error value, and --fail-on error was given. Correct it."],
    ["reason", "S!A2 would show a reason instead of a value, and --fail-on reason was given. Read it with --dry-run."],
    ["stale", "S!C2 would keep an old value or has none that is new enough, and --fail-on stale was given. See it with --dry-run."],
    ["sample", "S!A1, S!A3 would show sample data, and --fail-on sample was given. Import published data, or leave out --fail-on sample."],
  ] as const)
    it(`writes nothing if a cell has one, and names it: ${kind}`, async () => {
      const rows = [
        `${RATE}`,
        `${call("A2", '_xldudf_SERVICE_FRED("NOSUCH")')}<c r="B2"><f>A2*2</f><v>3</v></c><c r="C2"><f>RAND()+A1</f><v>3</v></c>`,
        `${call("A3", '_xldudf_SERVICE_FRED("DGS2")')}`,
      ];
      books.putBook("b.xlsx", rows);
      const before = books.sha256("b.xlsx");
      expect([await books.run("--fail-on", kind, "--lock", "b.xlsx"), books.sha256("b.xlsx") === before, existsSync(books.at("b.lock.json"))]).toEqual([
        1,
        true,
        false,
      ]);
      expect(books.err).toEqual([`b.xlsx: ${why} Nothing was written.`]);
    });

  it("writes the book if no cell has one", async () => {
    await books.import("own.csv", { "2026-11-18": 4.2 });
    books.putBook("b.xlsx", [RATE]);
    expect([await books.run("--fail-on", "error,reason,stale,sample", "b.xlsx"), books.err]).toEqual([0, []]);
  });

  it("refuses another word", async () => {
    books.putBook("b.xlsx", ROWS);
    await expect(books.run("--fail-on", "samples", "b.xlsx")).rejects.toThrow(
      '--fail-on: expected error, reason, stale, sample or several of them with commas, got "samples"; did you mean sample?',
    );
  });
});

describe("a book whose last values were published", () => {
  const FRED = RATE;
  /** Refreshes rows from published data, then removes that data. */
  async function published(...rows: string[]): Promise<void> {
    await books.import("own.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
    books.putBook("b.xlsx", rows);
    expect(await books.run("--lock", "b.xlsx")).toBe(0);
    rmSync(books.at("d"), { recursive: true });
  }
  const why = (cells: string): string =>
    `b.xlsx: ${cells} would show sample data instead of published data. Name the service with --url or its data with --data, or add --allow-sample. Nothing was written.`;

  it("is not filled with sample data, nor is its lock or a copy, unless --allow-sample", async () => {
    await published(...ROWS, call("A4", '_xldudf_SERVICE_FRED("DGS2")'));
    const [before, lock] = [books.sha256("b.xlsx"), books.sha256("b.lock.json")];
    for (const more of [[], ["--lock"], ["--keep-going"], ["--only", "S!A1:A2"], ["--out", "c.xlsx"], ["--values-only"], ["--dry-run"]]) {
      const status = await books.run(...more, "b.xlsx");
      const unchanged = [books.sha256("b.xlsx") === before, books.sha256("b.lock.json") === lock, existsSync(books.at("c.xlsx"))];
      // The sample data of A4 replaces sample data.
      expect([more, status, books.err, ...unchanged]).toEqual([more, 1, [why(more[0] === "--only" ? "S!A1" : "S!A1, S!A3")], true, true, false]);
    }
    expect(await books.run("--allow-sample", "--lock", "b.xlsx")).toBe(0);
    expect(books.lock().questions['SERVICE.FRED("DGS10","value")']).toMatchObject({ sample: true });
    // From now on its last values are sample data.
    expect(await books.run("--lock", "b.xlsx")).toBe(0);
  });

  it("is known by its formulas if they ask for another day every day", async () => {
    await published(call("A1", '_xldudf_SERVICE_FREDH("DGS10",TEXT(TODAY()-2,"yyyy-mm-dd"))'));
    books.now = FIRST + DAY;
    expect([await books.run("b.xlsx"), books.err]).toEqual([1, [why("S!A1")]]);
  });

  it("may show sample data in a formula that was entered or changed since", async () => {
    await published(FRED, call("A2", '_xldudf_SERVICE_FRED("NOSUCH")'));
    const later = [call("A1", '_xldudf_SERVICE_FRED("DGS2")'), call("A2", '_xldudf_SERVICE_FRED("DGS5")'), call("A3", '_xldudf_SERVICE_FRED("DGS30")')];
    books.putBook("b.xlsx", later);
    expect([await books.run("b.xlsx"), books.err]).toEqual([0, []]);
  });

  it("is not filled with sample data if its lock cannot be read", async () => {
    await published(FRED);
    books.put("b.lock.json", "{");
    expect(await books.run("b.xlsx")).toBe(1);
    expect(books.err).toEqual([
      expect.stringMatching(/^b\.xlsx: Its lock cannot be read, so sample data may replace published data\. .+ \(b\.lock\.json: .+\) Nothing was written\.$/),
    ]);
    expect(await books.run("--allow-sample", "b.xlsx")).toBe(0);
  });

  it("is named with the cells that --fail-on sample names", async () => {
    await published(FRED);
    await books.run("--fail-on", "sample", "b.xlsx");
    expect(books.err).toEqual([
      "b.xlsx: S!A1 would show sample data, and --fail-on sample was given. Import published data, or leave out --fail-on sample. Nothing was written.",
    ]);
    await expect(books.run("--fail-on", "sample", "--allow-sample", "b.xlsx")).rejects.toThrow("--allow-sample and --fail-on sample contradict each other");
  });
});
