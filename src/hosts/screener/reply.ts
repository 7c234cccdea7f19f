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

/** A value with its unit. */
export const withUnit = (text: string, field: Pick<ScreenerField, "unit">): string => {
  const unit = unitText(field);
  return unit === "" || unit === "%" || unit === "×" ? `${text}${unit}` : `${text} ${unit}`;
};

/** A value as a table shows it: at most two decimals, and sums of money in thousands, millions, billions or trillions. A price is shown in full. */
export function shortText(value: number | string, { isPrice, type, unit }: Pick<ScreenerField, "isPrice" | "type" | "unit">): string {
  if (typeof value === "string") return type === "enum" ? idWords(value) : value;
  if (unit?.startsWith("USD") && !isPrice && Math.abs(value) >= THOUSAND) return compact.format(value);
  return unit === "count" || unit === "days" ? plain.format(value) : twoPlaces.format(value);
}

/** The whole value. */
export const wholeText = (value: number | string, field: Pick<ScreenerField, "isPrice" | "type" | "unit">): string =>
  typeof value === "number" ? exact.format(value) : shortText(value, field);

/** Where a figure comes from. */
export interface Provenance {
  readonly source: string;
  readonly observation_date?: string;
  readonly caveats?: readonly string[];
  readonly sample?: true;
}

/** One name with its figures. */
export interface ScreenRow {
  readonly ticker: string;
  readonly name: string | null;
  readonly reasons: Readonly<Record<string, string>>;
  readonly provenance: Readonly<Record<string, Provenance>>;
  readonly values: Readonly<Record<string, number | string | null>>;
}

/** A page of names, as GET /v1/screen sends it. */
export interface ScreenReply {
  readonly rows: readonly ScreenRow[];
  readonly count: number;
  readonly asOf: string;
  readonly names: number;
  readonly unknown: Readonly<Record<string, number>>;
  readonly caveats: readonly string[];
  readonly attribution: Readonly<Record<string, string>>;
  readonly sample: boolean;
  readonly note?: string;
}

type RawRow = { readonly ticker: string; readonly name: string | null } & Readonly<Record<string, unknown>>;

/** Reads the body of a reply; undefined if it is not one of the screener. */
export function readScreen(body: unknown): ScreenReply | undefined {
  const { data, count, as_of: asOf, meta } = (body ?? {}) as { data?: unknown; count?: unknown; as_of?: unknown; meta?: Partial<ScreenReply> };
  if (!Array.isArray(data) || typeof count !== "number" || typeof asOf !== "string" || typeof meta !== "object") return undefined;
  const { names = 0, unknown = {}, caveats = [], attribution = {}, sample = false, note } = meta;
  const rows = (data as RawRow[]).map((row): ScreenRow => {
    const { ticker, name, reasons = {}, provenance = {}, sample: _sample, ...values } = row;
    return {
      ticker,
      name,
      reasons: reasons as ScreenRow["reasons"],
      provenance: provenance as ScreenRow["provenance"],
      values: values as ScreenRow["values"],
    };
  });
  return { rows, count, asOf, names, unknown, caveats, attribution, sample, ...(note === undefined ? {} : { note }) };
}
