import type { FastifyReply } from "fastify";
import { refuse, type RequestRefusal } from "../../../../src/service/http/server/refuse";

const detail = 'limit: expected a whole number from 1 to 5, got "ten".';

/** Every refusal by its code. A new code does not compile until it is listed. */
const REFUSALS: { readonly [C in RequestRefusal["code"]]: readonly [number, Omit<Extract<RequestRefusal, { code: C }>, "code">] } = {
  unreadable_address: [400, {}],
  unreadable_body: [400, {}],
  unreadable_request: [400, { why: "the header is too long" }],
  since_out_of_range: [400, { detail }],
  no_endpoint: [404, {}],
  unknown_name: [404, { detail }],
  body_too_large: [413, {}],
  long_address: [422, {}],
  invalid_request: [422, { detail }],
  key_in_address: [422, {}],
  key_in_body: [422, {}],
  too_many_requests: [429, { perMinute: 60, waitS: 20 }],
  too_many_in_flight: [429, { most: 40, of: "key" }],
  too_many_as_of: [503, { waitS: 5 }],
  hung_up: [499, {}],
  no_self_service: [403, {}],
  too_many_keys: [429, { perDay: 2 }],
  not_ready: [503, { why: "the disk is full. Free some space" }],
  service_fault: [500, {}],
  source_unavailable: [503, { detail }],
  withheld: [403, { detail }],
  changed: [412, { detail }],
  no_range: [416, { detail }],
};

test.each(Object.entries(REFUSALS))("refusal %s has its status, its code, and a detail without pane, menu or commands", (code, [status, parameters]) => {
  let sent: { status?: number; body?: { detail: string; code: string } } = {};
  const reply = { code: (given: number) => ({ send: (body: { detail: string; code: string }) => (sent = { status: given, body }) }) };
  refuse(reply as unknown as FastifyReply, { code, ...parameters } as RequestRefusal);
  expect(sent).toEqual({ status, body: { code, detail: expect.stringMatching(/^(?:[A-Z]|limit: )\w* .*\.$/) as string } });
  expect(sent.body!.detail).not.toMatch(/pane|menu|press |refresh|undefined|command/i);
});
