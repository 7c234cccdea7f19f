import type { ScreenerField } from "../../contract/screener";

const compact = new Intl.NumberFormat("en-US", { notation: "compact", minimumFractionDigits: 2, maximumFractionDigits: 2 });
const twoPlaces = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const amount = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });
const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 10 });

const THOUSAND = 1e3;

/** An entered number in short: 1e10, 10B. */
export const amountText = (value: number): string => amount.format(value);

/** An identifier of the interface in words: us_domestic, US domestic. */
export const idWords = (id: string): string => id.replaceAll("_", " ").replace(/^us /, "US ");

/** A unit as a heading shows it. */
export const unitText = ({ unit }: Pick<ScreenerField, "unit">): string =>
  unit === undefined || unit === "count" || unit === "score" ? "" : unit === "ratio" ? "×" : unit;

/** A value as a table shows it: at most two decimals, and sums of money in thousands, millions, billions or trillions. A price is shown in full. */
export function shortText(value: number | string, { isPrice, type, unit }: Pick<ScreenerField, "isPrice" | "type" | "unit">): string {
  if (typeof value === "string") return type === "enum" ? idWords(value) : value;
  if (unit?.startsWith("USD") && !isPrice && Math.abs(value) >= THOUSAND) return compact.format(value);
  return unit === "count" || unit === "days" ? plain.format(value) : twoPlaces.format(value);
}

/** The whole value. */
export const wholeText = (value: number | string, field: Pick<ScreenerField, "isPrice" | "type" | "unit">): string =>
  typeof value === "number" ? exact.format(value) : shortText(value, field);
