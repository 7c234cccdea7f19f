import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { envelope, REGISTRY_KINDS, RegistryRow } from "../../contract/wire";
import type { Context } from "../answers/context";
import { registryRows, SPECIFIED_ROWS } from "../evaluation/registry";
import { REFUSALS } from "./refusals";
import { MINUTE_MS } from "../time/durations";

const Query = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 80, description: "Words that all occur in the identifier or the description." })),
  kind: Type.Optional(Type.Union(REGISTRY_KINDS.map((k) => Type.Literal(k)))),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
});
const FieldsMeta = Type.Object({
  caveats: Type.Array(Type.String()),
  attribution: Type.Record(Type.String(), Type.String()),
  sample: Type.Boolean(),
  rows_in_all: Type.Integer(),
  rows_in_specification: Type.Integer(),
  has_more: Type.Boolean(),
});

const FRESH_MS = 15 * MINUTE_MS;

/** GET /v1/fields: the registry, searched and paged. Universe counts are refreshed every 15 minutes, as the specification says. */
export function fields(app: FastifyInstance, context: Context): void {
  let counted: { at: number; day: string; rows: RegistryRow[] } | undefined;
  const rows = (): RegistryRow[] => {
    const now = context.clock.realNow();
    const day = context.clock.today();
    if (!counted || counted.day !== day || now - counted.at >= FRESH_MS || now < counted.at) counted = { at: now, day, rows: registryRows(context) };
    return counted.rows;
  };
  app.get(
    "/v1/fields",
    {
      schema: {
        summary: "The field registry",
        tags: ["service"],
        querystring: Query,
        response: { 200: envelope(Type.Array(RegistryRow), FieldsMeta), ...REFUSALS },
      },
    },
    async (request) => {
      const { q = "", kind, limit, offset } = request.query as { q?: string; kind?: string; limit: number; offset: number };
      const all = rows();
      const words = q.toLowerCase().split(/\s+/).filter(Boolean);
      const found = all.filter(
        (row) => (!kind || row.kind === kind) && words.every((w) => row.field.toLowerCase().includes(w) || row.description.toLowerCase().includes(w)),
      );
      // An identifier that is what was typed, or begins so, comes before one that only mentions it.
      const rank = (row: RegistryRow) =>
        words.length === 0
          ? 0
          : row.field.toLowerCase() === q.toLowerCase()
            ? 0
            : row.field.toLowerCase().startsWith(words[0]!)
              ? 1
              : row.field.toLowerCase().includes(words[0]!)
                ? 2
                : 3;
      const ordered = words.length === 0 ? found : [...found].sort((a, b) => rank(a) - rank(b));
      const page = ordered.slice(offset, offset + limit);
      return {
        data: page,
        count: found.length,
        as_of: context.clock.asOf(),
        meta: {
          caveats: [],
          attribution: {},
          sample: page.some((row) => row.sample === true),
          rows_in_all: all.length,
          rows_in_specification: SPECIFIED_ROWS,
          has_more: offset + limit < found.length,
        },
      };
    },
  );
}
