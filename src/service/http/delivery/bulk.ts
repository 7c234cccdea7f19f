import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { endWithNearest } from "../../../contract/nearest";
import { AsOfText } from "../../../contract/wire";
import { contextAt } from "../../answers/as-of";
import type { Context } from "../../answers/context";
import { type BulkDataset, datasetStateOf, PROVENANCE_COLUMNS, type State } from "../../families/bulk/dataset";
import { BULK_DATASETS, WITHHELD_DATASETS } from "../../families/bulk/datasets";
import { ATTRIBUTION, REDISTRIBUTIONS, termsOf, type PublisherSource } from "../../records/attribution";
import { acceptsGzip, csvLine, sendCsv } from "../server/csv";
import { endpoint } from "../server/endpoint";
import { withExamples } from "../server/openapi-document";
import { DATA_CHANGED, NO_RANGE, NOT_FOUND, oneOfTexts, REFUSAL_SCHEMAS, TERMS_FORBID } from "../server/schemas";
import { refuse } from "../server/refuse";

const HEADINGS = ({ columns }: BulkDataset): string => csvLine([...Object.keys(columns), ...Object.keys(PROVENANCE_COLUMNS)]);

/** Where the parts of a file begin, as far as they have been made, so that a download can be resumed without making what comes before. */
interface Layout {
  bytes: number;
  readonly parts: { readonly at: number; readonly from: string | undefined }[];
  /** Where the part after them begins; undefined before the first and after the last. */
  next: string | undefined;
}
/** Its size in the cache: a file has some thousand parts at most. */
const LAYOUT = 100_000;
const isComplete = ({ parts, next }: Layout): boolean => parts.length > 0 && next === undefined;

function layoutOf({ store: { reads } }: Context, { version, versions }: State): Layout {
  const shelf = reads.shelf("now", "bulk layout");
  const known = reads.find(shelf, version) as Layout | undefined;
  if (known) return known;
  const layout: Layout = { bytes: 0, parts: [], next: undefined };
  reads.add(shelf, version, layout, versions, LAYOUT);
  return layout;
}

/** An import has changed the rows while they were sent. */
class ChangedMeanwhile extends Error {}

/**
 * The file from one of its parts on, part by part; other requests are answered in between. Ends with an error if an import changes the rows, so that no file has
 * rows of two states.
 */
async function* partsFrom(dataset: BulkDataset, context: Context, { versions }: State, from: string | undefined) {
  let at = from;
  for (;;) {
    const { rows, next } = dataset.part(context, at);
    if (!context.store.reads.areCurrent(versions)) throw new ChangedMeanwhile(`${dataset.name} changed while it was sent`);
    yield { text: Buffer.from((at === undefined ? HEADINGS(dataset) : "") + rows.map(csvLine).join("")), from: at, next };
    if (next === undefined) return;
    at = next;
    await setImmediate();
    context.signal?.throwIfAborted();
  }
}

/** The parts of a file after the first `made`, which begin at a place. Remembers their layout, also if they are not read to the end. */
async function* partsAfter(dataset: BulkDataset, context: Context, state: State, made: number, place: string | undefined): AsyncGenerator<Buffer> {
  const layout = layoutOf(context, state);
  let at = made;
  for await (const { text, from, next } of partsFrom(dataset, context, state, place)) {
    // Another download may have made it before.
    if (layout.parts.length === at) {
      layout.parts.push({ at: layout.bytes, from });
      layout.bytes += text.length;
      layout.next = next;
    }
    at++;
    yield text;
  }
}

/** The layout of the whole file. Makes only the parts that have not been made: of an interrupted download, the rest. */
async function completeLayout(dataset: BulkDataset, context: Context, state: State): Promise<Layout> {
  const layout = layoutOf(context, state);
  if (!isComplete(layout)) for await (const _ of partsAfter(dataset, context, state, layout.parts.length, layout.next));
  return layout;
}

/** The bytes from `first` to `last` of a file. */
async function* bytesOf(dataset: BulkDataset, context: Context, state: State, { parts }: Layout, first: number, last: number): AsyncGenerator<Buffer> {
  const start = parts.findLast(({ at }) => at <= first)!;
  let { at } = start;
  for await (const { text } of partsFrom(dataset, context, state, start.from)) {
    const piece = text.subarray(Math.max(0, first - at), last + 1 - at);
    if (piece.length > 0) yield piece;
    at += text.length;
    if (at > last) return;
  }
}

