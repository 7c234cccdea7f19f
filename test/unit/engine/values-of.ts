import type { Book, BookCell } from "../../../src/workbook/book";
import type { CellValue } from "../../../src/workbook/cell";
import { loadEngine } from "./engine-bundle";

const { createHeadlessEngine, dataOfBook } = loadEngine();

export type Content = number | string | boolean | null;

/**
 * The values of formulas, or of other cells, in column A, with these rows from column B on; a text that starts with `=` is a formula. `=SERVICE.REASON()` gives
 * a reason.
 *
 * @param modes how the book calculates
 */
export async function valuesOf(
  formulas: readonly (string | Partial<BookCell>)[],
  rows: readonly (readonly Content[])[] = [],
  modes: Partial<Book> = {},
): Promise<readonly CellValue[]> {
  const cell = (row: number, column: number, content: Content): BookCell =>
    typeof content === "string" && content.startsWith("=") ? { row, column, value: null, formula: content } : { row, column, value: content };
  const first = formulas.map((f, row) => (typeof f === "string" ? cell(row, 0, f) : { row, column: 0, value: null, ...f }));
  const cells = [...first, ...rows.flatMap((line, row) => line.map((content, c) => cell(row, c + 1, content)))];
  const book: Book = { sheets: [{ name: "S", cells }], active: 0, names: [], settings: {}, ...modes };
  const engine = createHeadlessEngine(dataOfBook(book, "book"), {
    functions: new Map([["SERVICE.REASON", () => "n/a: no data"]]),
    metadata: { functions: [{ id: "SERVICE.REASON", name: "SERVICE.REASON", parameters: [] }] },
  });
  try {
    await engine.settled();
    return formulas.map((_, row) => engine.cell("S", row, 0).value);
  } finally {
    engine.dispose();
  }
}
