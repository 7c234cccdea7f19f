import { type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { PUBLICATION_BASES } from "./publication";
import { MAX_REASON } from "./reason";

export { MAX_REASON };

/**
 * The wire format of `POST {base_url}/sheets/eval` and of the envelope. The service validates with these schemas, the OpenAPI document is
 * generated from them, and clients use their types.
 */

export const MAX_CELLS = 1000;
export const MAX_BODY_BYTES = 1024 * 1024;

const WireArgument = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
  description: "One argument. Dates are ISO text; an omitted argument is null or missing at the end.",
});

export const WireCell = Type.Object(
  {
    id: Type.Integer({ description: "Unique in the request; answers are matched by it." }),
    fn: Type.Optional(Type.String({ description: "A function's name without the prefix, any case.", examples: ["FREDH"] })),
    args: Type.Optional(Type.Array(WireArgument)),
    entity: Type.Optional(Type.String({ description: "With `path`, instead of `fn` and `args`.", examples: ["AAPL"] })),
    path: Type.Optional(Type.String({ description: "One of the 50 sheet paths.", examples: ["short.pctfloat"] })),
  },
  { description: "Either `fn` with `args`, or `entity` with `path`." },
);
export type WireCell = Static<typeof WireCell>;

/** A day or a moment that a request is answered as of. `readAsOf` of contract/as-of checks it. */
export const AsOfText = Type.String({
  description:
    "Answers as of a day (YYYY-MM-DD, its end in New York) or a moment in UTC (such as 2024-06-25T14:30Z): only rows that were public then exist. At most the service's own moment. Omit for now.",
  examples: ["2024-06-25"],
});

/** The member of `meta` that repeats the moment of `as_of`. */
export const AS_OF_ECHO = {
  as_of: Type.Optional(Type.String({ description: "The moment that the reply is as of, ISO 8601 in UTC. Only in replies to requests with `as_of`." })),
};

/** Cells are validated one by one after the body, so that a malformed cell fails alone. */
export const EvalRequest = Type.Object({
  cells: Type.Array(WireCell, { minItems: 1, maxItems: MAX_CELLS }),
  as_of: Type.Optional(AsOfText),
  trace: Type.Optional(
    Type.Boolean({ description: "True: each answer names the published rows that it was read from, and `meta` the documents that they came in." }),
  ),
});
export type EvalRequest = Static<typeof EvalRequest>;

/** One component of a computed answer; a missing one has its reason instead. */
export const WireComponent = Type.Object(
  {
    name: Type.String({ description: "Name of the component, such as a block or a family." }),
    source: Type.Optional(Type.String({ description: "A key into `meta.attribution`." })),
    sample: Type.Optional(Type.Literal(true)),
    observation_date: Type.Optional(Type.String({ description: "The day that the component describes." })),
    value: Type.Optional(Type.Number()),
    unit: Type.Optional(Type.String()),
    direction: Type.Optional(Type.Union([Type.Literal("bull"), Type.Literal("bear"), Type.Literal("neutral")])),
    weight: Type.Optional(Type.Number({ description: "Its share in the answer, 0 to 1. The weight of absent components is distributed over the others." })),
    contribution: Type.Optional(Type.Number({ description: "What it adds to the answer, in the answer's unit." })),
    evidence: Type.Optional(Type.String({ description: "Its evidence, in words." })),
    absent: Type.Optional(Type.String({ description: "Why it is missing, in words." })),
  },
  { description: "A component of a computed answer." },
);
export type WireComponent = Static<typeof WireComponent>;

export const PeerLevel = Type.Union([Type.Literal("sub_industry"), Type.Literal("sector")], {
  description: "The peers of an RV answer: the companies of its sub-industry, or of its sector if too few in the sub-industry have the metric.",
});
export type PeerLevel = Static<typeof PeerLevel>;

/** How many of the tickers with short interest have a float. */
export const FloatCoverage = Type.Object(
  {
    settlement_date: Type.String({ description: "The latest settlement date." }),
    tickers: Type.Integer({ description: "Number of tickers with short interest on that date." }),
    with_float: Type.Integer({ description: "Number of those whose float is known." }),
  },
  { description: "How many of the tickers with short interest have a known float." },
);
export type FloatCoverage = Static<typeof FloatCoverage>;

const At = Type.String({ description: "When the value became public, ISO 8601 in UTC." });
const HOW_KNOWN = {
  basis: Type.Union(
    PUBLICATION_BASES.map((basis) => Type.Literal(basis)),
    {
      description:
        "How that is known. `stated`: the publisher, or your file of vintages, states it. `rule`: by the release rule. `late bound`: not later than this. `first seen`: this service imported it then.",
    },
  ),
};
const REVISED = {
  revisions: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "How many times the value has changed since the first one that this service has. Absent if it is made from several rows.",
    }),
  ),
  first_value_unknown: Type.Optional(
    Type.Literal(true, { description: "The oldest value that the service has is from after the release, so it may have been revised before." }),
  ),
};

