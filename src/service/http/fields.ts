import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { REGISTRY_KINDS, RegistryRow } from "../../contract/wire";
import type { Context } from "../answers/context";
import { registryRows, SPECIFIED_ROWS } from "../evaluation/registry";
import { endpoint, listed } from "./endpoint";
import { MINUTE_MS } from "../time/durations";
import { oneOf } from "./schema";

const QUERY = {
  q: Type.Optional(Type.String({ maxLength: 80, description: "Words; a row matches if its identifier or description has all of them." })),
  kind: Type.Optional(oneOf(REGISTRY_KINDS)),
};
const FieldsMeta = Type.Object({
  caveats: Type.Array(Type.String()),
  attribution: Type.Record(Type.String(), Type.String()),
  sample: Type.Boolean(),
  rows_in_all: Type.Integer(),
  rows_in_specification: Type.Integer(),
  has_more: Type.Boolean(),
});

const FRESH_MS = 15 * MINUTE_MS;

/** Rows that contain all of the words. Identifiers equal to `q` come first, then those that start with its first word, then those that contain it. */
function search(all: readonly RegistryRow[], q: string, kind: string | undefined): readonly RegistryRow[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(
    (row) => (!kind || row.kind === kind) && words.every((w) => row.field.toLowerCase().includes(w) || row.description.toLowerCase().includes(w)),
  );
  const [first] = words;
  if (first === undefined) return found;
  const rank = ({ field }: RegistryRow): number => {
    const name = field.toLowerCase();
    return name === q.toLowerCase() ? 0 : name.startsWith(first) ? 1 : name.includes(first) ? 2 : 3;
  };
  return found.toSorted((a, b) => rank(a) - rank(b));
}

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
    examples: [{ parameters: { limit: 500 } }, { parameters: { q: "nothing at all" } }, { parameters: { limit: 0 }, status: 422 }],
    query: QUERY,
    paging: { most: 500, fallback: 100, offset: true },
    data: Type.Array(RegistryRow),
    meta: FieldsMeta,
    answer: ({ q = "", kind }) => {
      const all = rows();
      return listed(search(all, q, kind), (page) => ({
        data: page,
        asOf: context.clock.asOf(),
        meta: { sample: page.some((row) => row.sample === true), rows_in_all: all.length, rows_in_specification: SPECIFIED_ROWS },
      }));
    },
  })(app, context);
}
