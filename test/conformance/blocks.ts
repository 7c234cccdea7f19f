import { blockIn } from "../../src/workbook/cell-reference";
import type { Area } from "../../src/workbook/areas";
import type { Block } from "../../src/workbook/block";
import { placeTable } from "../../src/tables/place-table";
import { refreshTable } from "../../src/tables/refresh/refresh-table";
import { inTime } from "../../src/tables/steps";
import { undoRefresh, type DoneRefresh } from "../../src/tables/refresh/undo-refresh";
import { many, SEED, TESTED } from "../corpus";
import { refreshBesideOwnColumns } from "./own-columns";
import { tableMemory } from "../table-memory";
import { editAndRefresh, workbookOf, type EditedSheet } from "./random-edits";
import { refusal, type WorkbookUnderTest } from "./workbook-under-test";

const NAME = "_service_table_t1";
const block = (address: string): Block => blockIn(address)!;
/** Dates and values of a table. */
const ROWS = [[100, 1], [101, 2]] as const; // prettier-ignore
const area = (address: string, sheet = "Sheet1"): Area => ({ sheet, ...block(address) });

interface Host {
  /** False for a host without protected sheets. */
  readonly hasProtection: boolean;
  /** False for a host without tables of its own. */
  readonly hasTables: boolean;
}