/** The members about the publication of one observation, in rows of endpoints. */
export const PUBLISHED = {
  public: Type.Optional(Type.Object({ at: At, ...HOW_KNOWN }, { description: "When the observation became public. Present if it is published." })),
  ...REVISED,
};
export type PublishedOnWire = Static<TObject<typeof PUBLISHED>>;

/** How moments of publication are known, and the release rules that give them. Many answers of a reply share each. */
export const PUBLICATIONS = {
  publications: Type.Optional(
    Type.Array(Type.Object({ ...HOW_KNOWN, rule: Type.Optional(Type.String({ description: "The release rule: a key into `release_rules`." })), ...REVISED }), {
      description: "How moments of publication are known. Answers refer to them by position, from 0.",
    }),
  ),
  release_rules: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: "By release rule, the page or document that confirms it, or what is not confirmed." }),
  ),
};
export type PublicationsOnWire = Static<TObject<typeof PUBLICATIONS>>;

const WireTracedRow = Type.Object(
  {
    document: Type.Integer({ minimum: 0, description: "The document that it came in: a position in `meta.documents`." }),
    dataset: Type.String({ description: "`observation` for a value of a series, else the kind of record." }),
    entity: Type.String({ description: "The series, or the name that the record is about." }),
    date: Type.String({ description: "The day that the row describes." }),
    key: Type.Optional(Type.String({ description: "What distinguishes records of one name and day." })),
  },
  { description: "A published row that an answer was read from." },
);

/** A document in a service's archive. */
export const WireDocument = Type.Object(
  {
    sha256: Type.String({ description: "SHA-256 of its bytes, in hexadecimal." }),
    publisher: Type.String(),
    file: Type.String({ description: "Its name when it was imported." }),
    position: Type.Integer({ description: "Its number in the import log." }),
    received: Type.String({ description: "When this service imported it, ISO 8601 in UTC." }),
    rules: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "Version of the parsing rules that gave its rows; raised when the same document gives different rows. Absent for 0.",
      }),
    ),
  },
  { description: "An imported document." },
);
export type WireDocument = Static<typeof WireDocument>;

/** The members of `meta` in a reply to a request with `trace`. */
const TRACED = {
  documents: Type.Optional(Type.Array(WireDocument, { description: "The documents that answers refer to by position, from 0." })),
  import_position: Type.Optional(Type.Integer({ description: "The number of the last entry of the import log. The answers use no later document." })),
  moment: Type.Optional(Type.String({ description: "The moment of the answers to the second, ISO 8601 in UTC: rows that became public later were not used." })),
  version: Type.Optional(Type.String({ description: "The service's version." })),
};

export const WireAnswer = Type.Object({
  id: Type.Integer(),
  value: Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()], {
    description: "null always comes with `code` and `reason`, and never means zero.",
  }),
  kind: Type.Optional(Type.Literal("date", { description: "The value is a date, as ISO text." })),
  unit: Type.Optional(Type.String()),
  observation_date: Type.Optional(Type.String({ description: "The period that the value describes; never the fetch date." })),
  as_of: Type.Optional(Type.String({ description: "When the service last confirmed the data, ISO 8601." })),
  public: Type.Optional(
    Type.Object(
      { at: At, by: Type.Integer({ minimum: 0, description: "How that is known: a position in `meta.publications`." }) },
      { description: "When the value became public: the newest of its rows. Present if it is published." },
    ),
  ),
  source: Type.Optional(Type.String({ description: "A key into `meta.attribution`." })),
  caveats: Type.Optional(Type.Array(Type.String())),
  sample: Type.Optional(Type.Literal(true, { description: "The answer uses generated sample data." })),
  peer_level: Type.Optional(PeerLevel),
  note: Type.Optional(Type.String({ description: "A note for the reader, such as a basis or a method." })),
  components: Type.Optional(Type.Array(WireComponent, { description: "The components of a computed value, each with its own source and date." })),
  code: Type.Optional(Type.String()),
  trace: Type.Optional(
    Type.Array(WireTracedRow, {
      description: "Of each input, the row that became public last. Only in replies to requests with `trace`; absent for sample data.",
    }),
  ),
  reason: Type.Optional(Type.String({ description: `Why there is no value, for the cell: at most ${MAX_REASON} characters.` })),
  explanation: Type.Optional(Type.String({ description: "The reason in full: what happened, then what to do. Absent if `reason` says it all." })),
  max_age_s: Type.Integer({ minimum: 0, description: "How long a client may cache this answer, in seconds." }),
});
export type WireAnswer = Static<typeof WireAnswer>;

export const Meta = Type.Object({
  caveats: Type.Array(Type.String()),
  attribution: Type.Record(Type.String(), Type.String(), { description: "The attribution to quote, by source." }),
  sample: Type.Boolean({ description: "True if any row of the reply is generated sample data." }),
  rules: Type.Optional(
    Type.Object(
      { split_jump_ratio: Type.Number({ description: "Two consecutive closes look like a split if one is at least this many times the other." }) },
      { description: "Limits applied to the answers. Present in a reply with peer metrics, or with a figure that a limit refused." },
    ),
  ),
  peer_level: Type.Optional(
    Type.Union([...PeerLevel.anyOf, Type.Literal("mixed")], {
      description: "The peer level of all RV answers of the reply; mixed if they differ, and each answer names its own.",
    }),
  ),
  coverage: Type.Optional(Type.Object({ short_interest: Type.Optional(FloatCoverage) }, { description: "For how many names a figure of the reply exists." })),
});

