import { Type } from "@sinclair/typebox";
import { shown } from "../../../contract/arguments";
import { addDays, DAY_MS, isIsoDate, isoOf, msOf } from "../../../contract/dates";
import { endWithNearest, orList } from "../../../contract/nearest";
import { endpoint } from "../server/endpoint";
import type { RequestRefusal } from "../server/refuse";
import { OUT_OF_RANGE, RowsMeta } from "../server/schemas";
import { CHANGE_FAMILIES, type ChangeFamily, isFamily } from "./change-families";
import { changedRows } from "./change-feed";

/** Moments of the feed, in microseconds since 1970: each row has one of its own, and a millisecond has place for a thousand. */

const DAYS = 7;
const MICROS = 1000;
const FORM = "a day such as 2026-11-20 or a moment such as 2026-11-20T14:30:00Z";
const MOMENT = /^(?<minute>\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?<second>:\d{2}(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** ISO 8601 in UTC, to the microsecond. */
export function microsText(at: number): string {
  const ms = Math.floor(at / MICROS);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(at - ms * MICROS).padStart(3, "0")}Z`;
}

/** Reads a date or a timestamp; without a zone it is in UTC. Undefined for other text. */
function readMicros(text: string): number | undefined {
  if (isIsoDate(text)) return msOf(text) * MICROS;
  const { minute, second = ":00", fraction = "", zone = "Z" } = MOMENT.exec(text)?.groups ?? {};
  if (minute === undefined || !isIsoDate(minute.slice(0, 10))) return undefined;
  const offset = zone.toUpperCase() === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;
  const ms = Date.parse(`${minute.toUpperCase()}${second.slice(0, 3)}${offset}`);
  return Number.isNaN(ms) ? undefined : ms * MICROS + Number(fraction.padEnd(6, "0").slice(0, 6));
}

/**
 * Reads `since`: from seven days ago to now, or to `newest` if that is later, because moments can be ahead of the clock. A date counts from its start, so the date of
 * seven days ago is allowed. A plus sign that was not encoded arrives as a space.
 */
function readSince(raw: string, now: number, newest: number): { readonly after: number } | RequestRefusal {
  const text = raw.trim().replace(/^(\S{16,}) (?=\d{2}:?\d{2}$)/, "$1+");
  const after = readMicros(text);
  if (after === undefined) return { code: "invalid_request", detail: `since: expected ${FORM}, got ${shown(raw)}.` };
  const first = isIsoDate(text) ? msOf(addDays(isoOf(now), -DAYS)) : now - DAYS * DAY_MS;
  const expected = `since: expected a moment of the last ${DAYS} days, from ${new Date(first).toISOString().slice(0, 19)}Z, got ${shown(raw)}.`;
  if (after < first * MICROS)
    return { code: "since_out_of_range", detail: `${expected} Read the endpoints of the families once, then ask for changes since that moment.` };
  if (after > Math.max((now + 1) * MICROS, newest)) return { code: "since_out_of_range", detail: `${expected} It is in the future.` };
  return { after };
}

const DEFAULT_FAMILIES: readonly ChangeFamily[] = ["signals", "whale", "prediction", "confluence"];
const IGNORED = "symbol is ignored for etf_flow: all funds are listed.";

const QUERY = {
  since: Type.String({
    maxLength: 64,
    description: "A timestamp or date, ISO 8601, of the last 7 days. Rows that are newer are listed. Pass meta.next_since unchanged.",
  }),
  families: Type.String({
    default: DEFAULT_FAMILIES.join(","),
    description: `Separated by commas: ${CHANGE_FAMILIES.join(", ")}.`,
  }),
  symbol: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description:
        "Only rows about this symbol, any case. A prediction market is about a symbol if its question or event names it, or if it is its id. Ignored for etf_flow.",
    }),
  ),
  limit_per_family: Type.Integer({ minimum: 1, maximum: 500, default: 200, description: "Most rows of each family." }),
};

const Row = Type.Object(
  { first_seen: Type.String({ description: "When this service first stored or showed the row, ISO 8601 to the microsecond. Rows are in this order." }) },
  { additionalProperties: true, description: "A row of the family's endpoint." },
);
const Body = Type.Object(Object.fromEntries(CHANGE_FAMILIES.map((family) => [family, Type.Optional(Type.Array(Row))])), {
  description: "By requested family, its new rows, oldest first. Empty if nothing is new.",
});
const Meta = Type.Object({
  ...RowsMeta.properties,
  next_since: Type.String({
    description: "The newest first_seen of the reply, or since if nothing is new. As since of the next request it lists each row once.",
  }),
  truncated: Type.Record(Type.String(), Type.Boolean(), {
    description: "By requested family: true if it has reached limit_per_family, or if more of its rows follow after next_since.",
  }),
});

/** Reads a list of families, in their own order. */
function readFamilies(names: readonly string[]): { readonly families: readonly ChangeFamily[] } | { readonly detail: string } {
  const asked = names.map((name) => name.trim().toLowerCase());
  const wrong = asked.find((name) => !isFamily(name));
  if (wrong !== undefined)
    return {
      detail: `families: expected ${orList(CHANGE_FAMILIES)}, or several separated by commas, got ${shown(wrong)}${endWithNearest(wrong, CHANGE_FAMILIES)}`,
    };
  return { families: CHANGE_FAMILIES.filter((family) => asked.includes(family)) };
}

const nothing = (families: readonly ChangeFamily[], since: string, note: string) => ({
  data: Object.fromEntries(families.map((family) => [family, []])),
  asOf: since,
  note,
  meta: { next_since: since, truncated: Object.fromEntries(families.map((family) => [family, false])) },
});

/** GET /v1/changes: rows that are new since a moment, by family. */
export const changesEndpoint = endpoint({
  path: "/v1/changes",
  summary: "New rows since a moment, by family",
  tag: "service",
  examples: [{ parameters: { since: "2024-06-24" } }, { parameters: { since: "2024-06-01" }, status: 400 }, { status: 422 }],
  query: QUERY,
  data: Body,
  meta: Meta,
  refusals: OUT_OF_RANGE,
  answer: async ({ since, families: named, symbol, limit_per_family: limit }, context) => {
    const { clock, store } = context;
    const read = readFamilies(named.split(","));
    if ("detail" in read) return { code: "invalid_request", detail: read.detail };
    const from = readSince(since, clock.realNow(), store.changes.newest());
    if ("code" in from) return from;
    const { families } = read;
    if (!clock.follows)
      return nothing(
        families,
        since,
        `This service answers as of ${clock.asOf()}, so nothing changes. To list changes, its operator starts it without --as-of.`,
      );
    const found = await changedRows(context, { families, after: from.after, symbol: symbol?.trim().toUpperCase(), limit });
    const next = found.newest === undefined ? since : microsText(found.newest);
    const notes = [...(symbol !== undefined && families.includes("etf_flow") ? [IGNORED] : []), ...found.delays];
    return {
      data: Object.fromEntries(families.map((family) => [family, found.rows.get(family)!.map(({ row, at }) => ({ ...row, first_seen: microsText(at) }))])),
      asOf: next,
      sources: found.sources,
      note: notes.length > 0 ? notes.join(" ") : undefined,
      meta: { caveats: found.caveats, next_since: next, truncated: Object.fromEntries(families.map((family) => [family, found.truncated.has(family)])) },
    };
  },
});
