import type { FastifyReply } from "fastify";
import type { ErrorBody } from "../../../contract/wire";

const detailOf = ({ detail }: { readonly detail: string }): string => detail;

/** Status and sentence of every refusal, which is made of what the refusal has besides its code. */
const CATALOGUE = {
  unreadable_address: [400, () => "The address cannot be decoded. Check its percent-encoding."],
  long_address: [422, () => "A part of the address is longer than 256 characters. Shorten it."],
  unreadable_body: [400, () => "The body cannot be read. Send JSON, with the header Content-Type: application/json."],
  unreadable_request: [400, ({ why }: { readonly why: string }) => `The request cannot be read: ${why.replace(/[.\s]+$/, "")}.`],
  // The message does not repeat the address: it may contain a pasted key.
  no_endpoint: [404, () => "There is no endpoint at this address. GET /v1/openapi.json lists the endpoints."],
  /** `detail` gives the nearest known names. */
  unknown_name: [404, detailOf],
  body_too_large: [413, () => "The body is larger than 1 MiB. Send fewer cells."],
  /** `detail` names the parameter, what was expected and what came. */
  invalid_request: [422, detailOf],
  /** `detail` says from when to when it must be. */
  since_out_of_range: [400, detailOf],
  key_in_address: [422, () => "The API key is in the address, where logs record it. Send it only in the Authorization header."],
  key_in_body: [422, () => "The body contains the API key. Remove it: the key belongs only in the Authorization header."],
  too_many_requests: [
    429,
    ({ perMinute, waitS }: { readonly perMinute: number; readonly waitS: number }) => `More than ${perMinute} requests in this minute. Wait ${waitS} s.`,
  ],
  too_many_in_flight: [
    429,
    ({ most, of }: { readonly most: number; readonly of: "key" | "address" }) =>
      `This ${of} has ${most} requests in flight, and more are not accepted. Wait for a reply, then send this one again.`,
  ],
  too_many_as_of: [503, ({ waitS }: { readonly waitS: number }) => `Too many requests as of past moments are in work. Send this one again in ${waitS} s.`],
  /** The client does not receive it. */
  hung_up: [499, () => "The client closed the connection before the end of its reply."],
  no_self_service: [403, () => "This service creates no keys on request. Ask the service operator for a key."],
  too_many_keys: [
    429,
    ({ perDay }: { readonly perDay: number }) =>
      `This address has created ${perDay === 1 ? "its key" : `its ${perDay} keys`} of today. Use one of them, or try again tomorrow (UTC).`,
  ],
  /** `why` without a final full stop. */
  not_ready: [503, ({ why }: { readonly why: string }) => `The service cannot answer: ${why}.`],
  service_fault: [500, () => "Server error. Retry later; the operator's log has the details."],
  source_unavailable: [503, detailOf],
  withheld: [403, detailOf],
  changed: [412, detailOf],
  no_range: [416, detailOf],
} satisfies Readonly<Record<string, readonly [status: number, words: (refusal: never) => string]>>;

type RefusalCode = keyof typeof CATALOGUE;
type RefusalOf<C extends RefusalCode> = { readonly code: C } & ((typeof CATALOGUE)[C][1] extends (refusal: infer P) => string ? P : never);
/** Why a request is refused. Refused keys (401) have codes in `contract/wire` instead. */
export type RequestRefusal = { [C in RefusalCode]: RefusalOf<C> }[RefusalCode];

/** Sends a refusal: its status, its code and its sentence. */
export function refuse(reply: FastifyReply, refusal: RequestRefusal): FastifyReply {
  const [status, words] = CATALOGUE[refusal.code] as readonly [number, (refusal: RequestRefusal) => string];
  return reply.code(status).send({ detail: words(refusal), code: refusal.code } satisfies ErrorBody);
}
