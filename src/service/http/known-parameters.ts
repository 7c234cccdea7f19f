import type { FastifyReply, FastifyRequest } from "fastify";
import { unknownName } from "../../contract/unknown-name";
import { refuse } from "./refuse";

type Declared = { readonly properties?: Readonly<Record<string, unknown>> } | undefined;

/** Refuses a request with a query parameter that its address does not declare, such as a misspelt `as_of`. */
export async function knownParameters(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { querystring, body } = request.routeOptions.schema ?? {};
  const inBody = Object.keys((body as Declared)?.properties ?? {}).map((name) => [name, "in the body"]);
  const why = unknownName(
    "parameter",
    request.query as object,
    (querystring as Declared)?.properties ?? {},
    Object.fromEntries(inBody) as Record<string, string>,
  );
  if (why !== undefined) await refuse(reply, { code: "invalid_request", detail: why });
}