/** Rules for the named blocks of every workbook. */
export function describeBlocks(name: string, open: () => Promise<WorkbookUnderTest>, { hasProtection, hasTables }: Host): void {
  describe(`named blocks of ${name}`, () => {
    let book: WorkbookUnderTest;
    const opened = (title: string, body: () => Promise<void>): void =>
      it(title, async () => {
        book = await open();
        await body();
        book.passed();
      });
    const shown = async (...addresses: string[]): Promise<unknown[]> =>
      (await book.workbook.shown(addresses.map((a) => ({ sheet: "Sheet1", row: block(a).row, column: block(a).column })))).map(({ value }) => value);
    const find = async () => (await book.workbook.blocks.find([NAME]))[0];

    opened("follow inserted and deleted rows and columns and the sheet's new name, and end with their cells", async () => {
      const { blocks } = book.workbook;
      await book.put("Sheet1", { B3: "Date", C3: "Value", B4: 100, C4: 1, B5: 101, C5: 2 });
      await blocks.set(NAME, area("B3:C5"));
      expect(await blocks.find([NAME, "_service_table_t2"])).toEqual([area("B3:C5"), undefined]);
      await book.resize("Sheet1", "insert", "rows", 1, 2);
      await book.resize("Sheet1", "insert", "columns", 0, 1);
      expect(await find()).toEqual(area("C5:D7"));
      await book.resize("Sheet1", "insert", "rows", 6, 3);
      await book.resize("Sheet1", "delete", "rows", 0, 2);
      expect(await find()).toEqual(area("C3:D8"));
      await book.rename("Sheet1", "Rates");
      expect(await find()).toEqual(area("C3:D8", "Rates"));
      await book.resize("Rates", "delete", "rows", 1, 20);
      expect(await find()).toBeUndefined();
      expect(await blocks.read(NAME)).toBeUndefined();
    });

    opened("can be on a sheet whose name looks like a reference", async () => {
      const { blocks } = book.workbook;
      let sheet = "Sheet1";
      for (const name of ["R10y", "C1_prices", "R", "rc", "Q1", "It's", "TRUE"]) {
        await book.rename(sheet, name);
        sheet = name;
        await blocks.set(NAME, area("B3:C5", sheet));
        expect(await find()).toEqual(area("B3:C5", sheet));
        await blocks.set(NAME, undefined);
      }
    });

    opened("are read with all used cells of their sheet", async () => {
      const { blocks } = book.workbook;
      await book.put("Sheet1", { B3: "Date", B4: 100, C4: "=B4*2", A6: { text: "=no formula" }, D1: true });
      await book.settled();
      await blocks.set(NAME, area("B3:B4"));
      const read = (await blocks.read(NAME))!;
      const at = (address: string) => read.cells[block(address).row - read.area.row]?.[block(address).column - read.area.column];
      expect(read.block).toEqual(area("B3:B4"));
      expect(["B3", "B4", "C4", "A6", "D1", "A1"].map(at)).toEqual([
        { value: "Date", formula: "" },
        { value: 100, formula: "" },
        { value: 200, formula: "=B4*2" },
        { value: "=no formula", formula: "" },
        { value: true, formula: "" },
        { value: null, formula: "" },
      ]);
    });

    opened("are changed on their own sheet while another one is in front, which stays as it is", async () => {
      const { blocks } = book.workbook;
      await book.put("Sheet1", { A1: "Date", A2: 100, B2: "mine 100", A3: 101, B3: "mine 101" });
      await book.put("Front", { A1: "a", A2: "b", A3: "c", A4: "d" });
      await blocks.set(NAME, area("A1:A3"));
      await book.select("Front", "A3", "A2:A4");
      const read = (await blocks.read(NAME))!;
      await blocks.edit(
        NAME,
        read,
        [
          { kind: "insert", along: "rows", block: block("A3:B4") },
          { kind: "delete", along: "rows", block: block("A2:B2") },
          { kind: "write", block: block("A2:A3"), rows: [[100.3], [100.6]] },
        ],
        area("A1:A4"),
      );
      await book.settled();
      expect(await find()).toEqual(area("A1:A4"));
      expect(await shown("A1", "A2", "A3", "A4", "B2", "B3", "B4")).toEqual(["Date", 100.3, 100.6, 101, null, null, "mine 101"]);
      const there = await book.workbook.shown([0, 1, 2, 3, 4].map((row) => ({ sheet: "Front", row, column: 0 })));
      expect(there.map(({ value }) => value)).toEqual(["a", "b", "c", "d", null]);
      expect(await book.front()).toEqual({ sheet: "Front", cell: "A3" });
    });

    opened("are changed in steps: cells move, formulas follow, texts stay texts, formulas are filled with their format", async () => {
      const { blocks } = book.workbook;
      await book.put("Sheet1", {
        A1: "Date",
        B1: "Value",
        A2: 100,
        B2: 1,
        C2: "=B2*10",
        A3: 101,
        B3: 2,
        C3: "=B3*10",
        A6: "below",
        E1: "=SUM(B2:B3)",
        D3: "right",
      });
      await book.settled();
      await blocks.set(NAME, area("A1:B3"));
      const read = (await blocks.read(NAME))!;
      await blocks.edit(
        NAME,
        read,
        [
          { kind: "insert", along: "rows", block: block("A3:C3") },
          { kind: "delete", along: "rows", block: block("A5:C5") },
          { kind: "write", block: block("A3:B3"), rows: [[100.5, "=1+1"]] },
          { kind: "format", block: block("A2:A4"), format: "yyyy-mm-dd" },
          { kind: "fill", block: block("C3:C3"), from: block("C2:C2") },
          { kind: "carry", block: block("B2:B3"), from: [block("A3:A3"), block("B2:B2")], to: [block("B2:B2"), block("B3:B3")] },
          { kind: "look", block: block("A1:B1"), look: "heading" },
          { kind: "fit", block: block("A1:B4") },
        ],
        area("A1:B4"),
      );
      await book.settled();
      expect(await find()).toEqual(area("A1:B4"));
      expect(await shown("A2", "A3", "A4", "B3", "B4", "A6", "D3", "D4")).toEqual([100, 100.5, 101, "=1+1", 2, "below", "right", null]);
      expect(await Promise.all(["C2", "C3", "C4", "E1"].map(async (a) => (await book.holds("Sheet1", a)).formula))).toEqual([
        "=B2*10",
        "=B3*10",
        "=B4*10",
        "=SUM(B2:B4)",
      ]);
      expect([await book.format("Sheet1", "A4"), await book.format("Sheet1", "B2")]).toEqual(["yyyy-mm-dd", "yyyy-mm-dd"]);
    });

    opened("are not changed if a cell of the sheet changed since they were read", async () => {
      const { blocks } = book.workbook;
      await book.put("Sheet1", { A1: "Date", A2: 100 });
      await blocks.set(NAME, area("A1:A2"));
      const read = (await blocks.read(NAME))!;
      await book.put("Sheet1", { C7: "typed" });
      expect(await refusal(blocks.edit(NAME, read, [{ kind: "write", block: block("A2:A2"), rows: [[1]] }], area("A1:A2")))).toMatch(
        /changed.*nothing was written/,
      );
      expect(await shown("A2")).toEqual([100]);
    });

    (hasProtection ? opened : it.skip)("are not changed on a protected sheet", async () => {
      const { blocks } = book.workbook;
      await book.put("Sheet1", { A1: "Date", A2: 100 });
      await blocks.set(NAME, area("A1:A2"));
      const read = (await blocks.read(NAME))!;
      await book.protect("Sheet1");
      expect(await refusal(blocks.edit(NAME, read, [{ kind: "write", block: block("A2:A2"), rows: [[1]] }], area("A1:A2")))).toMatch(/protected/);
    });

    opened("can be compared with what formulas and names refer to", async () => {
      await book.put("Sheet1", { A1: 1, B1: "=A1+A4", B2: "=SUM(A1:A9)", B3: "=A4*2" });
      await book.put("Other", { A1: "=Sheet1!A5", A2: "=A7" });
      await book.settled();
      const found = (await book.workbook.blocks.references("Sheet1")).map((a) => [a.row, a.column, a.rows, a.columns, a.times]);
      expect(found.sort()).toEqual([
        [0, 0, 1, 1, 1],
        [0, 0, 9, 1, 1],
        [3, 0, 1, 1, 2],
        [4, 0, 1, 1, 1],
      ]);
    });

    /** A table with its headings at B3 of Sheet1, and a refresh of it. */
    async function table(rows: readonly (readonly [number, number])[]) {
      const tables = workbookOf(book.workbook);
      const columns = [
        { id: "date", heading: "Date", key: true },
        { id: "value", heading: "Value" },
      ] as const;
      const memory = tableMemory(columns, rows, { notes: [] });
      await inTime(placeTable(tables, memory, { sheet: "Sheet1", row: 2, column: 1 }));
      return {
        refresh: (now: readonly (readonly [number, number])[]) => inTime(refreshTable(tables, memory, { rows: now, notes: [], why: () => "not public" })),
        undo: (done: DoneRefresh) => inTime(undoRefresh(tables, memory, done)),
      };
    }
    const formulas = (...addresses: string[]) =>
      Promise.all(
        addresses.map(async (a) => {
          const [sheet, cell] = a.split("!") as [string, string];
          return (await book.holds(sheet, cell)).formula;
        }),
      );
    const OVER = ["=SUM(C4:C5)", "=SUM(Sheet1!$B$4:C5)", "=AVERAGE(Sheet1!C4)"];

    opened("of tables are not placed over merged cells, and leave nothing", async () => {
      await book.merge("Sheet1", "B4:C4");
      expect(await refusal(table(ROWS))).toMatch(/^The merged cells Sheet1!B4:C4 are in the way, so nothing was written\./);
      expect(await find()).toBeUndefined();
      expect(await shown("B3", "C3", "B4", "C4")).toEqual([null, null, null, null]);
    });

    opened("of tables refuse a refresh if only a part of merged cells below would move, and change nothing", async () => {
      const { refresh } = await table(ROWS);
      await book.put("Sheet1", { B6: "below", A8: "A title over all columns" });
      await book.merge("Sheet1", "A8:C8");
      expect(await refusal(refresh([...ROWS, [102, 3], [103, 4]]))).toMatch(/[Mm]erged cells.* in the way/);
      expect(await shown("B3", "B4", "C4", "B5", "C5", "B6", "A8")).toEqual(["Date", 100, 1, 101, 2, "below", "A title over all columns"]);
      expect(await find()).toMatchObject({ rows: 3 });
    });

    (hasTables ? opened : it.skip)("of tables refuse a refresh if only a part of a table of the host's would move, and change nothing", async () => {
      const { refresh } = await table(ROWS);
      await book.put("Sheet1", { B6: "below", C8: "Own", D8: "Table", C9: 1, D9: 2 });
      await book.formatAsTable("Sheet1", "C8:D9");
      expect(await refusal(refresh([...ROWS, [102, 3]]))).toMatch(/would be split|table.* in the way/);
      expect(await shown("B4", "C4", "B5", "C5", "B6", "C8", "D9")).toEqual([100, 1, 101, 2, "below", "Own", 2]);
      expect(await find()).toMatchObject({ rows: 3 });
    });

    opened("of tables refuse a refresh if a filter hides rows that would move, and change nothing", async () => {
      const { refresh } = await table(ROWS);
      await book.put("Sheet1", { B6: "below", F7: "Key", F8: "shown", F9: "hidden", F10: "shown" });
      await book.filterOut("Sheet1", "F7:F10", "hidden");
      expect(await refusal(refresh([[99, 0], ...ROWS]))).toMatch(/filter/i);
      expect(await shown("B3", "B4", "C4", "B5", "C5", "B6")).toEqual(["Date", 100, 1, 101, 2, "below"]);
      expect(await find()).toMatchObject({ rows: 3 });
    });

    opened("of tables are followed by formulas of all sheets that have exactly all rows, until an undo", async () => {
      const { refresh, undo } = await table(ROWS);
      await book.put("Sheet1", { G1: OVER[0]! });
      await book.put("Other", { A1: OVER[1]!, A2: OVER[2]! });
      await book.settled();
      const done = await refresh([[99, 0], ...ROWS, [102, 3]]);
      await book.settled();
      expect(await formulas("Sheet1!G1", "Other!A1", "Other!A2")).toEqual(["=SUM(C4:C7)", "=SUM(Sheet1!$B$4:C7)", "=AVERAGE(Sheet1!C5)"]);
      expect(done.plan.report).toMatchObject({
        extended: [
          { cell: "Sheet1!G1", has: "C4:C5", all: "C4:C7" },
          { cell: "Other!A1", has: "B4:C5", all: "B4:C7" },
          { cell: "Other!A2", has: "C4", all: "C5" },
        ],
        notes: [],
      });
      expect(await undo(done)).toBe(true);
      await book.settled();
      expect(await formulas("Sheet1!G1", "Other!A1", "Other!A2")).toEqual(OVER);
      expect(await book.workbook.blocks.find(["_service_table_formulas"])).toEqual([undefined]);
    });

    (hasProtection ? opened : it.skip)("of tables are reported with the formulas on protected sheets that have not all rows", async () => {
      const { refresh } = await table(ROWS);
      await book.put("Other", { A1: OVER[1]! });
      await book.settled();
      await book.protect("Other");
      const done = await refresh([...ROWS, [102, 3]]);
      expect(await formulas("Other!A1")).toEqual([OVER[1]]);
      expect(done.plan.report).toMatchObject({
        extended: [],
        notes: ["1 range of a formula covers only a part of the table: Other!A1 has B4:C5 instead of B4:C6. Change it by hand."],
      });
    });

    (hasProtection ? opened : it.skip)("of tables refuse a refresh if a formula on a protected sheet refers to a row that moves", async () => {
      const { refresh } = await table(ROWS);
      await book.put("Other", { A1: "=Sheet1!C5" });
      await book.settled();
      await book.protect("Other");
      const before = await shown("B4", "C4", "B5", "C5", "B6");
      expect(
        await refusal(
          refresh([
            [99, 0],
            [100, 1],
            [101, 2],
          ]),
        ),
      ).toMatch(/^Other!A1 refers to rows that move.*Nothing was changed\.$/);
      expect(await shown("B4", "C4", "B5", "C5", "B6")).toEqual(before);
      expect(await formulas("Other!A1")).toEqual(["=Sheet1!C5"]);
      expect(await find()).toMatchObject({ rows: 3 });
    });

    /** Sheet1 as a user edits it. */
    const edited = (): EditedSheet => {
      const { workbook } = book;
      return {
        blocks: {
          ...workbook.blocks,
          read: async (called) => {
            await book.settled();
            return workbook.blocks.read(called);
          },
        },
        put: async (cells) => {
          const cleared = Object.keys(cells).filter((address) => cells[address] === null);
          if (cleared.length > 0) await book.clear("Sheet1", ...cleared);
          const filled = Object.entries(cells).filter((entry): entry is [string, string | number] => entry[1] !== null);
          if (filled.length > 0) await book.put("Sheet1", Object.fromEntries(filled));
        },
        resize: (kind, along, at, count) => book.resize("Sheet1", kind, along, at, count),
        undo: () => book.undo(),
      };
    };

    opened(`of tables: 100 random edits around them, with refreshes, lose nothing of the user's (${TESTED})`, async () => {
      const tally = await editAndRefresh(edited(), Number(SEED), { edits: 100, rounds: 4 });
      expect(tally.refreshes).toBe(4);
      expect(tally.added).toBeGreaterThan(0);
      expect(tally.revised).toBeGreaterThan(0);
    });

    it.each([
      ["while rows move, grow and shrink", many(200, 1), { rounds: 4 }],
      ["after a day of the past and back", many(100, 1), { rounds: 3, back: true }],
    ])(
      `of tables: random columns of the user's beside them hold what a model of them says, %s (${TESTED})`,
      async (_, runs, how) => {
        for (let run = 0; run < runs; run++) {
          book = await open();
          await refreshBesideOwnColumns(edited(), Number(SEED) * 1_000 + run, how);
          book.passed();
        }
      },
      many(3_600_000, 180_000),
    );

    opened("are removed without their cells", async () => {
      const { blocks } = book.workbook;
      await book.put("Sheet1", { A1: "Date" });
      await blocks.set(NAME, area("A1:A2"));
      await blocks.set(NAME, undefined);
      expect(await find()).toBeUndefined();
      expect(await shown("A1")).toEqual(["Date"]);
    });
  });
}
