import { columnName } from "../../src/workbook/cell-address";
import { cellIn } from "../../src/workbook/cell-reference";
import type { CellResult, DateCell } from "./cells";
import { movedArea, movedFormula, type Move } from "../browser/model/moved-references";
import { dayText, instantOf, instantOfText, localOf, timeText } from "./zone";

/** Content of a cell of Google Sheets as plain data. Empty is `""`, an error is its text. */
export type PlainValue = number | string | boolean | DateCell;

/** A formula with its result, or a value with its displayed text. */
export interface CellInWords {
  readonly formula?: string;
  readonly value?: PlainValue;
  /** Displayed text, if it differs from the value's own. */
  readonly display?: string;
  /** All values of a formula that fills several cells, its own first. */
  readonly spill?: readonly (readonly PlainValue[])[];
  readonly format?: string;
}

/** A cell as a test writes it: typed text, or `=…` for a formula without a result yet. */
export type CellInput = PlainValue | CellInWords;

/** Content of one cell. */
export interface Stored {
  readonly formula: string;
  readonly value: PlainValue;
  readonly display?: string;
  readonly spill?: readonly (readonly PlainValue[])[];
  readonly format?: string;
}

export type Grid = ReturnType<typeof createGrid>;

const EMPTY: Stored = { formula: "", value: "" };
/** What a cell shows while its function runs. */
export const LOADING = "Loading...";

export const isDateCell = (value: unknown): value is DateCell => typeof value === "object" && value !== null && ("date" in value || "dateTime" in value);

const textOfDate = (value: DateCell): string => ("dateTime" in value ? value.dateTime : value.time === undefined ? value.date : `${value.date}T${value.time}`);

/** Time of a date cell in milliseconds. */
export const instantOfCell = (value: DateCell, timeZone: string): number => instantOfText(textOfDate(value), timeZone);

const EPOCH = Date.UTC(1899, 11, 30);
const isDateFormat = (format: string | undefined): boolean => format !== undefined && /y/i.test(format);

/** Time in milliseconds of a number that its format shows as a date; undefined for any other cell. */
export function instantOfSerial(value: PlainValue, format: string | undefined, timeZone: string): number | undefined {
  if (typeof value !== "number" || !isDateFormat(format)) return undefined;
  const utc = new Date(EPOCH + Math.round(value * 86_400) * 1000);
  const local = { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, day: utc.getUTCDate() };
  return instantOf({ ...local, hour: utc.getUTCHours(), minute: utc.getUTCMinutes(), second: utc.getUTCSeconds() }, timeZone);
}

/** A date or time as a cell stores it: the day, with the time of day unless it is midnight. */
export function dateCell(instant: number, timeZone: string): DateCell {
  const local = localOf(instant, timeZone);
  const time = timeText(local);
  return { date: dayText(local), ...(time === "00:00:00" ? {} : { time }) };
}

/** What a cell shows for a value: of number formats, only those of dates matter here. */
export function displayOf(value: PlainValue, format?: string): string {
  if (typeof value === "number" && isDateFormat(format))
    return new Date(EPOCH + Math.round(value * 1440) * 60_000)
      .toISOString()
      .replace("T", " ")
      .slice(0, /h/i.test(format ?? "") ? 16 : 10);
  if (typeof value === "object") return textOfDate(value).replace("T", " ");
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

/** A newly entered formula. Nothing is calculated here: SERVICE functions have not answered, and a settled IF shows its text. */
export function entered(formula: string, format: string | undefined): Stored {
  const settled = /^=IF\(TRUE[,;]"([^"]*)"/.exec(formula)?.[1];
  return { formula, value: settled ?? (/SERVICE/i.test(formula) ? LOADING : ""), ...(format === undefined ? {} : { format }) };
}

/** The cell with its formula's result; a block of results spills. */
export function calculated({ formula, format }: Stored, result: CellResult): Stored {
  const keep = format === undefined ? {} : { format };
  if (!Array.isArray(result)) return { formula, value: (result as PlainValue | null) ?? "", ...keep };
  const spill = (result as readonly (readonly (PlainValue | null)[])[]).map((row) => row.map((value) => value ?? ""));
  return { formula, value: spill[0]?.[0] ?? "", spill, ...keep };
}

/** Result of typing this into a cell. Google reads formulas, numbers, dates and TRUE from text; a leading apostrophe keeps it text. */
export function typed(value: PlainValue, format: string | undefined): Stored {
  const keep = format === undefined ? {} : { format };
  if (typeof value !== "string") return { formula: "", value, ...keep };
  if (value.startsWith("=") && value.length > 1) return entered(value, format);
  if (value.startsWith("'")) return { formula: "", value: value.slice(1), ...keep };
  if (/^[+-]?\d+(\.\d+)?%?$/.test(value)) return { formula: "", value: Number(value.replace("%", "")) / (value.endsWith("%") ? 100 : 1), ...keep };
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return { formula: "", value: { date: value }, ...keep };
  if (/^(true|false)$/i.test(value)) return { formula: "", value: /true/i.test(value), ...keep };
  return { formula: "", value, ...keep };
}