/** The first and the last byte of a Range header with one range, `unsatisfiable`, or undefined for a header that is ignored. */
function rangeOf(header: string, bytes: number): { readonly first: number; readonly last: number } | "unsatisfiable" | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined;
  const first = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  return first < bytes && first <= last ? { first, last } : "unsatisfiable";
}

/** True if a header such as If-Match lists this tag. */
const lists = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(",").some((one) => one.trim() === tag || one.trim() === "*");

async function sendFile(dataset: BulkDataset, context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { headers, method } = request;
  const { version: asked } = request.query as { version?: string };
  const state = datasetStateOf(dataset, context);
  const [plainTag, gzipTag] = [`"${state.version}"`, `"${state.version}-gzip"`];
  const ifMatch = headers["if-match"];
  if ((asked !== undefined && asked !== state.version) || (ifMatch !== undefined && !lists(ifMatch, plainTag) && !lists(ifMatch, gzipTag)))
    return refuse(reply, {
      code: "changed",
      detail: `${dataset.name} has changed since this version; its version is now ${state.version}. Delete the partial file and download it again; GET /v1/bulk gives the address.`,
    });
  // A range is of the uncompressed file. Without a version of the client's, it could be of other rows than those that the client has.
  const isPinned = asked !== undefined || lists(ifMatch, plainTag) || headers["if-range"] === plainTag;
  const isRange = headers.range !== undefined && isPinned && (headers["if-range"] === undefined || headers["if-range"] === plainTag);
  const gzip = !isRange && acceptsGzip(request);
  const tag = gzip ? gzipTag : plainTag;
  reply.headers({ etag: tag, "accept-ranges": "bytes", vary: "accept-encoding", "cache-control": "private, no-cache" });
  if (lists(headers["if-none-match"], tag)) return reply.code(304).send();
  const file = { file: `${dataset.name}.csv`, gzip };
  if (method === "HEAD") return sendCsv(request, reply, Readable.from([]), file);
  if (isRange) {
    const layout = await completeLayout(dataset, context, state);
    const range = rangeOf(headers.range!, layout.bytes);
    if (range === "unsatisfiable") {
      reply.header("content-range", `bytes */${layout.bytes}`);
      return refuse(reply, {
        code: "no_range",
        detail: `The file has ${layout.bytes} bytes, and the range begins after them. It is complete if you have as many.`,
      });
    }
    if (range) {
      const { first, last } = range;
      reply.code(206).headers({ "content-range": `bytes ${first}-${last}/${layout.bytes}`, "content-length": last - first + 1 });
      return sendCsv(request, reply, bytesOf(dataset, context, state, layout, first, last), file);
    }
  }
  return sendCsv(request, reply, partsAfter(dataset, context, state, 0, undefined), file);
}

const Source = Type.Object({
  source: Type.String(),
  attribution: Type.String(),
  licence: Type.String(),
  terms: Type.String({ description: "Address of the publisher's terms." }),
  redistribution: oneOfTexts(REDISTRIBUTIONS, {
    description:
      "Whether the publisher's terms allow the rows to be passed on: allowed, conditional (the attribution states the condition), unconfirmed or forbidden.",
  }),
});
const Entry = Type.Object({
  dataset: Type.String(),
  title: Type.String(),
  offered: Type.Boolean({ description: "False if the publishers' terms do not allow it; reason says so." }),
  reason: Type.Optional(Type.String()),
  about: Type.Optional(Type.String({ description: "What a row is." })),
  rows: Type.Optional(
    Type.Integer({
      description: "Estimate: stored rows, including those that are public later. For records of several rows it is extrapolated from the first ones.",
    }),
  ),
  url: Type.Optional(Type.String({ description: "Address of the file in its present version. If the data changes, it is refused." })),
  version: Type.Optional(Type.String()),
  columns: Type.Optional(Type.Record(Type.String(), Type.String(), { description: "Each column with its meaning and unit." })),
  caveats: Type.Optional(Type.Array(Type.String())),
  sources: Type.Array(Source),
});

const sourceOnWire = (source: PublisherSource) => ({ source, attribution: ATTRIBUTION[source], ...termsOf(source) });

