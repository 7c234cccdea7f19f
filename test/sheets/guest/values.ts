import type { Cell, CellArgument } from "../cells";
import { dateCell, instantOfCell, isDateCell } from "../grid";

const MAX_TEXT = 50_000;

const handOverCell = (cell: Cell | undefined, timeZone: string): unknown => (isDateCell(cell) ? new Date(instantOfCell(cell, timeZone)) : (cell ?? ""));

/** Arguments in the form in which Sheets passes them: omitted ones at the end are missing, those in between are the empty text, like a blank cell. */
export function handOver(args: readonly CellArgument[], timeZone: string): unknown[] {
  let given = args.length;
  while (given > 0 && (args[given - 1] ?? null) === null) given--;
  return args.slice(0, given).map((arg) => {
    if (!Array.isArray(arg)) return handOverCell(arg as Cell, timeZone);
    const rows = arg as readonly (readonly Cell[])[];
    if (rows.length === 0 || rows.some((row) => !Array.isArray(row) || row.length === 0 || row.length !== rows[0]!.length))
      throw new Error("A range for an argument is a list of rows of one length; Sheets hands over nothing else.");
    return rows.map((row) => row.map((cell) => handOverCell(cell, timeZone)));
  });
}

const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === "[object Date]";

function takeCell(value: unknown, place: string, timeZone: string): Cell {
  const no = (what: string): never => {
    throw new Error(`The function gave ${what}${place}: a cell takes a finite number, a text, a boolean, a date or null.`);
  };
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : no(String(value));
  if (typeof value === "string") return value.length <= MAX_TEXT ? value : no(`a text of ${value.length} characters (${MAX_TEXT} at most)`);
  if (!isDate(value)) return no(value instanceof Promise ? "a Promise" : typeof value === "object" ? "an object" : typeof value);
  if (Number.isNaN(value.getTime())) return no("an invalid date");
  return dateCell(value.getTime(), timeZone);
}

/** Validates a function's result. A value that a cell cannot hold fails the test. */
export function takeBack(value: unknown, timeZone: string): unknown {
  if (!Array.isArray(value)) return takeCell(value, "", timeZone);
  if (value.length === 0 || value.some((row) => !Array.isArray(row))) throw new Error("The function gave a list that is not one of rows.");
  const rows = value as unknown[][];
  const columns = rows[0]!.length;
  if (columns === 0 || rows.some((row) => row.length !== columns))
    throw new Error(`The function gave rows of different lengths, or none: ${rows.map((r) => r.length).join(", ")}.`);
  return rows.map((row, i) => Array.from(row, (cell, j) => takeCell(cell, ` in row ${i + 1}, column ${j + 1}`, timeZone)));
}

/** Validates what passes through google.script.run in either direction: JSON without dates and functions. */
export function plain(value: unknown, place = "the value"): unknown {
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean") return value ?? null;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return Array.from(value, (item, i) => plain(item, `${place}[${i}]`));
  if (typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null))
    return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, plain(item, `${place}.${key}`)]])));
  throw new Error(
    `google.script.run carries plain values only, and ${place} is ${isDate(value) ? "a date" : value instanceof Promise ? "a Promise" : String(value)}.`,
  );
}
