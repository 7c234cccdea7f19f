import { Type, type Static, type TSchema } from "@sinclair/typebox";
import { MAX_REASON } from "./reason";

export { MAX_REASON };

/**
 * The payload of `POST {base_url}/sheets/eval`. Everything that is said on this wire is declared here; the service
 * validates with these schemas, the OpenAPI document is generated from them, and clients take their types from them.
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

/** Cells are checked one by one after the body, so that a malformed cell costs only itself its answer. */
export const EvalRequest = Type.Object({ cells: Type.Array(WireCell, { minItems: 1, maxItems: MAX_CELLS }) });
export type EvalRequest = Static<typeof EvalRequest>;

/** One of the parts that an answer is computed from; one that is not there says why instead. */
export const WireComponent = Type.Object(
  {
    name: Type.String({ description: "What the part is: a block, a family, a component." }),
    source: Type.Optional(Type.String({ description: "A key into `meta.attribution`." })),
    sample: Type.Optional(Type.Literal(true)),
    observation_date: Type.Optional(Type.String({ description: "The day that the part describes." })),
    value: Type.Optional(Type.Number()),
    unit: Type.Optional(Type.String()),
    direction: Type.Optional(Type.Union([Type.Literal("bull"), Type.Literal("bear"), Type.Literal("neutral")])),
    weight: Type.Optional(Type.Number({ description: "Its share in the answer, 0 to 1, after the weight of absent parts was shared out." })),
    contribution: Type.Optional(Type.Number({ description: "What it adds to the answer, in the answer's own unit." })),
    evidence: Type.Optional(Type.String({ description: "What it rests on, in words." })),
    absent: Type.Optional(Type.String({ description: "Why it is not in the answer, in words." })),
  },
  { description: "A part of a computed answer." },
);
export type WireComponent = Static<typeof WireComponent>;

export const PeerLevel = Type.Union([Type.Literal("sub_industry"), Type.Literal("sector")], {
  description: "Which companies are the peers of an RV answer: its sub-industry, or its sector if too few of the sub-industry have the metric.",
});
export type PeerLevel = Static<typeof PeerLevel>;

/** How many of the tickers with short interest have a float. */
export const FloatCoverage = Type.Object(
  {
    settlement_date: Type.String({ description: "The latest settlement." }),
    tickers: Type.Integer({ description: "Tickers with a row at it." }),
    with_float: Type.Integer({ description: "Those of them whose float is known." }),
  },
  { description: "Of the tickers with short interest, how many have a float." },
);
export type FloatCoverage = Static<typeof FloatCoverage>;

export const WireAnswer = Type.Object({
  id: Type.Integer(),
  value: Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()], {
    description: "null always comes with `code` and `reason`, and never means zero.",
  }),
  kind: Type.Optional(Type.Literal("date", { description: "The value is a date, as ISO text." })),
  unit: Type.Optional(Type.String()),
  observation_date: Type.Optional(Type.String({ description: "The period that the value describes; never the fetch date." })),
  as_of: Type.Optional(Type.String({ description: "Freshness of the data snapshot, ISO 8601." })),
  source: Type.Optional(Type.String({ description: "A key into `meta.attribution`." })),
  caveats: Type.Optional(Type.Array(Type.String())),
  sample: Type.Optional(Type.Literal(true, { description: "The answer rests on generated sample data." })),
  peer_level: Type.Optional(PeerLevel),
  note: Type.Optional(Type.String({ description: "What must be known of this value, in words: a basis, a method." })),
  components: Type.Optional(Type.Array(WireComponent, { description: "What a computed value is made of, each part with its own source and date." })),
  code: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String({ description: `Why there is no value, for the cell: at most ${MAX_REASON} characters.` })),
  explanation: Type.Optional(Type.String({ description: "The reason in full: what happened, then what to do. Left out where `reason` says it all." })),
  max_age_s: Type.Integer({ minimum: 0, description: "For how many seconds a client may serve this answer again without asking." }),
});
export type WireAnswer = Static<typeof WireAnswer>;

