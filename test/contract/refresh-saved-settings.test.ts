import { rmSync } from "node:fs";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { memoryText, type TableMemory } from "../../src/tables/memory";
import { call, FIRST, RATE, refreshDesk } from "./refresh-desk";

const books = refreshDesk();

const WITH_TODAY = `${RATE}<c r="B1"><f>TODAY()</f><v>1</v></c>`;
const valuesIn = (name: string) => books.cellsOf(name).map(({ value }) => value);
/** 18 November's rate is published in the evening of the 19th. */
const importRates = () => books.import("own.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
beforeEach(async () => void (await importRates()));

describe("a refresh of a workbook that is as of a date", () => {
  const settings = { "service.asof": "2026-11-18" };
  const TODAY = 46_346;

  it("writes the figures of that date, as Excel with the add-in shows them, and says so; TODAY is still today", async () => {
    books.putBook("b.xlsx", [WITH_TODAY], { settings });
    expect(await books.run("--lock", "b.xlsx")).toBe(0);
    expect(valuesIn("b.xlsx")).toEqual([4.1, TODAY]);
    expect(books.out).toEqual([
      "b.xlsx: 1 SERVICE cell and 1 other formula, 1 request; 2 cells changed.",
      "b.xlsx: Its cells are as of 2026-11-18, the date saved in the workbook. For other figures, clear it in the task pane, or type --as-of.",
    ]);
    expect(books.lock().service).toMatchObject({ as_of: "2026-11-18", moment: "2026-11-19T04:59:59Z" });
    expect(await books.run("verify", "--data", "d", "b.xlsx")).toBe(0);
    expect(await books.run("--report", "json", "b.xlsx")).toBe(0);
    expect(JSON.parse(books.out[0]!)).toMatchObject({ saved_as_of: "2026-11-18", lock: { service: { as_of: "2026-11-18" } } });
  });

  it("leads a trace without a lock to the figures of that date", async () => {
    books.putBook("b.xlsx", [WITH_TODAY], { settings });
    expect(await books.run("trace", "b.xlsx", "S!A1")).toBe(0);
    expect(books.out.join("\n")).toMatch(/DGS10.*\b4\.1\b/s);
    expect(books.out.join("\n")).not.toContain("4.2");
  });

  it("uses the date of the command line or of a lock instead, and names the one that it did not use", async () => {
    books.putBook("b.xlsx", [RATE], { settings });
    expect(await books.run("--as-of", "2026-11-19", "--lock", "b.xlsx")).toBe(0);
    const unused = "b.xlsx: The as-of date saved in the workbook is 2026-11-18, and was not used. Excel with the add-in will show the figures of that date.";
    expect([valuesIn("b.xlsx"), books.out.at(-1)]).toEqual([[4.2], unused]);
    rmSync(books.at("d"), { recursive: true });
    books.putBook("b.xlsx", [RATE], { settings });
    expect(await books.run("--replay", "b.lock.json", "b.xlsx")).toBe(0);
    expect([valuesIn("b.xlsx"), books.out.at(-1)]).toEqual([[4.2], unused]);
  });

  it("refuses a date that cannot be read, or has not ended, and leaves the book", async () => {
    const correct = "Correct it in the task pane's Settings, or type --as-of.";
    for (const [saved, why] of [
      ["June", `cannot be read: "June". ${correct}`],
      ["2026-11-20", expect.stringMatching(/: expected a day that has ended in New York, got 2026-11-20; .* Correct it in the task pane's Settings/)],
    ] as const) {
      books.putBook("b.xlsx", [RATE], { settings: { "service.asof": saved } });
      const before = books.sha256("b.xlsx");
      expect([await books.run("b.xlsx"), books.sha256("b.xlsx")]).toEqual([1, before]);
      expect(books.err).toEqual([typeof why === "string" ? `b.xlsx: The as-of date saved in the workbook ${why}` : why]);
    }
    expect(await books.run("--as-of", "2026-11-19", "b.xlsx")).toBe(0);
  });
});

it("a refresh of a workbook whose cells show reasons as #N/A writes #N/A for a reason, as Excel does", async () => {
  books.putBook("b.xlsx", [`${call("A1", '_xldudf_SERVICE_FRED("NOSUCH")')}<c r="B1" t="b"><f>ISNUMBER(A1)</f><v>1</v></c>`], {
    settings: { "service.display": '{"reasons":"error","values":"formatted","blanks":"reason"}' },
  });
  expect(await books.run("b.xlsx")).toBe(0);
  expect(valuesIn("b.xlsx")).toEqual([{ error: "#N/A" }, false]);
});

describe("a refresh of a workbook with a table of the pane", () => {
  const table: TableMemory = {
    id: "t1",
    kind: "history",
    asked: { series: "DGS10", start: "2026-11-17" },
    columns: [
      { id: "date", heading: "Date", key: true },
      { id: "value", heading: "DGS10" },
    ],
    rows: [[46_343, 4.1]],
    orientation: "down",
    notes: ["DGS10", "Source: Federal Reserve"],
    gone: [],
    at: FIRST,
    sample: true,
  };
  const ROW = `${RATE}<c r="C1" t="inlineStr"><is><t>Date</t></is></c><c r="D1" t="inlineStr"><is><t>DGS10</t></is></c>`;
  const put = (name: string, settings: Readonly<Record<string, string>> = {}) =>
    books.putBook(name, [ROW, `<c r="C2"><v>46343</v></c><c r="D2"><v>4.1</v></c>`], {
      settings: { "service.tables": "t1", "service.table.t1": memoryText(table), ...settings },
      workbook: `<definedNames><definedName name="_service_table_t1" hidden="1">S!$C$1:$D$2</definedName></definedNames>`,
    });

  it("leaves the table and names it: its rows may be old", async () => {
    put("b.xlsx");
    expect(await books.run("b.xlsx")).toBe(0);
    expect(books.err).toEqual([
      "b.xlsx: 1 table of the pane stays as it was: S!C1:D2. To refresh it, open the book in Excel with the add-in, and choose Refresh in the pane.",
    ]);
    await books.run("--report", "json", "b.xlsx");
    expect(JSON.parse(books.out[0]!)).toMatchObject({ not_refreshed: [{ kind: "table", where: ["S!C1:D2"] }] });
    put("c.xlsx");
    const before = books.sha256("c.xlsx");
    expect([await books.run("--fail-on", "stale", "c.xlsx"), books.sha256("c.xlsx")]).toEqual([1, before]);
    expect(books.err[0]).toContain("S!C1:D2 would keep an old value");
  });

  it("lists the table, its sample data and the as-of date in the sources of a copy with values", async () => {
    put("b.xlsx", { "service.asof": "2026-11-18" });
    expect(await books.run("--values-only", "b.xlsx")).toBe(0);
    const sheet = readBook(books.read("b.values.xlsx")).sheets.find(({ name }) => name === "Sources")!;
    const texts = sheet.cells.map(({ value }) => value);
    expect(texts[1]).toMatch(/^The whole workbook as of 2026-11-18: 1 question in 1 cell and 1 table, written /);
    expect(texts[2]).toBe("SAMPLE DATA: 1 row is generated, not published. Do not quote such figures.");
    expect(texts).toEqual(expect.arrayContaining(["S!C1:D2", "History of a series: Series DGS10, Start 2026-11-17", "1 row", "Source: Federal Reserve"]));
  });
});
