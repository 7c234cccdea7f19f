import { addDays } from "../../../src/contract/dates";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";
import { openServices, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const DAY = "2024-06-25";
const TICKERS = ["AAPL", "NVDA", "MSFT", "JPM", "GME", "SPY", "BRK.B", "TSM", "ACLS", "OKLO"];

interface Listed<T> {
  readonly data: T;
  readonly count: number;
  readonly meta: {
    readonly sample: boolean;
    readonly has_more?: boolean;
    readonly caveats: string[];
    readonly attribution: Record<string, string>;
    readonly note?: string;
  };
}
const listed = async <T>(s: ServiceUnderTest, url: string): Promise<Listed<T>> => (await s.get(url)).json();

interface Disclosure {
  readonly direction: "bull" | "bear" | null;
}

describe("endpoints over sample data", () => {
  it("list the disclosures that CONGRESS counts, marked as sample", async () => {
    const s = await serve({ asOf: DAY });
    for (const ticker of TICKERS) {
      const { data, meta } = await listed<Disclosure[]>(s, `/v1/equities/congress?ticker=${ticker}&days=90&limit=200`);
      const [count, net] = [await s.ask("CONGRESS", ticker), await s.ask("CONGRESS", ticker, "net")];
      if (data.length === 0) expect([count.code, net.code]).toEqual(["no_trades", "no_trades"]);
      else {
        const trades = data.filter((t) => t.direction !== null);
        expect(count).toMatchObject({ value: trades.length, sample: true });
        expect(net.value).toBe(trades.reduce((sum, t) => sum + (t.direction === "bull" ? 1 : -1), 0));
        expect(meta).toMatchObject({ sample: true, attribution: { sample: expect.any(String) as string } });
      }
    }
    const all = await listed<Disclosure[]>(s, "/v1/equities/congress");
    expect(all.count).toBeGreaterThan(100);
    expect(all.meta.sample).toBe(true);
  });

  it("list funding rates up to the one that FUNDING shows", async () => {
    const s = await serve({ asOf: DAY });
    for (const symbol of ["BTC", "ETH", "DOGE"]) {
      const { data, meta } = await listed<{ rate_pct: number; exchange: string }[]>(s, `/v1/crypto/funding/${symbol}?days=30`);
      expect(data.length).toBe(90);
      expect(data[data.length - 1]).toMatchObject({ rate_pct: (await s.ask("FUNDING", symbol)).value, exchange: "sample" });
      expect(meta.sample).toBe(true);
    }
  });

  it("list the short volume that SMARTMONEY uses, with both caveats", async () => {
    const s = await serve({ asOf: DAY });
    const caveats = ["short_volume_not_short_interest", "short_volume_off_exchange_hedging"];
    for (const ticker of ["NVDA", "GME", "KO", "BRK-B"]) {
      const { data, meta } = await listed<{ short_volume: number; total_volume: number }[]>(s, `/v1/equities/short-volume?symbol=${ticker}&days=30`);
      const component = (await s.ask("SMARTMONEY", ticker)).components?.find((l) => l.name === "short_volume");
      const last = data.slice(0, 5);
      const ratio = last.reduce((sum, r) => sum + r.short_volume, 0) / last.reduce((sum, r) => sum + r.total_volume, 0);
      expect(component).toMatchObject({
        sample: true,
        evidence: expect.stringContaining(`${(ratio * 100).toFixed(1)} % of the volume was sold short`) as string,
      });
      expect(meta).toMatchObject({ sample: true, caveats });
    }
    const day = await listed<{ symbol: string; date: string }[]>(s, "/v1/equities/short-volume");
    expect(day.data.every((r) => r.date === DAY)).toBe(true);
    expect((await listed<object[]>(s, "/v1/equities/short-volume?symbol=ABBNY")).data).toEqual([]);
  });

  it("list the insider clusters whose strength SMARTMONEY adds up", async () => {
    const s = await serve({ asOf: DAY });
    const data: { ticker: string; direction: string; strength_score: number }[] = [];
    for (let more = true; more;) {
      const page = await listed<typeof data>(s, `/v1/equities/insider-clusters?limit=200&offset=${data.length}`);
      data.push(...page.data);
      expect(page.meta).toMatchObject({ sample: true, has_more: (more = data.length < page.count) });
    }
    expect(data.length).toBeGreaterThan(200);
    for (const ticker of new Set(data.slice(0, 20).map((c) => c.ticker))) {
      const strength = data.filter((c) => c.ticker === ticker).reduce((sum, c) => sum + (c.direction === "buy" ? 1 : -1) * c.strength_score, 0);
      const component = (await s.ask("SMARTMONEY", ticker)).components?.find((l) => l.name === "insider");
      expect(component).toMatchObject({ value: expect.closeTo(Math.max(-100, Math.min(100, strength)), 1) as number });
    }
  });

  it("return the same score as SMARTMONEY and the same values as FRED", async () => {
    const s = await serve({ asOf: DAY });
    for (const ticker of ["NVDA", "KO", "SPY"]) {
      const { data } = await listed<{ score: number }>(s, `/v1/equities/smart-money/${ticker}`);
      expect(data.score).toBe((await s.ask("SMARTMONEY", ticker)).value);
    }
    for (const id of ["DGS10", "CPIAUCSL", "WALCL"]) {
      const value = (await s.ask("FRED", id)).value;
      expect((await listed<{ value: number }>(s, `/macro/fred/${id}`)).data.value).toBe(value);
      const history = await listed<{ value: number }[]>(s, `/v1/macro/fred/${id}/history?from=${addDays(DAY, -120)}`);
      expect(history.data[history.data.length - 1]?.value).toBe(value);
    }
  });
});

describe("endpoints without sample data", () => {
  const URLS = ["/v1/equities/congress?ticker=NVDA", "/v1/equities/short-volume?symbol=NVDA", "/v1/crypto/funding/BTC", "/v1/equities/insider-clusters"];

  it("list no sample data if it is turned off, and say so", async () => {
    const s = await serve({ asOf: DAY });
    s.store.feeds.decide(SAMPLE_SWITCH, false, DAY);
    for (const url of URLS)
      expect(await listed(s, url)).toMatchObject({ data: [], meta: { sample: false, note: expect.stringContaining("switched off") as string } });
  });

  it("list no sample data on a date outside the sample years", async () => {
    const s = await serve({ asOf: "1965-06-30" });
    for (const url of URLS) expect(await listed(s, url)).toMatchObject({ data: [], meta: { sample: false } });
  });
});
