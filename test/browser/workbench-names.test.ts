import { Direction, RANGE_TYPE } from "@univerjs/core";
import type { Book } from "../../src/workbook/book";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { writeBook } from "../../src/workbook/xlsx/write-book";
import { bookOf, namesOf } from "../conformance/book-of";
import { chooseFile, savedFile, type Workbench } from "./workbench";
import { expectEventually } from "../time";
import { keptWorkbench } from "./kept-workbench";

/* Formulas with defined names, while cells, sheets and the names change. */

const { kept, onWorkbench } = keptWorkbench();

const NAMES = namesOf({
  ...{ Rate: "=Sheet1!$B$2", Rates: "=Sheet1!$B$2:$B$5", Total: "=Sheet1!$B$2*2+Sheet1!$B$3", Twice: "=Rate*2", Quoted: "='My data'!$A$1" },
  ...{ Mixed: "=Sheet1!$B$2+'My data'!$A$1", "Sheet1!Own": "=Sheet1!$B$4" },
});
const BOOK = bookOf(
  {
    Sheet1: { A1: "Rates", B2: 1, B3: 2, B4: 4, B5: 8, D9: "=Own*10" },
    "My data": { A1: 100 },
    Uses: { A1: "=Rate*10", A2: "=SUM(Rates)", A3: "=Total", A4: "=Twice", A5: "=Quoted+1", A6: "=Mixed", A7: "=rate+0.5", A8: '=INDIRECT("Rate")+0.25' },
  },
  NAMES,
);
const USES = ["10", "15", "4", "2", "101", "101", "1.5", "1.25"];

/** The values of the formulas, except one. */
const except = (index: number, text: string): string[] => USES.map((shown, i) => (i === index ? text : shown));

interface Command {
  readonly id: string;
  readonly params?: object;
}
const execute = ({ grid }: Workbench, { id, params = {} }: Command): Promise<boolean> =>
  grid.evaluate(
    ({ api }, [name, given]) => {
      const unitId = api.getActiveWorkbook().getId();
      const withUnit = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value === "unit" ? unitId : value]));
      return api.executeCommand(name, withUnit);
    },
    [id, params] as const,
  );

async function open(wb: Workbench, book: Book, name = "book"): Promise<void> {
  const before = await wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getId());
  const isNext = () =>
    wb.page.waitForFunction(([{ api }, id]) => document.querySelector("dialog[open]") ?? api.getActiveWorkbook().getId() !== id, [wb.grid, before] as const);
  await chooseFile(wb, `${name}.xlsx`, writeBook(book));
  await isNext();
  if (await wb.page.getByRole("button", { name: "Discard" }).isVisible()) await wb.page.getByRole("button", { name: "Discard" }).click();
  await wb.page.waitForFunction(([{ api }, id]) => api.getActiveWorkbook().getId() !== id, [wb.grid, before] as const);
  await wb.settled();
}

const textsOf = async (wb: Workbench, sheet: string, count: number): Promise<readonly string[]> => {
  await wb.settled();
  return wb.grid.evaluate(
    async ({ workbook }, [name, rows]) =>
      (await workbook.shown(Array.from({ length: rows }, (_, row) => ({ sheet: name, row, column: 0 })))).map(({ text }) => text),
    [sheet, count] as const,
  );
};
const uses = (wb: Workbench) => textsOf(wb, "Uses", USES.length);
const savedBook = async (wb: Workbench): Promise<Book> => readBook(await savedFile(wb));
const formulasOf = ({ names }: Book): Record<string, string> => Object.fromEntries(names.map(({ name, formula }) => [name, formula]));

/** Renames the sheet in front as *Rename* in the menu of its tab does. After a double-click, Univer would drag the tab if the name is typed within half a second. */
async function renameInTab(wb: Workbench, name: string): Promise<void> {
  await execute(wb, { id: "sheet.operation.rename-sheet" });
  await wb.page.locator("[data-u-comp=slide-tab-item] [contenteditable]").waitFor();
  await wb.page.keyboard.press("Control+a");
  await wb.page.keyboard.type(name);
  await wb.page.keyboard.press("Enter");
}

/** The file with every formula calculated anew. */
const uncalculated = (book: Book): Book => ({
  ...book,
  sheets: book.sheets.map((sheet) => ({ ...sheet, cells: sheet.cells.map((cell) => (cell.formula ? { ...cell, value: null } : cell)) })),
});

const cell = (row: number, column: number) => ({ startRow: row, endRow: row, startColumn: column, endColumn: column });
const RATES = { startRow: 1, endRow: 4, startColumn: 1, endColumn: 1 };
const at = (sheet: string) => ({ unitId: "unit", subUnitId: sheet });
const WHOLE_ROW = { startRow: 0, endRow: 0, startColumn: 0, endColumn: 255 };
const COLUMN_B = { startRow: 0, endRow: 9_999, startColumn: 1, endColumn: 1, rangeType: RANGE_TYPE.COLUMN };
const WHOLE_COLUMN = { startRow: 0, endRow: 9_999, startColumn: 0, endColumn: 0 };

