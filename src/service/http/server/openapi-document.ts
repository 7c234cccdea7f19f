import type { SwaggerOptions } from "@fastify/swagger";
import { type RATE_HEADERS } from "../../../contract/rate-headers";
import { ErrorBody } from "../../../contract/wire";
import { VERSION } from "../../store/version";
import EXAMPLE_REPLIES from "./example-replies.json";
import { AS_OF_BUSY, REFUSAL_SCHEMAS, TOO_LARGE, UNAVAILABLE, UNREADABLE } from "./schemas";

type Json = Readonly<Record<string, unknown>>;

/** A request, and the status of its reply. The document lists it with its reply, which is in example-replies.json, and a test sends it. */
export interface Example {
  /** Parameters of the path and of the query. None by default. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** 200 by default. */
  readonly status?: number;
}

/** An example with its name: its parameters as in an address, such as `ticker=AAPL&days=30`, or "default" if it has none. */
interface NamedExample extends Required<Pick<Example, "parameters" | "status">>, Pick<Example, "body"> {
  readonly name: string;
}

/** The member of a route's schema that lists its examples. */
export const withExamples = (examples: readonly Example[]): { readonly "x-examples": readonly NamedExample[] } => ({
  "x-examples": examples.map(({ parameters = {}, status = 200, ...rest }) => {
    const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
    const name = new URLSearchParams(pairs).toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
    return { name: name || "default", parameters, status, ...rest };
  }),
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Json;
  readonly example?: unknown;
}
const JSON_TYPE = "application/json";
type Content = Readonly<Record<string, { readonly schema: Json }>>;
interface Operation extends Json {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
  readonly "x-examples"?: readonly NamedExample[];
}

const TAGS = {
  crypto: "Transfers, funds, funding rates, liquidations and unlocks of crypto assets.",
  equities: "Filings, positions, signals and modeled figures of listed companies.",
  macro: "Curated series of the economy.",
  prediction: "Prediction markets.",
  service: "The service itself: status, fields and this document.",
  sheets: "Spreadsheet cells.",
} as const;
export type Tag = keyof typeof TAGS;

const HEADERS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  minuteLimit: ["X-RateLimit-Limit-Minute", "Requests that the key may make in a minute."],
  minuteRemaining: ["X-RateLimit-Remaining-Minute", "Requests left in this minute."],
  monthLimit: ["X-Service-Monthly-Limit", "Requests that the key may make in a calendar month, in UTC."],
  monthUsed: ["X-Service-Monthly-Used", "Requests made in this month."],
} satisfies Readonly<Record<keyof typeof RATE_HEADERS, readonly [string, string]>>;
const RATE = Object.fromEntries(Object.entries(HEADERS).map(([id, [name]]) => [name, { $ref: `#/components/headers/${id}` }]));
const RETRY = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } };

const ERROR = { $ref: "#/components/schemas/Error" };
/** Refusals that operations share. 404 and 422 are written out in each operation, because they have examples of their own. */
const SHARED = {
  AsOfBusy: AS_OF_BUSY[503],
  KeyRefused: REFUSAL_SCHEMAS[401],
  ServerError: REFUSAL_SCHEMAS[500],
  SourceUnavailable: UNAVAILABLE[503],
  TooLarge: TOO_LARGE[413],
  TooManyRequests: REFUSAL_SCHEMAS[429],
  Unreadable: UNREADABLE[400],
};
const WITH_RETRY: ReadonlySet<string> = new Set(["AsOfBusy", "TooManyRequests"] satisfies (keyof typeof SHARED)[]);
const SHARED_RESPONSES = Object.fromEntries(
  Object.entries(SHARED).map(([name, { description = "" }]) => [
    name,
    { description, headers: WITH_RETRY.has(name) ? { ...RETRY, ...RATE } : RATE, content: { [JSON_TYPE]: { schema: ERROR } } },
  ]),
);
const NAMES_OF_SHARED = new Map(Object.entries(SHARED).map(([name, { description = "" }]) => [description, name]));

const isPlain = (schema: Json, ...keys: readonly string[]): boolean => Object.keys(schema).every((key) => key === "description" || keys.includes(key));

/** One schema for a union of words, or of one schema and null, as `enum` and as a list in `type`; undefined for other unions. */
function union(members: readonly Json[]): Json | undefined {
  const rest = members.filter(({ type }) => type !== "null");
  const [first] = rest;
  if (first === undefined) return undefined;
  const isNullable = rest.length < members.length;
  const isOfWords = rest.every((one) => one.type === first.type && Array.isArray(one.enum) && isPlain(one, "type", "enum"));
  const merged =
    rest.length === 1 && typeof first.type === "string"
      ? first
      : isOfWords
        ? { type: first.type, enum: rest.flatMap((one) => one.enum as unknown[]) }
        : rest.every((one) => typeof one.type === "string" && isPlain(one, "type"))
          ? { type: rest.map(({ type }) => type) }
          : undefined;
  if (merged === undefined || !isNullable) return merged;
  return { ...merged, type: [merged.type, "null"].flat(), ...("enum" in merged ? { enum: [...(merged.enum as unknown[]), null] } : {}) };
}

