import type { CellPlace } from "../../src/workbook/cell";
import { cellIn } from "../../src/workbook/cell-reference";
import { many } from "../corpus";
import { release } from "../browser/excel-host";
import { until } from "../browser/stage";
import { refusal, type Ability, type Put, type WorkbookUnderTest } from "./workbook-under-test";
import { expectEventually } from "../time";

const CELLS = many(10_000, 2_000);
const ROWS = many(10_000, 2_000);

/** A sheet whose name needs quotes, doubled inside. */
const QUOTED = "Q1 '24";

/** A cell by its address: `place("Sheet1", "B2")`. */
const place = (sheet: string, address: string): CellPlace => ({ sheet, ...cellIn(address)! });
const at = ({ sheet, row, column: c }: CellPlace): string => `${sheet}!${String.fromCharCode(65 + c)}${row + 1}`;

const DGS10 = '=SERVICE.FREDH("DGS10","2024-06-25")';
/** 19 June 2024 is a holiday, so the curve is that of the day before. */
const CURVE_DATE = '=SERVICE.YIELD("AS_OF","2024-06-19")';
const REASON = '=SERVICE.FREDH("DGS100","2024-06-25")';
const WRONG = '=SERVICE.SHORTINTEREST("GME","dayz")';
/** Typed after an apostrophe, or into a cell formatted as Text: no formula. */
const TEXT = { text: '=_xldudf_SERVICE_FRED("DGS10")' };
/** Days of questions that no other test asks. */
let freshDays = 0;
/** A question that no cell of the page has asked, so that the page has no answer to keep. Every day has a value: the last one published. */
const freshQuestion = (): string => `=SERVICE.FREDH("DGS10","${new Date(Date.UTC(2023, 0, 2 + freshDays++)).toISOString().slice(0, 10)}","last")`;

/**
 * Rules for every implementation of `Workbook`, run in each host's own page with the real functions and service. `cannot` gives reasons for what a host does
 * not support.
 */
