import { Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { FastifyInstance } from "fastify";
import { shown } from "../../../contract/arguments";
import { readAsOf } from "../../../contract/as-of";
import { withSeparators } from "../../../contract/counted";
import { unknownName } from "../../../contract/unknown-name";
import { EvalReply, EvalRequest, MAX_BODY_BYTES, MAX_CELLS } from "../../../contract/wire";
import { evaluateInSlices } from "../../evaluation/evaluate";
import type { Context } from "../../answers/context";
import { contextAt } from "../../answers/as-of";
import { withLive } from "../../families/macro/series-reader";
import { readWireCells, seriesInCells } from "../../evaluation/read-cells";
import { bearerOf } from "../keys/access";
import { withExamples } from "../server/openapi-document";
import type { EndpointParts } from "../server/parts";
import { refuse } from "../server/refuse";
import { REFUSAL_SCHEMAS, TOO_LARGE, UNREADABLE } from "../server/schemas";

/** Schema of the whole body. Each cell is validated afterwards, so that a bad cell fails alone. */
const Cell = Type.Object({ id: Type.Integer() });
const outerShape = TypeCompiler.Compile(Type.Object({ cells: Type.Array(Cell) }));
const cellShape = TypeCompiler.Compile(Cell);

/** Why the whole body is refused; undefined if it is not. */
function refusal(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !Array.isArray((body as { cells?: unknown }).cells))
    return `Expected a JSON object with "cells", a list of 1 to ${withSeparators(MAX_CELLS)} cells.`;
  const { cells } = body as { cells: unknown[] };
  if (cells.length === 0 || cells.length > MAX_CELLS) return `Expected 1 to ${withSeparators(MAX_CELLS)} cells, got ${withSeparators(cells.length)}.`;
  if (!outerShape.Check(body)) {
    const bad = cells.findIndex((cell) => !cellShape.Check(cell));
    return `cells[${bad}]: expected an object with an integer "id".`;
  }
  const seen = new Set<number>();
  for (const { id } of body.cells) {
    if (seen.has(id)) return `Expected a different id for each cell, got ${id} twice.`;
    seen.add(id);
  }
  const unknown = unknownName("member", body, EvalRequest.properties);
  if (unknown !== undefined) return unknown;
  const { as_of: asOf, trace } = body as { as_of?: unknown; trace?: unknown };
  if (trace !== undefined && typeof trace !== "boolean") return `trace: expected true or false, got ${shown(trace)}.`;
  const read = asOf === undefined ? undefined : readAsOf(asOf);
  return read?.ok === false ? read.message : undefined;
}

export function sheetsEval(app: FastifyInstance, context: Context, { onFault, onCells, live }: Pick<EndpointParts, "onFault" | "onCells" | "live">): void {
  app.post(
    "/sheets/eval",
    {
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        summary: "Evaluates spreadsheet cells",
        description:
          "Returns one answer per cell, matched by id. A malformed cell fails alone, with code bad_argument. With as_of, all cells are answered as of that day or moment. With trace, each answer names the published rows that it was read from, and their documents.",
        tags: ["sheets"],
        ...withExamples([
          {
            body: {
              cells: [
                { id: 1, fn: "FRED", args: ["DGS10"] },
                { id: 2, entity: "AAPL", path: "price" },
                { id: 3, fn: "PRICE", args: ["AAPLX"] },
              ],
            },
          },
        ]),
        body: EvalRequest,
        response: { 200: EvalReply, ...REFUSAL_SCHEMAS, ...UNREADABLE, ...TOO_LARGE },
      },
      preValidation: async (request, reply) => {
        if (request.body === undefined) return refuse(reply, { code: "unreadable_body" });
      },
      validatorCompiler: () => (body: unknown) => {
        const why = refusal(body);
        return why === undefined ? { value: body } : { error: new Error(why) };
      },
    },
    async (request, reply) => {
      const body = request.body as { cells: { id: number }[]; as_of?: string; trace?: boolean };
      const at = contextAt(context, body.as_of);
      if ("detail" in at) return refuse(reply, { code: "invalid_request", detail: at.detail });
      const cells = readWireCells(body.cells, bearerOf(request));
      const wanted = new Set<string>();
      const asked = await withLive(
        { ...at, plan: request.apiKey!.plan, account: request.apiKey!.account, signal: request.hangUp, wants: (keyword) => void wanted.add(keyword) },
        live,
        () => seriesInCells(cells),
      );
      const evaluated = await evaluateInSlices(cells, asked, { onFault, trace: body.trace });
      if (onCells) {
        const values = evaluated.data.filter(({ value }) => value !== null).length;
        onCells(values, evaluated.data.length - values);
      }
      if (wanted.size > 0) await context.store.ledger.keywords.add(wanted, context.clock.realNow());
      return body.as_of === undefined ? evaluated : { ...evaluated, meta: { ...evaluated.meta, as_of: evaluated.as_of } };
    },
  );
}