/** Edits after which every formula has the value that it had, and what some of the names then mean. */
const EDITS: readonly (readonly [what: string, edit: Command, names: Readonly<Record<string, string>>])[] = [
  [
    "a sheet gets a name that looks like a row",
    { id: "sheet.command.set-worksheet-name", params: { subUnitId: "s1", name: "R10y" } },
    { Rate: "='R10y'!$B$2", Total: "='R10y'!$B$2*2+'R10y'!$B$3" },
  ],
  [
    "a sheet gets a name without spaces",
    { id: "sheet.command.set-worksheet-name", params: { subUnitId: "s1", name: "Market" } },
    { Rate: "=Market!$B$2", Rates: "=Market!$B$2:$B$5", Total: "=Market!$B$2*2+Market!$B$3", Own: "=Market!$B$4", Mixed: "=Market!$B$2+'My data'!$A$1" },
  ],
  [
    "a sheet gets a name with spaces and a quotation mark",
    { id: "sheet.command.set-worksheet-name", params: { subUnitId: "s1", name: "Today's rates" } },
    { Rate: "='Today''s rates'!$B$2", Total: "='Today''s rates'!$B$2*2+'Today''s rates'!$B$3" },
  ],
  [
    "a sheet with spaces in its name gets another",
    { id: "sheet.command.set-worksheet-name", params: { subUnitId: "s2", name: "Data" } },
    { Quoted: "=Data!$A$1", Mixed: "=Sheet1!$B$2+Data!$A$1" },
  ],
  [
    "a named range is moved",
    { id: "sheet.command.move-range", params: { fromRange: RATES, toRange: { ...RATES, startColumn: 5, endColumn: 5 } } },
    { Rate: "=Sheet1!$F$2", Rates: "=Sheet1!$F$2:$F$5", Own: "=Sheet1!$F$4" },
  ],
  [
    "a named range is moved to another sheet",
    {
      id: "sheet.command.move-range",
      params: {
        fromUnitId: "unit",
        toUnitId: "unit",
        fromSubUnitId: "s1",
        toSubUnitId: "s3",
        fromRange: RATES,
        toRange: { ...RATES, startColumn: 3, endColumn: 3 },
      },
    },
    { Rate: "=Uses!$D$2", Rates: "=Uses!$D$2:$D$5" },
  ],
  ["a row is inserted", { id: "sheet.command.insert-row", params: { ...at("s1"), range: WHOLE_ROW, direction: Direction.UP } }, { Rate: "=Sheet1!$B$3" }],
  [
    "a column is inserted",
    { id: "sheet.command.insert-col", params: { ...at("s1"), range: WHOLE_COLUMN, direction: Direction.LEFT } },
    { Rate: "=Sheet1!$C$2" },
  ],
  ["a row is deleted", { id: "sheet.command.remove-row", params: { range: WHOLE_ROW } }, { Rate: "=Sheet1!$B$1", Rates: "=Sheet1!$B$1:$B$4" }],
  ["a column is deleted", { id: "sheet.command.remove-col", params: { range: WHOLE_COLUMN } }, { Rate: "=Sheet1!$A$2" }],
  ["cells are inserted above", { id: "sheet.command.insert-range-move-down", params: { range: cell(0, 1) } }, { Rate: "=Sheet1!$B$3" }],
  ["cells are deleted above", { id: "sheet.command.delete-range-move-up", params: { range: cell(0, 1) } }, { Rate: "=Sheet1!$B$1" }],
  [
    "a column is moved",
    { id: "sheet.command.move-cols", params: { ...at("s1"), range: COLUMN_B, fromRange: COLUMN_B, toRange: { ...COLUMN_B, startColumn: 6, endColumn: 6 } } },
    { Rate: "=Sheet1!$F$2", Rates: "=Sheet1!$F$2:$F$5" },
  ],
];

it.each(EDITS)("names and the formulas that use them follow if %s, also after undo and redo, and in the saved file", async (_, edit, names) => {
  const { page: wb, passed } = await kept();
  await open(wb, BOOK);
  expect(await uses(wb)).toEqual(USES);
  await execute(wb, edit);
  expect(await uses(wb)).toEqual(USES);
  const saved = await savedBook(wb);
  expect(formulasOf(saved)).toMatchObject(names);

  await execute(wb, { id: "univer.command.undo" });
  expect(await uses(wb)).toEqual(USES);
  expect(formulasOf(await savedBook(wb))).toEqual(formulasOf(BOOK));
  await execute(wb, { id: "univer.command.redo" });
  expect(await uses(wb)).toEqual(USES);
  expect(formulasOf(await savedBook(wb))).toEqual(formulasOf(saved));

  await open(wb, uncalculated(saved), "saved");
  expect(await uses(wb)).toEqual(USES);
  passed();
});

