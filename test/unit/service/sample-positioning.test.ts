import { addDays } from "../../../src/contract/dates";
import { endOfDay } from "../../../src/service/time/time-zone";
import type { FunctionName } from "../../../src/contract/functions";
import { confluenceFor } from "../../../src/service/families/confluence/confluence";
import { sampleDisclosures } from "../../../src/service/families/congress/sample";
import { evaluatorOf } from "../../../src/service/families/families";
import { sampleStatements } from "../../../src/service/families/fundamentals/sample";
import { OPTION_CHAINS } from "../../../src/service/families/gamma/sample";
import { FILERS, sampleHolders } from "../../../src/service/families/holders13f/sample";
import { sampleInsiderReports, USUAL_SALES } from "../../../src/service/families/insider/sample";
import { sampleOfferings } from "../../../src/service/families/offerings/sample";
import { sampleCloses } from "../../../src/service/families/prices/sample";
import { settlementPublishedOn } from "../../../src/service/families/signals/detectors/short-interest";
import type { SignalRow } from "../../../src/service/families/signals/rows";
import { signalsFor } from "../../../src/service/families/signals/signals";
import { sampleShortSettlements, sampleShortInterest } from "../../../src/service/families/short-interest/sample";
import { sampleShortVolume } from "../../../src/service/families/smart-money/sample-short-volume";
import { companyOf } from "../../../src/service/sample/company";
import { instrumentOf, UNIVERSE, type Instrument } from "../../../src/service/instruments/universe";
import { ask, contextAt, numberOf, valueOrCode } from "./families/company-questions";
import { expectNone, fin, priceOn, someOf, WORLD_DAYS } from "./sample-world";

const marketValue = (day: string, { ticker, issuer }: Instrument): number =>
  (priceOn(day, ticker) ?? Number.NaN) * (fin(day, issuer, "shares_outstanding") ?? Number.NaN);

test.each(WORLD_DAYS)("at %s institutions hold at most 1.3 times the market value, and number fewer than filers", (day) => {
  const faults = someOf(UNIVERSE).flatMap((i) => {
    const [count, value] = [numberOf(day, "HOLDERS13F", i.ticker, "count"), numberOf(day, "HOLDERS13F", i.ticker, "value")];
    // A fund states no shares; the quarter's price is of another day than the last one.
    const worth = i.instrumentType === "etf" ? Number.NaN : marketValue(day, i);
    return [
      ...(count > 0 && count < FILERS ? [] : [`${i.ticker}: ${count} holders`]),
      ...(value > worth * 1.3 ? [`${i.ticker}: holds ${value} of ${worth}`] : []),
    ];
  });
  expectNone(faults);
});

/** Symbols with almost no volume, whose days to cover are unusual. */
const ODD_VOLUME = ["ABBNY", "USM"];

test.each(WORLD_DAYS)("at %s short interest is below the float, and days to cover are it over volume", (day) => {
  const shown = new Map<number, number>();
  const faults = UNIVERSE.flatMap((i) => {
    const rows = sampleShortInterest(i, endOfDay(day)).rows;
    const row = rows[rows.length - 1];
    if (!row) return [`${i.ticker}: no settlement`];
    const { shortInterest, averageDailyVolume = 0, daysToCover, float, outstanding } = row;
    const sharesOutstanding = "shares" in outstanding ? outstanding.shares : Number.POSITIVE_INFINITY;
    if (daysToCover !== undefined) shown.set(daysToCover, (shown.get(daysToCover) ?? 0) + 1);
    return [
      shortInterest < Math.min(sharesOutstanding, "shares" in float ? float.shares : sharesOutstanding) ? "" : `${i.ticker}: short interest ${shortInterest}`,
      "shares" in float && !(float.shares < sharesOutstanding) ? `${i.ticker}: float of ${float.shares}` : "",
      daysToCover !== undefined && !(Math.abs(daysToCover - shortInterest / averageDailyVolume) <= 0.00501) ? `${i.ticker}: ${daysToCover} days` : "",
      !ODD_VOLUME.includes(i.ticker) && !(daysToCover !== undefined && daysToCover > 0.5 && daysToCover < 12) ? `${i.ticker}: ${daysToCover} days` : "",
    ].filter((fault) => fault !== "");
  });
  expectNone(faults);
  expect(Math.max(...shown.values())).toBeLessThanOrEqual(12);
});

/** Symbols whose float or price is unknown. */
const NOT_KNOWN = ["WOLF", "SPCE", "USM"];

