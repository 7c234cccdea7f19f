import { addDays } from "../../../../src/contract/dates";
import { COMPANIES, EVENTS } from "../../../../src/service/families/prediction/questions";
import { sampleMarkets } from "../../../../src/service/families/prediction/sample";
import { sampleLatest } from "../../../../src/service/sample/series";
import { endOfDay } from "../../../../src/service/time/time-zone";
import { isReason } from "../../../../src/service/answers/family";
import { findMarket, listedMarket, wordsOf } from "../../../../src/service/families/prediction/find-market";
import type { Market } from "../../../../src/service/records/prediction";
import { ask, codeOf, numberOf, reasonOf } from "./ask-world";

const DAY = "2024-06-25";
const active = (day: string) => sampleMarkets(day).filter((m) => m.closed === null);
/** The markets of some days, so many apart. */
const marketsOf = (count: number, from: string, step: number) => Array.from({ length: count }, (_, i) => sampleMarkets(addDays(from, i * step))).flat();

describe("ODDS", () => {
  test("at least 80 markets in at least six categories are open on any day", () => {
    for (let i = 0; i < 60; i++) {
      const open = active(addDays("2020-01-05", i * 60));
      expect(open.length).toBeGreaterThanOrEqual(80);
      expect(new Set(open.map((m) => m.category)).size).toBeGreaterThanOrEqual(6);
    }
  });

  test("ids are unique, and each slug belongs to one question", () => {
    const ids = sampleMarkets(DAY).map((m) => m.id);
    expect(new Set(ids).size).toBe(ids.length);
    const slugs = EVENTS.flatMap((event) => event.outcomes.map((o) => o.slug));
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  test("a market is found by its id, with a probability between 0 and 1", () => {
    for (const market of active(DAY)) {
      const answer = ask(DAY, "ODDS", market.id);
      expect(answer).toMatchObject({ value: market.yes_probability, unit: "probability", observation_date: DAY, caveats: ["end_date_scheduled_not_actual"] });
      expect(numberOf(answer) > 0 && numberOf(answer) < 1).toBe(true);
    }
  });

  const fullOf = (answer: ReturnType<typeof ask>): string => (isReason(answer) ? (answer.explanation ?? answer.reason) : "");

  test("whole words find the one market that has them all, in any order and case", () => {
    const market = active(DAY).find((m) => m.id === "fed-cut-2024-07")!;
    for (const words of ["fed rate cut July 2024", "CUTS  rate, the FED's (july) 2024", market.question])
      expect(ask(DAY, "ODDS", words)).toMatchObject({
        value: market.yes_probability,
        note: 'market fed-cut-2024-07 ("Will the Federal Reserve (Fed) announce a rate cut in July 2024?")',
      });
  });

  test("words that match several markets give a reason that lists three of them", () => {
    for (const words of ["rate cut", "fed", "bitcoin", "S&P", "100k"]) {
      const answer = ask(DAY, "ODDS", words);
      expect(codeOf(answer)).toBe("ambiguous_market");
      expect(reasonOf(answer)!.length).toBeLessThanOrEqual(60);
      expect(fullOf(answer).match(/\("Will /g)).toHaveLength(3);
    }
    expect(fullOf(ask(DAY, "ODDS", "S&P"))).not.toMatch(/UN Security/);
    expect(fullOf(ask(DAY, "ODDS", "s&p 500"))).toContain('spx-higher-2024-06 ("Will the S&P 500 end June 2024 higher than it began?")');
  });

  test("a prefix of a word finds nothing", () => {
    for (const words of ["bitc", "rate cu", "s", "fede reserve"]) expect(codeOf(ask(DAY, "ODDS", words))).toBe("unknown_market");
  });

  test("words that match no market give a reason that suggests markets with some of the words", () => {
    const answer = ask(DAY, "ODDS", "bitcoin winner");
    expect(reasonOf(answer)).toBe("No market has all of these words.");
    expect(fullOf(answer)).toMatch(/^No prediction market has all words of "bitcoin winner" .*\("Will .*Bitcoin.*"\), .* or .*\("Will .*Bitcoin.*"\)\. Use /);
    expect(fullOf(ask(DAY, "ODDS", "zebra"))).toMatch(/has the id "zebra" or that word/);
    for (const words of ["zebra", "?!", "will the"]) expect(codeOf(ask(DAY, "ODDS", words))).toBe("unknown_market");
  });

  test("a company's ticker or name finds its one open market, else a reason", () => {
    for (const day of ["2020-03-02", DAY, "2026-01-01", "2026-11-20", "2026-12-31"])
      for (const [ticker, name] of Object.entries(COMPANIES)) {
        expect([day, ticker, codeOf(ask(day, "ODDS", ticker))]).toEqual([day, ticker, undefined]);
        expect(ask(day, "ODDS", name)).toMatchObject({ note: expect.stringContaining(`${ticker.toLowerCase()}-higher-${day.slice(0, 4)}`) as string });
      }
    const none = ask(DAY, "ODDS", "KO");
    expect(none).toMatchObject({ code: "unknown_market", reason: "No prediction market is about KO." });
    const found = /^No prediction market asks about Coca-Cola \(KO\)\. ODDS finds a market by its id, or by whole words of its question, such as /;
    expect(fullOf(none)).toMatch(found);
  });

  test("a closed market gives a reason, before and after its outcome is published", () => {
    const closed = sampleMarkets(DAY).filter((m) => m.closed !== null);
    expect(closed.length).toBeGreaterThan(0);
    for (const market of closed) {
      const answer = ask(DAY, "ODDS", market.id);
      expect(answer).toMatchObject({ code: "unknown_market", observation_date: market.closed });
      expect(fullOf(answer)).toContain(market.outcome ? `resolved ${market.outcome}` : "awaits its resolution");
    }
    const states = marketsOf(30, DAY, 1).flatMap((m) => (m.closed ? [m.outcome] : []));
    expect(new Set(states)).toEqual(new Set(["Yes", "No", null]));
  });

  test("some markets close before their scheduled day", () => {
    const early = marketsOf(30, DAY, 30).filter((m) => m.closed !== null && m.closed < m.end_date);
    expect(early.length).toBeGreaterThan(0);
    // A market decided or measured at the end of the period cannot close before it.
    expect(early.filter((m) => /-(higher|cut|hold|hike)-|^(us-cpi|us-payrolls|us-unemployment|btc-above|fed-cuts)-/.test(m.id))).toEqual([]);
  });

  test("the last odds of at least three in four markets point to their outcome", () => {
    const resolved = marketsOf(12, "2023-01-15", 31).filter((m) => m.outcome !== null);
    const right = resolved.filter((m) => m.yes_probability! > 0.5 === (m.outcome === "Yes"));
    expect(right.length / resolved.length).toBeGreaterThan(0.75);
  });

  test("the volume of a market never falls", () => {
    const later = new Map(sampleMarkets(addDays(DAY, 20)).map((m) => [m.id, m.volume_usd!]));
    const both = sampleMarkets(DAY).filter((m) => later.has(m.id));
    expect(both.length).toBeGreaterThan(80);
    expect(both.filter((m) => later.get(m.id)! < m.volume_usd!)).toEqual([]);
  });

  test("the sample has no markets before 2020", () => {
    for (const day of ["1995-03-01", "2019-12-31"]) expect(codeOf(ask(day, "ODDS", "rate cut"))).toBe("no_data_yet");
    expect(codeOf(ask("2020-01-01", "ODDS", "rate cut"))).toBe("ambiguous_market");
  });

  describe("odds agree with the sample's own figures", () => {
    const oddsOn = (day: string) => new Map(sampleMarkets(day).map((m) => [m.id, m.yes_probability!]));

    test("inflation above a level is likely if the level is far below inflation, and unlikely if far above", () => {
      for (const day of ["2022-09-20", "2024-06-25", "2026-11-22"]) {
        const odds = oddsOn(day);
        const prices = sampleLatest("CPIAUCSL", day, 13, endOfDay(day)).map((o) => o.value);
        const inflation = (prices[0]! / prices[12]! - 1) * 100;
        for (const level of [2.5, 3, 3.5]) {
          const of = odds.get(`us-cpi-${String(level).replace(".", "-")}-${day.slice(0, 7)}`);
          if (inflation > level + 0.4) expect({ day, level, likely: of! > 0.75 }).toMatchObject({ likely: true });
          if (inflation < level - 0.4) expect({ day, level, unlikely: of! < 0.25 }).toMatchObject({ unlikely: true });
        }
      }
    });

    test("a rate cut is unlikely near a zero rate and at a meeting that made none", () => {
      for (const day of ["2024-06-25", "2026-11-22"]) {
        const odds = oddsOn(day);
        if (numberOf(ask(day, "CBRATE", "JP")) <= 0.25) expect(odds.get(`boj-cut-${day.slice(0, 7)}`)).toBeLessThan(0.05);
      }
      expect(oddsOn("2024-06-25").get("fed-cut-2024-06")).toBeLessThan(0.05);
    });

    test("prices that move together have similar odds", () => {
      for (let i = 0; i < 30; i++) {
        const day = addDays("2023-01-20", i * 47);
        const odds = oddsOn(day);
        const of = (slug: string) => odds.get(`${slug}-higher-${day.slice(0, 7)}`)!;
        const strong = of("dollar");
        for (const slug of ["eurusd", "gbpusd", "usdjpy"]) {
          const odd = slug.startsWith("usd") ? of(slug) : 1 - of(slug);
          expect({ day, slug, odd, strong, apart: Math.abs(odd - strong) > 0.45 }).toMatchObject({ apart: false });
        }
        for (const coin of ["eth", "sol", "xrp"])
          expect({ day, coin, of: of(coin), btc: of("btc"), apart: Math.abs(of(coin) - of("btc")) > 0.55 }).toMatchObject({ apart: false });
      }
    });

    test("two rate cuts in a year are unlikely if the yield curve is flat, and likely if it falls steeply", () => {
      expect(oddsOn("2026-11-22").get("fed-cuts-2-2027")).toBeLessThan(0.35);
      expect(oddsOn("2024-02-05").get("fed-cuts-2-2024")).toBeGreaterThan(0.6);
    });

    test("a market on a monthly figure ends on the figure's publication day in the next month", () => {
      const ends = sampleMarkets("2024-06-25").flatMap((m) => (/^us-(cpi|payrolls|unemployment|core)-.*2024-06$/.test(m.id) ? [m.end_date] : []));
      expect([...new Set(ends)].sort()).toEqual(["2024-07-05", "2024-07-12"]);
    });

    test("rare events have odds below 0.3", () => {
      for (let i = 0; i < 40; i++)
        for (const [id, p] of oddsOn(addDays("2024-01-20", i * 26)))
          if (/^(stablecoin-depeg|people-on-mars|new-eu-member|us-recession)-/.test(id)) expect(p).toBeLessThan(0.3);
    });

    test("a later date for the same price has odds near those of the earlier one", () => {
      for (const day of ["2026-09-25", "2026-10-20", "2026-11-22", "2025-06-12"]) {
        const odds = oddsOn(day);
        const [first, ...later] = [...odds]
          .filter(([id]) => id.startsWith(`btc-above-100k-${day.slice(0, 4)}`) && id.slice(-7) >= day.slice(0, 7))
          .map(([, p]) => p);
        for (const p of later) expect(Math.abs(p - first!)).toBeLessThan(0.35);
      }
    });

    test("the questions of a ladder of thresholds have a level, and no other question has one", () => {
      for (const event of EVENTS) for (const { level } of event.outcomes) expect(typeof level).toBe(event.relation === "ladder" ? "number" : "undefined");
    });
  });

  const COUNTED = ["zero", "one", "two", "three", "four"];
  /** The threshold in a ladder market's question, as a number. */
  const levelOf = (question: string): number => {
    const counted = COUNTED.findIndex((word) => question.includes(` ${word} or more `));
    const [, amount] = / (?:more than|above|be) \$?([\d,.]+)/.exec(question) ?? [];
    const level = counted >= 0 ? counted : Number(amount?.replaceAll(",", ""));
    if (!Number.isFinite(level)) throw new Error(`No threshold in "${question}".`);
    return level;
  };

  test("the odds of exclusive outcomes sum to at most 1, and a higher threshold never has higher odds", () => {
    const days = Array.from({ length: 130 }, (_, i) => addDays("2020-01-20", i * 20));
    const faults: string[] = [];
    for (const day of days) {
      const byId = new Map(sampleMarkets(day).map((m) => [m.id, m]));
      for (const event of EVENTS)
        for (const id of byId.keys()) {
          const period = id.startsWith(`${event.outcomes[0]!.slug}-`) ? id.slice(event.outcomes[0]!.slug.length + 1) : "";
          if (!/^\d{4}(-\d\d)?$/.test(period)) continue;
          const markets = event.outcomes.map((o) => byId.get(`${o.slug}-${period}`)!);
          const odds = markets.map((m) => m.yes_probability!);
          const yes = markets.map((m) => m.outcome);
          const expectThat = (holds: boolean, what: string): void => void (holds || faults.push(`${day} ${event.outcomes[0]!.slug} ${period}: ${what}`));
          if (event.relation === "exclusive") {
            expectThat(odds.reduce((a, b) => a + b, 0) <= 1 + 1e-9, `the odds ${odds.join(", ")} sum to at most 1`);
            if (yes[0] !== null) expectThat(yes.filter((o) => o === "Yes").length === 1, `one of ${yes.join(", ")} is Yes`);
          } else if (event.relation === "ladder") {
            const byLevel = markets.map((m) => ({ level: levelOf(m.question), odds: m.yes_probability!, yes: m.outcome })).sort((a, b) => a.level - b.level);
            const listed = byLevel.map((m) => `${m.level}: ${m.odds} ${m.yes}`).join(", ");
            expectThat(new Set(byLevel.map((m) => m.level)).size === markets.length, `the thresholds of ${listed} differ`);
            const pairs = byLevel.slice(1).map((harder, i) => ({ harder, easier: byLevel[i]! }));
            const ordered = pairs.every(({ harder, easier }) => harder.odds <= easier.odds);
            const followed = pairs.every(({ harder, easier }) => harder.yes !== "Yes" || easier.yes === "Yes");
            expectThat(ordered, `no higher threshold of ${listed} has higher odds`);
            expectThat(followed, `every threshold of ${listed} below one that came true did too`);
          } else expectThat(markets.length === 1, "it has one market");
        }
    }
    expect(faults).toEqual([]);
  });
});

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
])('the question "%s" has the words %j', (text, words) => expect(wordsOf(text)).toEqual(words));

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