/** Cuts a cell, which shows this text, and pastes it, with keys. */
async function cutAndPaste({ page, grid }: Workbench, from: string, shown: string, to: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator(".wb-grid canvas").last().click();
  const select = (address: string) => grid.evaluate(({ api }, a) => void api.getActiveWorkbook().getActiveSheet().getRange(a).activate(), address);
  await select(from);
  await page.keyboard.press("Control+x");
  await expectEventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await select(to);
  await page.keyboard.press("Control+v");
}

it.each([
  // Only the range keeps its place, as in Excel, without the cell that left it.
  ["a named cell that is cut and pasted keeps its name", "B2", "1", "H9", "=Sheet1!$H$9", except(1, "14")],
  [
    "a cut cell that is pasted over a named one makes the name #REF!",
    "A1",
    "Rates",
    "B2",
    "=#REF!",
    ["#REF!", "14", "#REF!", "#REF!", "101", "#REF!", "#REF!", "#REF!"],
  ],
] as const)("%s, with keys, and undo restores it", async (_, from, shown, to, meaning, values) => {
  const { page: wb, passed } = await kept();
  await open(wb, BOOK);
  await cutAndPaste(wb, from, shown, to);
  const rate = async () => formulasOf(await savedBook(wb)).Rate;
  await expectEventually(rate).toBe(meaning);
  expect(await uses(wb)).toEqual(values);
  await wb.page.keyboard.press("Control+z");
  await expectEventually(rate).toBe("=Sheet1!$B$2");
  expect(await uses(wb)).toEqual(USES);
  passed();
});

onWorkbench("a sheet that is renamed in its tab keeps its names, and F2 edits a formula that uses one", async (wb) => {
  const { page, grid } = wb;
  await open(wb, BOOK);
  await renameInTab(wb, "Market rates");
  await page.locator("[data-u-comp=slide-tab-item]").getByText("Market rates").waitFor();
  await expectEventually(async () => formulasOf(await savedBook(wb)).Rate).toBe("='Market rates'!$B$2");
  await wb.write("B2", [[3]]);
  expect(await uses(wb)).toEqual(["30", "17", "8", "6", "101", "103", "3.5", "3.25"]);
  await page.locator("[data-u-comp=slide-tab-item]").getByText("Uses").click();
  await page.locator(".wb-grid canvas").last().click();
  await grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("A1").activate());
  await page.keyboard.press("F2");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await expectEventually(async () => (await uses(wb))[0]).toBe("300");
});

onWorkbench("a formula follows a name that is changed, deleted, restored or defined after it", async (wb) => {
  await open(
    wb,
    bookOf({ Sheet1: { B2: 1, B3: 2 }, Uses: { A1: "=Rate*10", A2: "=Twice", A3: "=rate+0.5", A4: '=INDIRECT("Rate")+0.25', A5: "=later*10" } }, [
      NAMES[0]!,
      NAMES[3]!,
    ]),
  );
  const shown = () => textsOf(wb, "Uses", 5);
  const set = (name: string, cells: string) =>
    wb.grid.evaluate(
      ({ api }, [what, to]) => {
        const book = api.getActiveWorkbook();
        const existing = book.getDefinedName(what);
        if (existing) existing.setRef(to);
        else book.insertDefinedName(what, to);
      },
      [name, cells] as const,
    );
  expect(await shown()).toEqual(["10", "2", "1.5", "1.25", "#NAME?"]);
  await set("Rate", "Sheet1!$B$3");
  expect(await shown()).toEqual(["20", "4", "2.5", "2.25", "#NAME?"]);
  await set("Later", "Sheet1!$B$3");
  expect(await shown()).toEqual(["20", "4", "2.5", "2.25", "20"]);
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getDefinedName("Rate")!.delete());
  expect(await shown()).toEqual(["#NAME?", "#NAME?", "#NAME?", "#REF!", "20"]);
  await execute(wb, { id: "univer.command.undo" });
  expect(await shown()).toEqual(["20", "4", "2.5", "2.25", "20"]);
});

onWorkbench("formulas of the next workbook use its own names", async (wb) => {
  await open(wb, BOOK);
  await open(wb, bookOf({ Sheet1: { C7: 5 }, Uses: { A1: "=Rate*10", A2: "=Twice" } }, [{ name: "Rate", formula: "=Sheet1!$C$7" }, NAMES[3]!]), "next");
  expect(await textsOf(wb, "Uses", 2)).toEqual(["50", "10"]);
  await open(wb, bookOf({ Sheet1: { C7: 5 }, Uses: { A1: "=Rate*10", A2: "=Twice" } }, []), "without");
  expect(await textsOf(wb, "Uses", 2)).toEqual(["#NAME?", "#NAME?"]);
});