test.each(["2024-06-25", "2026-11-20"])("at %s sample short interest and volume are typical for the kind of company", (day) => {
  const of = (t: string, field: string): number => numberOf(day, "SHORTINTEREST", t, field);
  const within = (t: string, field: string, low: number, high: number): string[] =>
    of(t, field) >= low && of(t, field) <= high ? [] : [`${t} ${field}: ${of(t, field)}, expected ${low} to ${high}`];
  const megacaps = ["AAPL", "MSFT", "NVDA", "AMZN", "META", "TSLA", "JPM", "WMT", "XOM"];
  expectNone([
    ...megacaps.flatMap((t) => [...within(t, "pctfloat", 0.4, 3.5), ...within(t, "days", 0.6, 4)]),
    ...["GME", "CVNA", "COIN"].flatMap((t) => within(t, "pctfloat", 4, 16)),
    ...["BYND", "UPST", "HIMS"].flatMap((t) => within(t, "pctfloat", 15, 45)),
    ...["KO", "PG", "HD", "DIS", "CVX", "MCD"].flatMap((t) => [...within(t, "pctfloat", 0.5, 3), ...within(t, "days", 0.9, 5)]),
    ...within("SPY", "pctshares", 8, 17),
    ...["IWM", "HYG"].flatMap((t) => within(t, "pctshares", 20, 60)),
    ...(Object.entries({ AAPL: 50e6, NVDA: 230e6, SPY: 70e6, GME: 10e6, TSLA: 95e6, KO: 16e6, JPM: 9e6, HD: 3.7e6, PEP: 6e6 }) as [string, number][]).flatMap(
      ([t, v]) => within(t, "avg_daily_volume", 0.6 * v, 1.6 * v),
    ),
  ]);
  // A well-known company of one share class has a float, and institutions hold no more than that.
  expectNone(
    UNIVERSE.filter((i) => i.instrumentType === "common" && !i.multiClass && !NOT_KNOWN.includes(i.ticker)).flatMap((i) => {
      const [float, shares, held] = [of(i.ticker, "pctfloat"), of(i.ticker, "pctshares"), numberOf(day, "HOLDERS13F", i.ticker, "value") / marketValue(day, i)];
      return [
        ...(float >= shares ? [] : [`${i.ticker}: ${float} of the float`]),
        ...(held < (1.25 * shares) / float ? [] : [`${i.ticker}: institutions hold ${held}`]),
      ];
    }),
  );
});

test("sample trades of insiders and of Congress have plausible sizes", () => {
  const day = "2024-06-25";
  const faults = UNIVERSE.flatMap((i) => {
    const worth = marketValue(day, i);
    const insiders = sampleInsiderReports(i, addDays(day, -365), day).flatMap((r) => r.body.trades.map((t) => t.value ?? Number.NaN));
    const congress = sampleDisclosures(i, addDays(day, -365), day).map((t) => t.body);
    return [
      ...insiders.filter((usd) => !(usd > 500 && usd < 6e7 && !(usd > 0.002 * worth))).map((usd) => `${i.ticker}: insider trade of ${usd} USD`),
      ...congress.filter((t) => !(t.amount_high !== null && t.amount_low < t.amount_high && t.amount_high <= 5_000_000)).map(() => `${i.ticker}: range`),
      ...(congress.every((t) => t.member.startsWith("Sample Member")) ? [] : [`${i.ticker}: a member's name`]),
    ];
  });
  expectNone(faults);
});

function cellOf(day: string, fn: FunctionName, ...args: (string | null)[]): unknown {
  const answer = evaluatorOf(fn)!(args, contextAt(day));
  return "code" in answer ? answer.code : answer.value;
}

test("sample insiders of large companies sell millions, mostly by plan; those of small ones also buy", () => {
  const yearOf = (i: Instrument) =>
    sampleInsiderReports(i, "2024-01-01", "2026-11-20").flatMap((r) => r.body.trades.map((t) => ({ ...t, plan: r.body.plan10b5_1 })));
  const sold = (i: Instrument): number => yearOf(i).reduce((sum, t) => sum + (t.side === "sell" ? (t.value ?? 0) : 0), 0) / 34.7;
  const bought = (some: readonly Instrument[]): number => {
    const trades = some.flatMap(yearOf);
    return trades.filter((t) => t.side === "buy").length / trades.length;
  };
  const worth = (i: Instrument): number => companyOf(i).price * companyOf(i).shares;
  const common = UNIVERSE.filter((i) => i.instrumentType === "common" && i.issuer === i.ticker);
  const largest = common.filter((i) => worth(i) > 5e11);
  expect(largest.length).toBeGreaterThan(8);
  expect(bought(largest)).toBeLessThan(0.005);
  expect(bought(common.filter((i) => worth(i) < 1e10))).toBeGreaterThan(0.2);
  const planned = largest.flatMap(yearOf).filter((t) => t.side === "sell");
  expect(planned.filter((t) => t.plan).length / planned.length).toBeGreaterThan(0.7);
  for (const ticker of "GOOGL META NVDA AMZN TSLA".split(" ")) expect([ticker, sold(instrumentOf(ticker)!) > 5e6]).toEqual([ticker, true]);
  for (const [issuer, usd] of USUAL_SALES) {
    const i = instrumentOf(issuer);
    expect([issuer, i !== undefined && i.instrumentType === "common"]).toEqual([issuer, true]);
    // The average over three years; at their start the value differs from it.
    expect([issuer, sold(i!) / usd > 0.4 && sold(i!) / usd < 2.5]).toEqual([issuer, true]);
  }
});

