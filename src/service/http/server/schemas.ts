import { type SchemaOptions, type TSchema, Type } from "@sinclair/typebox";
import type { CaveatId } from "../../../contract/caveats";
import { ErrorBody } from "../../../contract/wire";
import { SAMPLE, sourceMark } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { asOfRows } from "../../evaluation/on-wire";
import { ATTRIBUTION, type SourceId } from "../../records/attribution";
import type { Dataset } from "../../records/record";
import { datasetRows } from "../../store/freshness";

/** A value, or null if it is unknown. */
export const orNull = (of: TSchema, description: string): TSchema => Type.Union([of, Type.Null()], { description });

/** A day that may be left out. */
export const optionalDay = (description: string) => Type.Optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description }));

/** One of these words. */
export const oneOfTexts = <const W extends string>(words: readonly W[], options: SchemaOptions = {}) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    options,
  );

/** Declares the rows made of `T`: the schema and the value of each member. A member that is undefined is left out. */
export function wireRows<T>(members: Readonly<Record<string, readonly [schema: TSchema, value: (from: T) => unknown]>>) {
  const all = Object.entries(members);
  return {
    schema: Type.Object(Object.fromEntries(all.map(([name, [schema]]) => [name, schema]))),
    of: (from: T): Readonly<Record<string, unknown>> => Object.fromEntries(all.map(([name, [, value]]) => [name, value(from)])),
  };
}

/** The members of a row that name its source, and mark sample data. */
export const sourceMembers = <T>(sourceOf: (from: T) => SourceId) => ({
  source: [Type.String({ description: "A key into `meta.attribution`." }), sourceOf] as const,
  sample: [Type.Optional(Type.Literal(true)), (from: T) => sourceMark(sourceOf(from)).sample] as const,
});

const refusal = (description: string): TSchema => ({ ...ErrorBody, description });

/** Schemas of the refusals of every endpoint, by status. An endpoint adds its own. */
export const REFUSAL_SCHEMAS = {
  401: refusal("The key is missing, malformed, unknown, revoked or over quota. `detail` is an object that says which."),
  422: refusal("A parameter or the body is not as declared here. `detail` says where, what was expected and what came."),
  429: refusal("Too many requests in this minute, or at the same time. The header Retry-After gives the seconds to wait."),
  500: refusal("Server error. Retry later; if it persists, contact the service operator."),
};

/** Schemas of the refusals of an address that needs no key. */
export const OPEN_REFUSALS = { 422: REFUSAL_SCHEMAS[422], 429: REFUSAL_SCHEMAS[429], 500: REFUSAL_SCHEMAS[500] };

export const FORBIDDEN = { 403: refusal("The operator has not allowed this. `detail` says what to do.") };
export const UNREADY = { 503: refusal("The database cannot be read. `detail` says why.") };
export const UNREADABLE = { 400: refusal("The body is empty, is not JSON, or has another content type.") };
export const OUT_OF_RANGE = { 400: refusal("`since` is older than 7 days, or in the future.") };
export const NOT_FOUND = { 404: refusal("Unknown name. `detail` suggests the nearest known names.") };
export const TERMS_FORBID = { 403: refusal("The publishers' terms do not allow this. `detail` says why.") };
export const DATA_CHANGED = { 412: refusal("The data has changed since the version of the request. `detail` names the present one.") };
export const NO_RANGE = { 416: refusal("The range begins after the end of the file, whose length the header Content-Range gives.") };
export const UNAVAILABLE = { 503: refusal("The publisher is fetched while the request waits, and did not answer or refused. `detail` says why.") };
export const UNWRITABLE = { 503: refusal("Nothing can be stored now, because an import is running or the disk is full. Retry later.") };
export const AS_OF_BUSY = {
  503: refusal("Too many requests as of past moments wait, of this key or of all. The header Retry-After gives the seconds to wait."),
};
export const TOO_LARGE = { 413: refusal("The body is larger than 1 MiB. Send fewer cells.") };

/** `meta` of an endpoint that lists published rows. */
export const RowsMeta = Type.Object({
  caveats: Type.Array(Type.String()),
  attribution: Type.Record(Type.String(), Type.String(), { description: "The attribution to quote, by source." }),
  sample: Type.Boolean(),
  has_more: Type.Optional(Type.Boolean({ description: "True if rows follow this page." })),
  note: Type.Optional(Type.String({ description: "A note for the reader: a method, or why there are no rows." })),
});

/** Builds the `meta` of rows with these sources. */
export const rowsMeta = (sources: readonly SourceId[], note?: string, caveats: readonly CaveatId[] = []) => ({
  caveats: [...caveats],
  attribution: Object.fromEntries([...new Set(sources)].map((s) => [s, ATTRIBUTION[s]])),
  sample: sources.includes(SAMPLE.source),
  ...(note === undefined ? {} : { note }),
});

interface StoredSource {
  readonly source: SourceId;
  readonly entity: string;
}

/** When these rows were last confirmed: the oldest of several. The clock's time if none is published. */
export const asOfEntities = (context: Context, dataset: Dataset, rows: readonly StoredSource[]): string =>
  asOfRows(context, [...new Set(rows.filter((r) => r.source !== SAMPLE.source).map(({ source, entity }) => datasetRows(source, dataset, entity)))]);

/** A page of stored rows: in their wire form, when they were last confirmed, and their sources. */
export const recordPage = <T extends StoredSource>(context: Context, dataset: Dataset, page: readonly T[], onWire: (row: T) => object) => ({
  data: page.map(onWire),
  asOf: asOfEntities(context, dataset, page),
  sources: page.map(({ source }) => source),
});
