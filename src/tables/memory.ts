import { isRecord } from "../contract/is-record";
import type { PlainContent } from "../workbook/sheet-edits";

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

/** A table as the workbook remembers it. */
export interface TableMemory extends Written {
  readonly id: string;
  readonly kind: string;
  /** The form's values, as written at insertion. */
  readonly asked: Readonly<Record<string, string>>;
  readonly orientation: Orientation;
  /** The lines above the table: its title and its sources. */
  readonly notes: readonly string[];
  /** Rows that are not in the answer any more, and stay without their values because the user has something in them, or a formula refers to them; by key. */
  readonly gone: readonly string[];
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

/** Reads a setting; undefined if it is damaged or of a later version. */
export function readMemory(text: string): TableMemory | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    // Damaged: the caller says so.
    return undefined;
  }
  if (!isRecord(read) || read.form !== FORM) return undefined;
  const { id, kind, asked, orientation, notes, gone, asOf, at, sample, columns, values } = read;
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
    ...(asOf === undefined ? {} : { asOf }),
  };
}