test("sample members of Congress buy or sell widely held funds, and exchange none", () => {
  for (const day of WORLD_DAYS)
    for (const ticker of ["SPY", "QQQ", "VOO", "VTI"]) {
      const i = instrumentOf(ticker)!;
      expect([ticker, sampleDisclosures(i, addDays(day, -365), day).some((t) => t.body.type === "E")]).toEqual([ticker, false]);
    }
  for (const day of ["2024-06-25", "2026-11-20"])
    for (const ticker of ["SPY", "QQQ", "VOO", "VTI"]) expect(numberOf(day, "CONGRESS", ticker, "count")).toBeGreaterThan(0);
});

/** Whether the signal's family has the matching row on that day. */
function hasRow(i: Instrument, day: string, { type, date }: SignalRow): boolean {
  const since = addDays(date, -400);
  const side = /buy/.test(type) ? "buy" : "sell";
  if (type.startsWith("insider_")) return sampleInsiderReports(i, since, date).some((r) => r.known === date && r.body.trades.some((t) => t.side === side));
  if (type.startsWith("congress_"))
    return sampleDisclosures(i, since, date).some((t) => t.known === date && (side === "buy" ? t.body.type === "P" : t.body.type.startsWith("S")));
  if (type.startsWith("holders13f_")) return sampleHolders(i, endOfDay(day), 8).some((q) => addDays(q.quarterEnd, 45) === date);
  if (/^short_interest|^days_to_cover/.test(type)) return sampleShortSettlements(i, endOfDay(day), 30).some((s) => settlementPublishedOn(s) === date);
  if (type.startsWith("short_volume")) return sampleShortVolume(i, date, date).length > 0;
  if (type === "new_high" || type === "new_low") return sampleCloses(i.ticker, date, 1).some((c) => c.date === date);
  if (type === "secondary_offering") return sampleOfferings(date).some((f) => f.entity === i.ticker && f.date === date && f.body.price !== null);
  if (/margin|revenue|free_cash_flow|leverage|dividend/.test(type)) return sampleStatements(i, date).some((s) => s.filing.filed === date);
  return false;
}

/** Cells whose sign gives the direction of a component, and 1 if above zero is bullish. */
const SIGNED_CELLS: readonly (readonly [
  family: string,
  fn: "INSIDER" | "CONGRESS" | "HOLDERS13F" | "FUNDING" | "WHALE",
  field: string | null,
  bullish: 1 | -1,
])[] = [
  ["insider", "INSIDER", "net", 1],
  ["congress", "CONGRESS", "net", 1],
  ["holders13f", "HOLDERS13F", "qoq", 1],
  ["funding", "FUNDING", null, -1],
  ["whale", "WHALE", "net_usd", -1],
];

