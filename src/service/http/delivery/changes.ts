import { Type } from "@sinclair/typebox";
import { shown } from "../../../contract/arguments";
import { endWithNearest, orList } from "../../../contract/nearest";
import { changedRows } from "./change-feed";
import { CHANGE_FAMILIES, type ChangeFamily } from "./change-families";
import { microsText, readSince } from "./change-moment";
import { endpoint } from "../server/endpoint";
import { OUT_OF_RANGE, RowsMeta } from "../server/schemas";

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

const isFamily = (name: string): name is ChangeFamily => CHANGE_FAMILIES.some((family) => family === name);

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
