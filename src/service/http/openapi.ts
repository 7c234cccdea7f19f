import { Type } from "@sinclair/typebox";
import type {} from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { REFUSALS } from "./refusals";

const Document = Type.Object({}, { additionalProperties: true, description: "OpenAPI 3, without the envelope." });

/** GET /v1/openapi.json: the OpenAPI document, generated from the declarations that validate requests. */
export function openapi(app: FastifyInstance): void {
  app.get("/v1/openapi.json", { schema: { summary: "This document", tags: ["service"], response: { 200: Document, ...REFUSALS } } }, async () => app.swagger());
}
