import { memoized } from "../../../contract/memoized";
import type { ArgumentInSheets } from "../../../workbook/formulas/sheets-calls";
import { isUnsettled } from "../words";

/** True if a tab has cells. A tab may instead be a chart or a data source. */
export const isGrid = (tab: GoogleAppsScript.Spreadsheet.Sheet): boolean => tab.getType() === SpreadsheetApp.SheetType.GRID;

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Tab = GoogleAppsScript.Spreadsheet.Sheet;
type Pointer = Extract<ArgumentInSheets, { kind: "reference" | "range" }>;

interface SheetValues {
  readonly rows: number;
  readonly columns: number;
  readonly values: readonly (readonly unknown[])[];
}

export type CellValues = ReturnType<typeof createCellValues>;

/** Values of call arguments, as Sheets passes them. Each sheet is read once, on its first reference. */
export function createCellValues(book: Book) {
  let tabs: ReadonlyMap<string, Tab> | undefined;
  const sheetValues = memoized((name: string): SheetValues | undefined => {
    tabs ??= new Map(book.getSheets().map((tab) => [tab.getName().toLowerCase(), tab]));
    const tab = tabs.get(name);
    if (!tab || !isGrid(tab)) return undefined;
    return { rows: tab.getMaxRows(), columns: tab.getMaxColumns(), values: tab.getDataRange().getValues() as unknown[][] };
  });

  function pointed(argument: Pointer, ownSheet: string): unknown {
    const sheet = sheetValues((argument.sheet ?? ownSheet).toLowerCase());
    const { row, column } = argument;
    if (!sheet || row >= sheet.rows || column >= sheet.columns) return undefined;
    const at = (r: number, c: number): unknown => sheet.values[r]?.[c] ?? "";
    if (argument.kind === "reference") return settled(at(row, column));
    const rows = argument.rows ?? sheet.rows - row;
    const columns = argument.columns ?? sheet.columns - column;
    if (row + rows > sheet.rows || column + columns > sheet.columns) return undefined;
    return settled(Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) => at(row + r, column + c))));
  }

  const ofName = memoized((name: string): unknown => {
    const values = book.getRangeByName(name)?.getValues() as unknown[][] | undefined;
    return values && settled(values.length === 1 && values[0]?.length === 1 ? values[0][0] : values);
  });

  return {
    /** A value or a 2-D array; undefined if it is unknown: calculated by the sheet, still loading, or missing. */
    of: (argument: ArgumentInSheets, ownSheet: string): unknown => {
      switch (argument.kind) {
        case "literal":
          return argument.value ?? "";
        case "reference":
        case "range":
          return pointed(argument, ownSheet);
        case "name":
          return ofName(argument.name);
        case "computed":
          return undefined;
      }
    },
  };
}

const settled = (value: unknown): unknown => ((Array.isArray(value) ? value.flat() : [value]).some(isUnsettled) ? undefined : value);
