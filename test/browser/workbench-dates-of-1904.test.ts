import type { Book } from "../../src/workbook/book";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { writeBook } from "../../src/workbook/xlsx/write-book";
import { keptPage } from "../conformance/kept-page";
import { chooseFile, openWorkbench, savedFile, type Workbench } from "./workbench";

const kept = keptPage({ open: (browser, service) => openWorkbench(browser, service), renew: (workbench) => workbench.newBook() });

const DAY = "yyyy-mm-dd";
/** 43000 is 2021-09-23 in this book. */
const BOOK: Book = {
  sheets: [
    {
      name: "Sheet1",
      cells: [
        { row: 0, column: 0, value: 43_000, format: DAY },
        { row: 1, column: 0, value: null, formula: "=A1+1", format: DAY },
        { row: 2, column: 0, value: null, formula: "=YEAR(A1)" },
        { row: 3, column: 0, value: null, formula: '=TEXT(A1,"yyyy-mm-dd")' },
        { row: 4, column: 0, value: null, formula: "=DATE(2024,1,1)" },
        { row: 5, column: 0, value: null, formula: '=SERVICE.YIELD("AS_OF",A7)' },
        { row: 6, column: 0, value: 43_999, format: DAY },
        { row: 7, column: 0, value: 0.5, format: "h:mm" },
        { row: 8, column: 0, value: null, format: DAY },
      ],
    },
  ],
  active: 0,
  names: [],
  settings: {},
  from1904: true,
};

async function open(wb: Workbench, book: Book): Promise<void> {
  const before = await wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getId());
  await chooseFile(wb, "1904.xlsx", writeBook(book));
  await wb.page.waitForFunction(([{ api }, id]) => api.getActiveWorkbook().getId() !== id, [wb.grid, before] as const);
  await wb.settled();
}

const textsOf = async (wb: Workbench, rows: number): Promise<readonly string[]> => {
  await wb.settled();
  return wb.grid.evaluate(
    async ({ workbook }, count) =>
      (await workbook.shown(Array.from({ length: count }, (_, row) => ({ sheet: "Sheet1", row, column: 0 })))).map(({ text }) => text),
    rows,
  );
};

it("a book that counts days from 1904 shows, calculates, takes and saves its days", async () => {
  const { page, passed } = await kept();
  await open(page, BOOK);
  const shown = ["2021-09-23", "2021-09-24", "2021", "2021-09-23", "43830", "2024-06-18", "2024-06-18", "12:00"];
  expect(await textsOf(page, 8)).toEqual(shown);

  await page.type("A9", "2024-06-19");
  await page.type("B1", "2024-06-19");
  await page.type("B2", "43000");
  await page.type("B3", "=A9-A7");
  expect(await page.texts("A9", "B1", "B2", "B3")).toEqual(["2024-06-19", "2024-06-19", "43000", "1"]);

  const book = readBook(await savedFile(page));
  expect(book.from1904).toBe(true);
  const values = new Map(book.sheets[0]!.cells.map(({ row, column, value }) => [`${row},${column}`, value]));
  expect(["0,0", "1,0", "4,0", "5,0", "8,0", "0,1", "1,1", "2,1"].map((at) => values.get(at))).toEqual([
    43_000, 43_001, 43_830, 43_999, 44_000, 44_000, 43_000, 1,
  ]);
  passed();
});