const optional = <K extends string, T>(name: K, value: T | undefined): Partial<Record<K, T>> =>
  value === undefined ? {} : ({ [name]: value } as Record<K, T>);

function storedOf(input: CellInput): Stored {
  if (typeof input === "string") return input.startsWith("=") ? entered(input, undefined) : { formula: "", value: input };
  if (typeof input !== "object" || isDateCell(input)) return { formula: "", value: input };
  const { formula = "", value = input.spill?.[0]?.[0] ?? "", display, spill, format } = input;
  return { formula, value, ...optional("display", display), ...optional("spill", spill), ...optional("format", format) };
}

/** The cells of one sheet, counted from zero. Spilled values are visible in the neighbours while the formula exists. */
export function createGrid(cells: Readonly<Record<string, CellInput>>, rows: number, columns: number) {
  const stored = new Map<string, Stored>();
  const key = (row: number, column: number): string => `${columnName(column)}${row + 1}`;
  for (const [address, input] of Object.entries(cells)) {
    const place = cellIn(address);
    if (!place || place.row >= rows || place.column >= columns) throw new Error(`There is no cell ${address} on a sheet of ${rows} × ${columns}.`);
    stored.set(key(place.row, place.column), storedOf(input));
  }
  const spilling = new Set<string>();
  const findSpilling = (): void => {
    spilling.clear();
    for (const [address, { spill }] of stored) if (spill) spilling.add(address);
  };
  findSpilling();
  const holds = (cell: Stored | undefined): boolean => cell !== undefined && (cell.formula !== "" || cell.value !== "");
  const spilledInto = (row: number, column: number): PlainValue | undefined => {
    for (const address of spilling) {
      const spill = stored.get(address)?.spill;
      if (!spill) continue;
      const from = cellIn(address)!;
      const value = spill[row - from.row]?.[column - from.column];
      if (value !== undefined && row >= from.row && column >= from.column) return value;
    }
    return undefined;
  };
  const last = (of: (place: { row: number; column: number }, height: number, width: number) => number): number => {
    let most = 0;
    for (const [address, cell] of stored) if (holds(cell)) most = Math.max(most, of(cellIn(address)!, cell.spill?.length ?? 1, cell.spill?.[0]?.length ?? 1));
    return most;
  };
  const grid = {
    rows,
    columns,
    at: (row: number, column: number): Stored => {
      const own = stored.get(key(row, column));
      if (own && holds(own)) return own;
      const value = spilledInto(row, column);
      return value === undefined ? (own ?? EMPTY) : { formula: "", value, ...(own?.format === undefined ? {} : { format: own.format }) };
    },
    put: (row: number, column: number, cell: Stored): void => {
      stored.set(key(row, column), cell);
      if (cell.spill) spilling.add(key(row, column));
    },
    /** Inserts a blank row before this one. Rows below move down; formulas stay as written. */
    insertRow: (before: number): void => {
      const moved = [...stored].map(([address, cell]): [string, Stored] => {
        const { row, column } = cellIn(address)!;
        return [key(row >= before ? row + 1 : row, column), cell];
      });
      stored.clear();
      for (const [address, cell] of moved) stored.set(address, cell);
      findSpilling();
      grid.rows++;
    },
    /** Moves this sheet's cells as an insertion or deletion on any sheet does, and formulas on all. Throws if a filled cell would leave the sheet. */
    move: (move: Move, home: string): void => {
      const moved = [...stored].flatMap(([address, cell]): [string, Stored][] => {
        const { row, column } = cellIn(address)!;
        const to = move.sheet === home ? movedArea({ row, column, rows: 1, columns: 1 }, move) : { row, column };
        if (to && holds(cell) && (to.row >= grid.rows || to.column >= grid.columns)) throw new Error("Cells with content would leave the sheet.");
        return to ? [[key(to.row, to.column), cell.formula === "" ? cell : { ...cell, formula: movedFormula(cell.formula, home, move) }]] : [];
      });
      stored.clear();
      for (const [address, cell] of moved) stored.set(address, cell);
      findSpilling();
    },
    /** Counted from one: the last row or column with content; 0 if there is none. */
    lastRow: () => last(({ row }, height) => row + height),
    lastColumn: () => last(({ column }, _, width) => column + width),
    /** In the form that `createGrid` takes. */
    cells: (): Record<string, Stored> =>
      Object.fromEntries([...stored].filter(([, cell]) => holds(cell) || cell.format !== undefined).map(([address, cell]) => [address, { ...cell }])),
  };
  return grid;
}

/** The same cells on another sheet. Their SERVICE functions are called again and have not answered yet. */
export const copied = (grid: Grid): Record<string, Stored> =>
  Object.fromEntries(
    Object.entries(grid.cells()).map(([address, cell]) => [address, /SERVICE/i.test(cell.formula) ? entered(cell.formula, cell.format) : cell]),
  );
