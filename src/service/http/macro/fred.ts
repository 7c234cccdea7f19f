import { Type } from "@sinclair/typebox";
import { shown } from "../../../contract/arguments";
import { isIsoDate } from "../../../contract/dates";
import { SERIES_IDS } from "../../../contract/series";
import { Meta, PUBLISHED, type PublishedOnWire } from "../../../contract/wire";
import { asOfRows, sayPublished } from "../../evaluation/on-wire";
import { fullOf, mergeProvenance, ofSeries } from "../../answers/answering";
import { seriesNamed } from "../../names/rates";
import { whyUnknown } from "../../names/unknown";
import { nextStep } from "../../families/awaited";
import { caveatsOfSeries } from "../../families/macro/macro";
import { liveReader, noneUpTo, seriesReader, withLive } from "../../families/macro/series-reader";
import { isSampleOn, WITHHELD } from "../../families/sample-switch";
import { ageOfSeries, isStale, staleText } from "../../answers/maximum-age";
import type { FetchLive } from "../../records/macro";
import type { Context } from "../../answers/context";
import { publishedValues, type PublishedValue } from "../../answers/published-value";
import { endpoint } from "../server/endpoint";
import type { EndpointParts } from "../server/parts";
import { NOT_FOUND, optionalDay, orNull, UNAVAILABLE } from "../server/schemas";

const PARAMS = { series_id: Type.String({ maxLength: 64, description: "A curated series id, any case." }) };
const ObservationDate = Type.String({ description: "Observation date: the period that the value describes." });
const Point = Type.Object({ date: ObservationDate, value: Type.Number(), ...PUBLISHED });
const Version = Type.Object({
  date: ObservationDate,
  value: orNull(Type.Number(), "null if the publisher listed the value as missing."),
  ...PUBLISHED,
});
const Latest = Type.Object({
  series_id: Type.String(),
  title: Type.String(),
  unit: Type.String(),
  frequency: Type.String(),
  date: Type.Union([Type.String(), Type.Null()]),
  value: Type.Union([Type.Number(), Type.Null()]),
  reason: Type.Optional(Type.String()),
  ...PUBLISHED,
});
const HISTORY_QUERY = {
  from: optionalDay("A day such as 2024-06-25."),
  to: optionalDay("A day such as 2024-06-25."),
  limit: Type.Integer({ minimum: 1, maximum: 5000, default: 500, description: "Most observations to return: the newest of the range." }),
  publication: Type.Optional(
    Type.Union([Type.Literal("true"), Type.Literal("false")], {
      description: "With true, each observation says when it became public and how often it was revised.",
    }),
  ),
};
const REVISIONS_QUERY = {
  date: optionalDay("A day such as 2024-06-25: the observation date. By default that of the latest observation."),
};

/** A row with the members about its publication, if it has any. */
function withPublication<T extends object>(row: T, published: PublishedValue | undefined): T & PublishedOnWire {
  const said: T & PublishedOnWire = { ...row };
  if (published) sayPublished(said, published);
  return said;
}

/** Returns the reader of a curated series, over live rows if the series is fetched live. `unavailable` says why there are no rows. */
async function readerOf(id: string, context: Context, fetchLive: FetchLive | undefined) {
  const reader = seriesReader(id, context);
  if (!reader) return { reader, unavailable: undefined };
  const live = (await withLive(context, fetchLive, () => [id])).live?.get(id);
  if (!live) {
    const isWithheld = !isSampleOn(context.store.decisions) && reader.latest(context.clock.today(), 1)[0]?.sample === true;
    return isWithheld ? { reader: liveReader(reader.series, [], context.clock), unavailable: WITHHELD.full } : { reader, unavailable: undefined };
  }
  const found = "reason" in live ? [] : live.rows;
  return { reader: liveReader(reader.series, found, context.clock), unavailable: "reason" in live ? live.explanation : undefined };
}

/** A series by the name that was asked for, with its reader over live or stored rows, and the refusal of an unknown one. */
async function readAsked(asked: string, at: Context, { live }: Pick<EndpointParts, "live">) {
  const id = seriesNamed(asked.trim().toUpperCase());
  return { id, ...(await readerOf(id, at, live)), none: { code: "unknown_name", detail: fullOf(whyUnknown("series", id, SERIES_IDS).text) } as const };
}

const SHARED = { tag: "macro", asOf: true, meta: Meta } as const;