// Day by day: signals of one day fit into memory, those of all days do not.
describe.each([...WORLD_DAYS, "2021-03-17"])("at %s", (day) => {
  test("every signal has a source row in its family, and is marked as sample", () => {
    const faults = someOf(UNIVERSE).flatMap((i) =>
      signalsFor(contextAt(day), i, 365).rows.flatMap((s) => [
        ...(hasRow(i, day, s) ? [] : [`${i.ticker}: ${s.type} of ${s.date}`]),
        ...(/\S \(sample data\)$/.test(s.headline) && !/FINRA|SEC|Clerk|your own/.test(s.headline) ? [] : [s.headline]),
      ]),
    );
    expectNone(faults);
  });

  test("every component of a confluence cites a signal of its family", () => {
    const faults = someOf(UNIVERSE).flatMap((i) => {
      const { rows, components } = confluenceFor(contextAt(day), i.ticker)!;
      const headlines = rows.length > 0 ? signalsFor(contextAt(day), i, 30).rows.map((s) => s.headline) : [];
      return rows.flatMap((r) =>
        r.components.flatMap(({ family }) => {
          const component = components.find((l) => l.name === family);
          const cites = component !== undefined && !("absent" in component) && component.sample && headlines.some((h) => component.evidence?.startsWith(h));
          return cites && (family !== "gamma" || OPTION_CHAINS.includes(i.ticker)) ? [] : [`${i.ticker}: ${family}`];
        }),
      );
    });
    expectNone(faults);
  });

  test("no component of a confluence has another direction than its function's cell", () => {
    let compared = 0;
    const faults = [...someOf(UNIVERSE).map((i) => i.ticker), "BTC", "ETH", "SOL"].flatMap((symbol) => {
      const { rows } = confluenceFor(contextAt(day), symbol)!;
      return rows.flatMap((row) =>
        row.components.flatMap(({ family, direction }) => {
          const cell = SIGNED_CELLS.find(([name]) => name === family);
          if (!cell) return [];
          const shown = cellOf(day, cell[1], symbol, cell[2]);
          compared++;
          return typeof shown !== "number" || shown * cell[3] * (direction === "bull" ? 1 : -1) > 0
            ? []
            : [`${symbol}: ${family} ${direction} against ${shown}`];
        }),
      );
    });
    expectNone(faults);
    if (day > "2000-01-01") expect(compared).toBeGreaterThan(20);
  });
});

test("over 90 % of well-known tickers have a sample signal, and over 35 % a confluence", () => {
  for (const day of ["2024-06-25", "2026-11-20"]) {
    const famous = "AAPL MSFT NVDA GOOGL AMZN META TSLA BRK.B JPM V MA UNH XOM JNJ WMT PG HD CVX KO PEP COST GME AMC PLTR NFLX AMD INTC DIS BA SPY".split(" ");
    const with_ = (fn: "SIGNAL" | "CONFLUENCE"): number =>
      famous.filter((t) => !("code" in (fn === "SIGNAL" ? ask(day, fn, t, "type", 30) : ask(day, fn, t, "score")))).length;
    expect(with_("SIGNAL")).toBeGreaterThan(0.9 * famous.length);
    expect(with_("CONFLUENCE")).toBeGreaterThan(0.35 * famous.length);
  }
});

test.each(WORLD_DAYS)("at %s every sample offering of a listed company is priced", (day) => {
  for (const { body } of sampleOfferings(day).filter(({ entity }) => instrumentOf(entity)))
    expect(body).toMatchObject({ form: "424B4", price: expect.any(Number) as number });
  expect(valueOrCode(day, "IPO", "airbnb", "form")).toBe(day >= "2020-12-10" ? "424B4" : "no_filing");
  expect(valueOrCode(day, "IPO", "aapl", "form")).toBe("no_filing");
});

test.each(["2024-06-25", "2025-08-11", "2026-11-20"])("at %s sample gamma grows with size; puts and calls of index funds are similar", (day) => {
  const of = (t: string, side: "call" | "put"): number => Math.abs(numberOf(day, "GAMMA", t, side));
  const falling = ["SPY", "QQQ", "NVDA", "AAPL", "KO", "AMC"].map((t) => of(t, "call"));
  expect(falling).toEqual([...falling].sort((a, b) => b - a));
  expect(of("SPY", "call")).toBeGreaterThan(1.5e9);
  expect(of("SPY", "call")).toBeGreaterThan(2 * Math.max(...["NVDA", "TSLA", "AAPL"].map((t) => of(t, "call"))));
  for (const t of ["SPY", "QQQ", "IWM"]) expect(of(t, "put") / of(t, "call")).toBeGreaterThan(0.6);
  for (const t of ["SPY", "QQQ", "IWM", "DIA"]) expect(of(t, "put") / of(t, "call")).toBeLessThan(2);
  const signed = (t: string): boolean => numberOf(day, "GAMMA", t, "call") > 0 && numberOf(day, "GAMMA", t, "put") < 0;
  expect(OPTION_CHAINS.filter((t) => !signed(t) || of(t, "put") < 0.15 * of(t, "call"))).toEqual([]);
  const flips = OPTION_CHAINS.flatMap((t): [string, number][] => {
    const [flip, price] = [valueOrCode(day, "GAMMA", t, "flip"), priceOn(day, t)!];
    return typeof flip === "number" ? [[t, flip / price - 1]] : [];
  });
  expect(flips.filter(([, away]) => Math.abs(away) > 0.2)).toEqual([]);
  expect(flips.length).toBeGreaterThan(0.7 * OPTION_CHAINS.length);
  for (const t of ["SPY", "QQQ"]) expect(Math.abs(flips.find(([name]) => name === t)![1])).toBeLessThan(0.03);
});
