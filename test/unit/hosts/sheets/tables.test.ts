import { createDocumentTexts } from "../../../../src/hosts/sheets/document-texts";
import { createSheetBlocks } from "../../../../src/hosts/sheets/menu/sheet-blocks";
import { createSerialDates } from "../../../../src/hosts/sheets/dates";
import type { NamedBlocks } from "../../../../src/pane/workbook";
import { blockIn } from "../../../../src/workbook/cell-reference";
import type { SheetReading } from "../../../../src/workbook/edits/sheet-edits";
import { editAndRefresh, type EditedSheet, type Tally } from "../../../conformance/random-edits";
import { many, SEED, TESTED } from "../../../corpus";
import { createPropertyStore, type PropertyStore } from "../../../sheets/property-store";
import { createSpreadsheet, type SpreadsheetOptions } from "../../../sheets/spreadsheet";
import { dayText, instantOfText, localOf, timeText } from "../../../sheets/zone";
import { createScript } from "./menu-script";
import { grid } from "../../../grid";

type Adapter = ReturnType<typeof createSheetBlocks>;

/** A spreadsheet of Google's, edited as a user does, with the adapter's blocks. */
function edited(): EditedSheet {
  let saved: SpreadsheetOptions = {};
  let book = createSpreadsheet({ timeZone: "America/Sao_Paulo" });
  const open = (options: SpreadsheetOptions): void => {
    book = createSpreadsheet(options);
    Object.assign(globalThis, { SpreadsheetApp: book.SpreadsheetApp });
  };
  const sheet = () => book.SpreadsheetApp.getActiveSheet();
  const adapter = (): Adapter => createSheetBlocks(book.SpreadsheetApp.getActiveSpreadsheet() as unknown as Parameters<typeof createSheetBlocks>[0]);
  open(book.state());
  const blocks: NamedBlocks = {
    find: async (names) => adapter().find(names),
    read: async (name) => adapter().read(name),
    set: async (name, block) => adapter().set(name, block),
    edit: async (name, read, edits, block) => adapter().edit(name, read, edits, block),
    references: async (name) => adapter().references(name),
  };
  return {
    blocks,
    put: async (cells) => {
      saved = book.state();
      for (const [address, content] of Object.entries(cells)) {
        const { row, column } = blockIn(address)!;
        const tab = sheet();
        if (column >= tab.getMaxColumns()) tab.insertColumnsAfter(tab.getMaxColumns(), column - tab.getMaxColumns() + 1);
        tab.getRange(row + 1, column + 1).setValue(content ?? "");
      }
    },
    resize: async (kind, along, at, count) => {
      saved = book.state();
      const tab = sheet();
      const change = {
        insert: { rows: tab.insertRowsBefore, columns: tab.insertColumnsBefore },
        delete: { rows: tab.deleteRows, columns: tab.deleteColumns },
      }[kind][along];
      change(at + 1, count);
    },
    undo: async () => open(saved),
  };
}

const RUNS = many(40, 4);

