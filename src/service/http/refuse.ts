import type { FastifyReply } from "fastify";
import type { ErrorBody } from "../../contract/wire";
import { UNREADABLE_BODY } from "./refusals";

/** What is known of each refusal beside its code. */
interface Parameters {
  /** The router cannot decode the address. */
  readonly unreadable_address: object;
  readonly long_address: object;
  readonly unreadable_body: object;
  readonly unreadable_request: { readonly why: string };
  /** No endpoint has this address, which is not repeated: it may hold what was pasted by mistake. */
  readonly no_endpoint: object;
  /** `detail` gives the nearest known names. */
  readonly unknown_name: { readonly detail: string };
  readonly body_too_large: object;
  /** `detail` names the parameter, what was expected and what came. */
  readonly invalid_request: { readonly detail: string };
  readonly key_in_address: object;
  readonly too_many_requests: { readonly perMinute: number; readonly waitS: number };
  readonly service_fault: object;
  readonly source_unavailable: { readonly detail: string };
}

type RefusalCode = keyof Parameters;
type RefusalOf<C extends RefusalCode> = { readonly code: C } & Parameters[C];
/** Why a request is not answered, but for the key (401), whose codes are the contract's. */
export type Refusal = { [C in RefusalCode]: RefusalOf<C> }[RefusalCode];

/** Status and words of every refusal. */
const CATALOGUE: { readonly [C in RefusalCode]: readonly [status: number, words: (refusal: RefusalOf<C>) => string] } = {
  unreadable_address: [400, () => "the address cannot be read: it is badly encoded"],
  long_address: [422, () => "a part of the address is too long"],
  unreadable_body: [400, () => UNREADABLE_BODY],
  unreadable_request: [400, ({ why }) => `the request cannot be read: ${why}`],
  no_endpoint: [404, () => "there is nothing at this address; GET /v1/openapi.json lists what there is"],
  unknown_name: [404, ({ detail }) => detail],
  body_too_large: [413, () => "the body is larger than 1 MiB; send fewer cells"],
  invalid_request: [422, ({ detail }) => detail],
  key_in_address: [422, () => "the API key stands in the address, where logs keep it; send it in the Authorization header alone"],
  too_many_requests: [429, ({ perMinute, waitS }) => `more than ${perMinute} requests in this minute; wait ${waitS} s`],
  service_fault: [500, () => "the service had an error of its own; the operator's log has it"],
  source_unavailable: [503, ({ detail }) => detail],
};

/** Sends a refusal: its status, its code and a sentence. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const [status, words] = CATALOGUE[refusal.code] as readonly [number, (refusal: Refusal) => string];
  return reply.code(status).send({ detail: words(refusal), code: refusal.code } satisfies ErrorBody);
}
