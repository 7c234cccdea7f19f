import type { FastifyReply, FastifyRequest } from "fastify";
import { nearest, orList } from "../../contract/nearest";
import { SCREENER_FIELDS } from "../../contract/screener";
import { unknownName } from "../../contract/unknown-name";
import { refuse } from "./refuse";

type Declared = { readonly properties?: Readonly<Record<string, unknown>> } | undefined;

/** The operators of the screener's field that a misspelt name is most like, as a sentence; empty if it is like none. */
function operatorsOf(asked: object, declared: Readonly<Record<string, unknown>>): string {
  const name = Object.keys(asked).find((one) => !Object.hasOwn(declared, one)) ?? "";
  const [near] = nearest(name, Object.keys(declared), 1);
  const field = SCREENER_FIELDS.find((f) => f.name === near);
  return field ? ` Operators of ${field.name}: ${orList(field.operators)}.` : "";
}

/** Refuses a request with a query parameter that its address does not declare, such as a misspelt `as_of`. */
export async function knownParameters(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { querystring, body } = request.routeOptions.schema ?? {};
  const inBody = Object.keys((body as Declared)?.properties ?? {}).map((name) => [name, "in the body"]);
  const declared = (querystring as Declared)?.properties ?? {};
  const why = unknownName("parameter", request.query as object, declared, Object.fromEntries(inBody) as Record<string, string>);
  if (why !== undefined) await refuse(reply, { code: "invalid_request", detail: `${why}${operatorsOf(request.query as object, declared)}` });
}