onWorkbench("a name that is defined, changed or deleted is a change that another workbook would discard", async (wb) => {
  const question = wb.page.getByRole("dialog", { name: "Save your changes?" });
  const asks = async (): Promise<boolean> => {
    const before = await wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getId());
    await wb.page.getByRole("button", { name: "Templates" }).click();
    await wb.page.getByRole("menuitem", { name: "Empty workbook" }).click();
    await wb.page.waitForFunction(([{ api }, id]) => document.querySelector("dialog[open]") ?? api.getActiveWorkbook().getId() !== id, [
      wb.grid,
      before,
    ] as const);
    const isAsked = await question.isVisible();
    if (isAsked) await question.getByRole("button", { name: "Cancel" }).click();
    return isAsked;
  };
  const changes = [
    () => wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().insertDefinedName("Later", "Uses!$A$1")),
    () => wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getDefinedName("Rate")!.setRef("Sheet1!$B$3")),
    () => wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getDefinedName("Rate")!.delete()),
  ];
  for (const change of changes) {
    await open(wb, BOOK);
    await change();
    expect(await asks()).toBe(true);
  }
  await open(wb, BOOK);
  expect(await asks()).toBe(false);
});

onWorkbench("names of a deleted sheet are #REF! until undo, also if a new sheet has its name", async (wb) => {
  await open(wb, BOOK);
  expect(await execute(wb, { id: "sheet.command.remove-sheet", params: { subUnitId: "s1" } })).toBe(true);
  const gone = USES.map((shown, i) => (i === 4 ? shown : "#REF!"));
  expect(await uses(wb)).toEqual(gone);
  expect(await wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getActiveSheet().getSheetName())).toBe("My data");
  await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().insertSheet("Sheet1"));
  expect(await uses(wb)).toEqual(gone);
  const saved = await savedBook(wb);
  expect(formulasOf(saved)).toMatchObject({ Rate: "=#REF!", Total: "=#REF!*2+#REF!", Mixed: "=#REF!+'My data'!$A$1", Quoted: "='My data'!$A$1" });
  for (let steps = 0; steps < 2; steps++) await execute(wb, { id: "univer.command.undo" });
  expect(await uses(wb)).toEqual(USES);
  expect(formulasOf(await savedBook(wb))).toEqual(formulasOf(BOOK));
  await execute(wb, { id: "univer.command.redo" });
  expect(await uses(wb)).toEqual(gone);
});

onWorkbench("a sheet that is written before its name in a formula is renamed in its tab, with the formula", async (wb) => {
  await open(
    wb,
    bookOf({ Sheet1: { B4: 4 }, "My data": { A1: 100 }, Uses: { A1: "=SUM(Sheet1!Own)", A2: '="Sheet1!Own"', A3: "=Sheet1!B4" } }, [NAMES[4]!, NAMES[6]!]),
  );
  const shown = () => textsOf(wb, "Uses", 3);
  expect(await shown()).toEqual(["4", "Sheet1!Own", "4"]);
  await renameInTab(wb, "C1_prices");
  await wb.page.locator("[data-u-comp=slide-tab-item]").getByText("C1_prices").waitFor();
  expect(await shown()).toEqual(["4", "Sheet1!Own", "4"]);
  const saved = await savedBook(wb);
  expect(saved.sheets[2]!.cells.map(({ formula }) => formula)).toEqual(["=SUM('C1_prices'!Own)", '="Sheet1!Own"', "='C1_prices'!B4"]);
  expect(formulasOf(saved)).toEqual({ Quoted: "='My data'!$A$1", Own: "='C1_prices'!$B$4" });
});

onWorkbench("a sheet that is copied has its own names, for its own cells", async (wb) => {
  await open(wb, BOOK);
  expect(await execute(wb, { id: "sheet.command.copy-sheet", params: { subUnitId: "s1" } })).toBe(true);
  const saved = await savedBook(wb);
  expect(saved.sheets.map(({ name }) => name)).toEqual(["Sheet1", "Sheet1 (2)", "My data", "Uses"]);
  expect(saved.names.filter(({ sheet }) => sheet === "Sheet1 (2)").map(({ name, formula }) => [name, formula])).toEqual([
    ["Rate", "='Sheet1 (2)'!$B$2"],
    ["Rates", "='Sheet1 (2)'!$B$2:$B$5"],
    ["Total", "='Sheet1 (2)'!$B$2*2+'Sheet1 (2)'!$B$3"],
    ["Mixed", "='Sheet1 (2)'!$B$2+'My data'!$A$1"],
    ["Own", "='Sheet1 (2)'!$B$4"],
  ]);
  expect(await uses(wb)).toEqual(USES);
});
