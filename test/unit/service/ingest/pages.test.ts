import { readFileSync } from "node:fs";
import path from "node:path";
import { kalshi } from "../../../../src/service/publishers/kalshi/kalshi";
import type { PublishedMarket } from "../../../../src/service/records/prediction";
import { itWithSharedData } from "../../../shared-data";
import { onlyFeeds, openUpdates } from "./updates";

const FIRST = "/trade-api/v2/markets?status=open&mve_filter=exclude&limit=1000";
const at = openUpdates(Date.parse("2026-06-20T12:00:00Z"), /^https:\/\/api\.elections\.kalshi\.com/);
beforeEach(() => at.store.decisions.decide("kalshi", true, "2026-06-20"));
const run = () => at.run(onlyFeeds(kalshi, "kalshi.markets"));

const market = (ticker: string, volume_24h_fp: number, volume_fp: number) => ({
  ticker, event_ticker: "KXRAIN", title: `Will it rain at ${ticker}?`, status: "active", close_time: "2026-12-31T00:00:00Z", yes_bid_dollars: "0.0800", no_bid_dollars: "0.8800",
  last_price_dollars: "0.1000", previous_price_dollars: "0.0800", volume_fp: volume_fp.toFixed(2), volume_24h_fp: volume_24h_fp.toFixed(2), updated_time: "2026-06-20T09:31:16Z",
}); // prettier-ignore
const page = (cursor: string, markets: readonly object[]) => ({ body: JSON.stringify({ cursor, markets }) });
const stored = () => at.store.records.entities("market");

describe("Kalshi's list of markets", () => {
  it("is read to its last page, half a second between pages, and its busiest markets are kept", async () => {
    // The busiest come last. Of 2,700 markets, 1,000 have the most volume of 24 hours, and 1,000 others of the lifetime.
    const quiet = Array.from({ length: 700 }, (_, i) => market(`KX-Q${i}`, 0, 1));
    const lasting = Array.from({ length: 1_000 }, (_, i) => market(`KX-L${i}`, 1, 5_000 + i));
    const busy = Array.from({ length: 1_000 }, (_, i) => market(`KX-B${i}`, 100 + i, 100));
    at.loopback.replies(FIRST, page("a+b/2", quiet));
    at.loopback.replies(`${FIRST}&cursor=a%2Bb%2F2`, page("third", [...lasting, quiet[0]!]));
    at.loopback.replies(`${FIRST}&cursor=third`, page("", busy));
    expect(await run()).toMatchObject([{ documents: 1, added: 2_000, failures: [], notices: [] }]);
    expect(at.asked()).toHaveLength(3);
    expect(at.loopback.asked.slice(1).map((asked, i) => asked.at - at.loopback.asked[i]!.at)).toEqual([500, 500]);
    expect(new Set(stored())).toEqual(new Set([...lasting, ...busy].map(({ ticker }) => ticker)));
    expect(at.store.records.latest<PublishedMarket>("market", "KX-B999", "2026-06-20", 1)[0]!.body).toMatchObject({ volume_24h: 1_099, volume_contracts: 100 });
  });

  it("is left as it was if a page is missing, or names one that came before", async () => {
    at.loopback.replies(FIRST, page("second", [market("KX-1", 1, 1)]));
    at.loopback.replies(`${FIRST}&cursor=second`, { status: 404 }, page("second", [market("KX-2", 1, 1)]));
    expect(await run()).toMatchObject([{ documents: 0, failures: [expect.stringMatching(/has no such document \(status 404\)/)] }]);
    at.loopback.pass(24 * 3_600_000);
    expect(await run()).toMatchObject([{ documents: 0, failures: [expect.stringMatching(/^page 3 of the list is one that came before/)] }]);
    expect(stored()).toEqual([]);
  });

  it("ends after a hundred pages, and the update says so", async () => {
    const cursor = (n: number): string => (n === 0 ? FIRST : `${FIRST}&cursor=${n}`);
    for (let n = 0; n <= 100; n++) at.loopback.replies(cursor(n), page(String(n + 1), [market(`KX-${n}`, n, n)]));
    expect(await run()).toMatchObject([
      { documents: 1, added: 100, notices: ["Kalshi's markets: the list has more than 100 pages, and the others were not read."] },
    ]);
    expect(at.loopback.asked).toHaveLength(100);
  });

  itWithSharedData("is read from pages as Kalshi sends them", async (folder) => {
    const published = JSON.parse(readFileSync(path.join(folder, "kalshi/ccxt_kalshi_markets_2026-06-20.json"), "utf8")) as { markets: { ticker: string }[] };
    const [one, other] = published.markets;
    at.loopback.replies(FIRST, page("more", [one!]));
    at.loopback.replies(`${FIRST}&cursor=more`, page("", [other!]));
    expect(await run()).toMatchObject([{ documents: 1, added: 2, failures: [] }]);
    expect(stored()).toEqual(published.markets.map(({ ticker }) => ticker).sort());
  });
});
