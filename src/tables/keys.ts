import type { CellValue } from "../workbook/cell";
import type { PlainContent } from "../workbook/sheet-edits";

/** The largest relative difference of one number after it went through a cell: Excel shows 15 digits. */
const PRECISION = 1e-14;

/** True if a cell holds this content. An empty text is an empty cell. */
export function holds(value: CellValue, content: PlainContent): boolean {
  if (content === null || content === "") return value === null || value === "";
  if (typeof value === "number" && typeof content === "number") return Math.abs(value - content) <= PRECISION * Math.max(Math.abs(value), Math.abs(content));
  return value === content;
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === "";
const part = (value: unknown): string => (isBlank(value) ? "" : typeof value === "number" ? String(Number(value.toPrecision(14))) : `'${String(value)}`);

/** The key of a row, from the values of its key columns; undefined if all are empty, or one is an error. */
export function keyOf(values: readonly (CellValue | undefined)[]): string | undefined {
  if (values.every(isBlank) || values.some((v) => typeof v === "object" && v !== null)) return undefined;
  return values.map(part).join("\u001f");
}

/** Numbers the keys: a key that occurs again becomes another one, `AAPL`, `AAPL #2`. */
export function createNumbering(): (key: string) => string {
  const seen = new Map<string, number>();
  return (key) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}\u001f#${count}`;
  };
}