describe("tables in Google Sheets", () => {
  beforeEach(() => createScript({ book: {} }).run(() => undefined));

  it(`lose nothing of the user's in 100 random edits with refreshes between them (${TESTED})`, async () => {
    const sum: Partial<Tally> = {};
    for (let run = 0; run < RUNS; run++) {
      const tally = await editAndRefresh(edited(), Number(SEED) * 1_000 + run, { edits: 100, rounds: 8 });
      for (const [what, count] of Object.entries(tally)) sum[what as keyof Tally] = (sum[what as keyof Tally] ?? 0) + (count as number);
    }
    const { refreshes = 0, refusals = 0, ...happened } = sum;
    expect(refreshes).toBe(RUNS * 8);
    expect(refusals).toBeLessThan(refreshes / 2);
    expect(Object.values(happened).every((count) => count > 0)).toBe(true);
  });

  it("are as they were if Google refuses to move cells after it has moved some", () => {
    const cells = { A1: "Date", B1: "Value", A2: 100, B2: 1, A3: 101, B3: 2, A4: 102, B4: 3, A6: "below", D2: { formula: "=B3" } };
    const sheetsOf = (failAt?: number) => {
      const book = createSpreadsheet({ sheets: { Sheet1: cells }, namedRanges: { _service_table_t1: "Sheet1!A1:B4" } }, failAt === undefined ? {} : { failAt });
      Object.assign(globalThis, { SpreadsheetApp: book.SpreadsheetApp });
      return { book, blocks: createSheetBlocks(book.SpreadsheetApp.getActiveSpreadsheet() as unknown as Parameters<typeof createSheetBlocks>[0]) };
    };
    // Changes: delete, flush, insert.
    const { book, blocks } = sheetsOf(3);
    const read = blocks.read("_service_table_t1") as SheetReading;
    const at = (address: string) => blockIn(address)!;
    const edit = () =>
      blocks.edit(
        "_service_table_t1",
        read,
        [
          { kind: "delete", along: "rows", block: at("A3:B3") },
          { kind: "insert", along: "rows", block: at("A2:B2") },
        ],
        { sheet: "Sheet1", ...at("A1:B4") },
      );
    expect(edit).toThrow(/did not move the cells below the table: Service error.*Nothing was changed/);
    const { SpreadsheetApp } = book;
    const range = SpreadsheetApp.getActiveSheet().getRange("A1:D6");
    const [values, formulas] = [range.getValues(), range.getFormulas()];
    expect(values.map((row) => row.slice(0, 2))).toEqual(grid(2, "Date", "Value", 100, 1, 101, 2, 102, 3, "", "", "below", ""));
    expect(formulas.flat().filter(Boolean)).toEqual(["=B3"]);
    expect(book.state().namedRanges).toEqual({ _service_table_t1: "Sheet1!A1:B4" });
  });
});

function useProperties(store: PropertyStore): void {
  const properties = {
    getProperties: () => store.read(),
    setProperties: (values: Record<string, string>) => store.write(values, []),
    deleteProperty: (name: string) => store.write({}, [name]),
  };
  Object.assign(globalThis, { PropertiesService: { getDocumentProperties: () => properties } });
}

describe("texts in the spreadsheet's properties", () => {
  it("may be longer than Google's 9 KB, in any script, and leave nothing behind", () => {
    const store = createPropertyStore();
    useProperties(store);
    const long = JSON.stringify({ notes: ["Zürich – 東京 😀".repeat(3_000)] });
    const texts = createDocumentTexts();
    void texts.write("service.table.t1", long);
    void texts.write("service.table.t10", '"other"');
    expect(JSON.parse(createDocumentTexts().read("service.table.t1") ?? "")).toEqual(JSON.parse(long));
    void createDocumentTexts().write("service.table.t1", '"short"');
    expect(createDocumentTexts().read("service.table.t1")).toBe('"short"');
    void createDocumentTexts().write("service.table.t1", undefined);
    expect(createDocumentTexts().read("service.table.t1")).toBeUndefined();
    expect([...store.values.keys()]).toEqual(["service.table.t10/0", "service.table.t10"]);
  });

  it("that were cut off read as damaged, and one that does not fit is refused before it is written", () => {
    const store = createPropertyStore();
    useProperties(store);
    const texts = createDocumentTexts();
    void texts.write("a", JSON.stringify("x".repeat(20_000)));
    store.values.delete("a/1");
    expect(createDocumentTexts().read("a")).toBe("");
    expect(texts.hasRoom("b", "y".repeat(455_000))).toBe(true);
    expect(texts.hasRoom("b", "y".repeat(465_000))).toBe(false);
    void texts.write("b", "y".repeat(455_000));
  });
});

const utilities = { formatDate: (date: Date, zone: string) => `${dayText(localOf(date.getTime(), zone))} ${timeText(localOf(date.getTime(), zone))}` };

it.each(["Etc/GMT", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"])(
  "dates of cells are serial numbers in the time zone %s, also where daylight saving skips or repeats an hour",
  (zone) => {
    Object.assign(globalThis, { Utilities: utilities });
    const serialOf = createSerialDates(zone);
    const wrong: string[] = [];
    for (let serial = 41_000; serial < 45_500; serial++)
      for (const [part, time] of [
        [0, ""],
        [2.5 / 24, " 02:30"],
      ] as const) {
        const shown = `${new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10)}${time}`;
        const read = serialOf(new Date(instantOfText(shown, zone)), () => shown);
        if (Math.abs(read - serial - part) > 1e-9) wrong.push(`${shown}: ${read}`);
      }
    expect(wrong).toEqual([]);
  },
);
