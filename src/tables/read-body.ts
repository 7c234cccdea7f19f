import { isRecord } from "../contract/json";
import { serialOf } from "../contract/dates";
import { shortened, MAX_REASON } from "../contract/reason";
import type { PlainContent } from "../workbook/edits/sheet-edits";
import { TableRefusal, type Asked, type TableData } from "./kind";
import { DAY_FORMAT, MOMENT_FORMAT, WHOLE_FORMAT } from "./number-formats";
import type { TableColumn } from "./memory";

type Row = Readonly<Record<string, unknown>>;

/** Where rows come from. `notes` is the service's note on them, such as why there are none. */
type RowsOrigin = Pick<TableData, "attribution" | "sample" | "retrieved" | "notes">;

export interface Envelope extends RowsOrigin {
  readonly data: unknown;
  readonly count?: number;
}

/** The parts of a reply that every table needs. Throws if it is not one of the service's. */
export function envelopeOf(body: unknown): Envelope {
  if (!isRecord(body) || body.data === undefined)
    throw new TableRefusal("The reply is not from the service. Check in Account which service is connected, then try again.");
  const meta = isRecord(body.meta) ? body.meta : {};
  const attribution = isRecord(meta.attribution) ? Object.values(meta.attribution).filter((line): line is string => typeof line === "string") : [];
  return {
    data: body.data,
    attribution,
    sample: meta.sample === true,
    ...(typeof body.count === "number" ? { count: body.count } : {}),
    ...(typeof body.as_of === "string" ? { retrieved: body.as_of } : {}),
    notes: typeof meta.note === "string" ? [meta.note] : [],
  };
}

/** The origin of the rows of several replies: that of the first, with the attributions of all. */
export function rowsOrigin(replies: readonly RowsOrigin[]): RowsOrigin {
  const { sample, notes, retrieved } = replies[0]!;
  const attribution = [...new Set(replies.flatMap((reply) => reply.attribution))];
  return { attribution, sample, notes, ...(retrieved === undefined ? {} : { retrieved }) };
}

/** The rows of a reply's list. */
export const rowsIn = (data: unknown): Row[] => (Array.isArray(data) ? data.filter(isRecord) : []);

/** A day, or a moment to the second, as a serial number; texts that are neither stay. Google Sheets returns times of cells without parts of seconds. */
export function serialIn(text: string): PlainContent {
  const day = serialOf(text.slice(0, 10));
  if (day === undefined) return text;
  if (text.length === 10) return day;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? text : Math.round(ms / 1000) / 86_400 + 25_569;
}

/** A column of a list: its member on the wire, and how it shows. */
export interface ListColumn {
  readonly id: string;
  readonly heading: string;
  readonly as?: "day" | "moment" | "text" | "flag";
  /** Number format of a number; whole numbers by default. */
  readonly format?: string;
  readonly key?: true;
  /** The value, if it is not the member itself. */
  readonly of?: (row: Row) => unknown;
}

export const columnOf = ({ id, heading, as, format, key }: ListColumn): TableColumn => {
  const pattern = as === "day" ? DAY_FORMAT : as === "moment" ? MOMENT_FORMAT : as === undefined ? (format ?? WHOLE_FORMAT) : undefined;
  return { id, heading, ...(pattern ? { format: pattern } : {}), ...(key ? { key } : {}) };
};

/** The short reason of a missing value; without one, the cell is empty. */
function missing(reason: unknown): PlainContent {
  const text = isRecord(reason) ? reason.reason : reason;
  return typeof text === "string" && text !== "" ? `n/a: ${shortened(text, MAX_REASON)}` : null;
}

/** A cell of a list: null is never 0. */
export function contentOf(row: Row, { id, as, of }: ListColumn): PlainContent {
  const value = of ? of(row) : row[id];
  if (value === null || value === undefined) return missing(isRecord(row.reasons) ? row.reasons[id] : row[`${id}_reason`]);
  if (typeof value === "string") return as === "day" || as === "moment" ? serialIn(value) : value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "boolean") return value;
  return Array.isArray(value) ? value.filter((v) => typeof v === "string" || typeof v === "number").join(", ") : null;
}

/** The address with these parameters; empty ones are left out. */
export function requestPath(path: string, parameters: Readonly<Record<string, string | number | undefined>>): string {
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  );
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

export const given = (asked: Asked, id: string): string => (asked[id] ?? "").trim();

/** A required text. */
export function required(asked: Asked, id: string, label: string, example: string): string {
  const text = given(asked, id);
  if (text === "") throw new TableRefusal(`${label} is missing. Enter one, such as ${example}.`);
  return text;
}
