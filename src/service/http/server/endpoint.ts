import { Type, type Static, type TObject, type TProperties, type TSchema } from "@sinclair/typebox";
import type {} from "@fastify/swagger";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type { CaveatId } from "../../../contract/caveats";
import { unknownName } from "../../../contract/unknown-name";
import { AS_OF_ECHO, AsOfText, envelope } from "../../../contract/wire";
import { contextAt } from "../../answers/as-of";
import type { Context } from "../../answers/context";
import type { SourceId } from "../../records/attribution";
import { acceptsCsv, csvLine, inPieces, sendCsv, type CsvCell } from "./csv";
import type { EndpointParts } from "./parts";
import { withExamples, type Example, type Tag } from "./openapi-document";
import { refuse, type RequestRefusal } from "./refuse";
import { AS_OF_BUSY, oneOfTexts, REFUSAL_SCHEMAS, RowsMeta, rowsMeta, UNREADABLE } from "./schemas";

/** Bounds of `limit`, and whether there is an `offset`. */
interface Paging {
  readonly most: number;
  readonly fallback: number;
  readonly offset?: true;
}

/** A reply's envelope without its data. `sources` determine attribution and the sample flag; `meta` adds or replaces members. */
interface Envelope {
  readonly asOf: string;
  readonly sources?: readonly SourceId[];
  readonly note?: string | undefined;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** One object, or an unpaged list, with its total as `count`. */
interface One extends Envelope {
  readonly data: unknown;
  readonly count?: number;
}

/** All rows that match, in order. The endpoint cuts the requested page and calls `page` with its rows. */
interface Rows<T> {
  readonly rows: readonly T[];
  page(rows: readonly T[]): Envelope & { readonly data: readonly unknown[] };
  /** The same rows as lines of a CSV table, headings first. */
  readonly csv?: (rows: readonly T[]) => Iterable<readonly CsvCell[]>;
}

/** Builds a list answer. A function, so that the compiler infers the type of the rows. */
export const listAnswer = <T>(rows: readonly T[], page: Rows<T>["page"], csv?: Rows<T>["csv"]): Rows<unknown> =>
  ({ rows, page, ...(csv ? { csv } : {}) }) as Rows<unknown>;

type Asked<P extends TProperties, Q extends TProperties, B extends TProperties> = Static<TObject<P>> & Static<TObject<Q>> & Static<TObject<B>>;

/**
 * Declaration of an endpoint: its address, parameters and answer. Route, validation, OpenAPI entry, paging, envelope and refusals follow from it. A
 * parameter with a default is optional on the wire and always present in `answer`.
 */
interface Declaration<P extends TProperties, Q extends TProperties, B extends TProperties> {
  /** Address with `:name` for each of `params`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: Tag;
  /** `get` by default. Others change something, so they have no examples. */
  readonly method?: "get" | "post" | "delete";
  /** Members of the body of a POST, in JSON. */
  readonly body?: B;
  /** At least one that succeeds and, if it has parameters, one for each way to refuse them. */
  readonly examples: readonly Example[];
  readonly params?: P;
  readonly query?: Q;
  readonly paging?: Paging;
  /** Accepts `as_of`, a day or a moment in the past: `context` is then as of it, and `meta.as_of` repeats its moment. */
  readonly asOf?: true;
  /**
   * Name of the file as which it also answers in CSV, for `format=csv` or a header `Accept: text/csv`. The answer has `csv` then. Without a `limit`, the file has all
   * rows.
   */
  readonly csv?: string;
  /** Schema of `data`; for a list, `Type.Array(…)`. */
  readonly data: TSchema;
  /** Schema of `meta`, if it has more members than `RowsMeta`. */
  readonly meta?: TSchema;
  readonly caveats?: readonly CaveatId[];
  /** Its refusals besides those of every endpoint, such as `NOT_FOUND`. */
  readonly refusals?: Readonly<Record<number, TSchema>>;
  /** Adds a sentence to the refusal of an unknown parameter, from the declared name that is most like it. Empty for none. */
  onUnknownParameter?(nearest: string | undefined): string;
  /** What it reads before it first waits, and what the page of a list reads, is of one state of the database. */
  answer(
    asked: Asked<P, Q, B>,
    context: Context,
    request: FastifyRequest,
    parts: EndpointParts,
  ): One | Rows<unknown> | RequestRefusal | Promise<One | Rows<unknown> | RequestRefusal>;
}

const pagingParameters = ({ most, fallback, offset }: Paging): TProperties => ({
  limit: Type.Integer({ minimum: 1, maximum: most, default: fallback, description: "Most rows in the reply." }),
  ...(offset ? { offset: Type.Integer({ minimum: 0, default: 0, description: "Rows to skip, for the next page." }) } : {}),
});

const FORMAT = {
  format: Type.Optional(
    oneOfTexts(["json", "csv"], {
      description: "`csv` gives the rows as a CSV file, all of them unless `limit` is given. By default as the header Accept asks, else JSON.",
    }),
  ),
};

/** The schema of a reply that is JSON or CSV. */
const orCsv = (json: TSchema) => ({
  description: "The rows, as JSON or as CSV.",
  content: { "application/json": { schema: json }, "text/csv": { schema: Type.String({ description: "One line of headings, then one line for each row." }) } },
});

const optionalIfDefault = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, "default" in schema ? Type.Optional(schema) : schema]));

