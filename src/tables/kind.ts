import type { PlainContent } from "../workbook/edits/sheet-edits";
import type { Orientation, TableColumn } from "./memory";
import { asOfWords } from "../contract/as-of";
import { LONGEST_TEXT } from "../workbook/excel-limits";

/** The two lines above a table: its title, and its sources. */
export function notesOf({ title, attribution, sample, retrieved, notes, rows }: TableData, asOf: string | undefined): [string, string] {
  const sources = [
    sample ? "SAMPLE DATA, not real." : "",
    rows.length === 0 ? "No rows." : "",
    attribution.length > 0 ? `Source: ${attribution.join("; ")}.`.replace(/\.\.$/, ".") : "",
    asOf === undefined ? "" : `As of ${asOfWords(asOf)}.`,
    retrieved === undefined ? "" : `Retrieved ${asOfWords(retrieved)}.`,
    ...notes,
  ];
  return [title, sources.filter(Boolean).join(" ").slice(0, LONGEST_TEXT)];
}

/** One field of a table's form. */
export interface TableField {
  readonly id: string;
  readonly label: string;
  readonly required?: true;
  /** Allowed values with their meanings; the first is the default. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** True if the first choice is written down with a new table, because a table without it is older, and has another. */
  readonly isStored?: true;
  /** Known values to offer; others are allowed. */
  readonly known?: () => readonly (readonly [value: string, label: string])[];
  /** A start is a day, or a time before the end of the table, such as `10y`. */
  readonly kind?: "date" | "start" | "integer";
  /** The bounds and the default of an integer. */
  readonly bounds?: { readonly from: number; readonly to: number; readonly fallback: number };
  readonly hint?: string;
  readonly example?: string;
}

/** The form's values by field id; an empty text is left out. */
export type Asked = Readonly<Record<string, string>>;

/** The answer to a table's question. */
export interface TableData {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly PlainContent[])[];
  /** Attributions to quote. */
  readonly attribution: readonly string[];
  readonly sample: boolean;
  /** When the service last confirmed the rows. */
  readonly retrieved?: string;
  /** What limits the rows, in sentences: "The first 500 of 808 rows." */
  readonly notes: readonly string[];
}

/** Yields the address of each GET and receives its body. Works for hosts that wait and for hosts that do not. */
export type TableReading = Generator<string, TableData, unknown>;

/** Thrown while reading: the message says what was expected, what was received, and what to do. */
export class TableRefusal extends Error {
  override readonly name = "TableRefusal";
}

/** One kind of table. */
export interface TableKind {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly fields: readonly TableField[];
  /** How it lies on the sheet by default. */
  readonly lies?: Orientation;
  /** The columns of a chart: one for the x axis, the others as lines. Missing if the rows make no line. */
  readonly chart?: { readonly x: string };
  /** True if its rows exist for the present only, not as of an earlier day. */
  readonly isPresent?: true;
  read(asked: Asked): TableReading;
}

/** The fields that every table has. */
export const LAYOUT: TableField = {
  id: "orientation",
  label: "Orientation",
  choices: [
    ["down", "Rows go down"],
    ["across", "Rows go across"],
  ],
};

/** The form's values of a new table, with the choices that are written down. */
export const withChoices = ({ fields }: Pick<TableKind, "fields">, asked: Asked): Asked => ({
  ...Object.fromEntries(fields.flatMap(({ id, choices, isStored }) => (isStored && choices?.[0] ? [[id, choices[0][0]]] : []))),
  ...asked,
});
