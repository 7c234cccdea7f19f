import { CELL_FUNCTIONS, functionSpec } from "../../../src/contract/functions";
import { importInto, openServices } from "./service-under-test";

const service = openServices();

type Wire = { value: unknown; code?: string; reason?: string; sample?: boolean; source?: string };

/** Every cell function with its example arguments. */
const examples = CELL_FUNCTIONS.map((fn) => ({
  fn,
  args: functionSpec(fn).parameters.map((p) => (p.kind === "choice" && p.fallback === "" ? null : p.example)),
}));

describe("with sample data turned off", () => {
  const off = async () => {
    const s = await service({ asOf: "2024-06-28" });
    s.store.feeds.decide("sample", false, "2024-06-28");
    return s;
  };

  it("no function returns sample data if nothing is imported", async () => {
    const s = await off();
    for (const { fn, args } of examples) {
      const answer = (await s.ask(fn, ...args)) as Wire;
      expect([fn, answer.value, answer.sample]).toEqual([fn, null, undefined]);
      expect(["not_loaded", "proprietary_forecasts"]).toContain(answer.code);
    }
    expect((await s.ask("PRICE", "AAPL")) as Wire).toMatchObject({
      code: "not_loaded",
      explanation: expect.stringMatching(/npm run data -- status/) as string,
    });
  });

  it("published data is served, and a value that needs sample data is a reason", async () => {
    const s = await off();
    importInto(s.store, { DGS10: { "2024-06-27": 4.3 } });
    expect(await s.ask("FRED", "DGS10")).toMatchObject({ value: 4.3, source: "user" });
    expect(await s.ask("FRED", "T10Y2Y")).toMatchObject({
      value: null,
      code: "not_loaded",
      components: [
        { name: "DGS10", value: 4.3, source: "user" },
        { name: "DGS2", absent: "no published data is loaded" },
      ],
    });
  });

  it("no endpoint lists sample rows, and the status reports no sample data", async () => {
    const s = await off();
    expect((await s.get("/macro/fred/DGS2")).json()).toMatchObject({ data: { value: null, reason: expect.stringMatching(/switched off/) as string } });
    expect((await s.get("/v1/macro/fred/DGS2/history")).statusCode).toBe(503);
    expect((await s.get("/v1/equities/insider-clusters")).json()).toMatchObject({
      data: [],
      meta: { sample: false, note: expect.stringMatching(/switched off/) as string },
    });
    expect((await s.get("/v1/equities/smart-money/AAPL")).json()).toMatchObject({ data: { score: null } });
    const status = (await s.get("/v1/status")).json() as { data: { sample: boolean; families: { sample: boolean }[] } };
    expect(status.data.sample).toBe(false);
    expect(status.data.families.some((f) => f.sample)).toBe(false);
  });

  it("turning it on again serves sample data again", async () => {
    const s = await off();
    s.store.feeds.decide("sample", true, "2024-06-28");
    expect((await s.ask("PRICE", "AAPL")) as Wire).toMatchObject({ sample: true, value: expect.any(Number) as number });
  });
});
