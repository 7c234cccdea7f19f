import type { BookSheet, DefinedName } from "../../../src/workbook/book";
import { blockIn } from "../../../src/workbook/cell-reference";
import { bookOf, namesOf, type Cells } from "../../conformance/book-of";
import { calculated, gridRange, openedBooks } from "./edited-book";

const openedBook = openedBooks();

async function open(sheets: Readonly<Record<string, Cells>>, names: readonly DefinedName[], sizes: Pick<BookSheet, "rows" | "columns"> = {}) {
  const opened = bookOf(sheets, names);
  const book = await openedBook({ ...opened, sheets: opened.sheets.map((sheet) => ({ ...sheet, ...sizes })) });
  return {
    ...book,
    run: async (command: string, params: object = {}): Promise<boolean> => {
      const done = await book.run(command, params);
      await calculated(book.settled());
      return done;
    },
    undo: async () => {
      await book.run("univer.command.undo");
      await calculated(book.settled());
    },
    redo: async () => {
      await book.run("univer.command.redo");
      await calculated(book.settled());
    },
    /** What cells show, errors as texts. */
    shown: (sheet: string, ...addresses: readonly string[]) =>
      addresses.map((address) => {
        const value = book.value(sheet, address);
        return value !== null && typeof value === "object" ? value.error : value;
      }),
    formula: (sheet: string, address: string) => {
      const { row, column } = blockIn(address)!;
      return book
        .book()
        .sheets.find(({ name }) => name === sheet)
        ?.cells.find((cell) => cell.row === row && cell.column === column)?.formula;
    },
    names: () => Object.fromEntries(book.book().names.map(({ name, formula, sheet }) => [sheet ? `${sheet}!${name}` : name, formula])),
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

const cut = (book: Opened, from: string, to: string, sheets: readonly [string, string] = ["Sheet1", "Sheet1"]) =>
  book.run("sheet.command.move-range", {
    fromUnitId: book.unitId,
    toUnitId: book.unitId,
    fromSubUnitId: book.id(sheets[0]),
    toSubUnitId: book.id(sheets[1]),
    fromRange: gridRange(from),
    toRange: gridRange(to),
  });
const rename = (book: Opened, sheet: string, name: string) => book.run("sheet.command.set-worksheet-name", { subUnitId: book.id(sheet), name });
const nameParams = (book: Opened, name: string, formulaOrRefString: string, id = book.nameId(name)) => ({
  id,
  name,
  formulaOrRefString,
  localSheetId: "AllDefaultWorkbook",
});

const RATE: DefinedName = { name: "Rate", formula: "=Sheet1!$B$2" };
const OWN: DefinedName = { name: "Own", formula: "=Sheet1!$B$4", sheet: "Sheet1" };
const NUMBERS: Cells = { A1: 100, B2: 1, B3: 2, B4: 4, B5: 8, C1: 7 };

it("a sheet is renamed that formulas and names have before a name", async () => {
  const book = await open({ Sheet1: NUMBERS, Uses: { A1: "=SUM(Sheet1!Own)", A2: "=Twice", A3: '="Sheet1!Own"' } }, [
    OWN,
    { name: "Twice", formula: "=Sheet1!Own*2" },
  ]);
  expect(book.shown("Uses", "A1", "A2", "A3")).toEqual([4, 8, "Sheet1!Own"]);
  await rename(book, "Sheet1", "Market rates");
  expect(book.shown("Uses", "A1", "A2", "A3")).toEqual([4, 8, "Sheet1!Own"]);
  expect(book.formula("Uses", "A1")).toBe("=SUM('Market rates'!Own)");
  expect(book.names()).toEqual({ "Market rates!Own": "='Market rates'!$B$4", Twice: "='Market rates'!Own*2" });
  await book.undo();
  expect(book.shown("Uses", "A1", "A2", "A3")).toEqual([4, 8, "Sheet1!Own"]);
  expect(book.formula("Uses", "A1")).toBe("=SUM(Sheet1!Own)");
});

it("a name and formulas are #REF! if a cut cell is pasted over theirs, until undo", async () => {
  const book = await open({ Sheet1: NUMBERS, Uses: { A1: "=Rate*10", A2: "=Sheet1!B2+1", A3: "=SUM(Sheet1!B2:B5)", A4: "=SUM(Rates)" } }, [
    RATE,
    { name: "Rates", formula: "=Sheet1!$B$2:$B$5" },
  ]);
  await cut(book, "C1", "B2");
  expect(book.shown("Uses", "A1", "A2", "A3", "A4")).toEqual(["#REF!", "#REF!", 21, 21]);
  expect(book.names()).toEqual({ Rate: "=#REF!", Rates: "=Sheet1!$B$2:$B$5" });
  expect(book.formula("Uses", "A2")).toBe("=#REF!+1");
  await book.undo();
  expect(book.shown("Uses", "A1", "A2", "A3", "A4")).toEqual([10, 2, 15, 15]);
  expect(book.names().Rate).toBe("=Sheet1!$B$2");
});

it("a named cell is cut to another sheet and back", async () => {
  const book = await open({ Sheet1: { ...NUMBERS, D1: "=Rate+B3" }, Uses: { A1: "=Rate*10" } }, [RATE]);
  await cut(book, "B2", "F7", ["Sheet1", "Uses"]);
  expect([...book.shown("Sheet1", "D1"), ...book.shown("Uses", "A1")]).toEqual([3, 10]);
  expect(book.names()).toEqual({ Rate: "=Uses!$F$7" });
  await cut(book, "F7", "B2", ["Uses", "Sheet1"]);
  expect([...book.shown("Sheet1", "D1"), ...book.shown("Uses", "A1")]).toEqual([3, 10]);
  expect(book.names()).toEqual({ Rate: "=Sheet1!$B$2" });
});

it("a formula that is cut to another sheet keeps the cells and the names of its sheet", async () => {
  const book = await open({ Sheet1: { ...NUMBERS, D1: "=Own+B3+SUM(B2:B3)" }, Uses: { B3: 1_000 } }, [OWN]);
  await cut(book, "D1", "A1", ["Sheet1", "Uses"]);
  expect(book.formula("Uses", "A1")).toBe("=Sheet1!Own+Sheet1!B3+SUM(Sheet1!B2:B3)");
  expect(book.shown("Uses", "A1")).toEqual([9]);
});

it("rows and columns that are deleted on another sheet than that in front change its names and formulas only", async () => {
  const book = await open({ Sheet1: NUMBERS, Uses: { A1: "=Rate*10", B9: 5, C1: "=Here" } }, [RATE, { name: "Here", formula: "=Uses!$B$9" }]);
  book.show("Uses");
  await book.run("sheet.command.remove-row-by-range", { subUnitId: book.id("Sheet1"), range: gridRange("A1:IV1") });
  await book.run("sheet.command.remove-col-by-range", { subUnitId: book.id("Sheet1"), range: gridRange("A1:A10000") });
  expect(book.shown("Uses", "A1", "C1")).toEqual([10, 5]);
  expect(book.names()).toEqual({ Rate: "=Sheet1!$A$1", Here: "=Uses!$B$9" });
});

it("a name that is renamed is so in formulas and in other names, also if written in other letters", async () => {
  const book = await open({ Sheet1: { ...NUMBERS, D1: "=RATE*10", D2: "=Twice", D3: '="Rate"' } }, [RATE, { name: "Twice", formula: "=rate*2" }]);
  await book.run("sheet.command.set-defined-name", nameParams(book, "Yield", "Sheet1!$B$2", book.nameId("Rate")));
  expect(book.shown("Sheet1", "D1", "D2", "D3")).toEqual([10, 2, "Rate"]);
  expect([book.formula("Sheet1", "D1"), book.names()]).toEqual(["=Yield*10", { Yield: "=Sheet1!$B$2", Twice: "=Yield*2" }]);
  await book.undo();
  expect(book.shown("Sheet1", "D1", "D2", "D3")).toEqual([10, 2, "Rate"]);
  expect([book.formula("Sheet1", "D1"), book.names()]).toEqual(["=RATE*10", { Rate: "=Sheet1!$B$2", Twice: "=rate*2" }]);
});

it("formulas with a deleted name are #NAME? and keep it, until it is defined again", async () => {
  const book = await open({ Sheet1: { ...NUMBERS, D1: "=Rate*10", D2: "=Twice" } }, [RATE, { name: "Twice", formula: "=Rate*2" }]);
  await book.run("sheet.command.remove-defined-name", nameParams(book, "Rate", "Sheet1!$B$2"));
  expect(book.shown("Sheet1", "D1", "D2")).toEqual(["#NAME?", "#NAME?"]);
  expect(book.formula("Sheet1", "D1")).toBe("=Rate*10");
  await book.undo();
  expect(book.shown("Sheet1", "D1", "D2")).toEqual([10, 2]);
  await book.run("sheet.command.remove-defined-name", nameParams(book, "Rate", "Sheet1!$B$2"));
  await book.run("sheet.command.insert-defined-name", nameParams(book, "Rate", "Sheet1!$B$5", "again"));
  expect(book.shown("Sheet1", "D1", "D2")).toEqual([80, 16]);
});

it("each sheet has its own name, and formulas of other sheets the workbook's", async () => {
  const rate = (sheet: string, cell: string): DefinedName => ({ name: "Rate", formula: `=${sheet}!${cell}`, sheet });
  const book = await open(
    { Sheet1: { A1: 1, B1: "=Rate" }, "My data": { A1: 2, B1: "=Rate" }, Uses: { A1: 3, B1: "=Rate", B2: "=Sheet1!Rate+'My data'!Rate", B3: "=Twice" } },
    [
      rate("Sheet1", "$A$1"),
      { name: "Rate", formula: "=Uses!$A$1" },
      { name: "Rate", formula: "='My data'!$A$1", sheet: "My data" },
      { name: "Twice", formula: "=Rate*2" },
    ],
  );
  expect([...book.shown("Sheet1", "B1"), ...book.shown("My data", "B1"), ...book.shown("Uses", "B1", "B2", "B3")]).toEqual([1, 2, 3, 3, 6]);
  await book.run("sheet.command.set-range-values", { subUnitId: book.id("My data"), range: gridRange("A1"), value: { v: 20 } });
  expect([...book.shown("My data", "B1"), ...book.shown("Uses", "B1", "B2", "B3")]).toEqual([20, 3, 21, 6]);
});

it("a name without a dollar sign means another cell in each row, before and after edits", async () => {
  const book = await open({ Sheet1: { A1: 1, A2: 2, A3: 3, B1: "=Left*10", B2: "=Left*10", C3: "=InA+1", C1: "=Above" } }, [
    // For a formula in A1: the cell left of it begins at the other end of the sheet.
    ...namesOf({ Left: "=Sheet1!XFD1", InA: "=Sheet1!$A1", Above: "=Sheet1!A1" }),
  ]);
  expect(book.shown("Sheet1", "B1", "B2", "C3")).toEqual([10, 20, 4]);
  await book.run("sheet.command.insert-row", { subUnitId: book.id("Sheet1"), range: gridRange("A2:IV2"), direction: 0 });
  expect(book.shown("Sheet1", "B1", "B3", "C4")).toEqual([10, 20, 4]);
  await book.run("sheet.command.insert-col", { subUnitId: book.id("Sheet1"), range: gridRange("A1:A10000"), direction: 3 });
  expect(book.shown("Sheet1", "C1", "C3", "D4")).toEqual([10, 20, 4]);
  expect(book.names()).toEqual({ Left: "=Sheet1!XFD1", InA: "=Sheet1!$B1", Above: "=Sheet1!A1" });
});

it("a copied sheet has names for its own cells, and undo removes them", async () => {
  const book = await open({ Sheet1: { ...NUMBERS, D1: "=Rate+Own+Other" }, Uses: { A1: 5, B1: "=Rate" } }, [
    RATE,
    OWN,
    { name: "Other", formula: "=Uses!$A$1" },
    { name: "_hidden", formula: "=Sheet1!$B$2", hidden: true },
  ]);
  const before = book.names();
  await book.run("sheet.command.copy-sheet", { subUnitId: book.id("Sheet1") });
  expect(book.book().sheets.map(({ name }) => name)).toEqual(["Sheet1", "Sheet1 (2)", "Uses"]);
  expect(book.names()).toEqual({ ...before, "Sheet1 (2)!Rate": "='Sheet1 (2)'!$B$2", "Sheet1 (2)!Own": "='Sheet1 (2)'!$B$4" });
  await book.run("sheet.command.set-range-values", { subUnitId: book.id("Sheet1 (2)"), range: gridRange("B2"), value: { v: 1_000 } });
  expect([...book.shown("Sheet1", "D1"), ...book.shown("Sheet1 (2)", "D1"), ...book.shown("Uses", "B1")]).toEqual([10, 1_009, 1]);
  await book.undo();
  await book.undo();
  expect(book.names()).toEqual(before);
  expect(book.shown("Sheet1", "D1")).toEqual([10]);
});

it("a name within a name of a copied sheet means the copy's own one, also once the workbook's gets another name", async () => {
  const book = await open({ Sheet1: { ...NUMBERS, D1: "=Twice" } }, [RATE, { name: "Twice", formula: "=Rate*2", sheet: "Sheet1" }]);
  await book.run("sheet.command.copy-sheet", { subUnitId: book.id("Sheet1") });
  expect(book.names()).toMatchObject({ "Sheet1 (2)!Rate": "='Sheet1 (2)'!$B$2", "Sheet1 (2)!Twice": "='Sheet1 (2)'!Rate*2", "Sheet1!Twice": "=Rate*2" });
  await book.run("sheet.command.set-defined-name", nameParams(book, "Yield", "=Sheet1!$B$2", book.nameId("Rate")));
  await book.run("sheet.command.set-range-values", { subUnitId: book.id("Sheet1 (2)"), range: gridRange("B2"), value: { v: 1_000 } });
  expect([...book.shown("Sheet1", "D1"), ...book.shown("Sheet1 (2)", "D1")]).toEqual([2, 2_000]);
  expect(book.names()).toMatchObject({ "Sheet1 (2)!Twice": "='Sheet1 (2)'!Rate*2", "Sheet1!Twice": "=Yield*2" });
});

it("names for a deleted sheet go with it, and undo restores them", async () => {
  const book = await open({ Sheet1: NUMBERS, Uses: { A1: "=Rate", A2: "=Sheet1!Own", A3: 9 } }, [RATE, OWN]);
  const before = book.names();
  await book.run("sheet.command.remove-sheet", { subUnitId: book.id("Sheet1") });
  expect(book.names()).toEqual({ Rate: "=#REF!" });
  expect(book.shown("Uses", "A1", "A2", "A3")).toEqual(["#REF!", "#REF!", 9]);
  await book.undo();
  expect(book.names()).toEqual(before);
  expect(book.shown("Uses", "A1", "A2", "A3")).toEqual([1, 4, 9]);
});

it("formulas that were filled down, and are kept as one, follow in each cell", async () => {
  const book = await open({ Sheet1: { A1: 1, A2: 2, A3: 3, E1: "=SUM(C1:C3)" } }, [{ name: "Rate", formula: "=Sheet1!$A$1" }]);
  const fill = (range: string, value: object) => book.run("sheet.command.set-range-values", { subUnitId: book.id("Sheet1"), range: gridRange(range), value });
  await fill("C1", { f: "=A1*Rate*10", si: "filled" });
  await fill("C2:C3", [[{ si: "filled" }], [{ si: "filled" }]]);
  const filled = ["C1", "C2", "C3", "C4", "E1"];
  expect(book.shown("Sheet1", ...filled)).toEqual([10, 20, 30, null, 60]);
  await book.run("sheet.command.insert-row", { subUnitId: book.id("Sheet1"), range: gridRange("A2:IV2"), direction: 0 });
  expect(book.shown("Sheet1", ...filled)).toEqual([10, null, 20, 30, 60]);
  await cut(book, "C1", "F9");
  await book.run("sheet.command.set-range-values", { subUnitId: book.id("Sheet1"), range: gridRange("A3"), value: { v: 5 } });
  expect(book.shown("Sheet1", "F9", "C3", "C4", "E1")).toEqual([10, 50, 30, 80]);
  for (let steps = 0; steps < 3; steps++) await book.undo();
  expect(book.shown("Sheet1", ...filled)).toEqual([10, 20, 30, null, 60]);
});

it("a name that is several areas or an expression follows its cells", async () => {
  const book = await open(
    { Sheet1: { ...NUMBERS, F1: "=SUM(Two)", F2: "=Both" } },
    namesOf({ Two: "=Sheet1!$B$2:$B$3,Sheet1!$B$5", Both: "=Sheet1!$B$4*2+Sheet1!$B$5" }),
  );
  await book.run("sheet.command.insert-range-move-down", { range: gridRange("B3:B4") });
  expect(book.names()).toEqual({ Two: "=Sheet1!$B$2:$B$5,Sheet1!$B$7", Both: "=Sheet1!$B$6*2+Sheet1!$B$7" });
  expect(book.shown("Sheet1", "F1", "F2")).toEqual([11, 16]);
});

it.each([
  ["rows", "remove-row-by-range", "A2:IV4"],
  ["columns", "remove-col-by-range", "B1:D10000"],
])("deleted %s have their own sizes after undo, redo and undo", async (_lines, command, range) => {
  const book = await open({ Sheet1: { A1: 1, B2: 2, D4: 4, E5: 5 } }, [], {
    rows: [
      { row: 2, height: 30 },
      { row: 3, hidden: true },
      { row: 5, height: 45 },
    ],
    columns: [
      { from: 2, to: 2, width: 20 },
      { from: 3, to: 3, hidden: true },
      { from: 5, to: 5, width: 30 },
    ],
  });
  const before = book.book().sheets;
  await book.run(`sheet.command.${command}`, { subUnitId: book.id("Sheet1"), range: gridRange(range) });
  const after = book.book().sheets;
  await book.undo();
  expect(book.book().sheets).toEqual(before);
  await book.redo();
  expect(book.book().sheets).toEqual(after);
  await book.undo();
  expect(book.book().sheets).toEqual(before);
});

it("an inserted column that was widened is as wide after undo and redo", async () => {
  const book = await open({ Sheet1: { A1: 1, B2: 2 } }, [], { columns: [{ from: 1, to: 1, width: 20 }] });
  await book.run("sheet.command.insert-col", { subUnitId: book.id("Sheet1"), range: gridRange("B1:C10000"), direction: 3 });
  const after = book.book().sheets;
  for (let times = 0; times < 2; times++) {
    await book.undo();
    expect(book.book().sheets[0]?.columns).toEqual([{ from: 1, to: 1, width: 20 }]);
    await book.redo();
    expect(book.book().sheets).toEqual(after);
  }
});

it.each([
  ["deleted", "delete-range-move-up", "B1", "B1"],
  ["inserted", "insert-range-move-down", "B1", "B3"],
])("cells moved as others are %s have their first values on redo, whatever was typed in them since", async (_done, command, range, moved) => {
  const book = await open({ Sheet1: NUMBERS, Uses: { A1: "=SUM(Sheet1!B1:B9)" } }, []);
  const type = () => book.run("sheet.command.set-range-values", { subUnitId: book.id("Sheet1"), range: gridRange(moved), value: { v: 900 } });
  await book.run(`sheet.command.${command}`, { subUnitId: book.id("Sheet1"), range: gridRange(range) });
  expect(book.shown("Sheet1", moved)).toEqual([1]);
  await type();
  await book.run("sheet.command.remove-col-by-range", { subUnitId: book.id("Sheet1"), range: gridRange("B1:B10000") });
  for (let steps = 0; steps < 3; steps++) await book.undo();
  expect(book.shown("Uses", "A1")).toEqual([15]);
  await book.redo();
  expect([...book.shown("Sheet1", moved), ...book.shown("Uses", "A1")]).toEqual([1, 15]);
});

it("cut cells have their first values on redo, whatever was typed in them since", async () => {
  const book = await open({ Sheet1: NUMBERS, Uses: { A1: 1 } }, []);
  await cut(book, "B2:B3", "D2");
  await book.run("sheet.command.set-range-values", { subUnitId: book.id("Sheet1"), range: gridRange("D2"), value: { v: 900 } });
  await book.run("sheet.command.remove-sheet", { subUnitId: book.id("Sheet1") });
  for (let steps = 0; steps < 3; steps++) await book.undo();
  expect(book.shown("Sheet1", "B2", "D2")).toEqual([1, null]);
  await book.redo();
  expect(book.shown("Sheet1", "B2", "D2")).toEqual([null, 1]);
});

it("a cell that gets a style alone keeps its formula", async () => {
  const book = await open({ Sheet1: { A1: 2, B1: "=A1*3" } }, []);
  await book.run("sheet.command.set-range-values", { subUnitId: book.id("Sheet1"), range: gridRange("A1:C3"), value: { s: { bl: 1 } } });
  await book.run("sheet.mutation.set-range-values", { subUnitId: book.id("Sheet1"), cellValue: { 0: { 1: { s: { it: 1 } } } } });
  expect([book.formula("Sheet1", "B1"), ...book.shown("Sheet1", "A1", "B1")]).toEqual(["=A1*3", 2, 6]);
  await book.run("sheet.command.set-range-values", { subUnitId: book.id("Sheet1"), range: gridRange("A1"), value: { v: 4, s: { bl: 0 } } });
  expect(book.shown("Sheet1", "B1")).toEqual([12]);
  await book.run("sheet.command.set-range-values", { subUnitId: book.id("Sheet1"), range: gridRange("B1"), value: { v: 7, s: { bl: 1 } } });
  expect([book.formula("Sheet1", "B1"), ...book.shown("Sheet1", "B1")]).toEqual([undefined, 7]);
});

it("a calculation does not write over what was typed while it ran", async () => {
  const book = await open({ Sheet1: { A1: 2, B1: "=A1*3", C1: "=A1*4", D1: "=A1*5" } }, []);
  const put = (address: string, value: object) =>
    book.run("sheet.command.set-range-values", { subUnitId: book.id("Sheet1"), range: gridRange(address), value });
  book.duringCalculation(() => {
    void book.run("sheet.mutation.set-range-values", { subUnitId: book.id("Sheet1"), cellValue: { 0: { 1: null, 2: { f: null, v: 7 } } } });
  });
  await put("A1", { v: 10 });
  expect(book.shown("Sheet1", "B1", "C1", "D1")).toEqual([null, 7, 50]);
  expect(["B1", "C1", "D1"].map((at) => book.formula("Sheet1", at))).toEqual([undefined, undefined, "=A1*5"]);
});

it("edits are recorded in their order, and undo takes them out again", async () => {
  const book = await open({ Sheet1: NUMBERS, Uses: { A1: "=Sheet1!B2" } }, []);
  await cut(book, "B2:B3", "D1", ["Sheet1", "Uses"]);
  await rename(book, "Sheet1", "Rates");
  await book.run("sheet.command.copy-sheet", { subUnitId: book.id("Rates") });
  await book.run("sheet.command.remove-sheet", { subUnitId: book.id("Uses") });
  const all = [
    { kind: "move", sheet: "Sheet1", block: { row: 1, column: 1, rows: 2, columns: 1 }, to: { sheet: "Uses", row: 0, column: 3 } },
    { kind: "rename", sheet: "Sheet1", name: "Rates" },
    { kind: "copy", sheet: "Rates", name: "Rates (2)" },
    { kind: "remove", sheet: "Uses" },
  ];
  expect(book.edits()).toEqual(all);
  for (let left = all.length - 1; left >= 0; left--) {
    await book.undo();
    expect(book.edits()).toEqual(all.slice(0, left));
  }
  for (const _ of all) await book.redo();
  expect(book.edits()).toEqual(all);
});
