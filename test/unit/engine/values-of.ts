import type { IWorkbookData } from "@univerjs/core";
import type { FromStored } from "../../../src/engine/from-stored";
import type { HeadlessEngine } from "../../../src/engine/headless";
import type { EngineParts } from "../../../src/engine/univer";
import type { Book, BookCell } from "../../../src/workbook/book";
import { type CellValue, isError } from "../../../src/workbook/cell";
import { loadEngine } from "./engine-bundle";

const loaded = loadEngine();
/** The grid's own, which it adds to the global object as it is loaded, once for many test files. Each file's end takes them away. */
const { requestIdleCallback, cancelIdleCallback } = globalThis;

export const { bookOfData, dataOfBook } = loaded;

export const createHeadlessEngine: typeof loaded.createHeadlessEngine = (...args) => {
  Object.assign(globalThis, { requestIdleCallback, cancelIdleCallback });
  return loaded.createHeadlessEngine(...args);
};

let engine: HeadlessEngine | undefined;

/**
 * An engine with this workbook, without functions of the service if none are given. It is disposed of when the next one opens, because engines share what they
 * have read of ranges.
 */
export function openedEngine(data: Partial<IWorkbookData>, parts: Partial<EngineParts> = {}, fromStored?: FromStored): HeadlessEngine {
  engine?.dispose();
  engine = createHeadlessEngine(data, { functions: new Map(), metadata: { functions: [] }, ...parts }, fromStored);
  return engine;
}

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
  const engine = openedEngine(dataOfBook(book, "book"), {
    functions: new Map([["SERVICE.REASON", () => "n/a: no data"]]),
    metadata: { functions: [{ id: "SERVICE.REASON", name: "SERVICE.REASON", parameters: [] }] },
  });
  await engine.settled();
  return formulas.map((_, row) => engine.cell("S", row, 0).value);
}

/** A test that formulas over these rows give these values, errors as texts. */
export const testOf = (title: string, rows: readonly (readonly Content[])[], wanted: Readonly<Record<string, unknown>>): void =>
  test(title, async () => {
    const values = await valuesOf(
      Object.keys(wanted).map((formula) => `=${formula}`),
      rows,
    );
    expect(Object.fromEntries(Object.keys(wanted).map((formula, i) => [formula, isError(values[i]!) ? values[i].error : values[i]]))).toEqual(wanted);
  });