export function describeWorkbook(name: string, open: () => Promise<WorkbookUnderTest>, cannot: Partial<Record<Ability, string>> = {}): void {
  describe(name, () => {
    let book: WorkbookUnderTest;
    const opened = (title: string, body: () => Promise<void>): void =>
      it(title, async () => {
        book = await open();
        await body();
        book.service.switches.health = "answer";
        book.passed();
      });
    /** Skipped, with the reason, if the host does not support it. */
    const where = (ability: Ability, title: string, body: () => Promise<void>): void => {
      const reason = cannot[ability];
      if (reason) it.skip(`${title} (${reason})`, () => undefined);
      else opened(title, body);
    };

    /** Writes, then waits until everything is calculated. */
    const put = async (sheet: string, cells: Record<string, Put>): Promise<void> => {
      await book.put(sheet, cells);
      await book.settled();
    };
    /** Has the service answer the requests that it held back, so that the next test can use the page. */
    const answerHeld = async (): Promise<void> => {
      book.service.switches.eval = "answer";
      release(book.service);
      await book.settled();
    };
    const shown = async (sheet: string, ...addresses: string[]) => book.workbook.shown(addresses.map((a) => place(sheet, a)));
    const values = async (sheet: string, ...addresses: string[]) => (await shown(sheet, ...addresses)).map(({ value }) => value);
    /** Writes cells that the service does not answer. It answers questions again from then on, but not the request by which the pane finds out, so that the pane does not recalculate the cells. */
    const putUnanswered = async (cells: Record<string, Put>): Promise<void> => {
      book.service.switches.eval = "lost";
      book.service.switches.health = "lost";
      await put("Sheet1", cells);
      book.service.switches.eval = "answer";
    };

    describe("the selection", () => {
      opened("has its address and size, and the active cell's formula and shown value", async () => {
        await put("Sheet1", { B2: DGS10 });
        await book.select("Sheet1", "B2:C4");
        const selection = await book.workbook.selection();
        expect(selection).toMatchObject({ address: "Sheet1!B2:C4", rows: 3, columns: 2, active: place("Sheet1", "B2"), formula: DGS10 });
        expect(typeof selection?.shown.value).toBe("number");
        expect(selection?.shown.text).not.toBe("");
      });

      opened("of an empty cell has no formula and no value", async () => {
        await book.select("Sheet1", "D9");
        expect(await book.workbook.selection()).toEqual({
          address: "Sheet1!D9",
          rows: 1,
          columns: 1,
          active: place("Sheet1", "D9"),
          formula: "",
          shown: { value: null, text: "" },
        });
      });

      opened("has the sheet's name in quotes in its address if the name needs them", async () => {
        await put(QUOTED, { B2: "text" });
        await book.select(QUOTED, "B2");
        expect(await book.workbook.selection()).toMatchObject({ address: "'Q1 ''24'!B2", active: place(QUOTED, "B2"), formula: "", shown: { value: "text" } });
      });

      opened("shows a date as a date", async () => {
        await put("Sheet1", { A1: CURVE_DATE });
        await book.select("Sheet1", "A1");
        expect((await book.workbook.selection())?.shown).toEqual({ value: 45461, text: "2024-06-18" });
      });

      where("several areas", "of several areas has the size of the area with the active cell", async () => {
        await book.select("Sheet1", "B2:B4", "D2:E3");
        expect(await book.workbook.selection()).toMatchObject({ address: "Sheet1!B2:B4,Sheet1!D2:E3", rows: 3, columns: 1, active: place("Sheet1", "B2") });
      });

      opened("notifies listeners of changes, few times in a burst, until they unsubscribe", async () => {
        await book.workbook.listen();
        for (const cell of ["A1", "A2", "A3", "A4", "A5", "A6"]) await book.select("Sheet1", cell);
        for (let turns = 0; (await book.workbook.heardChanges()) === 0 && turns < 200; turns++);
        const heard = await book.workbook.heardChanges();
        expect(heard).toBeGreaterThan(0);
        expect(heard).toBeLessThan(7);
        await book.workbook.stopListening();
        const before = await book.workbook.heardChanges();
        await book.select("Sheet1", "B1");
        // This answer shows that the change of the selection has been processed.
        expect((await book.workbook.selection())?.address).toBe("Sheet1!B1");
        expect(await book.workbook.heardChanges()).toBe(before);
      });
    });

    describe("SERVICE cells", () => {
      opened("are listed by sheet, row and column, without other cells, hidden sheets included", async () => {
        await put("Sheet1", {
          B2: DGS10,
          A2: WRONG,
          A1: `=IF(1>0,${DGS10.slice(1)},0)`,
          C1: '="SERVICE.YIELD("&B1&")"',
          C2: 4.2,
          C3: { text: "SERVICE.FRED(1)" },
          D1: TEXT,
          D2: { text: DGS10 },
        });
        await put(QUOTED, { B5: REASON });
        await put("Away", { A1: CURVE_DATE });
        await book.hide("Away");
        const cells = await book.workbook.serviceCells("workbook");
        expect(cells.map(at)).toEqual(["Sheet1!A1", "Sheet1!A2", "Sheet1!B2", `${QUOTED}!B5`, "Away!A1"]);
        expect(cells.map(({ formula }) => formula)).toEqual([`=IF(1>0,${DGS10.slice(1)},0)`, WRONG, DGS10, REASON, CURVE_DATE]);
      });

      opened("are listed with their shown values: numbers, dates, reasons, errors", async () => {
        await put("Sheet1", { A1: DGS10, A2: CURVE_DATE, A3: REASON, A4: WRONG });
        const [number, date, reason, error] = await book.workbook.serviceCells("workbook");
        expect(typeof number?.value).toBe("number");
        expect(number?.text).toBe(String(number?.value));
        expect(date).toMatchObject({ value: 45461, text: "2024-06-18" });
        expect(reason?.value).toMatch(/^n\/a: ./);
        expect(reason?.text).toBe(reason?.value);
        expect(error).toMatchObject({ value: { error: "#VALUE!" }, text: "#VALUE!" });
      });

      opened("can be limited to the active sheet or to the selection", async () => {
        await put("Sheet1", { A1: DGS10, A2: DGS10, B2: DGS10, B3: TEXT });
        await put("Other", { A1: DGS10 });
        await book.select("Sheet1", "A1");
        expect((await book.workbook.serviceCells("sheet")).map(at)).toEqual(["Sheet1!A1", "Sheet1!A2", "Sheet1!B2"]);
        expect((await book.workbook.serviceCells("selection")).map(at)).toEqual(["Sheet1!A1"]);
        await book.select("Sheet1", "A2:B9");
        expect((await book.workbook.serviceCells("selection")).map(at)).toEqual(["Sheet1!A2", "Sheet1!B2"]);
        await book.select("Sheet1", "D1:F9");
        expect(await book.workbook.serviceCells("selection")).toEqual([]);
        await book.select("Other", "A1");
        expect((await book.workbook.serviceCells("sheet")).map(at)).toEqual(["Other!A1"]);
      });

      opened("are listed without text that looks like a formula if formulas are scattered over more than 1,000 areas", async () => {
        const rows = Array.from({ length: 1_100 }, (_, i) => i * 2 + 1);
        await put(
          "Sheet1",
          Object.fromEntries(
            rows.flatMap((row): [string, Put][] => [
              [`A${row}`, row === 1 ? DGS10 : "=1"],
              [`A${row + 1}`, TEXT],
            ]),
          ),
        );
        await book.select("Sheet1", "A1:A2200");
        for (const scope of ["workbook", "selection"] as const)
          expect([scope, (await book.workbook.serviceCells(scope)).slice(0, 3).map(at)]).toEqual([scope, ["Sheet1!A1"]]);
      });

      where("several areas", "in two overlapping selected areas are listed once", async () => {
        await put("Sheet1", { A1: DGS10, A2: DGS10, C3: DGS10 });
        await book.select("Sheet1", "A1:A2", "A2:C3");
        expect((await book.workbook.serviceCells("selection")).map(at)).toEqual(["Sheet1!A1", "Sheet1!A2", "Sheet1!C3"]);
      });

      where("broken names", "whose function names another computer broke are listed with their formula and #NAME?", async () => {
        await put("Sheet1", {
          A1: { broken: '=_xldudf_SERVICE_FRED("DGS10")' },
          A2: { broken: '=[2]!_xldudf_SERVICE_YIELD("10Y")' },
          A3: { broken: '=SERVICE.FRED("DGS10")' },
        });
        const cells = await book.workbook.serviceCells("workbook");
        expect(cells.map(({ formula, value }) => [formula, value])).toEqual([
          ['=_xldudf_SERVICE_FRED("DGS10")', { error: "#NAME?" }],
          ['=[2]!_xldudf_SERVICE_YIELD("10Y")', { error: "#NAME?" }],
          ['=SERVICE.FRED("DGS10")', { error: "#NAME?" }],
        ]);
      });

      opened("in LET, LAMBDA, MAP and BYROW are listed, calculated, recalculated and re-entered like others", async () => {
        const formulas = {
          B1: '=LET(day,"2024-06-25",SERVICE.FREDH("DGS10",day)*2)',
          B2: '=LAMBDA(id,SERVICE.FREDH(id,"2024-06-25"))("DGS10")',
          B3: '=SUM(MAP(A1:A2,LAMBDA(id,SERVICE.FREDH(id,"2024-06-25"))))',
          B4: '=BYROW(A1:A2,LAMBDA(id,SERVICE.FREDH(id,"2024-06-25")))',
        };
        await put("Sheet1", { A1: "DGS10", A2: "DGS2", ...formulas });
        const now = () => values("Sheet1", "B1", "B2", "B3", "B4", "B5");
        const [double, ten, sum, first, second] = await now();
        expect([ten, first]).toEqual([expect.any(Number), ten]);
        expect([double, sum]).toEqual([Number(ten) * 2, Number(first) + Number(second)]);
        const cells = await book.workbook.serviceCells("workbook");
        expect(cells.map(({ row, formula }) => [row, formula])).toEqual(Object.values(formulas).map((formula, row) => [row, formula]));
        expect(await book.workbook.recalculate(cells)).toEqual([]);
        expect(await book.workbook.reenter(cells.map((cell) => ({ place: cell, formula: cell.formula, was: cell.formula })))).toEqual([]);
        await book.settled();
        expect(await now()).toEqual([double, ten, sum, first, second]);
      });

      opened("in rows that a filter hides are listed, recalculated and re-entered like others", async () => {
        await put("Sheet1", { A1: "Key", A2: "shown", A3: "hidden", B1: "Rate", B2: DGS10, B3: DGS10 });
        await book.filterOut("Sheet1", "A1:B3", "hidden");
        const cells = await book.workbook.serviceCells("workbook");
        expect(cells.map(at)).toEqual(["Sheet1!B2", "Sheet1!B3"]);
        expect(await book.workbook.recalculate(cells)).toEqual([]);
        expect(await book.workbook.reenter([{ place: place("Sheet1", "B3"), formula: CURVE_DATE, was: DGS10 }])).toEqual([]);
        await book.settled();
        expect((await values("Sheet1", "B3"))[0]).toBe(45461);
      });

      where("writing filtered rows", "are written into rows that a filter hides like into others", async () => {
        await put("Sheet1", { A1: "Key", A2: "shown", A3: "hidden" });
        await book.filterOut("Sheet1", "A1:A3", "hidden");
        expect(await book.workbook.write(place("Sheet1", "C2"), [[1], [2]])).toBe("Sheet1!C2:C3");
        expect(await values("Sheet1", "C2", "C3")).toEqual([1, 2]);
      });

      opened("show #BUSY! while they wait for the service", async () => {
        book.service.switches.eval = "held";
        await book.put("Sheet1", { A1: freshQuestion() });
        await until(() => book.service.seen.some(({ url }) => url.endsWith("/sheets/eval")));
        await expectEventually(async () => (await book.workbook.serviceCells("workbook"))[0]?.value).toEqual({ error: "#BUSY!" });
        await answerHeld();
        expect(typeof (await values("Sheet1", "A1"))[0]).toBe("number");
      });

      opened("are an empty list in an empty workbook", async () => {
        for (const scope of ["workbook", "sheet", "selection"] as const) expect(await book.workbook.serviceCells(scope)).toEqual([]);
      });

      opened("can be thousands: they send one request for 500 or more, and reading them reports progress and can be stopped", async () => {
        const dates = Array.from({ length: CELLS }, (_, i) => new Date(Date.UTC(1995, 0, 2 + i)).toISOString().slice(0, 10));
        await put(
          "Sheet1",
          Object.fromEntries(dates.map((date, i) => [`${"ABCDE"[i % 5] ?? ""}${Math.floor(i / 5) + 1}`, `=SERVICE.FREDH("DGS10","${date}")`])),
        );
        expect(book.service.seen.filter(({ url }) => url.endsWith("/sheets/eval")).length).toBeLessThanOrEqual(CELLS / 500);
        const cells = await book.workbook.serviceCells("workbook");
        expect(cells).toHaveLength(CELLS);
        expect(cells.filter(({ value }) => typeof value !== "number" && typeof value !== "string")).toEqual([]);
        expect(cells[1_503]).toMatchObject({ row: 300, column: 3, formula: `=SERVICE.FREDH("DGS10","${dates[1_503] ?? ""}")` });

        const watched = await book.workbook.watchedServiceCells("workbook");
        expect(watched.value).toBe(CELLS);
        const [done, of] = watched.progress.at(-1) ?? [];
        expect(done).toBe(of);
        expect(await book.workbook.watchedServiceCells("workbook", 0)).toMatchObject({ refusal: expect.stringMatching(/stopped/i) });

        const backwards = [...cells].reverse().map(({ sheet, row, column: c }) => ({ sheet, row, column: c }));
        expect((await book.workbook.shown(backwards)).map(({ value }) => value)).toEqual([...cells].reverse().map(({ value }) => value));
        expect(await book.workbook.recalculate(backwards)).toEqual([]);
        await book.settled();
      });
    });

    describe("reading shown values", () => {
      opened("returns values in the requested order, twice if a cell is requested twice", async () => {
        await put("Sheet1", { A1: 1.5, B1: "two", C1: true, A2: "=1/0", B2: { text: "#N/A" }, C2: "=1=2" });
        await put(QUOTED, { A1: 7 });
        const places = [place(QUOTED, "A1"), ...["C1", "A1", "B1", "A1", "Z9", "A2", "B2", "C2"].map((a) => place("Sheet1", a))];
        expect(await book.workbook.shown(places)).toEqual([
          { value: 7, text: "7" },
          { value: true, text: "TRUE" },
          { value: 1.5, text: "1.5" },
          { value: "two", text: "two" },
          { value: 1.5, text: "1.5" },
          { value: null, text: "" },
          { value: { error: "#DIV/0!" }, text: "#DIV/0!" },
          { value: "#N/A", text: "#N/A" },
          { value: false, text: "FALSE" },
        ]);
      });

      opened("returns #REF! if the sheet no longer exists, and nothing for an empty request", async () => {
        expect(await shown("Gone", "A1")).toEqual([{ value: { error: "#REF!" }, text: "#REF!" }]);
        expect(await book.workbook.shown([])).toEqual([]);
      });
    });

    describe("recalculation", () => {
      opened("recalculates the named cells and their dependents, and with automatic calculation no others", async () => {
        await putUnanswered({ A1: freshQuestion(), A2: freshQuestion(), A3: "=A1*100", A4: '=IFERROR(A2,"none")' });
        expect(await values("Sheet1", "A1", "A2", "A3", "A4")).toEqual([{ error: "#N/A" }, { error: "#N/A" }, { error: "#N/A" }, "none"]);
        expect(await book.workbook.recalculate([place("Sheet1", "A1")])).toEqual([]);
        await book.settled();
        const [a1, a2, a3, a4] = await values("Sheet1", "A1", "A2", "A3", "A4");
        expect(typeof a1).toBe("number");
        expect(a3).toBeCloseTo(Number(a1) * 100, 9);
        expect([a2, a4]).toEqual([{ error: "#N/A" }, "none"]);
      });

      opened("returns before the answers arrive", async () => {
        await putUnanswered({ A1: freshQuestion() });
        book.service.switches.eval = "held";
        const before = book.service.seen.length;
        await book.workbook.recalculate([place("Sheet1", "A1")]);
        await until(() => book.service.seen.slice(before).some(({ url }) => url.endsWith("/sheets/eval")));
        // A host may show that a cell waits after it has sent the call.
        await expectEventually(async () => (await values("Sheet1", "A1"))[0]).toEqual({ error: "#BUSY!" });
        await answerHeld();
      });

      opened("reports cells whose sheet no longer exists, and calculates the others", async () => {
        await putUnanswered({ A1: freshQuestion() });
        const gone = place("Gone", "B2");
        const refused = await book.workbook.recalculate([gone, place("Sheet1", "A1")]);
        expect(refused).toEqual([{ place: gone, why: expect.stringMatching(/no longer exists/) }]);
        await book.settled();
        expect(typeof (await values("Sheet1", "A1"))[0]).toBe("number");
      });

      opened("does nothing for an empty list", async () => {
        expect(await book.workbook.recalculate([])).toEqual([]);
      });

      where("manual calculation", "works in manual calculation mode", async () => {
        await putUnanswered({ A1: freshQuestion(), A2: "=A1*100" });
        await book.setAutomatic(false);
        await book.workbook.recalculate([place("Sheet1", "A1")]);
        await book.settled();
        expect((await shown("Sheet1", "A1", "A2")).map(({ value }) => typeof value)).toEqual(["number", "number"]);
      });

      where("manual calculation", "calculates what else waits, too, in manual calculation mode", async () => {
        await putUnanswered({ A1: freshQuestion(), B1: 1, B2: "=B1*2" });
        await book.setAutomatic(false);
        await book.workbook.write(place("Sheet1", "B1"), [[5]], { over: true });
        expect(await values("Sheet1", "B1", "B2")).toEqual([5, 2]);
        await book.workbook.recalculate([place("Sheet1", "A1")]);
        await book.settled();
        expect(await values("Sheet1", "B2")).toEqual([10]);
      });

      where("protection", "works on a protected sheet", async () => {
        await putUnanswered({ A1: freshQuestion() });
        await book.protect("Sheet1");
        expect(await book.workbook.recalculate([place("Sheet1", "A1")])).toEqual([]);
        await book.settled();
        expect(typeof (await values("Sheet1", "A1"))[0]).toBe("number");
      });
    });

    describe("writing", () => {
      opened("writes numbers, texts, truth values, formulas and blanks, and returns the address", async () => {
        expect(
          await book.workbook.write(place("Sheet1", "B2"), [
            [1.5, "Source: FRED", true],
            [{ formula: "=B2*2" }, null, { formula: DGS10 }],
          ]),
        ).toBe("Sheet1!B2:D3");
        await book.settled();
        expect(await values("Sheet1", "B2", "C2", "D2", "B3", "C3")).toEqual([1.5, "Source: FRED", true, 3, null]);
        expect(typeof (await values("Sheet1", "D3"))[0]).toBe("number");
        expect((await book.holds("Sheet1", "D3")).formula).toBe(DGS10);
      });

      opened("gives formulas a number format, and keeps the format that a cell has", async () => {
        await book.workbook.write(place("Sheet1", "A1"), [[{ formula: "=1+1" }]], { format: "0.0" });
        await book.workbook.write(place("Sheet1", "A1"), [[{ formula: "=1+2" }], [{ formula: "=1+3" }], ["text"], [{ formula: "=1+4" }]], {
          over: true,
          format: '0.00"%"',
        });
        await book.settled();
        const formats = await Promise.all(["A1", "A2", "A3", "A4"].map((address) => book.format("Sheet1", address)));
        expect(formats.map((format) => format ?? "General")).toEqual(["0.0", '0.00"%"', "General", '0.00"%"']);
        // A format for each cell, also for the cells that a formula fills.
        await book.workbook.write(
          place("Sheet1", "A1"),
          [
            ["Ticker", "pe"],
            [{ formula: "=1+1" }, null],
            [null, null],
          ],
          {
            over: true,
            format: [[], ["0", "0.000"], [undefined, "0.000"]],
          },
        );
        const others = await Promise.all(["A1", "A2", "A3", "B1", "B2", "B3"].map((address) => book.format("Sheet1", address)));
        // A2 showed percent; the new figure is none. A1 keeps the format that it was given otherwise.
        expect(others.map((format) => format ?? "General")).toEqual(["0.0", "0", "General", "General", "0.000", "0.000"]);
        await book.workbook.write(place("Sheet1", "A4"), [[{ formula: "=1+1" }]], { over: true, format: "General" });
        expect((await book.format("Sheet1", "A4")) ?? "General").toBe("General");
      });

      opened("wraps the headings of a block, and no other cell", async () => {
        await book.workbook.write(
          place("Sheet1", "B2"),
          [
            ["Ticker", "Insider net, 30 days"],
            ["A long name of a company", 1],
          ],
          { headings: true },
        );
        const wrapped = await Promise.all(["A2", "B2", "C2", "B3"].map(async (cell) => (await book.look("Sheet1", cell)).wrapped));
        expect(wrapped).toEqual([false, true, true, false]);
      });

      opened("keeps texts that look like numbers, dates or formulas as texts", async () => {
        const texts = [
          "=1+1",
          '=HYPERLINK("http://127.0.0.1/")',
          "\t=1+1",
          "007",
          "2024-06-18",
          "5%",
          "05/06/2024",
          "+1",
          "-",
          "@home",
          "1E5",
          "TRUE",
          "#N/A",
          "'quoted",
        ];
        await book.workbook.write(place("Sheet1", "A1"), [texts]);
        const places = texts.map((_, i) => ({ sheet: "Sheet1", row: 0, column: i }));
        await book.settled();
        expect((await book.workbook.shown(places)).map(({ value }) => value)).toEqual(texts);
      });

      opened("fills shorter rows with empty cells", async () => {
        expect(await book.workbook.write(place("Sheet1", "A1"), [[1], [1, 2, 3]])).toBe("Sheet1!A1:C2");
        expect(await values("Sheet1", "B1", "C1", "C2")).toEqual([null, null, 3]);
      });

      opened("returns an address with quotes if the sheet's name needs them", async () => {
        await put(QUOTED, { Z1: 1 });
        expect(await book.workbook.write(place(QUOTED, "A1"), [[1]])).toBe("'Q1 ''24'!A1");
      });

      opened("refuses a range that is not empty, names the cell, and writes nothing", async () => {
        await put("Sheet1", { B2: "mine", C2: '=""' });
        expect(
          await refusal(
            book.workbook.write(place("Sheet1", "A1"), [
              [1, 2],
              [3, 4],
            ]),
          ),
        ).toMatch(/B2.*not empty/);
        expect(await refusal(book.workbook.write(place("Sheet1", "C2"), [[1]]))).toMatch(/C2 is not empty.*Select an empty cell, or clear it\.$/);
        expect(await values("Sheet1", "A1", "B1", "A2", "B2")).toEqual([null, null, null, "mine"]);
      });

      opened("writes formulas and numbers into cells with the format Text, and texts as texts", async () => {
        await book.workbook.write(place("Sheet1", "A1"), [["x", "x", "x", "x"]], { format: [["@", "@", "@", "@"]] });
        await book.clear("Sheet1", "A1", "B1", "C1", "D1");
        await book.workbook.write(place("Sheet1", "A1"), [[{ formula: "=1+1" }, 4.25, "007", { formula: "=A1/8" }]], {
          format: [[undefined, undefined, undefined, "0.00%"]],
        });
        await book.settled();
        expect(await values("Sheet1", "A1", "B1", "C1", "D1")).toEqual([2, 4.25, "007", 0.25]);
        expect((await book.holds("Sheet1", "A1")).formula).toBe("=1+1");
        expect(await book.format("Sheet1", "D1")).toBe("0.00%");
      });

      opened("overwrites cells on request", async () => {
        await put("Sheet1", { A1: "old", B1: "old" });
        expect(await book.workbook.write(place("Sheet1", "A1"), [["new", null]], { over: true })).toBe("Sheet1!A1:B1");
        expect(await values("Sheet1", "A1", "B1")).toEqual(["new", null]);
      });

      opened("refuses data that does not fit on the sheet, a missing sheet, and no data", async () => {
        expect(await refusal(book.workbook.write({ sheet: "Sheet1", row: 0, column: 16_383 }, [[1, 2]]))).toMatch(/fit/);
        expect(await refusal(book.workbook.write(place("Gone", "A1"), [[1]]))).toMatch(/Gone/);
        expect(await refusal(book.workbook.write(place("Sheet1", "A1"), []))).toMatch(/nothing to write/);
      });

      opened("refuses cells that are merged, of which only the first holds something, and writes nothing", async () => {
        await put("Sheet1", { A1: "mine" });
        await book.merge("Sheet1", "B2:C3");
        const [first, other] = [place("Sheet1", "B2"), place("Sheet1", "C3")];
        for (const [start, rows] of [
          [place("Sheet1", "A2"), [[1, 2, 3]]],
          [first, [[1, 2]]],
          [other, [[1]]],
        ] as const)
          // prettier-ignore
          for (const over of [false, true])
            expect(await refusal(book.workbook.write(start, rows, { over }))).toMatch(/^The merged cells Sheet1!B2:C3 are in the way, so nothing was written\./);
        expect(await values("Sheet1", "A2", "B2", "C2", "C3")).toEqual([null, null, null, null]);
        expect(await book.workbook.write(first, [[{ formula: "=1+1" }]])).toBe("Sheet1!B2");
        await book.settled();
        expect((await values("Sheet1", "B2"))[0]).toBe(2);
      });

      where("protection", "refuses a protected sheet with a message, and changes nothing", async () => {
        await put("Sheet1", { A1: "mine" });
        await book.protect("Sheet1");
        expect(await refusal(book.workbook.write(place("Sheet1", "A1"), [["yours"]], { over: true }))).toMatch(/protected.*Unprotect/);
        expect((await values("Sheet1", "A1"))[0]).toBe("mine");
      });
    });

    describe("writing a sheet", () => {
      opened("creates the sheet with its content, and adds a number to a name that is in use", async () => {
        expect(
          await book.workbook.writeSheet("Sources", [
            ["Cell", "Source"],
            ["A1", "FRED"],
          ]),
        ).toBe("Sources");
        expect(await book.workbook.writeSheet("sources", [["again"]])).toBe("sources 2");
        expect(await values("Sources", "A1", "B2")).toEqual(["Cell", "FRED"]);
        expect((await values("sources 2", "A1"))[0]).toBe("again");
        expect(await book.sheets()).toEqual(["Sheet1", "Sources", "sources 2"]);
      });

      opened("replaces all of the sheet's content on request", async () => {
        await book.workbook.writeSheet("Sources", [
          ["a", "b", "c"],
          ["d", "e", "f"],
        ]);
        expect(await book.workbook.writeSheet("Sources", [["only"]], { replace: true })).toBe("Sources");
        expect(await values("Sources", "A1", "C1", "B2")).toEqual(["only", null, null]);
        expect(await book.sheets()).toEqual(["Sheet1", "Sources"]);
        expect(await book.workbook.writeSheet("New", [["x"]], { replace: true })).toBe("New");
      });

      opened("gives the cells of a new and of a replaced sheet their number formats", async () => {
        for (const replace of [false, true]) {
          await book.workbook.writeSheet("Sources", [["Day"], [45_457]], { replace, format: [[undefined], ["yyyy-mm-dd"]] });
          expect([await book.format("Sources", "A1"), await book.format("Sources", "A2")].map((one) => one ?? "General")).toEqual(["General", "yyyy-mm-dd"]);
        }
      });

      opened("gives a new sheet its look; a replaced one keeps its own", async () => {
        const rows = [["Title"], ["Cell", "Source"], ["A1", "FRED"]];
        const plain = await book.look("Sheet1", "A2");
        await book.workbook.writeSheet("Sources", rows, { look: { widths: [30, 20], head: 1 } });
        expect(await book.look("Sources", "B2")).toEqual({ width: 215, bold: true, wrapped: false, frozen: 2 });
        expect((await book.look("Sources", "A3")).bold).toBe(false);
        await book.workbook.writeSheet("Plain", rows);
        await book.workbook.writeSheet("Plain", rows, { replace: true, look: { widths: [30, 20], head: 1 } });
        expect(await book.look("Plain", "A2")).toEqual(plain);
      });

      opened("changes an invalid sheet name to a valid one, and returns it", async () => {
        const names: string[] = [];
        for (const wanted of ["a/b:c*d?e[f]g\\h", "x".repeat(40), "x".repeat(40), "'quoted'", "", "History"])
          names.push(await book.workbook.writeSheet(wanted, [[1]]));
        expect(names.every((n) => n.length > 0 && n.length <= 31 && !/[\\/?*[\]:]|^'|'$/.test(n) && !/^history$/i.test(n))).toBe(true);
        expect(new Set(names.map((n) => n.toLowerCase())).size).toBe(6);
        expect(names[0]).toMatch(/^a.b.c.d.e.f.g.h$/);
        expect(await book.sheets()).toEqual(["Sheet1", ...names]);
      });

      opened("accepts thousands of rows", async () => {
        const rows = Array.from({ length: ROWS }, (_, i) => [
          i,
          `Row ${i}`,
          "A text of some length, as notes have.",
          i % 2 === 0,
          null,
          { formula: `=A${i + 1}` },
        ]);
        expect(await book.workbook.writeSheet("Many", rows)).toBe("Many");
        expect(await values("Many", `A${ROWS}`, `B${ROWS}`, `D${ROWS}`, `E${ROWS}`)).toEqual([ROWS - 1, `Row ${ROWS - 1}`, false, null]);
      });

      where("protection", "refuses to replace a protected sheet, and changes nothing", async () => {
        await put("Sources", { A1: "mine" });
        await book.protect("Sources");
        expect(await refusal(book.workbook.writeSheet("Sources", [["yours"]], { replace: true }))).toMatch(/protected/);
        expect((await values("Sources", "A1"))[0]).toBe("mine");
      });
    });

    describe("going to a cell", () => {
      opened("activates the cell's sheet and selects the cell", async () => {
        await put(QUOTED, { A1: 1 });
        await book.workbook.goTo(place(QUOTED, "C7"));
        expect(await book.front()).toEqual({ sheet: QUOTED, cell: "C7" });
        await book.workbook.goTo(place("Sheet1", "B2"));
        expect(await book.front()).toEqual({ sheet: "Sheet1", cell: "B2" });
      });

      opened("selects a cell in a hidden row or column, and says that it is hidden", async () => {
        await put("Lines", { A1: 1, C7: 1 });
        await book.hideLines("Lines", "rows", 6, 2);
        await book.hideLines("Lines", "columns", 1, 1);
        const went = ["A1", "C7", "B9", "A10"].map((address) => async () => {
          const how = await book.workbook.goTo(place("Lines", address));
          return [how ?? "seen", (await book.front()).cell];
        });
        expect([await went[0]!(), await went[1]!(), await went[2]!(), await went[3]!()]).toEqual([
          ["seen", "A1"],
          ["hidden", "C7"],
          ["hidden", "B9"],
          ["seen", "A10"],
        ]);
      });

      opened("says what to do if the sheet is hidden or deleted, and keeps the selection", async () => {
        await put("Away", { A1: 1 });
        await book.hide("Away");
        await book.workbook.goTo(place("Sheet1", "B2"));
        expect(await refusal(book.workbook.goTo(place("Away", "A1")))).toMatch(/Away.* is hidden.*right-click/i);
        expect(await refusal(book.workbook.goTo(place("Gone", "A1")))).toMatch(/Gone/);
        expect(await book.front()).toEqual({ sheet: "Sheet1", cell: "B2" });
      });

      where("very hidden sheets", "says that only the author can show a very hidden sheet", async () => {
        await put("Away", { A1: 1 });
        await book.hide("Away", "very hidden");
        expect(await refusal(book.workbook.goTo(place("Away", "A1")))).toMatch(/author/);
      });
    });

    describe("re-entering formulas", () => {
      where("broken names", "repairs function names that were typed before the add-in was installed", async () => {
        await put("Sheet1", {
          A1: { broken: '=SERVICE.FREDH("DGS10","2024-06-25")' },
          A2: { broken: '=[2]!_xldudf_SERVICE_FREDH("DGS10","2024-06-25")' },
          A3: "=A1*1",
        });
        expect(await values("Sheet1", "A1", "A2", "A3")).toEqual(Array.from({ length: 3 }, () => ({ error: "#NAME?" })));
        expect(
          await book.workbook.reenter([
            { place: place("Sheet1", "A1"), formula: DGS10 },
            { place: place("Sheet1", "A2"), formula: DGS10 },
          ]),
        ).toEqual([]);
        await book.settled();
        expect((await shown("Sheet1", "A1", "A2", "A3")).map(({ value }) => typeof value)).toEqual(["number", "number", "number"]);
        expect((await book.holds("Sheet1", "A2")).formula).toBe(DGS10);
      });

      opened("skips cells that no longer have a SERVICE formula, and cells of a deleted sheet", async () => {
        await put("Sheet1", { A1: "mine", A2: "=1+1", A3: DGS10 });
        const entries = [place("Sheet1", "A1"), place("Sheet1", "A2"), place("Gone", "A1"), place("Sheet1", "A3")].map((p) => ({
          place: p,
          formula: CURVE_DATE,
        }));
        const refused = await book.workbook.reenter(entries);
        expect(refused.map((r) => at(r.place)).sort()).toEqual(["Gone!A1", "Sheet1!A1", "Sheet1!A2"]);
        expect(refused.every(({ why }) => /^[A-Z].*\.$/.test(why))).toBe(true);
        await book.settled();
        expect(await values("Sheet1", "A1", "A2", "A3")).toEqual(["mine", 2, 45461]);
      });

      opened("skips text that looks like a formula: it stays text", async () => {
        const texts = { A1: TEXT, A2: { text: DGS10 } };
        await put("Sheet1", { ...texts, A3: DGS10 });
        const entries = ["A1", "A2", "A3"].map((address) => ({ place: place("Sheet1", address), formula: CURVE_DATE }));
        expect((await book.workbook.reenter(entries)).map((r) => at(r.place))).toEqual(["Sheet1!A1", "Sheet1!A2"]);
        await book.settled();
        expect(await values("Sheet1", "A1", "A2", "A3")).toEqual([...Object.values(texts).map(({ text }) => text), 45461]);
      });

      opened("skips cells whose formula is not the expected one", async () => {
        await put("Sheet1", { A1: DGS10, A2: DGS10 });
        const entries = [
          { place: place("Sheet1", "A1"), formula: CURVE_DATE, was: DGS10 },
          { place: place("Sheet1", "A2"), formula: CURVE_DATE, was: CURVE_DATE },
        ];
        expect((await book.workbook.reenter(entries)).map((r) => at(r.place))).toEqual(["Sheet1!A2"]);
        expect((await book.holds("Sheet1", "A1")).formula).toBe(CURVE_DATE);
        expect((await book.holds("Sheet1", "A2")).formula).toBe(DGS10);
      });

      where("protection", "reports protected sheets first, and re-enters formulas on the others", async () => {
        await put("Sheet1", { A1: DGS10 });
        await put("Closed", { A1: DGS10, A2: DGS10 });
        await book.protect("Closed");
        const closed = [place("Closed", "A1"), place("Closed", "A2")];
        const refused = await book.workbook.reenter([...closed, place("Sheet1", "A1")].map((p) => ({ place: p, formula: CURVE_DATE })));
        expect(refused).toEqual(closed.map((p) => ({ place: p, why: expect.stringMatching(/protected.*Unprotect/) })));
        expect((await book.holds("Closed", "A1")).formula).toBe(DGS10);
        expect((await book.holds("Sheet1", "A1")).formula).toBe(CURVE_DATE);
      });
    });

    describe("the workbook's file", () => {
      opened("is an .xlsx, reports progress, and leaves the workbook unchanged", async () => {
        await put("Sheet1", { A1: DGS10 });
        const before = await book.holds("Sheet1", "A1");
        const file = await book.workbook.file();
        expect([...file.subarray(0, 4)]).toEqual([0x50, 0x4b, 3, 4]);
        const watched = await book.workbook.watchedFile();
        expect(watched.value).toBe(file.length);
        const [done, of] = watched.progress.at(-1) ?? [];
        expect(done).toBe(of);
        expect(await book.holds("Sheet1", "A1")).toEqual(before);
      });

      opened("is not created if stopped, and can be created afterwards", async () => {
        expect(await book.workbook.watchedFile(0)).toMatchObject({ refusal: expect.stringMatching(/stopped/i) });
        expect((await book.workbook.file()).length).toBeGreaterThan(3);
      });

      where("other windows", "opens as another workbook", async () => {
        await put("Sheet1", { A1: 42 });
        const file = await book.workbook.file();
        await book.workbook.open(file, "Copy.xlsx");
        const files = await book.opened();
        expect(files).toHaveLength(1);
        expect(Buffer.compare(Buffer.from(files[0] ?? []), Buffer.from(file))).toBe(0);
        expect((await values("Sheet1", "A1"))[0]).toBe(42);
      });
    });

    describe("defined names", () => {
      const LAMBDA = "=LAMBDA(entity,path,SERVICE.GET(entity,path))";
      opened("are defined for the whole workbook, and may be defined twice with equal content", async () => {
        await book.workbook.defineName("ServiceValue", LAMBDA);
        await book.workbook.defineName("ServiceValue", LAMBDA);
        expect(await book.names()).toEqual({ ServiceValue: LAMBDA });
      });

      opened("keep their definition if another is given, and invalid names are refused", async () => {
        await book.workbook.defineName("Rate", "=Sheet1!$A$1");
        expect(await refusal(book.workbook.defineName("Rate", LAMBDA))).toMatch(/Rate.*already.*Name Manager/);
        expect(await refusal(book.workbook.defineName("A1", LAMBDA))).not.toBe("not refused");
        expect(await book.names()).toEqual({ Rate: "=Sheet1!$A$1" });
      });
    });

    describe("workbook settings", () => {
      opened("are stored, can be read at once, and can be replaced and removed", async () => {
        const { workbook } = book;
        expect(await workbook.readSetting("service.display")).toBeUndefined();
        await workbook.writeSetting("service.display", '{"reasons":"error","quote":"\\"’"}');
        expect(await workbook.readSetting("service.display")).toBe('{"reasons":"error","quote":"\\"’"}');
        await workbook.writeSetting("service.display", "");
        expect(await workbook.readSetting("service.display")).toBe("");
        await workbook.writeSetting("service.display", undefined);
        expect(await workbook.readSetting("service.display")).toBeUndefined();
      });
    });

    where("throttling", "if the host refuses requests because of too many, each call waits, and goes on", async () => {
      await put("Sheet1", { A1: DGS10 });
      const a1 = place("Sheet1", "A1");
      const calls = [
        () => book.workbook.selection(),
        () => book.workbook.serviceCells("workbook"),
        () => book.workbook.write(place("Sheet1", "B1"), [[1]]),
        () => book.workbook.writeSheet("Sources", [[1]]),
        () => book.workbook.recalculate([a1]),
        () => book.workbook.reenter([{ place: a1, formula: DGS10 }]),
        () => book.workbook.goTo(a1),
        () => book.workbook.defineName("Rate", "=1"),
      ];
      for (const call of calls) {
        await book.limit([0]);
        expect(await refusal(call())).toBe("not refused");
      }
      await book.settled();
      expect([await book.sheets(), await book.names(), (await values("Sheet1", "B1"))[0]]).toEqual([["Sheet1", "Sources"], { Rate: "=1" }, 1]);
    });

    where("cell editing", "while a cell is edited, every call waits, and goes on afterwards", async () => {
      await put("Sheet1", { A1: DGS10 });
      await book.setEditing(true);
      const { workbook } = book;
      const calls = [
        () => workbook.selection(),
        () => workbook.serviceCells("workbook"),
        () => workbook.shown([place("Sheet1", "A1")]),
        () => workbook.recalculate([place("Sheet1", "A1")]),
        () => workbook.write(place("Sheet1", "B1"), [[1]]),
        () => workbook.writeSheet("Sources", [[1]]),
        () => workbook.goTo(place("Sheet1", "A1")),
        () => workbook.reenter([{ place: place("Sheet1", "A1"), formula: DGS10 }]),
        () => workbook.defineName("SERVICE", "=1"),
      ];
      let answered = 0;
      const outcomes = calls.map((call) => refusal(call()).finally(() => answered++));
      expect(await workbook.isEditing?.()).toBe(true);
      expect(answered).toBe(0);
      await book.setEditing(false);
      expect(await Promise.all(outcomes)).toEqual(calls.map(() => "not refused"));
      expect(await workbook.isEditing?.()).toBe(false);
    });
  });
}
