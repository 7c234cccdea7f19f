import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { createAccess } from "../../../src/service/http/keys/access";
import { countInFlight } from "../../../src/service/http/keys/in-flight";
import { endpoint, listAnswer } from "../../../src/service/http/server/endpoint";
import { NOT_FOUND } from "../../../src/service/http/server/schemas";
import { createClock } from "../../../src/service/time/clock";
import { openStore } from "../../../src/service/store/store";
import { NOON, openServices } from "./service-under-test";

/** Returns the numbers from `least` to `upTo`. */
const tiny = endpoint({
  path: "/v1/tiny/:name",
  summary: "Numbers",
  tag: "service",
  examples: [{ parameters: { name: "one", least: 2 } }, { parameters: { name: "two" }, status: 404 }],
  params: { name: Type.String({ maxLength: 8, description: "Only one." }) },
  query: { least: Type.Optional(Type.Integer({ minimum: 1 })), upTo: Type.Integer({ minimum: 1, maximum: 9, default: 7 }) },
  paging: { most: 5, fallback: 3, offset: true },
  data: Type.Array(Type.Object({ number: Type.Integer() })),
  caveats: ["fred_curated_series_only"],
  refusals: NOT_FOUND,
  answer: ({ name, least = 1, upTo }, { clock }) => {
    if (name !== "one") return { code: "unknown_name", detail: `There is no ${name}.` };
    const numbers = Array.from({ length: upTo }, (_, i) => i + 1).filter((n) => n >= least);
    return listAnswer(numbers, (page) => ({
      data: page.map((number) => ({ number })),
      asOf: clock.asOf(),
      sources: page.includes(1) ? ["sample"] : [],
      note: `${numbers.length} in all`,
    }));
  },
});

const open = openServices();
const service = async () => {
  const store = openStore({ path: ":memory:" });
  const clock = createClock("2024-06-25", () => NOON);
  const pages = (app: FastifyInstance): void => {
    app.addHook("onRequest", createAccess(store.ledger, clock, countInFlight(app)));
    tiny(app, { store, clock });
  };
  const s = await open({ store, pages });
  return { get: async (url: string) => (await s.get(url)).json() as Record<string, unknown> };
};

describe("a declared endpoint", () => {
  it("returns the requested page of data, the total number of rows, and meta with caveats", async () => {
    const { get } = await service();
    expect(await get("/v1/tiny/one")).toMatchObject({
      data: [{ number: 1 }, { number: 2 }, { number: 3 }],
      count: 7,
      as_of: expect.stringMatching(/^2024-06-26T03:59:59Z/),
      meta: { caveats: ["fred_curated_series_only"], sample: true, has_more: true, note: "7 in all" },
    });
    expect(await get("/v1/tiny/one?least=2&limit=4&offset=2")).toMatchObject({
      data: [{ number: 4 }, { number: 5 }, { number: 6 }, { number: 7 }],
      count: 6,
      meta: { attribution: {}, sample: false, has_more: false },
    });
  });

  it.each([
    ["limit=6", "limit: expected a whole number from 1 to 5, got 6."],
    ["offset=-1", "offset: expected a whole number of at least 0, got -1."],
    ["upTo=ten", 'upTo: expected a whole number from 1 to 9, got "ten".'],
  ])("refuses %s with what was expected", async (query, detail) => {
    expect(await (await service()).get(`/v1/tiny/one?${query}`)).toEqual({ detail, code: "invalid_request" });
  });

  it("refuses an unknown name", async () => expect(await (await service()).get("/v1/tiny/two")).toEqual({ detail: "There is no two.", code: "unknown_name" }));

  it("is in the OpenAPI document with its parameters, bounds and refusals", async () => {
    const document = (await (await service()).get("/v1/openapi.json")) as {
      paths: Record<string, { get: { parameters: object[]; responses: object } }>;
    };
    const { parameters, responses } = document.paths["/v1/tiny/{name}"]!.get;
    expect(parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "least", examples: { "name=one&least=2": { value: 2 } } }),
        expect.objectContaining({ name: "name", examples: { "name=one&least=2": { value: "one" }, "name=two": { value: "two" } } }),
      ]),
    );
    expect(parameters).toMatchObject([
      { name: "least", in: "query", required: false, schema: { minimum: 1 } },
      { name: "upTo", in: "query", required: false, schema: { maximum: 9, default: 7 } },
      { name: "limit", in: "query", required: false, schema: { minimum: 1, maximum: 5, default: 3 } },
      { name: "offset", in: "query", required: false, schema: { minimum: 0, default: 0 } },
      { name: "name", in: "path", required: true },
    ]);
    expect(Object.keys(responses)).toEqual(["200", "401", "404", "422", "429", "500"]);
  });
});
