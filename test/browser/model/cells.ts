/** A cell's value: an error value is an object, an empty cell null. */
export type Value = number | string | boolean | null | { readonly error: string };

/** One cell as a test sets it. An error value may be written as Excel shows it, with `type: "Error"`. */
export interface ModelCell {
  readonly formula: string;
  /** As Excel gives it: an error is its text. */
  value: string | number | boolean | null;
  /** Displayed text, if it is not the plain value. */
  text?: string;
  /** Excel's value type, if it does not follow from the value. */
  type?: string;
  /** Its name was typed while the add-in was missing: #NAME? until the formula is re-entered. */
  readonly broken?: boolean;
  /** Typed after an apostrophe: text even if it looks like a formula. */
  readonly asText?: boolean;
  /** Part of another cell's spill. */
  readonly spilled?: boolean;
}

export type Sheets = Record<string, Record<string, ModelCell>>;

export interface Area {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

const ROWS = 1_048_576;
const COLUMNS = 16_384;

const columnOf = (letters: string): number => [...letters].reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1;
const lettersOf = (column: number): string => (column < 26 ? "" : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
export const nameOf = (row: number, column: number): string => `${lettersOf(column)}${row + 1}`;

export function areaOf(address: string): Area {
  const m = /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(address);
  if (!m) throw new Error(`The model does not know the address ${address}.`);
  const [column, row] = [columnOf(m[1] ?? ""), Number(m[2]) - 1];
  const area = { row, column, rows: m[4] ? Number(m[4]) - row : 1, columns: m[3] ? columnOf(m[3]) - column + 1 : 1 };
  if (area.row + area.rows > ROWS || area.column + area.columns > COLUMNS) throw new Error(`${address} is not on the sheet.`);
  return area;
}

export const wholeSheet: Area = { row: 0, column: 0, rows: ROWS, columns: COLUMNS };

export const cellsOf = ({ row, column, rows, columns }: Area): string[] =>
  Array.from({ length: rows * columns }, (_, i) => nameOf(row + Math.floor(i / columns), column + (i % columns)));

export const contains = (area: Area, row: number, column: number): boolean =>
  area.row <= row && row < area.row + area.rows && area.column <= column && column < area.column + area.columns;

/** A sheet's name as Excel writes it before an address. */
const quoted = (sheet: string): string =>
  /^[\p{L}_][\p{L}\d_.]*$/u.test(sheet) && !/^[A-Z]{1,3}\d+$/i.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;

export const addressOf = (sheet: string, area: Area): string => {
  const first = nameOf(area.row, area.column);
  return `${quoted(sheet)}!${first}${area.rows * area.columns === 1 ? "" : `:${nameOf(area.row + area.rows - 1, area.column + area.columns - 1)}`}`;
};

/** Whether the cell holds a formula. Excel distinguishes it from text that looks like one. */
export const isFormula = (cell: ModelCell): boolean => cell.formula.startsWith("=") && cell.asText !== true;

const ERRORS = ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#BUSY!", "#SPILL!", "#CALC!"];

/** The cell's value when a formula refers to it. */
export function valueOf(cell: ModelCell | undefined): Value {
  if (!cell || cell.value === "") return cell && isFormula(cell) ? "" : null;
  const { value, type } = cell;
  if (typeof value === "string" && type !== "String" && (type === "Error" || ERRORS.includes(value))) return { error: value };
  return typeof value === "number" || typeof value === "string" || typeof value === "boolean" ? value : null;
}

export const isErrorValue = (value: Value): value is { readonly error: string } => typeof value === "object" && value !== null;

/** Excel's name for the type of a cell's value. */
export function typeOf(cell: ModelCell | undefined): string {
  if (cell?.type !== undefined) return cell.type;
  const value = valueOf(cell);
  if (value === null) return "Empty";
  if (isErrorValue(value)) return "Error";
  return typeof value === "number" ? "Double" : typeof value === "boolean" ? "Boolean" : "String";
}

export function textOf(cell: ModelCell | undefined): string {
  if (cell?.text !== undefined) return cell.text;
  const value = valueOf(cell);
  if (value === null) return "";
  if (isErrorValue(value)) return value.error;
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

/** What to write into a cell so that it holds this value. A formula shows 0 for an empty cell. */
export const stored = (formula: string, value: Value): ModelCell =>
  isErrorValue(value) ? { formula, value: value.error, type: "Error" } : { formula, value: value ?? 0 };
