import type { FastifyReply } from "fastify";
import type { ErrorBody } from "../../../contract/wire";

/** Parameters of each refusal besides its code. */
interface Parameters {
  readonly unreadable_address: object;
  readonly long_address: object;
  readonly unreadable_body: object;
  readonly unreadable_request: { readonly why: string };
  /** The message does not repeat the address: it may contain a pasted key. */
  readonly no_endpoint: object;
  /** `detail` gives the nearest known names. */
  readonly unknown_name: { readonly detail: string };
  readonly body_too_large: object;
  /** `detail` names the parameter, what was expected and what came. */
  readonly invalid_request: { readonly detail: string };
  /** `detail` says from when to when it must be. */
  readonly since_out_of_range: { readonly detail: string };
  readonly key_in_address: object;
  readonly key_in_body: object;
  readonly too_many_requests: { readonly perMinute: number; readonly waitS: number };
  readonly too_many_in_flight: { readonly most: number; readonly of: "key" | "address" };
  readonly too_many_as_of: { readonly waitS: number };
  /** The client does not receive it. */
  readonly hung_up: object;
  readonly no_self_service: object;
  readonly too_many_keys: { readonly perDay: number };
  /** `why` without a final full stop. */
  readonly not_ready: { readonly why: string };
  readonly service_fault: object;
  readonly source_unavailable: { readonly detail: string };
  readonly withheld: { readonly detail: string };
  readonly changed: { readonly detail: string };
  readonly no_range: { readonly detail: string };
}

type RefusalCode = keyof Parameters;
type RefusalOf<C extends RefusalCode> = { readonly code: C } & Parameters[C];
/** Why a request is refused. Refused keys (401) have codes in `contract/wire` instead. */
export type RequestRefusal = { [C in RefusalCode]: RefusalOf<C> }[RefusalCode];

/** Status and sentence of every refusal. */
const CATALOGUE: { readonly [C in RefusalCode]: readonly [status: number, words: (refusal: RefusalOf<C>) => string] } = {
  unreadable_address: [400, () => "The address cannot be decoded. Check its percent-encoding."],
  long_address: [422, () => "A part of the address is longer than 256 characters. Shorten it."],
  unreadable_body: [400, () => "The body cannot be read. Send JSON, with the header Content-Type: application/json."],
  unreadable_request: [400, ({ why }) => `The request cannot be read: ${why.replace(/[.\s]+$/, "")}.`],
  no_endpoint: [404, () => "There is no endpoint at this address. GET /v1/openapi.json lists the endpoints."],
  unknown_name: [404, ({ detail }) => detail],
  body_too_large: [413, () => "The body is larger than 1 MiB. Send fewer cells."],
  invalid_request: [422, ({ detail }) => detail],
  since_out_of_range: [400, ({ detail }) => detail],
  key_in_address: [422, () => "The API key is in the address, where logs record it. Send it only in the Authorization header."],
  key_in_body: [422, () => "The body contains the API key. Remove it: the key belongs only in the Authorization header."],
  too_many_requests: [429, ({ perMinute, waitS }) => `More than ${perMinute} requests in this minute. Wait ${waitS} s.`],
  too_many_in_flight: [
    429,
    ({ most, of }) => `This ${of} has ${most} requests in flight, and more are not accepted. Wait for a reply, then send this one again.`,
  ],
  too_many_as_of: [503, ({ waitS }) => `Too many requests as of past moments are in work. Send this one again in ${waitS} s.`],
  hung_up: [499, () => "The client closed the connection before the end of its reply."],
  no_self_service: [403, () => "This service creates no keys on request. Ask the service operator for a key."],
  too_many_keys: [
    429,
    ({ perDay }) => `This address has created ${perDay === 1 ? "its key" : `its ${perDay} keys`} of today. Use one of them, or try again tomorrow (UTC).`,
  ],
  not_ready: [503, ({ why }) => `The service cannot answer: ${why}.`],
  service_fault: [500, () => "Server error. Retry later; the operator's log has the details."],
  source_unavailable: [503, ({ detail }) => detail],
  withheld: [403, ({ detail }) => detail],
  changed: [412, ({ detail }) => detail],
  no_range: [416, ({ detail }) => detail],
};

/** Sends a refusal: its status, its code and its sentence. */
export function refuse(reply: FastifyReply, refusal: RequestRefusal): FastifyReply {
  const [status, words] = CATALOGUE[refusal.code] as readonly [number, (refusal: RequestRefusal) => string];
  return reply.code(status).send({ detail: words(refusal), code: refusal.code } satisfies ErrorBody);
}
