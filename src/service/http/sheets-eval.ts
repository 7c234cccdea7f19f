import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { FastifyInstance } from "fastify";
import { withSeparators } from "../../contract/counted";
import { EvalReply, EvalRequest, MAX_BODY_BYTES, MAX_CELLS } from "../../contract/wire";
import { evaluateCells } from "../evaluation/evaluate";
import type { Context } from "../answers/context";
import { withLive } from "../families/macro/live-series";
import type { FetchLive } from "../records/live-series";
import { readCells } from "../evaluation/read-cells";
import { seriesInCells } from "../evaluation/series-in-cells";
import { bearerOf } from "./access";
import { refuse } from "./refuse";
import { REFUSALS, TOO_LARGE, UNREADABLE } from "./refusals";

/** Schema of the whole body. Each cell is validated afterwards, so that a bad cell fails alone. */
const Outer = Type.Object({ cells: Type.Array(Type.Object({ id: Type.Integer() })) });

/** Why the whole body is refused; undefined if it is not. */
function refusal(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !Array.isArray((body as { cells?: unknown }).cells))
    return `Expected a JSON object with "cells", a list of 1 to ${withSeparators(MAX_CELLS)} cells.`;
  const { cells } = body as { cells: unknown[] };
  if (cells.length === 0 || cells.length > MAX_CELLS) return `Expected 1 to ${withSeparators(MAX_CELLS)} cells, got ${withSeparators(cells.length)}.`;
  if (!Value.Check(Outer, body)) {
    const bad = cells.findIndex((c) => !Value.Check(Outer.properties.cells.items, c));
    return `cells[${bad}]: expected an object with an integer "id".`;
  }
  const seen = new Set<number>();
  for (const { id } of body.cells) {
    if (seen.has(id)) return `Expected a different id for each cell, got ${id} twice.`;
    seen.add(id);
  }
  return undefined;
}

interface SheetsEvalOptions {
  readonly onFault?: ((message: string) => void) | undefined;
  /** Fetches series that may not be stored, while the cells wait. */
  readonly live?: FetchLive | undefined;
}

export function sheetsEval(app: FastifyInstance, context: Context, { onFault, live }: SheetsEvalOptions): void {
  app.post(
    "/sheets/eval",
    {
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        summary: "Evaluates spreadsheet cells",
        description: "Returns one answer per cell, matched by id. A malformed cell fails alone, with code bad_argument.",
        tags: ["sheets"],
        body: EvalRequest,
        response: { 200: EvalReply, ...REFUSALS, ...UNREADABLE, ...TOO_LARGE },
      },
      preValidation: async (request, reply) => {
        if (request.body === undefined) return refuse(reply, { code: "unreadable_body" });
      },
      validatorCompiler: () => (body: unknown) => {
        const why = refusal(body);
        return why === undefined ? { value: body } : { error: new Error(why) };
      },
    },
    async (request) => {
      const cells = readCells((request.body as { cells: { id: number }[] }).cells, bearerOf(request));
      const wanted = new Set<string>();
      const asked = await withLive({ ...context, wants: (keyword) => void wanted.add(keyword) }, live, () => seriesInCells(cells));
      const reply = evaluateCells(cells, asked, { onFault });
      if (wanted.size > 0) context.store.keywords.add(wanted, context.clock.realNow());
      return reply;
    },
  );
}
