import { LISTED_FIELDS } from "./listed/screener";
import type { Unit } from "./units";

/** One field of the screener, as clients know it. */
export interface ScreenerField {
  readonly name: string;
  readonly group: string;
  readonly type: "enum" | "number" | "ordinal";
  readonly operators: readonly string[];
  /** Heading of a column, without the unit. */
  readonly label: string;
  /** Unit of a number. */
  readonly unit?: Unit;
  /** The values of an enumeration that are known beforehand; of an ordinal field, its levels, lowest first. */
  readonly choices: readonly string[];
  readonly about: string;
  /** More words by which it is found. */
  readonly words?: string;
  /** A condition as an example, if not the first value or level, or 10. */
  readonly example?: string;
  /** True for a number without decimals. */
  readonly isWhole?: true;
  /** True for a price, which is shown in full. */
  readonly isPrice?: true;
  /** The form and the field that return what it filters by, for a ticker. */
  readonly like?: readonly [id: string, ...field: string[]];
}

/** The fields of GET /v1/screen. */
export const SCREENER_FIELDS: readonly ScreenerField[] = LISTED_FIELDS.flatMap(([group, type, operators, fields]) =>
  Object.entries(fields).map(([name, field]) => ({ choices: [], ...field, name, group, type, operators })),
);