/** The latest observation of a curated series. */
export const fredLatestEndpoint = endpoint({
  ...SHARED,
  path: "/macro/fred/:series_id",
  summary: "Latest observation of a curated series",
  examples: [
    { parameters: { series_id: "DGS10" } },
    { parameters: { series_id: "DGS100" }, status: 404 },
    { parameters: { series_id: "DGS10", as_of: "June" }, status: 422 },
  ],
  params: PARAMS,
  data: Latest,
  refusals: NOT_FOUND,
  answer: async ({ series_id: asked }, at, _, parts) => {
    const { reader, unavailable, none } = await readAsked(asked, at, parts);
    if (!reader) return none;
    const { id: series_id, title, unit, frequency } = reader.series;
    const today = at.clock.today();
    const last = reader.latest(today, 1)[0];
    const old = last && !last.sample && isStale(ageOfSeries(series_id), last.date, today);
    const found = old
      ? {
          date: last.date,
          value: null,
          reason: staleText(ageOfSeries(series_id), series_id, last.date, today, nextStep(series_id, [series_id], last.date, today, at, "Load newer data."))
            .full,
        }
      : last
        ? withPublication({ date: last.date, value: last.value }, reader.published(last))
        : {
            date: null,
            value: null,
            reason: unavailable ?? noneUpTo(series_id, today, at)?.full ?? `${series_id} has no observation on or before ${today}.`,
          };
    return {
      data: { series_id, title, unit, frequency, ...found },
      asOf: asOfRows(at, last?.provenance ?? []),
      sources: last ? [last.source] : [],
      meta: { sample: last?.sample ?? false, caveats: caveatsOfSeries(series_id) },
    };
  },
});

/** The observations of a curated series up to the clock's date, oldest first. */
export const fredHistoryEndpoint = endpoint({
  ...SHARED,
  path: "/v1/macro/fred/:series_id/history",
  summary: "History of a curated series, oldest first",
  examples: [
    { parameters: { series_id: "DGS10" } },
    { parameters: { series_id: "DGS10", to: "1900-01-01" } },
    { parameters: { series_id: "DGS100" }, status: 404 },
    { parameters: { series_id: "DGS10", limit: 0 }, status: 422 },
  ],
  params: PARAMS,
  query: HISTORY_QUERY,
  data: Type.Array(Point),
  refusals: { ...NOT_FOUND, ...UNAVAILABLE },
  answer: async ({ series_id, from = "0001-01-01", to: upTo, limit, publication }, at, _, parts) => {
    const to = upTo ?? at.clock.today();
    const { reader, unavailable, none } = await readAsked(series_id, at, parts);
    if (!reader) return none;
    if (unavailable !== undefined) return { code: "source_unavailable", detail: unavailable };
    for (const [name, day] of [
      ["from", from],
      ["to", to],
    ] as const)
      if (!isIsoDate(day) && day !== "0001-01-01")
        return { code: "invalid_request", detail: `${name}: expected a day that exists, such as 2024-06-25, got ${shown(day)}.` };
    const range = reader.latest(to, Number.MAX_SAFE_INTEGER).filter((row) => row.date >= from);
    // `paging` would cut from the first row. Here the limit keeps the newest rows, oldest first.
    const rows = range.slice(0, limit).reverse();
    return {
      data: rows.map((obs) => withPublication({ date: obs.date, value: obs.value }, publication === "true" ? reader.published(obs) : undefined)),
      count: range.length,
      asOf: asOfRows(at, mergeProvenance(rows).provenance ?? []),
      sources: rows.map(({ source }) => source),
      meta: { sample: rows.some((row) => row.sample), caveats: caveatsOfSeries(reader.series.id) },
    };
  },
});

/** The values that one observation has had, oldest first. */
export const fredRevisionsEndpoint = endpoint({
  ...SHARED,
  path: "/v1/macro/fred/:series_id/revisions",
  summary: "The values that one observation has had, oldest first",
  examples: [
    { parameters: { series_id: "DGS10" } },
    { parameters: { series_id: "DGS10", date: "2024-06-24" } },
    { parameters: { series_id: "DGS100" }, status: 404 },
    { parameters: { series_id: "DGS10", date: "2024-02-30" }, status: 422 },
  ],
  params: PARAMS,
  query: REVISIONS_QUERY,
  data: Type.Array(Version),
  refusals: NOT_FOUND,
  answer: async ({ series_id: asked, date: day }, at, _, parts) => {
    const { id, reader, none } = await readAsked(asked, at, parts);
    if (!reader) return none;
    const date = day ?? reader.latest(at.clock.today(), 1)[0]?.date ?? at.clock.today();
    if (!isIsoDate(date)) return { code: "invalid_request", detail: `date: expected a day that exists, such as 2024-06-25, got ${shown(date)}.` };
    const { observations } = at.store;
    const source = reader.imported ? observations.any(id)?.source : undefined;
    const versions = date <= at.clock.today() ? publishedValues(observations, id, date) : [];
    return {
      data: versions.map((version) => withPublication({ date, value: version.value }, version)),
      count: versions.length,
      asOf: asOfRows(at, source ? (ofSeries(source, id).provenance ?? []) : []),
      sources: source && versions.length > 0 ? [source] : [],
      meta: { sample: false, caveats: caveatsOfSeries(id) },
    };
  },
});