const NOT_OFFERED = "The terms of its publishers do not allow it to be passed on, or do not say so.";

/** GET /v1/bulk: the datasets that can be downloaded as files, and those that cannot. */
export const bulkList = endpoint({
  path: "/v1/bulk",
  summary: "Datasets for download",
  tag: "service",
  examples: [{}, { parameters: { as_of: "yesterday" }, status: 422 }],
  asOf: true,
  data: Type.Array(Entry),
  answer: (asked, context) => {
    const { as_of: asOf } = asked as { as_of?: string };
    const offered = BULK_DATASETS.map((dataset) => {
      const { version, rows } = datasetStateOf(dataset, context);
      const search = new URLSearchParams({ ...(asOf === undefined ? {} : { as_of: asOf }), version });
      return {
        dataset: dataset.name,
        title: dataset.title,
        offered: true,
        about: dataset.about,
        rows,
        url: `/v1/bulk/${dataset.name}.csv?${search.toString()}`,
        version,
        columns: { ...dataset.columns, ...PROVENANCE_COLUMNS },
        caveats: [...dataset.caveats],
        sources: dataset.sources.map(sourceOnWire),
      };
    });
    const withheld = WITHHELD_DATASETS.map(({ name, title, sources }) => ({
      dataset: name,
      title,
      offered: false,
      reason: NOT_OFFERED,
      sources: sources.map(sourceOnWire),
    }));
    return {
      data: [...offered, ...withheld],
      count: offered.length + withheld.length,
      asOf: context.clock.asOf(),
      note: "Files have published rows only, never sample data. An operator's own files are left out, because their terms are not known.",
    };
  },
});

const PATH = "/v1/bulk/:file";
const FILE = {
  params: Type.Object({ file: Type.String({ maxLength: 64, description: "Name of the dataset with .csv, such as short_interest.csv." }) }),
  querystring: Type.Object({
    version: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "The version that GET /v1/bulk or the ETag gives: another one is refused (412). A Range is answered with it, or with If-Range.",
      }),
    ),
    as_of: Type.Optional(AsOfText),
  }),
};
const CSV = { "text/csv": { schema: Type.String({ description: "One line of headings, then one line for each row." }) } };

/** GET /v1/bulk/{dataset}.csv: all rows of a dataset, as a stream that can be resumed. */
export function bulkFile(app: FastifyInstance, context: Context): void {
  const schema = {
    summary: "A dataset as a CSV file",
    tags: ["service"],
    ...withExamples([
      { parameters: { file: "treasury_cash.csv" } },
      { parameters: { file: "short_intrest.csv" }, status: 404 },
      { parameters: { file: "liquidations.csv" }, status: 403 },
      { parameters: { file: "treasury_cash.csv", version: "of-last-year" }, status: 412 },
      { parameters: { file: "treasury_cash.csv", as_of: "yesterday" }, status: 422 },
    ]),
    ...FILE,
    response: {
      200: { description: "The whole file.", content: CSV },
      206: { description: "The range that was asked for.", content: CSV },
      ...REFUSAL_SCHEMAS,
      ...NOT_FOUND,
      ...TERMS_FORBID,
      ...DATA_CHANGED,
      ...NO_RANGE,
    },
  };
  app.get(PATH, { schema }, async (request, reply) => {
    const { file } = request.params as { file: string };
    const { as_of: asOf } = request.query as { as_of?: string };
    const name = file.replace(/\.csv$/, "");
    const at = contextAt(context, asOf);
    if ("detail" in at) return refuse(reply, { code: "invalid_request", detail: at.detail });
    if (WITHHELD_DATASETS.some((dataset) => dataset.name === name))
      return refuse(reply, { code: "withheld", detail: `${name} is not offered. ${NOT_OFFERED}` });
    const dataset = BULK_DATASETS.find((one) => one.name === name);
    if (!dataset || name === file) {
      const names = BULK_DATASETS.map((one) => `${one.name}.csv`);
      return refuse(reply, { code: "unknown_name", detail: `There is no file "${file}"${endWithNearest(file, names, 1)} GET /v1/bulk lists the files.` });
    }
    return sendFile(dataset, { ...at, signal: request.hangUp }, request, reply);
  });
}