/** Declares an endpoint. Returns the function that registers it. */
export function endpoint<
  P extends TProperties = Record<never, never>,
  Q extends TProperties = Record<never, never>,
  B extends TProperties = Record<never, never>,
>(declared: Declaration<P, Q, B>) {
  const { path, summary, tag, method = "get", body, examples, params, paging, data, caveats = [], refusals = {} } = declared;
  /** Without a name in its address, it may read all of them. */
  const isScan = declared.asOf === true && params === undefined;
  const own = declared.meta ?? RowsMeta;
  const meta = declared.asOf ? Type.Composite([own as TObject, Type.Object(AS_OF_ECHO)]) : own;
  const query: TProperties = {
    ...declared.query,
    ...(paging ? pagingParameters(paging) : {}),
    ...(declared.csv === undefined ? {} : FORMAT),
    ...(declared.asOf ? { as_of: Type.Optional(AsOfText) } : {}),
  };
  const schema: FastifySchema = {
    summary,
    tags: [tag],
    ...withExamples(examples),
    ...(params ? { params: Type.Object(params) } : {}),
    ...(Object.keys(query).length > 0 ? { querystring: Type.Object(optionalIfDefault(query)) } : {}),
    ...(body ? { body: Type.Object(body) } : {}),
    response: {
      200: declared.csv === undefined ? envelope(data, meta) : orCsv(envelope(data, meta)),
      ...REFUSAL_SCHEMAS,
      ...(isScan ? AS_OF_BUSY : {}),
      ...(body ? UNREADABLE : {}),
      ...refusals,
    },
  };
  const options = {
    schema,
    config: { onUnknownParameter: declared.onUnknownParameter, isScan },
    preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
      if (body && request.body === undefined) return refuse(reply, { code: "unreadable_body" });
    },
  };
  return (app: FastifyInstance, context: Context, parts: EndpointParts = {}): void => {
    app[method](path, options, async (request, reply) => {
      const unknown = body && unknownName("member", request.body as object, body);
      if (unknown !== undefined) return refuse(reply, { code: "invalid_request", detail: unknown });
      const asked = { ...(request.params as object), ...(request.query as object), ...(body ? (request.body as object) : {}) };
      const { as_of: asOf } = declared.asOf ? (asked as { as_of?: string }) : {};
      const at = contextAt(context, asOf);
      if ("detail" in at) return refuse(reply, { code: "invalid_request", detail: at.detail });
      const { plan = "free", account = "" } = request.apiKey ?? {};
      // A GET reads one state of the database, except what it reads after waiting. Others write.
      const read: <T>(work: () => T) => T = method === "get" ? at.store.reading : (work) => work();
      const wanted = new Set<string>();
      const whole: Context = { ...at, plan, account, signal: request.hangUp, wants: (keyword) => void wanted.add(keyword) };
      const answer = await read(() => declared.answer(asked as Asked<P, Q, B>, whole, request, parts));
      if (wanted.size > 0) await context.store.ledger.keywords.add(wanted, context.clock.realNow());
      if ("code" in answer) return refuse(reply, answer);
      const echo = asOf === undefined ? {} : { as_of: at.clock.asOf() };
      if (!("rows" in answer)) return reply.send(inEnvelope({ ...answer, meta: { ...answer.meta, ...echo } }, caveats));
      if (declared.csv !== undefined) reply.header("vary", "accept, accept-encoding");
      if (declared.csv !== undefined && answer.csv && wantsCsv(request)) {
        const { offset = 0 } = asked as { offset?: number };
        const end = isLimited(request) ? offset + (asked as { limit: number }).limit : undefined;
        return sendCsv(request, reply, inPieces(linesOf(answer.csv(answer.rows.slice(offset, end)))), { file: declared.csv });
      }
      const { limit = Infinity, offset = 0 } = paging ? (asked as { limit: number; offset?: number }) : {};
      const page = read(() => answer.page(paging ? answer.rows.slice(offset, offset + limit) : answer.rows));
      const more = paging ? { has_more: offset + limit < answer.rows.length } : {};
      return reply.send(inEnvelope({ ...page, count: answer.rows.length, meta: { ...more, ...page.meta, ...echo } }, caveats));
    });
  };
}

function wantsCsv(request: FastifyRequest): boolean {
  const { format } = request.query as { format?: "csv" | "json" };
  return format === undefined ? acceptsCsv(request) : format === "csv";
}

/** True if the address has a limit of its own, not only the default one. */
const isLimited = ({ originalUrl }: FastifyRequest): boolean => /[?&]limit=/.test(originalUrl);

function* linesOf(table: Iterable<readonly CsvCell[]>): Generator<string> {
  for (const cells of table) yield csvLine(cells);
}

const inEnvelope = ({ data, count, asOf, sources = [], note, meta }: One, caveats: readonly CaveatId[]) => ({
  data,
  ...(count === undefined ? {} : { count }),
  as_of: asOf,
  meta: { ...rowsMeta(sources, note, caveats), ...meta },
});
