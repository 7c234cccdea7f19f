import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { REGISTRY_KINDS, RegistryRow } from "../../../contract/wire";
import type { Context } from "../../answers/context";
import { searchFields } from "../../evaluation/field-search";
import { registryRows, SPECIFIED_ROWS } from "../../evaluation/registry";
import { endpoint, listAnswer } from "../server/endpoint";
import { MINUTE_MS } from "../../time/durations";
import { oneOfTexts } from "../server/schemas";

const QUERY = {
  q: Type.Optional(
    Type.String({
      maxLength: 80,
      description:
        "Words, such as 10 year yield. A row matches if its identifier, description, fields or arguments have all of them. If none has, the rows with most of them match.",
    }),
  ),
  kind: Type.Optional(oneOfTexts(REGISTRY_KINDS, { description: "Omit for all." })),
};
const FieldsMeta = Type.Object({
  caveats: Type.Array(Type.String()),
  attribution: Type.Record(Type.String(), Type.String()),
  sample: Type.Boolean(),
  rows_in_all: Type.Integer(),
  rows_in_specification: Type.Integer(),
  has_more: Type.Boolean(),
  note: Type.Optional(Type.String()),
});

const FRESH_MS = 15 * MINUTE_MS;

/** GET /v1/fields: searches the registry, in pages. The specification requires fresh universe counts every 15 minutes. */
export function fields(app: FastifyInstance, context: Context): void {
  let counted: { at: number; day: string; rows: RegistryRow[] } | undefined;
  const rows = (): RegistryRow[] => {
    const now = context.clock.realNow();
    const day = context.clock.today();
    if (!counted || counted.day !== day || now - counted.at >= FRESH_MS || now < counted.at) counted = { at: now, day, rows: registryRows(context) };
    return counted.rows;
  };
  endpoint({
    path: "/v1/fields",
    summary: "The field registry",
    tag: "service",
    examples: [
      { parameters: { q: "10 year yield", limit: 5 } },
      { parameters: { limit: 500 } },
      { parameters: { q: "nothing at all" } },
      { parameters: { limit: 0 }, status: 422 },
    ],
    query: QUERY,
    paging: { most: 500, fallback: 100, offset: true },
    data: Type.Array(RegistryRow),
    meta: FieldsMeta,
    answer: ({ q = "", kind }) => {
      const all = rows();
      const found = searchFields(all, q, kind);
      return listAnswer(found.rows, (page) => ({
        data: page,
        asOf: context.clock.asOf(),
        note: found.partial
          ? "No row has all of these words. These rows have most of them."
          : found.rows.length === 0
            ? "No row has more than half of these words. Use fewer or other words, such as 10 year yield."
            : undefined,
        meta: { sample: page.some((row) => row.sample === true), rows_in_all: all.length, rows_in_specification: SPECIFIED_ROWS },
      }));
    },
  })(app, context);
}
