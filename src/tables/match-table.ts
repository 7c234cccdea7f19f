import type { PlainContent } from "../workbook/edits/sheet-edits";
import type { Written } from "./memory";
import type { TableSheet } from "./table-sheet";
import type { CellValue } from "../workbook/cell";

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
function keyOf(values: readonly (CellValue | undefined)[]): string | undefined {
  if (values.every(isBlank) || values.some((v) => typeof v === "object" && v !== null)) return undefined;
  return values.map(part).join("\u001f");
}

/** Numbers the keys: a key that occurs again becomes another one, `AAPL`, `AAPL #2`. */
function createNumbering(): (key: string) => string {
  const seen = new Map<string, number>();
  return (key) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}\u001f#${count}`;
  };
}

/** Rows by key, in their order. */
export type KeyedRows = ReadonlyMap<string, readonly PlainContent[]>;

export const keyColumns = ({ columns }: Pick<Written, "columns">): number[] => columns.flatMap((c, i) => (c.key ? [i] : []));

export function keyedRows(written: Written): KeyedRows {
  const keys = keyColumns(written);
  const numbered = createNumbering();
  const rows = new Map<string, readonly PlainContent[]>();
  for (const row of written.rows) {
    const key = keyOf(keys.map((k) => row[k]));
    if (key !== undefined) rows.set(numbered(key), row);
  }
  return rows;
}

/** Where the parts of a table are on the sheet now. */
export interface Matched {
  /** The line of the headings; undefined if the user deleted it. */
  readonly heading: number | undefined;
  /** The field of each column; undefined if the user deleted it. */
  readonly fields: readonly (number | undefined)[];
  /** The first and the one after the last line of rows. */
  readonly from: number;
  readonly end: number;
  /** The line of each row that is still there. */
  readonly lines: ReadonlyMap<string, number>;
  /** The rows among them whose key the user cleared. */
  readonly healed: ReadonlySet<string>;
}

/** The share of a field's cells that must hold a column's values, if its heading does not name it. */
const SHARE = 0.5;

/** Finds the columns by their headings, else by their contents. The user may have renamed, moved or deleted some, and inserted own ones between them. */
function findFields(sheet: TableSheet, written: Written): { heading: number | undefined; fields: (number | undefined)[] } {
  const { block } = sheet;
  const all = Array.from({ length: block.fields }, (_, i) => block.field + i);
  const free = new Set(all);
  const fields = written.columns.map(({ heading }): number | undefined => {
    const field = all.find((f) => free.has(f) && holds(sheet.at(block.line, f).value, heading));
    if (field !== undefined) free.delete(field);
    return field;
  });
  const named = fields.some((f) => f !== undefined);
  const values = written.columns.map((_, c) => new Set(written.rows.map((row) => row[c] ?? null)));
  const shareOf = (column: number, field: number): number => {
    let [same, filled] = [0, 0];
    for (let line = block.line; line < block.line + block.lines; line++) {
      const { value } = sheet.at(line, field);
      if (value === null || typeof value === "object") continue;
      filled++;
      if (values[column]?.has(value)) same++;
    }
    return filled === 0 ? 0 : same / filled;
  };
  fields.forEach((field, column) => {
    if (field !== undefined) return;
    const best = [...free].map((f) => ({ f, share: shareOf(column, f) })).sort((a, b) => b.share - a.share)[0];
    if (!best || best.share < SHARE) return;
    fields[column] = best.f;
    free.delete(best.f);
  });
  const first = fields.flatMap((f) => (f === undefined ? [] : [f]));
  // If no heading matches, the first line is either renamed headings or a row.
  const isRow = !named && first.some((f) => written.columns.some((_, c) => fields[c] === f && values[c]?.has(sheet.at(block.line, f).value as PlainContent)));
  return { heading: isRow ? undefined : block.line, fields };
}

/** Finds the columns and rows of a table on its sheet, whatever the user inserted, sorted, typed over or deleted. */
export function matchTable(sheet: TableSheet, written: Written): Matched {
  const { block } = sheet;
  const { heading, fields } = findFields(sheet, written);
  const from = heading === undefined ? block.line : heading + 1;
  const end = block.line + block.lines;
  const keys = keyColumns(written);
  const rows = keyedRows(written);
  const lines = new Map<string, number>();
  if (keys.some((k) => fields[k] === undefined)) return { heading, fields, from, end, lines, healed: new Set() };
  const numbered = createNumbering();
  const without: number[] = [];
  for (let line = from; line < end; line++) {
    const key = keyOf(keys.map((k) => sheet.at(line, fields[k]!).value));
    const own = key === undefined ? undefined : numbered(key);
    if (own !== undefined && rows.has(own)) lines.set(own, line);
    else without.push(line);
  }
  return { heading, fields, from, end, lines, healed: healKeys(sheet, keys, rows, { fields, from }, lines, without) };
}

/**
 * Recognises a row whose key the user cleared: it follows the row before it, and most of its other cells are empty or as written. A row whose key the user
 * typed over is the user's from then on. Adds it to `lines`.
 *
 * @param without the lines without a row
 */
function healKeys(
  sheet: TableSheet,
  keys: readonly number[],
  rows: KeyedRows,
  { fields, from }: Pick<Matched, "fields" | "from">,
  lines: Map<string, number>,
  without: readonly number[],
): ReadonlySet<string> {
  const healed = new Set<string>();
  const keyAt = new Map([...lines].map(([key, line]) => [line, key]));
  const order = [...rows.keys()];
  const next = new Map(order.map((key, i) => [key, order[i + 1]]));
  for (const line of without) {
    const before = keyAt.get(line - 1);
    const candidate = line === from ? order[0] : before === undefined ? undefined : next.get(before);
    if (candidate === undefined || lines.has(candidate)) continue;
    const values = rows.get(candidate)!;
    let [written, typed, isOther] = [0, 0, false];
    fields.forEach((field, c) => {
      if (field === undefined) return;
      const { value, formula } = sheet.at(line, field);
      if (value === null && formula === "") return;
      if (formula === "" && holds(value, values[c] ?? null)) written++;
      else if (keys.includes(c)) isOther = true;
      else typed++;
    });
    if (isOther || typed > written) continue;
    lines.set(candidate, line);
    keyAt.set(line, candidate);
    healed.add(candidate);
  }
  return healed;
}
