import { findMarket, listedMarket, wordsOf } from "../../../../src/service/families/prediction/find-market";
import type { Market } from "../../../../src/service/records/prediction";

describe("the words of a question", () => {
  test.each([
    ["Will the Fed's rate cuts in the U.S. be 25bps?", ["fed", "rate", "cut", "us", "25", "bps"]],
    ["S&P 500", ["s&p", "500"]],
    ["S & P500", ["s&p", "500"]],
    ["100k", ["100000"]],
    ["$100,000", ["100000"]],
    ["$1.5bn, 2 million and 3M", ["1500000000", "2000000", "3000000"]],
    ["4.5 % or 4.5pct", ["4.5", "%"]],
    ["10-year 10Y", ["10", "year"]],
    ["Parties’ taxes, Türkiye's glass", ["party", "tax", "turkiye", "glass"]],
    ["Q3 2026-11", ["q3", "2026", "11"]],
    ["the Will of", []],
  ])('"%s" has the words %j', (text, words) => expect(wordsOf(text)).toEqual(words));
});

describe("finding a prediction market", () => {
  const market = (id: string, question: string, more: Partial<Market> = {}): Market => ({
    id, slug: `slug-of-${id}`, question, category: "", event: "", opened: "2024-01-01", end_date: "2024-12-31", closed: null, outcome: null, yes_probability: 0.5, volume_usd: 1, liquidity_usd: null, ...more,
  }); // prettier-ignore
  const find = (asked: string, ...markets: Market[]): string[] => {
    const found = findMarket(markets.map(listedMarket), asked);
    return found.kind === "one" ? [found.market.id] : found.kind === "several" ? ["several", ...found.markets.map((m) => m.id)] : ["none"];
  };
  const ether = market("1", "Will Ether outperform Bitcoin?", { volume_usd: 9e9 });
  const high = market("2", "Will Bitcoin reach $100,000 in 2024?");
  const higher = market("3", "Will Bitcoin reach $150,000 in 2024?");

  test("matches a whole id or slug, in any letter case, before words", () => {
    const named = market("KXBTC-99", "Will 2 be reached?");
    expect(find("kxbtc-99", named, ether)).toEqual(["KXBTC-99"]);
    expect(find("SLUG-OF-KXBTC-99", named, ether)).toEqual(["KXBTC-99"]);
    expect(find("2", named, high)).toEqual(["2"]);
    expect(find("kxbtc", named, ether)).toEqual(["none"]);
  });

  test("ignores the traded volume when choosing between matches", () => {
    expect(find("bitcoin", ether, high, higher)).toEqual(["several", "1", "2", "3"]);
    expect(find("bitcoin 100k", ether, high, higher)).toEqual(["2"]);
    expect(find("bitcoin", ether)).toEqual(["1"]);
  });

  test("chooses a shorter question only if all other matches contain its words", () => {
    const plain = market("a", "Will the Fed cut rates?");
    const twice = market("b", "Will the Fed cut rates twice in 2024?");
    expect(find("fed cut", plain, twice)).toEqual(["a"]);
    expect(find("fed", plain, twice, market("c", "Will the Fed raise rates in 2024?"))).toEqual(["several", "a", "c", "b"]);
    expect(find("will the fed raise rates in 2024", twice, market("c", "Will the Fed raise rates in 2024?"))).toEqual(["c"]);
  });

  test("uses an event's title only if no question has all the words", () => {
    const [smith, jones] = ["Smith", "Jones"].map((name) => market(name, `Will ${name} win the nomination?`, { event: "Nominee 2028" }));
    expect(find("nominee 2028", smith!, jones!)).toEqual(["several", "Jones", "Smith"]);
    expect(find("jones nominee", smith!, jones!)).toEqual(["Jones"]);
    expect(find("nominee", smith!, jones!, market("x", "Who is the nominee?"))).toEqual(["x"]);
  });

  test("finds an event's markets by the event's whole id only", () => {
    const [low, high] = ["3", "4"].map((n) => market(`KXFED-26DEC-T${n}`, `Will the rate be above ${n} %?`, { event: "KXFED-26DEC" }));
    expect(find("kxfed-26dec", low!, high!)).toEqual(["several", "KXFED-26DEC-T3", "KXFED-26DEC-T4"]);
    expect(find("kxfed", low!, high!)).toEqual(["none"]);
  });

  test("prefers an open market to a closed one", () => {
    const closed = market("old", "Will Bitcoin fall?", { closed: "2024-02-01" });
    expect(find("bitcoin fall", closed, high)).toEqual(["old"]);
    expect(find("bitcoin", closed, high)).toEqual(["2"]);
  });
});
