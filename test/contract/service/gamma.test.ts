import { OPTION_CHAINS } from "../../../src/service/families/gamma/sample";
import { openServices, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const URL = "/v1/equities/gamma";

const all = (s: ServiceUnderTest) => s.read(URL);
const one = (s: ServiceUnderTest, ticker: string) => s.read<any>(`${URL}/${ticker}`);

it("GET /v1/equities/gamma lists the figures that GAMMA shows for every covered name, largest net gamma first", async () => {
  const s = await serve();
  const { data, count, meta } = await all(s);
  expect([data.length, count]).toEqual([OPTION_CHAINS.length, OPTION_CHAINS.length]);
  const sizes = data.map((r) => Math.abs(Number(r.net_gamma_usd)));
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  const { data: cells } = await s.cells(data.flatMap(({ ticker }) => ["net", "call", "put", "flip"].map((field) => ({ fn: "GAMMA", args: [ticker, field] }))));
  const shown = data.flatMap((r) => [r.net_gamma_usd, r.call_gamma_usd, r.put_gamma_usd, r.flip_price]);
  expect(shown).toEqual(cells.map((c) => c.value));
  expect(data.map((r) => r.dealer_gamma)).toEqual(data.map((r) => (Number(r.net_gamma_usd) > 0 ? "long" : "short")));
  expect(data.filter((r) => (r.flip_price === null) !== (r.flip_reason !== undefined))).toEqual([]);
  expect(meta).toMatchObject({ sample: true, caveats: ["gamma_modeled_not_measured"], attribution: { sample: expect.any(String) } });
});

describe("GET /v1/equities/gamma/{ticker}", () => {
  it("gives the figures of the list with gamma by strike, which adds up to them", async () => {
    const s = await serve();
    const { data, meta } = await one(s, "spy");
    expect(data).toMatchObject((await all(s)).data.find((r) => r.ticker === "SPY")!);
    const strikes: readonly any[] = data.strikes;
    const sum = (figure: string) => strikes.reduce((total, strike) => total + strike[figure], 0);
    expect(["call_gamma_usd", "put_gamma_usd", "net_gamma_usd"].map(sum)).toEqual([data.call_gamma_usd, data.put_gamma_usd, data.net_gamma_usd]);
    expect(strikes).toEqual([...strikes].sort((a, b) => a.strike - b.strike));
    expect(meta).toMatchObject({ sample: true, caveats: ["gamma_modeled_not_measured"] });
  });

  it("names the strikes with the most call gamma above and the most put gamma below the close", async () => {
    const { data } = await one(await serve(), "NVDA");
    const { price, call_wall: call, put_wall: put, strikes } = data as { strikes: readonly any[] } & Record<"price" | "call_wall" | "put_wall", any>;
    const [above, below] = [strikes.filter((x) => x.strike >= price), strikes.filter((x) => x.strike <= price)];
    expect([call.strike >= price, call.gamma_usd]).toEqual([true, Math.max(...above.map((x) => x.call_gamma_usd))]);
    expect([put.strike <= price, put.gamma_usd]).toEqual([true, Math.min(...below.map((x) => x.put_gamma_usd))]);
  });

  it("gives the reason that GAMMA shows for a ticker without options, and while sample data is off", async () => {
    const s = await serve();
    const nothing = { net_gamma_usd: null, call_wall: null, put_wall: null, strikes: [] };
    expect(await one(s, "ACLS")).toMatchObject({
      data: { ticker: "ACLS", ...nothing, reason: (await s.ask("GAMMA", "ACLS")).explanation },
      meta: { sample: false },
    });
    const off = await serve({ sample: false });
    expect(await one(off, "SPY")).toMatchObject({ data: { ...nothing, reason: expect.stringContaining("switched off") }, meta: { sample: false } });
    expect((await one(await serve({ asOf: "1965-06-30" }), "SPY")).data).toMatchObject(nothing);
  });
});