/** The same schema in the form that OpenAPI 3.1 tools read best. It accepts the same values. */
function readable(schema: Json): Json {
  const each = (of: unknown): Json => Object.fromEntries(Object.entries(of as Readonly<Record<string, Json>>).map(([name, one]) => [name, readable(one)]));
  const { anyOf, ...rest } = schema;
  const own: Json = {
    ...rest,
    ...(rest.properties ? { properties: each(rest.properties) } : {}),
    ...(rest.items ? { items: readable(rest.items as Json) } : {}),
    ...(typeof rest.additionalProperties === "object" ? { additionalProperties: readable(rest.additionalProperties as Json) } : {}),
  };
  if (!Array.isArray(anyOf)) return own;
  const members = anyOf.map((one: Json) => readable(one));
  return { ...(union(members) ?? { anyOf: members }), ...own };
}

/** An identifier such as `getEquitiesGammaByTicker`. It changes only if the address does. */
function operationIdOf(method: string, path: string): string {
  const words = path.replace(/^\/v1\//, "/").replace(/\{(\w+)\}/g, "by/$1");
  return method + words.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(""); // prettier-ignore
}

/** The key of an example's reply in example-replies.json. */
const keyOf = (method: string, path: string, { name, status }: NamedExample): string => `${method.toUpperCase()} ${path} ${name} ${status}`;

const withValues = (schema: Json, values: readonly (readonly [name: string, value: unknown])[]): Json => ({
  schema,
  ...(values.length > 0 ? { examples: Object.fromEntries(values.map(([name, value]) => [name, { value }])) } : {}),
});

/** An operation as the document shows it. */
function completed(method: string, path: string, { "x-examples": examples = [], ...operation }: Operation): Json {
  const replies = EXAMPLE_REPLIES as Json;
  const parameters = operation.parameters?.map(({ example, schema, ...parameter }) => {
    // A refused value is not an example of the parameter.
    const given = examples.filter((one) => one.status !== 422 && Object.hasOwn(one.parameters, parameter.name));
    const values = Object.fromEntries(given.map((one) => [one.name, { value: one.parameters[parameter.name] }]));
    return {
      ...parameter,
      schema: readable(schema),
      ...(given.length > 0 ? { examples: values } : example === undefined ? {} : { example }),
    };
  });
  const isOpen = (operation["security"] as readonly unknown[] | undefined)?.length === 0;
  const responses = Object.entries(operation.responses).map(([status, { content, description }]) => {
    const shared = NAMES_OF_SHARED.get(description);
    if (shared !== undefined) return [status, { $ref: `#/components/responses/${shared}` }] as const;
    const isReply = status.startsWith("2");
    const types = Object.keys(content);
    const media = Object.entries(content).map(([type, { schema }]) => {
      const ofStatus = examples.filter((one) => String(one.status) === status);
      const shown = types.length === 1 ? ofStatus : ofStatus.filter((one) => (one.parameters["format"] === "csv") === (type === "text/csv"));
      const recorded = shown.map((one) => [one.name, replies[keyOf(method, path, one)]] as const);
      return [type, withValues(isReply ? readable(schema) : ERROR, recorded)] as const;
    });
    const said = description === "Default Response" ? `${operation.summary}.` : description;
    return [status, { description: said, ...(isOpen ? {} : { headers: RATE }), content: Object.fromEntries(media) }] as const;
  });
  const body = operation.requestBody;
  const bodies = examples.filter((one) => one.body !== undefined).map((one) => [one.name, one.body] as const);
  return {
    operationId: operationIdOf(method, path),
    ...operation,
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: { ...body, content: { [JSON_TYPE]: withValues(readable(body.content[JSON_TYPE]!.schema), bodies) } } } : {}),
    responses: Object.fromEntries(responses),
  };
}

interface Draft extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Json;
}

/** Completes the generated document: nullable types as lists, ids of operations, examples, shared refusals and headers. */
function complete(draft: Draft): Json {
  const paths = Object.entries(draft.paths).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...draft,
    paths: Object.fromEntries(
      paths.map(([path, item]) => [path, Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, completed(method, path, operation)]))]),
    ),
    components: {
      ...draft.components,
      schemas: { Error: readable(ErrorBody) },
      responses: SHARED_RESPONSES,
      headers: Object.fromEntries(Object.entries(HEADERS).map(([id, [, description]]) => [id, { description, schema: { type: "integer" } }])),
    },
  };
}

/** Options of the generator of `GET /v1/openapi.json`. The generator reads the schemas that validate requests. */
export const DOCUMENT: SwaggerOptions = {
  openapi: {
    openapi: "3.1.0",
    info: {
      title: "Market Intelligence Data Service",
      version: VERSION,
      description:
        "Read-only, descriptive market data. No investment advice. Null never means zero. The replies in the examples are as of 2024-06-25, from sample data, and of each list they show the first row.",
      license: { name: "MIT", identifier: "MIT" } as { name: string },
    },
    servers: [{ url: "/", description: "The service that this document comes from." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: { securitySchemes: { key: { type: "http", scheme: "bearer", description: "An API key of this service." } } },
    security: [{ key: [] }],
  },
  transformObject: (document) => complete((document as { openapiObject: unknown }).openapiObject as Draft) as never,
};