/** The response envelope of every endpoint except the OpenAPI document. */
export const envelope = (data: TSchema, meta: TSchema = Meta) =>
  Type.Object({
    data,
    ...(data.type === "array" ? { count: Type.Integer({ description: "Total number of rows for the query." }) } : {}),
    as_of: Type.String({ description: "When the service last confirmed the data, ISO 8601 in UTC." }),
    meta,
  });

export const EvalReply = Type.Object({
  data: Type.Array(WireAnswer),
  count: Type.Integer(),
  as_of: Type.String(),
  meta: Type.Object({ ...Meta.properties, ...PUBLICATIONS, ...TRACED, ...AS_OF_ECHO }),
});
export type EvalReply = Static<typeof EvalReply>;

/** Why a key is refused (401). */
export const KEY_REFUSALS = ["missing_key", "malformed_key", "unknown_key", "revoked_key", "over_quota"] as const;
export type KeyRefusal = (typeof KEY_REFUSALS)[number];

export const ErrorBody = Type.Object({
  detail: Type.Union([Type.String(), Type.Object({ code: Type.String(), reason: Type.Optional(Type.String()), resets_at: Type.Optional(Type.String()) })], {
    description: "The reason: a sentence, or for a refused key (401) an object with a code. `resets_at` is when a used-up quota starts again.",
  }),
  code: Type.Optional(Type.String({ description: "Code of the refusal, if `detail` is a sentence." })),
});
export type ErrorBody = Static<typeof ErrorBody>;

export const Status = Type.Object({
  service: Type.String(),
  version: Type.String(),
  commit: Type.Optional(Type.String({ description: "The commit that the service was built from. Absent if that is not known." })),
  store: Type.Optional(Type.String({ description: "Id of the service's data folder." })),
  plan: Type.String({ description: "Plan of the request's key." }),
  as_of: Type.String({ description: "The service's date, the last day with data." }),
  sample: Type.Boolean({ description: "True while any family answers from generated sample data." }),
  sample_notice: Type.Optional(Type.String()),
  quota: Type.Object({
    minute_limit: Type.Integer(),
    minute_remaining: Type.Integer(),
    monthly_limit: Type.Integer(),
    monthly_used: Type.Integer(),
    resets_at: Type.String(),
  }),
  counting_off: Type.Optional(Type.String({ description: "Why requests are not counted now, and what to do; absent if they are counted." })),
  families: Type.Array(
    Type.Object({
      family: Type.String(),
      sample: Type.Boolean({ description: "True while any name of the family answers from sample data." }),
      real_names: Type.Integer({ description: "Names with published rows: series, tickers, assets, countries." }),
      newest_observation: Type.Optional(Type.String({ description: "The newest day that the published rows describe." })),
      stale: Type.Optional(Type.Literal(true, { description: "All published rows are too old to be shown as the latest." })),
      newest_sample: Type.Optional(Type.String({ description: "The newest day that the sample data describes; absent if none is served." })),
      basis: Type.Optional(
        Type.Union([Type.Literal("computed"), Type.Literal("none")], {
          description:
            "computed: the family uses the rows of other families. none: it has no figure, not even a sample, until the operator imports a file for it. Absent for a family with its own rows.",
        }),
      ),
    }),
  ),
});
export type Status = Static<typeof Status>;

export const REGISTRY_KINDS = ["screener", "path", "series", "function", "caveat"] as const;
export const RegistryRow = Type.Object({
  field: Type.String({ description: "Identifier." }),
  kind: Type.Union(REGISTRY_KINDS.map((k) => Type.Literal(k))),
  description: Type.String(),
  type: Type.String({ description: "Type or unit." }),
  source: Type.String({ description: "Origin of the data." }),
  doors: Type.Array(Type.String(), { description: "Where the data is served." }),
  example: Type.Optional(Type.String({ description: "What to type in a cell, or for a field of the screener the address to request. Absent for caveats." })),
  universe: Type.Union([Type.Integer(), Type.Null()], { description: "Number of covered names; null if there is nothing to count." }),
  group: Type.Optional(Type.String()),
  operators: Type.Optional(Type.Array(Type.String())),
  arguments: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean(), choices: Type.Optional(Type.Array(Type.String())), example: Type.String() })),
  ),
  fields: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        unit: Type.Optional(Type.String()),
        plan: Type.Optional(Type.String({ description: "The plan whose keys get the field; absent if those of every plan do." })),
        description: Type.String(),
      }),
    ),
  ),
  resolves_to: Type.Optional(Type.String()),
  sample: Type.Optional(Type.Literal(true, { description: "The observations of this row are generated sample data." })),
  last_observation: Type.Optional(Type.String()),
  observations: Type.Optional(Type.Integer()),
});
export type RegistryRow = Static<typeof RegistryRow>;
