import type { FastifyReply, FastifyRequest } from "fastify";
import { nearest } from "../../../contract/nearest";
import { unknownName } from "../../../contract/unknown-name";
import { refuse } from "./refuse";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Adds a sentence to the refusal of an unknown parameter, from the declared name that is most like it; undefined if none is. */
    readonly onUnknownParameter?: ((nearest: string | undefined) => string) | undefined;
  }
}

type Declared = { readonly properties?: Readonly<Record<string, unknown>> } | undefined;

/** Addresses that need no key do not know the caller's. A name that is as long as one is not repeated. */
const MAY_BE_KEY = 16;

/** Refuses a request with a query parameter that its address does not declare, such as a misspelt `as_of`. */
export async function knownParameters(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { schema, config } = request.routeOptions;
  const query = request.query as object;
  const declared = (schema?.querystring as Declared)?.properties ?? {};
  const inBody = Object.keys((schema?.body as Declared)?.properties ?? {}).map((name) => [name, "in the body"]);
  const why = unknownName("parameter", query, declared, Object.fromEntries(inBody) as Record<string, string>);
  if (why === undefined) return;
  const name = Object.keys(query).find((one) => !Object.hasOwn(declared, one)) ?? "";
  if (request.apiKey === undefined && name.length >= MAY_BE_KEY)
    return void (await refuse(reply, { code: "invalid_request", detail: "There is no such parameter here." }));
  const more = config.onUnknownParameter?.(nearest(name, Object.keys(declared), 1)[0]);
  await refuse(reply, { code: "invalid_request", detail: more ? `${why} ${more}` : why });
}
