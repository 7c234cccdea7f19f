import { isRecord, parsedJson } from "../contract/json";
import type { HeldCell, PlainContent } from "../workbook/edits/sheet-edits";

/** A column of a table, as it was inserted. */
export interface TableColumn {
  readonly id: string;
  readonly heading: string;
  /** Number format in en-US form; missing for General. */
  readonly format?: string;
  /** True if its cells tell the rows apart. */
  readonly key?: true;
}

/** Rows go down, or across to the right. */
export type Orientation = "down" | "across";

/** What the add-in wrote: rows of values in the order of the columns. Dates are serial numbers. */
export interface Written {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly PlainContent[])[];
}

/** A column of the user's with one formula in all rows, as far as the rows that are there may not show it. */
export interface OwnColumn {
  readonly heading: string;
  /** Its field, and the line of the table's first row, when this was remembered. */
  readonly field: number;
  readonly from: number;
  /** The formula as it was in this line. */
  readonly formula: string;
  readonly line: number;
  /** The cells of the first and last rows that the formula does not reach. */
  readonly head: readonly (HeldCell & { readonly line: number })[];
  readonly tail: readonly (HeldCell & { readonly line: number })[];
  /** The rows, by key, that have no formula here, also those that are away. */
  readonly empty: readonly string[];
}

/** What a table remembers of its place while rows are away, so that they come back to it. */
export interface TableLayout {
  readonly own?: readonly OwnColumn[];
  /** All rows in the order of the sheet, also those that are away, by key; null for a row of the user's. Missing if the publisher's order says it. */
  readonly order?: readonly (string | null)[];
  /** Empty lines below the table that its rows had; negative if they have lines that were empty. */
  readonly room?: number;
  /** Lines by which the cells below moved down while rows are away. */
  readonly pushed?: number;
  /** Lines of formulas' ranges over all rows while there are no rows. */
  readonly spread?: number;
}

/** A table as the workbook remembers it. */
export interface TableMemory extends Written {
  readonly id: string;
  readonly kind: string;
  /** The form's values, as written at insertion. */
  readonly asked: Readonly<Record<string, string>>;
  readonly orientation: Orientation;
  /** The lines above the table: its title and its sources. */
  readonly notes: readonly string[];
  /** Rows that are not in the answer any more, and stay below the others without values because the user has something in them, or a formula refers to them; by key. */
  readonly gone: readonly string[];
  readonly layout?: TableLayout;
  /** The moment that the rows are as of, if the workbook had one. */
  readonly asOf?: string;
  /** Wall milliseconds of the last refresh. */
  readonly at: number;
  readonly sample: boolean;
}

const FORM = 1;

/** One text for a setting of the workbook. Values are stored by column, which repeats less. */
export const memoryText = ({ columns, rows, ...rest }: TableMemory): string =>
  JSON.stringify({ form: FORM, ...rest, columns, values: columns.map((_, c) => rows.map((row) => row[c] ?? null)) });

const isText = (x: unknown): x is string => typeof x === "string";
const areTexts = (x: unknown): x is string[] => Array.isArray(x) && x.every(isText);
const isContent = (x: unknown): x is PlainContent => x === null || isText(x) || typeof x === "number" || typeof x === "boolean";
const isColumn = (x: unknown): x is TableColumn =>
  isRecord(x) && isText(x.id) && isText(x.heading) && (x.format === undefined || isText(x.format)) && (x.key === undefined || x.key === true);

const isCellInLine = (x: unknown): boolean => isRecord(x) && typeof x.line === "number" && isText(x.formula) && x.value !== undefined;
const isOwnColumn = (x: unknown): x is OwnColumn =>
  isRecord(x) &&
  [x.heading, x.formula].every(isText) &&
  [x.field, x.from, x.line].every((n) => typeof n === "number") &&
  [x.head, x.tail].every((cells) => Array.isArray(cells) && cells.every(isCellInLine)) &&
  areTexts(x.empty);

/** What is remembered while rows are away, as far as it can be read. */
function layoutOf(x: unknown): TableLayout | undefined {
  if (!isRecord(x)) return undefined;
  const { own, order, room, pushed, spread } = x;
  return {
    ...(Array.isArray(own) && own.every(isOwnColumn) ? { own } : {}),
    ...(Array.isArray(order) && order.every((key): key is string | null => key === null || isText(key)) ? { order } : {}),
    ...(typeof room === "number" ? { room } : {}),
    ...(typeof pushed === "number" ? { pushed } : {}),
    ...(typeof spread === "number" ? { spread } : {}),
  };
}

/** Reads a setting; undefined if it is damaged or of a later version. */
export function readMemory(text: string): TableMemory | undefined {
  const read = parsedJson(text);
  if (!isRecord(read) || read.form !== FORM) return undefined;
  const { id, kind, asked, orientation, notes, gone, asOf, at, sample, columns, values } = read;
  const layout = layoutOf(read.layout);
  if (!isText(id) || !isText(kind) || !isRecord(asked) || !Object.values(asked).every(isText)) return undefined;
  if ((orientation !== "down" && orientation !== "across") || !areTexts(notes) || !areTexts(gone)) return undefined;
  if ((asOf !== undefined && !isText(asOf)) || typeof at !== "number" || typeof sample !== "boolean") return undefined;
  if (!Array.isArray(columns) || columns.length === 0 || !columns.every(isColumn) || !columns.some((c) => c.key)) return undefined;
  if (!Array.isArray(values) || values.length !== columns.length || !values.every((v): v is PlainContent[] => Array.isArray(v) && v.every(isContent)))
    return undefined;
  const [first = []] = values;
  if (values.some((v) => v.length !== first.length)) return undefined;
  return {
    id,
    kind,
    asked: asked as Record<string, string>,
    orientation,
    notes,
    gone,
    at,
    sample,
    columns,
    rows: first.map((_, r) => values.map((v) => v[r] ?? null)),
    ...(layout ? { layout } : {}),
    ...(asOf === undefined ? {} : { asOf }),
  };
}
