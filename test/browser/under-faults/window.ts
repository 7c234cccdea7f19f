import type { CellCall, Excel } from "../excel-host";
import { stored, type ModelCell } from "../model/cells";
import { dayOf, numberOf, SERIES } from "./questions";

/** The sheet that a co-author deletes. */
const SHARED = "Shared";
const MAIN = "Sheet1";

interface Place {
  readonly sheet: string;
  readonly cell: string;
}

/** A cell of the test and its formula. */
interface Row extends Place {
  readonly formula: string;
  readonly question: number;
  /** The formula's value is this many times the call's. */
  readonly times: number;
}

/** One workbook in its window. */
export interface Window {
  readonly number: number;
  readonly excel: Excel;
  readonly rows: readonly Row[];
  /** Texts that a co-author has typed. */
  readonly typed: Map<string, string>;
  /** Calculates these cells, as a change of their precedents does. */
  calculate(rows: readonly Row[]): void;
  /** Enters the formulas of cells that do not hold them. */
  restore(): void;
  /** Types a text as a co-author does. */
  author(place: Place, text: string): void;
  deleteShared(): void;
  /** Clears cells, and enters their formulas again: their calls are cancelled. */
  clear(rows: readonly Row[]): void;
  /** Presses Refresh on the ribbon. Resolves when Excel is told that it is done, or when the page is gone. */
  refresh(): Promise<void>;
  /** Calls that wait for their result. */
  open(): number;
  content({ sheet, cell }: Place): ModelCell | undefined;
}

/** A call for each row. Some are part of a larger formula, some read their day from a cell, and some ask what the row above asks. */
function rowOf(window: number, row: number): Row & { readonly day?: string } {
  const asked = row % 7 === 6 ? row - 1 : row;
  const [series, day] = [SERIES[window], dayOf(asked)];
  const question = numberOf(series, day)!;
  const at = { sheet: row % 5 === 4 ? SHARED : MAIN, cell: `A${row + 1}`, question };
  if (row % 10 === 3) return { ...at, formula: `=SERVICE.FREDH("${series}",D${row + 1})`, day, times: 1 };
  if (row % 10 === 8 && question % 11 !== 5) return { ...at, formula: `=SERVICE.FREDH("${series}","${day}")*2`, times: 2 };
  return { ...at, formula: `=SERVICE.FREDH("${series}","${day}")`, times: 1 };
}

export function createWindow(excel: Excel, number: number, count: number): Window {
  const rows = Array.from({ length: count }, (_, row) => rowOf(number, row));
  const typed = new Map<string, string>();
  const book = () => excel.workbook;
  const keyOf = ({ sheet, cell }: Place): string => `${sheet}!${cell}`;
  const content = ({ sheet, cell }: Place): ModelCell | undefined => book().sheets[sheet]?.[cell];
  const put = ({ sheet, cell }: Place, what: ModelCell): void => void ((book().sheets[sheet] ??= {})[cell] = what);
  const calculate = (some: readonly Place[]): void => {
    for (const sheet of new Set(some.map((place) => place.sheet))) book().typed(sheet, ...some.flatMap((at) => (at.sheet === sheet ? [at.cell] : [])));
  };
  const enter = (some: readonly (Row & { readonly day?: string })[]): void => {
    for (const row of some) {
      const { day, sheet, cell, formula } = row;
      if (day !== undefined) put({ sheet, cell: cell.replace("A", "D") }, { formula: day, value: day, type: "String", asText: true });
      put(row, stored(formula, 0));
    }
    calculate(some);
  };
  /** Calls before this one are settled or ended. */
  let first = 0;
  const isOpen = ({ ended, settled }: CellCall): boolean => ended === undefined && settled.length === 0;
  return {
    number,
    excel,
    rows,
    typed,
    content,
    calculate,
    restore: () => {
      typed.clear();
      enter(rows.filter((row) => content(row)?.formula !== row.formula));
    },
    author: (place, text) => {
      typed.set(keyOf(place), text);
      put(place, { formula: text, value: text, type: "String", asText: true });
      calculate([place]);
    },
    deleteShared: () => {
      for (const key of [...typed.keys()]) if (key.startsWith(`${SHARED}!`)) typed.delete(key);
      book().deleteSheet(SHARED);
    },
    clear: (some) => {
      const formulas = some.filter((row) => content(row)?.formula === row.formula);
      for (const row of formulas) delete book().sheets[row.sheet]?.[row.cell];
      calculate(formulas);
      enter(formulas);
    },
    refresh: () =>
      excel.pane
        .evaluate(() => {
          const { actions } = (
            window as unknown as { Office: { actions: { _association: { mappings: Record<string, (event: { completed(): void }) => void> } } } }
          ).Office;
          const press = Object.entries(actions._association.mappings).find(([id]) => id.toLowerCase() === "refresh")?.[1];
          return new Promise<void>((completed) => press?.({ completed }));
        })
        .catch((e: unknown) => {
          if (!/destroyed|detached|navigat|closed/i.test(String(e))) throw e;
        }),
    open: () => {
      const { calls } = excel;
      while (first < calls.length && !isOpen(calls[first]!)) first++;
      return calls.slice(first).filter(isOpen).length;
    },
  };
}
