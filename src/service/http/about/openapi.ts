import { Type } from "@sinclair/typebox";
import type {} from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { withExamples } from "../server/openapi-document";
import { REFUSAL_SCHEMAS } from "../server/schemas";

const Document = Type.Object({}, { additionalProperties: true, description: "OpenAPI 3.1, without the envelope." });

/** GET /v1/openapi.json: the OpenAPI document, generated from the declarations that validate requests. */
export function openapi(app: FastifyInstance): void {
  const path = "/v1/openapi.json";
  const schema = { summary: "This document", tags: ["service"], ...withExamples([{}]), response: { 200: Document, ...REFUSAL_SCHEMAS } };
  app.get(path, { schema }, async () => app.swagger());
}