export const Meta = Type.Object({
  caveats: Type.Array(Type.String()),
  attribution: Type.Record(Type.String(), Type.String(), { description: "What must be said when quoting, by source." }),
  sample: Type.Boolean({ description: "True when any row of the reply is generated sample data." }),
  rules: Type.Optional(
    Type.Object(
      { split_jump_ratio: Type.Number({ description: "Consecutive closes this many times apart, either way, look like a split." }) },
      { description: "What the answers were held to; in a reply with peer metrics, or with a figure that was refused by it." },
    ),
  ),
  peer_level: Type.Optional(
    Type.Union([...PeerLevel.anyOf, Type.Literal("mixed")], {
      description: "The peer level of all RV answers of the reply; mixed if they differ: each names its own.",
    }),
  ),
  coverage: Type.Optional(
    Type.Object({ short_interest: Type.Optional(FloatCoverage) }, { description: "How much of its universe a figure of the reply exists for." }),
  ),
});

/** The response envelope of every endpoint but the OpenAPI document. */
export const envelope = <T extends TSchema>(data: T, meta: TSchema = Meta) =>
  Type.Object({
    data,
    count: Type.Optional(Type.Integer({ description: "Total for the query; on list responses." })),
    as_of: Type.String(),
    meta: Type.Optional(meta),
  });

export const EvalReply = Type.Object({ data: Type.Array(WireAnswer), count: Type.Integer(), as_of: Type.String(), meta: Meta });
export type EvalReply = Static<typeof EvalReply>;

/** Why a key was not accepted (401): which, and when a spent quota starts anew. */
export const KEY_REFUSALS = ["missing_key", "malformed_key", "unknown_key", "revoked_key", "over_quota"] as const;
export type KeyRefusal = (typeof KEY_REFUSALS)[number];

export const ErrorBody = Type.Object({
  detail: Type.Union([Type.String(), Type.Object({ code: Type.String(), reason: Type.Optional(Type.String()), resets_at: Type.Optional(Type.String()) })], {
    description: "The reason: a sentence, or an object with a code.",
  }),
  code: Type.Optional(Type.String({ description: "Which refusal it is, beside a sentence." })),
});
export type ErrorBody = Static<typeof ErrorBody>;

export const Status = Type.Object({
  service: Type.String(),
  version: Type.String(),
  store: Type.Optional(Type.String({ description: "Identifies the data folder that this service answers from." })),
  plan: Type.String({ description: "Plan of the key that asked." }),
  as_of: Type.String({ description: "The date that the service counts from." }),
  sample: Type.Boolean({ description: "True while any family answers from generated sample data." }),
  sample_notice: Type.Optional(Type.String()),
  quota: Type.Object({
    minute_limit: Type.Integer(),
    minute_remaining: Type.Integer(),
    monthly_limit: Type.Integer(),
    monthly_used: Type.Integer(),
    resets_at: Type.String(),
  }),
  counting_off: Type.Optional(Type.String({ description: "Why requests cannot be counted now, and what to do; absent while they are." })),
  families: Type.Array(
    Type.Object({
      family: Type.String(),
      sample: Type.Boolean({ description: "True while any name of the family answers from sample data." }),
      real_names: Type.Integer({ description: "Names with published rows: series, tickers, assets, countries." }),
      newest_observation: Type.Optional(Type.String({ description: "The newest day that the published rows describe." })),
      stale: Type.Optional(Type.Literal(true, { description: "Everything published is too old to be shown as the latest." })),
      newest_sample: Type.Optional(Type.String({ description: "The newest day that the sample data describes; absent where none is served." })),
      basis: Type.Optional(
        Type.Union([Type.Literal("computed"), Type.Literal("none")], {
          description: "computed: from the other families' rows. none: there is no figure, whatever is loaded. Left out where it is rows of its own.",
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
  source: Type.String({ description: "Data origin, by kind." }),
  doors: Type.Array(Type.String()),
  universe: Type.Union([Type.Integer(), Type.Null()], { description: "Covered entities; null where counting makes no sense." }),
  group: Type.Optional(Type.String()),
  operators: Type.Optional(Type.Array(Type.String())),
  arguments: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean(), choices: Type.Optional(Type.Array(Type.String())), example: Type.String() })),
  ),
  fields: Type.Optional(Type.Array(Type.Object({ name: Type.String(), type: Type.String(), unit: Type.Optional(Type.String()), description: Type.String() }))),
  resolves_to: Type.Optional(Type.String()),
  sample: Type.Optional(Type.Literal(true, { description: "The observations of this row are generated sample data." })),
  last_observation: Type.Optional(Type.String()),
  observations: Type.Optional(Type.Integer()),
});
export type RegistryRow = Static<typeof RegistryRow>;
