import { OPTION_CHAINS } from "../../../src/service/families/gamma/sample";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import { openServices } from "./service-under-test";

const serve = openServices();
type Service = Awaited<ReturnType<typeof serve>>;
const URL = "/v1/equities/gamma";
const DAY = "2024-06-25";

interface Figures {
  readonly ticker: string;
  readonly date: string | null;
  readonly price: number | null;
  readonly net_gamma_usd: number | null;
  readonly call_gamma_usd: number | null;
  readonly put_gamma_usd: number | null;
  readonly dealer_gamma: string | null;
  readonly flip_price: number | null;
  readonly flip_reason?: string;
}
interface Wall {
  readonly strike: number;
  readonly gamma_usd: number;
}
interface Detail extends Figures {
  readonly reason?: string;
  readonly call_wall: Wall | null;
  readonly put_wall: Wall | null;
  readonly strikes: readonly { readonly strike: number; readonly call_gamma_usd: number; readonly put_gamma_usd: number; readonly net_gamma_usd: number }[];
}
interface Reply<T> {
  readonly data: T;
  readonly count?: number;
  readonly meta: { readonly caveats: string[]; readonly sample: boolean; readonly note?: string; readonly attribution: object };
}
const all = async (s: Service, query = ""): Promise<Reply<readonly Figures[]>> => (await s.get(`${URL}${query}`)).json();
const one = async (s: Service, ticker: string, query = ""): Promise<Reply<Detail>> => (await s.get(`${URL}/${ticker}${query}`)).json();

describe("GET /v1/equities/gamma", () => {
  it("lists the figures that GAMMA shows for every covered name, largest net gamma first", async () => {
    const s = await serve({ asOf: DAY });
    const { data, count, meta } = await all(s);
    expect([data.length, count]).toEqual([OPTION_CHAINS.length, OPTION_CHAINS.length]);
    const sizes = data.map((r) => Math.abs(Number(r.net_gamma_usd)));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const { data: cells } = await s.cells(
      data.flatMap(({ ticker }) => ["net", "call", "put", "flip"].map((field) => ({ fn: "GAMMA", args: [ticker, field] }))),
    );
    const shown = data.flatMap((r) => [r.net_gamma_usd, r.call_gamma_usd, r.put_gamma_usd, r.flip_price]);
    expect(shown).toEqual(cells.map((c) => c.value));
    expect(data.map((r) => r.dealer_gamma)).toEqual(data.map((r) => (Number(r.net_gamma_usd) > 0 ? "long" : "short")));
    expect(data.filter((r) => (r.flip_price === null) !== (r.flip_reason !== undefined))).toEqual([]);
    expect(meta).toMatchObject({ sample: true, caveats: ["gamma_modeled_not_measured"], attribution: { sample: expect.any(String) as string } });
  });

  it("lists nothing if sample data is off or outside the sample years", async () => {
    const s = await serve({ asOf: DAY });
    s.store.feeds.decide(SAMPLE_SWITCH, false, DAY);
    expect(await all(s)).toMatchObject({ data: [], count: 0, meta: { sample: false, note: expect.stringContaining("switched off") as string } });
    expect(await all(await serve({ asOf: "1965-06-30" }))).toMatchObject({ data: [], meta: { sample: false } });
  });

  it("lists the session of the day that as_of names, and refuses other parameters", async () => {
    const s = await serve({ asOf: DAY });
    const { data } = await all(s, "?as_of=2024-06-21");
    expect(new Set(data.map((r) => r.date))).toEqual(new Set(["2024-06-21"]));
    for (const query of ["?limit=5", "?ticker=SPY", "?as_of=2024-06-26"]) expect((await s.get(`${URL}${query}`)).statusCode).toBe(422);
  });
});

describe("GET /v1/equities/gamma/{ticker}", () => {
  it("gives the figures of the list with gamma by strike, which adds up to them", async () => {
    const s = await serve({ asOf: DAY });
    const { data, meta } = await one(s, "spy");
    expect(data).toMatchObject((await all(s)).data.find((r) => r.ticker === "SPY")!);
    const sum = (of: (strike: Detail["strikes"][number]) => number) => data.strikes.reduce((total, strike) => total + of(strike), 0);
    expect([sum((x) => x.call_gamma_usd), sum((x) => x.put_gamma_usd), sum((x) => x.net_gamma_usd)]).toEqual([
      data.call_gamma_usd,
      data.put_gamma_usd,
      data.net_gamma_usd,
    ]);
    expect(data.strikes.map((x) => x.strike)).toEqual([...data.strikes.map((x) => x.strike)].sort((a, b) => a - b));
    expect(meta).toMatchObject({ sample: true, caveats: ["gamma_modeled_not_measured"] });
  });

  it("names the strikes with the most call gamma above and the most put gamma below the close", async () => {
    const { data } = await one(await serve({ asOf: DAY }), "NVDA");
    const [price, call, put] = [Number(data.price), data.call_wall!, data.put_wall!];
    const [above, below] = [data.strikes.filter((x) => x.strike >= price), data.strikes.filter((x) => x.strike <= price)];
    expect([call.strike >= price, call.gamma_usd]).toEqual([true, Math.max(...above.map((x) => x.call_gamma_usd))]);
    expect([put.strike <= price, put.gamma_usd]).toEqual([true, Math.min(...below.map((x) => x.put_gamma_usd))]);
  });

  it("gives the reason that GAMMA shows for a ticker without options, and while sample data is off", async () => {
    const s = await serve({ asOf: DAY });
    const nothing = { net_gamma_usd: null, call_wall: null, put_wall: null, strikes: [] };
    expect(await one(s, "ACLS")).toMatchObject({
      data: { ticker: "ACLS", ...nothing, reason: (await s.ask("GAMMA", "ACLS")).explanation },
      meta: { sample: false },
    });
    s.store.feeds.decide(SAMPLE_SWITCH, false, DAY);
    expect(await one(s, "SPY")).toMatchObject({ data: { ...nothing, reason: expect.stringContaining("switched off") as string }, meta: { sample: false } });
    expect((await one(await serve({ asOf: "1965-06-30" }), "SPY")).data).toMatchObject(nothing);
  });

  it("gives 404 for an unknown ticker, and 422 for one of more than 12 characters", async () => {
    const s = await serve({ asOf: DAY });
    const unknown = await s.get(`${URL}/AAPLX`);
    expect([unknown.statusCode, unknown.json<{ detail: string }>().detail]).toEqual([404, expect.stringMatching(/AAPLX.*AAPL/)]);
    expect((await s.get(`${URL}/ABCDEFGHIJKLM`)).statusCode).toBe(422);
    expect((await one(s, "SPY", "?as_of=2024-06-21")).data.date).toBe("2024-06-21");
  });
});
