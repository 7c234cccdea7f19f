import { addDays, type IsoDate } from "../../../../src/contract/dates";
import { SIGNAL_TYPES } from "../../../../src/contract/listed/signals";
import { chiefsIn, type DisclosedTrade } from "../../../../src/service/records/disclosed-trades";
import type { FiledReport, ReportedOffering, StatedPeriod, Vintage } from "../../../../src/service/records/filings";
import type { HoldersQuarter } from "../../../../src/service/families/holders13f/reported-holders";
import type { OwnedTrade } from "../../../../src/service/families/insider/insider-side";
import type { Close, PublishedShortInterest, ShortVolume } from "../../../../src/service/records/equities";
import { congressClusters, congressTrades } from "../../../../src/service/families/signals/detectors/congress";
import { FILING_KINDS, filingSignals, secondaryOfferings } from "../../../../src/service/families/signals/detectors/filings";
import { netAccumulation, turnover } from "../../../../src/service/families/signals/detectors/holders";
import { chiefPurchases, firstPurchaseInYear, insiderClusters } from "../../../../src/service/families/signals/detectors/insiders";
import { newExtremes, salesIntoStrength } from "../../../../src/service/families/signals/detectors/prices";
import { daysToCoverExtremes, settlementPublishedOn, shortInterestChanges } from "../../../../src/service/families/signals/detectors/short-interest";
import { shortVolumeBreaks } from "../../../../src/service/families/signals/detectors/short-volume";
import {
  cashFlowTurn,
  dividendChange,
  growthChange,
  leverageRise,
  marginChange,
  overPeriods,
  reportedPeriods,
} from "../../../../src/service/families/signals/detectors/statements";
import { whyUndetected } from "../../../../src/service/families/signals/declared";
import type { SignalRow } from "../../../../src/service/families/signals/rows";
import { peopleTimes, scoreOf, severityOf, timesOfTrades } from "../../../../src/service/families/signals/strength";
import { sessionsBack } from "../../../../src/service/time/calendar";
import type { RecordRow, StoredRecord } from "../../../../src/service/records/record";
import { UNSPLIT } from "../../../../src/service/families/share-basis/share-basis";
import { createClock } from "../../../../src/service/time/clock";
import { allInsiderClusters, type InsiderMonth, insiderMonthFor, insiderMonthOf, strengthOf } from "../../../../src/service/families/insider/clusters";
import { instrumentOf, TICKERS } from "../../../../src/service/instruments/universe";
import { publishedInstrument } from "../../../../src/service/families/of-instrument";
import { storeWith } from "../../../stored";
import { type Form4, form4Rows } from "../publishers/form4";

const kept = <T>(date: IsoDate, body: T, known: IsoDate = date, key = ""): StoredRecord<T> => ({ entity: "EXMP", date, key, known, body, source: "sec" });
/** Every type covered by a test below; the last test compares them with the vocabulary. */
const seen = new Set<string>();
const noted = (signals: readonly SignalRow[]): readonly SignalRow[] => {
  signals.forEach((s) => seen.add(s.type));
  return signals;
};
const brief = (signals: readonly SignalRow[]): string[] => noted(signals).map((s) => `${s.date} ${s.type} ${s.direction} ${s.score}`);

test("every signal scores 40 at its threshold, 70 at twice, 85 at four times it", () => {
  expect([1, 2, 4, 1e9, 0.75, 0.5].map(scoreOf)).toEqual([40, 70, 85, 100, 20, 0]);
  expect([39.9, 40, 65, 85].map(severityOf)).toEqual(["low", "medium", "high", "critical"]);
});

describe("trades", () => {
  const score = (people: number, usd: number | null, chief = false): number =>
    scoreOf(timesOfTrades({ people: peopleTimes(people), usd, thresholdUsd: 15_001, chief }));

  test("are scored by how many people act, then by amount and role", () => {
    for (const usd of [null, 1_001, 15_001, 250_001, 5e6]) {
      expect(score(2, usd)).toBeGreaterThan(score(1, usd));
      expect(score(4, usd)).toBeGreaterThan(score(2, usd));
      expect(score(1, usd, true)).toBeGreaterThan(score(1, usd));
    }
    expect([1_001, 15_001, 100_001, 1_000_001, 5_000_001].map((usd) => score(1, usd))).toEqual([20, 40, 53.4, 63.4, 68.1]);
  });

  test("of one person are never critical, and score less than trades of four people", () => {
    expect(severityOf(score(1, 1e9, true))).toBe("high");
    expect(score(4, 4 * 250_001)).toBeGreaterThan(score(1, 50e6));
  });
});

describe("insiders", () => {
  const trade = (filed: IsoDate, owner: string, side: "buy" | "sell" = "buy", more: Partial<OwnedTrade> = {}): OwnedTrade => {
    return { traded: addDays(filed, -2), filed, side, value: 600_000, owners: [owner], chiefs: [], plan: false, ...more };
  };

  test("give a buying cluster when a second insider reports, and another at the third", () => {
    const trades = [trade("2024-05-04", "a"), trade("2024-05-22", "b"), trade("2024-05-23", "b"), trade("2024-05-28", "c")];
    const found = noted(insiderClusters("buy", trades));
    expect(found.map((s) => `${s.date} ${s.score}`)).toEqual(["2024-05-22 71", "2024-05-28 79.8"]);
    expect(found[0]?.headline).toBe("2 insiders bought 1.2 M USD between 2024-05-02 and 2024-05-20 (SEC, Form 4)");
  });

  test("give a selling cluster from three sellers on, without an amount if a price is missing", () => {
    const two = [trade("2024-05-04", "a", "sell"), trade("2024-05-06", "b", "sell")];
    expect(insiderClusters("sell", two)).toEqual([]);
    const [cluster] = noted(insiderClusters("sell", [...two, trade("2024-05-07", "c", "sell", { value: null })]));
    expect(cluster).toMatchObject({ direction: "bear", headline: expect.stringContaining("sold shares at prices that are not all stated") as string });
  });

  test("give a weaker cluster if all of them sell under a plan", () => {
    const sales = (plan: boolean, value: number) => ["a", "b", "c"].map((owner) => trade("2024-05-04", owner, "sell", { plan, value }));
    const cluster = (plan: boolean, value: number) => insiderClusters("sell", sales(plan, value))[0]!;
    expect([cluster(false, 1e6).score, cluster(true, 1e6).score, cluster(true, 1e4).score]).toEqual([48.6, 20, 20]);
  });

  test("give a signal when a CEO or CFO buys, unless the purchase is small or planned", () => {
    const ceo = (more: Partial<OwnedTrade>) => [trade("2024-05-04", "a", "buy", { chiefs: ["CEO"], ...more })];
    const headline = "The chief executive bought 200,000 USD, filed 2024-05-04 (SEC, Form 4)";
    const signal = { date: "2024-05-04", type: "insider_ceo_buy", score: 56.6, headline };
    expect(noted(chiefPurchases("CEO", ceo({ value: 200_000 })))).toMatchObject([signal]);
    expect(noted(chiefPurchases("CFO", [trade("2024-05-04", "a", "buy", { chiefs: ["CFO"] })]))).toHaveLength(1);
    expect([{ value: 9_000 }, { plan: true }, { chiefs: [] }].flatMap((more) => chiefPurchases("CEO", ceo(more)))).toEqual([]);
  });

  test("give a first purchase in a year only if reports cover that year", () => {
    const trades = [trade("2024-05-04", "a"), trade("2024-06-04", "b")];
    expect(brief(firstPurchaseInYear("2023-05-05", trades))).toEqual(["2024-05-04 insider_first_buy_in_year bull 52.8"]);
    expect(firstPurchaseInYear("2023-05-06", trades)).toEqual([]);
    expect(firstPurchaseInYear(undefined, trades)).toEqual([]);
  });
});

describe("members of Congress", () => {
  const trade = (known: IsoDate, member: string, type: DisclosedTrade["type"] = "P", low = 15_001, status = "New"): StoredRecord<DisclosedTrade> =>
    kept(addDays(known, -30), { member, type, amount_low: low, amount_high: 50_000, filing_status: status } as DisclosedTrade, known, `${member}${known}`);

  test("give a signal on the disclosure date, scored by the lower end of the range", () => {
    const headline = "1 member of the House bought at least 15,001 USD on 2024-04-04, disclosed 2024-05-04 (Clerk of the House)";
    expect(noted(congressTrades("buy", [trade("2024-05-04", "A")]))).toMatchObject([{ date: "2024-05-04", score: 40, headline }]);
    expect(brief(congressTrades("sell", [trade("2024-05-04", "A", "S (partial)", 1_001)]))).toEqual(["2024-05-04 congress_sell bear 20"]);
  });

  test("give no buy signal for an exchange or a deleted trade", () => {
    expect([trade("2024-05-04", "A", "E"), trade("2024-05-04", "A", "P", 1_001, "Deleted")].flatMap((t) => congressTrades("buy", [t]))).toEqual([]);
  });

  test("give no signal for a deleted trade; that of an amended trade has the amendment's date", () => {
    const first = trade("2024-05-04", "A");
    const later = (status: string) => kept(first.date, { ...first.body, document: "2", filing_status: status }, "2024-05-20", "2");
    expect(congressTrades("buy", [first, later("Deleted")])).toEqual([]);
    expect(brief(congressTrades("buy", [first, later("Amended")]))).toEqual(["2024-05-20 congress_buy bull 40"]);
  });

  test("give a cluster when a second member trades, not at a member's second trade", () => {
    const trades = [trade("2024-05-04", "A"), trade("2024-05-08", "A"), trade("2024-05-20", "B")];
    expect(brief(congressClusters("buy", trades))).toEqual(["2024-05-20 congress_cluster_buy bull 65.7"]);
    expect(congressClusters("sell", trades)).toEqual([]);
    expect(brief(congressClusters("sell", [trade("2024-05-04", "A", "S"), trade("2024-05-04", "B", "S")]))).toHaveLength(1);
  });
});

describe("institutions", () => {
  const quarter = (quarterEnd: IsoDate, count: number, accumulating: number, reducing: number, compared: number): HoldersQuarter => {
    return { quarterEnd, count, value: 1, accumulating, reducing, compared };
  };

  test("give a signal 45 days after the quarter's end if most add or most reduce", () => {
    expect(brief(netAccumulation("holders13f_accumulation", [quarter("2024-03-31", 100, 60, 20, 100)]))).toEqual([
      "2024-05-15 holders13f_accumulation bull 85",
    ]);
    expect(brief(netAccumulation("holders13f_distribution", [quarter("2024-03-31", 100, 20, 60, 100)]))).toEqual([
      "2024-05-15 holders13f_distribution bear 85",
    ]);
    expect(netAccumulation("holders13f_accumulation", [quarter("2024-03-31", 5, 5, 0, 5)])).toEqual([]);
  });

  test("give signals of new positions and exits only if both quarters are loaded", () => {
    const before = quarter("2023-12-31", 100, 0, 0, 100);
    expect(brief(turnover("holders13f_new_position", [before, quarter("2024-03-31", 130, 0, 0, 91)]))).toEqual(["2024-05-15 holders13f_new_position bull 70"]);
    expect(brief(turnover("holders13f_exit", [before, quarter("2024-03-31", 70, 0, 0, 70)]))).toEqual(["2024-05-15 holders13f_exit bear 70"]);
    expect(turnover("holders13f_new_position", [quarter("2023-12-31", 3, 0, 0, 0), quarter("2024-03-31", 130, 0, 0, 3)])).toEqual([]);
    expect(turnover("holders13f_new_position", [quarter("2023-12-31", 40, 0, 0, 0), quarter("2024-03-31", 130, 0, 0, 40)])).toEqual([]);
  });
});

describe("short interest", () => {
  const settled = (date: IsoDate, more: Partial<PublishedShortInterest>): StoredRecord<PublishedShortInterest> => {
    const shares = { short_interest: 1_000_000, previous_short_interest: 800_000, avg_daily_volume: 100_000, change_pct: 25 };
    return kept(date, { name: "Example", ...shares, days_to_cover: 5, days_to_cover_censored: false, revised: false, ...more });
  };

  test("gives a signal on its publication date, eight sessions after the settlement", () => {
    const published = (date: IsoDate): IsoDate => settlementPublishedOn({ date, source: "finra" });
    expect(["2024-05-15", "2024-04-15", "2023-12-15"].map(published)).toEqual(["2024-05-28", "2024-04-25", "2023-12-28"]);
    expect(brief(shortInterestChanges("short_interest_surge", [settled("2024-05-15", {})]))).toEqual(["2024-05-28 short_interest_surge bear 40"]);
    expect(brief(shortInterestChanges("short_interest_drop", [settled("2024-05-15", { change_pct: -50 })]))).toEqual([
      "2024-05-28 short_interest_drop bull 70",
    ]);
  });

  test("gives no surge signal from zero, without a stated change, or below 100,000 shares", () => {
    const small = { short_interest: 90_000, previous_short_interest: 10_000, change_pct: 800 };
    for (const more of [{ previous_short_interest: 0, change_pct: 100 }, { change_pct: null }, small])
      expect(shortInterestChanges("short_interest_surge", [settled("2024-05-15", more)])).toEqual([]);
  });

  test("gives a signal when days to cover first exceed ten, except at the 999.99 ceiling", () => {
    const rows = [settled("2024-04-30", { days_to_cover: 9 }), settled("2024-05-15", { days_to_cover: 20 }), settled("2024-05-31", { days_to_cover: 21 })];
    expect(brief(daysToCoverExtremes(rows))).toEqual(["2024-05-28 days_to_cover_extreme bear 70"]);
    expect(daysToCoverExtremes([settled("2024-05-15", { days_to_cover: null, days_to_cover_censored: true })])).toEqual([]);
  });
});

describe("short volume", () => {
  const day = (n: number, ratio: number, start: IsoDate = "2024-04-01"): StoredRecord<ShortVolume> =>
    kept(addDays(start, n), { short_volume: ratio * 1e6, short_exempt_volume: 0, total_volume: 1e6, market: "B" });
  const base = Array.from({ length: 20 }, (_, n) => day(n, 0.4));

  test("gives a spike or dry-up signal against the previous 20 sessions, once a week", () => {
    const days = [...base, day(20, 0.58), day(21, 0.6)];
    expect(brief(shortVolumeBreaks("short_volume_spike", days))).toEqual(["2024-04-21 short_volume_spike bear 70"]);
    expect(brief(shortVolumeBreaks("short_volume_dry_up", [...base, day(20, 0.22)]))).toEqual(["2024-04-21 short_volume_dry_up bull 70"]);
  });

  test("gives no signal without 20 previous sessions, after a gap, or without volume", () => {
    expect(shortVolumeBreaks("short_volume_spike", [...base.slice(1), day(20, 0.58)])).toEqual([]);
    expect(shortVolumeBreaks("short_volume_spike", [...base, day(60, 0.58)])).toEqual([]);
    const idle = kept("2024-04-21", { short_volume: 0, short_exempt_volume: 0, total_volume: 0, market: "B" });
    expect(shortVolumeBreaks("short_volume_dry_up", [...base, idle])).toEqual([]);
  });
});

describe("filings", () => {
  const filed = (form: string, items?: readonly string[], accession = "0001193125-24-000001"): StoredRecord<FiledReport> =>
    kept("2024-05-04", { form, accession, periodEnd: null, ...(items ? { items } : {}) });
  const typesOf = (f: StoredRecord<FiledReport>): string[] => noted(FILING_KINDS.flatMap((kind) => filingSignals(kind, "77", [f]))).map((s) => s.type);

  test("give signals by the whole name of the form, and by the items of an 8-K", () => {
    expect(typesOf(filed("8-K", ["4.02", "9.01"]))).toEqual(["restatement"]);
    expect(typesOf(filed("8-K", ["4.01"]))).toEqual(["auditor_change"]);
    const forms = {
      "NT 10-K": "late_filing",
      "NT 10-Q": "late_filing",
      "S-3ASR": "shelf_registration",
      "SCHEDULE 13D": "activist_13d",
      "SC 13G": "passive_13g",
    };
    for (const [form, type] of Object.entries(forms)) expect([form, ...typesOf(filed(form))]).toEqual([form, type]);
    expect(["8-K", "S-3/A", "SC 13D/A", "NT 10-D", "10-K", "424B4", "4"].flatMap((form) => typesOf(filed(form)))).toEqual([]);
    expect(typesOf(filed("8-K/A", ["4.02"]))).toEqual([]);
  });

  test("give no signal for a 13D that the company filed about another company", () =>
    expect(typesOf(filed("SC 13D", undefined, "0000000077-24-000009"))).toEqual([]));

  test("of a priced offering give secondary_offering only if the company was listed before", () => {
    const offering = (price: number | null): StoredRecord<ReportedOffering> =>
      kept("2024-05-04", { form: "424B4", price, shares: 1_000_000 } as ReportedOffering);
    const headline = "424B4 filed 2024-05-04: shares offered at 12.5 USD, 12.5 M USD together (SEC)";
    expect(noted(secondaryOfferings("2020-01-01", [offering(12.5)]))).toMatchObject([{ type: "secondary_offering", headline }]);
    expect(secondaryOfferings("2024-08-01", [offering(12.5)])).toEqual([]);
    expect(secondaryOfferings(undefined, [offering(12.5)])).toEqual([]);
    expect(secondaryOfferings("2020-01-01", [offering(null)])).toEqual([]);
  });
});

describe("statements", () => {
  type Figures = Readonly<Record<string, number | readonly (readonly [filed: IsoDate, value: number])[]>>;
  const fiscal = (end: IsoDate, filedOn: IsoDate, figures: Figures, annual = true): StoredRecord<StatedPeriod> => ({
    ...kept(end, {
      period: annual ? `FY${end.slice(0, 4)}` : `${end.slice(0, 4)}Q${Number(end.slice(5, 7)) / 3}`,
      annual,
      currency: "USD" as const,
      stated: Object.fromEntries(
        Object.entries(figures).map(([metric, value]) => [
          metric,
          [(typeof value === "number" ? [[filedOn, value] as const] : value).map(([on, v]): Vintage => [on, v, `a-${on}`, annual ? "10-K" : "10-Q", metric])],
        ]),
      ),
    }),
    known: filedOn,
  });
  const found = (detector: Parameters<typeof overPeriods>[0], rows: readonly StoredRecord<StatedPeriod>[], since = "2024-01-01") =>
    noted(overPeriods(detector, reportedPeriods(rows, since, UNSPLIT)));
  const two = (before: Figures, now: Figures) => [fiscal("2022-12-31", "2023-02-10", before), fiscal("2023-12-31", "2024-02-09", now)];

  test("give a margin signal on the filing date of the report that first states it", () => {
    const up = two({ revenue: 100, operating_income: 10 }, { revenue: 100, operating_income: 16 });
    const headline = "Operating margin of 16 % in FY2023, after 10 % a year before (10-K filed 2024-02-09, SEC)";
    const signal = { date: "2024-02-09", type: "margin_expansion", direction: "bull", severity: "high", score: 70, headline };
    expect(found(marginChange, up)).toEqual([signal]);
    const down = two({ revenue: 100, operating_income: 10 }, { revenue: 100, operating_income: 4 });
    expect(found(marginChange, down)).toMatchObject([{ type: "margin_compression" }]);
    expect(found(marginChange, two({ revenue: 100, operating_income: 10 }, { revenue: 100 }))).toEqual([]);
  });

  test("give no signal for a year stated only as a comparison in a later report", () => {
    const late = [50, 10].map((operating_income, i) => fiscal(`${2021 + i}-12-31`, "2024-02-09", { revenue: 100, operating_income }));
    expect(found(marginChange, late)).toEqual([]);
  });

  test("give a signal when a quarter's growth over the year before rises or falls", () => {
    const quarters = (last: number) =>
      Object.entries({ "2023-03-31": 100, "2023-06-30": 100, "2024-03-31": 110, "2024-06-30": last }).map(([end, revenue]) =>
        fiscal(end, addDays(end, 35), { revenue }, false),
      );
    expect(brief(found(growthChange, quarters(120), "2024-06-01"))).toEqual(["2024-08-04 revenue_acceleration bull 70"]);
    expect(brief(found(growthChange, quarters(105), "2024-06-01"))).toEqual(["2024-08-04 revenue_deceleration bear 40"]);
    expect(found(growthChange, quarters(112), "2024-06-01")).toEqual([]);
  });

  test("give a signal when free cash flow turns positive and when leverage rises", () => {
    const turn = two({ operating_cash_flow: 10, capex: 20 }, { operating_cash_flow: 30, capex: 20 });
    expect(found(cashFlowTurn, turn)).toMatchObject([{ type: "free_cash_flow_turn", direction: "bull" }]);
    expect(found(cashFlowTurn, two({ operating_cash_flow: 10 }, { operating_cash_flow: 30, capex: 20 }))).toEqual([]);
    expect(brief(found(leverageRise, two({ total_assets: 100, equity: 60 }, { total_assets: 100, equity: 50 })))).toEqual(["2024-02-09 leverage_rise bear 70"]);
  });

  test("compare dividends restated for splits; only after a stated zero is one initiated", () => {
    // A 4-for-1 split: 4.00 a share for 2022 is restated as 1.00 in the report for 2023.
    const split = two({ dividends_per_share: [["2023-02-10", 4] as const, ["2024-02-09", 1] as const] }, { dividends_per_share: 1.1 });
    expect(brief(found(dividendChange, split))).toEqual(["2024-02-09 dividend_raised bull 70"]);
    expect(found(dividendChange, two({ dividends_per_share: 2 }, { dividends_per_share: 1 }))).toMatchObject([{ type: "dividend_cut" }]);
    expect(found(dividendChange, two({ dividends_per_share: 0 }, { dividends_per_share: 1 }))).toMatchObject([{ type: "dividend_initiated" }]);
    expect(found(dividendChange, two({ revenue: 5 }, { dividends_per_share: 1 }))).toEqual([]);
  });
});

describe("prices that the operator imports", () => {
  const closes = (of: (n: number) => number, count = 254): Close[] =>
    Array.from({ length: count }, (_, n) => ({ date: sessionsBack("2024-06-25", count - 1 - n), close: of(n) }));

  test("give one signal of a new high, scored by the old high's age, unless closes jump", () => {
    const risen = closes((n) => (n === 100 ? 110 : n >= 252 ? 112 + n - 252 : 100));
    const [high, ...more] = noted(newExtremes("new_high", risen));
    expect(more).toEqual([]);
    expect(high).toMatchObject({ date: "2024-06-24", score: scoreOf(152 / 20), direction: "bull" });
    const fallen = closes((n) => (n === 252 ? 90 : 100));
    expect(noted(newExtremes("new_low", fallen)).map((s) => s.type)).toEqual(["new_low"]);
    const jumping = closes((n) => (n < 50 ? 40 : n === 253 ? 120 : 100));
    const short = closes((n) => (n === 251 ? 120 : 100), 252);
    expect([jumping, short].flatMap((of) => newExtremes("new_high", of))).toEqual([]);
  });

  test("give insider_sell_into_strength if an insider sells without a plan after a rise", () => {
    const sale: OwnedTrade = { traded: "2024-06-25", filed: "2024-06-27", side: "sell", value: 1e6, owners: ["a"], chiefs: [], plan: false };
    const risen = closes((n) => 100 * 1.006 ** n, 80);
    expect(noted(salesIntoStrength([sale], risen))).toMatchObject([{ date: "2024-06-27", direction: "bear", type: "insider_sell_into_strength" }]);
    expect(salesIntoStrength([{ ...sale, plan: true }], risen)).toEqual([]);
    expect(salesIntoStrength([{ ...sale, traded: "2024-07-25" }], risen)).toEqual([]);
    const jumping = closes((n) => (n < 40 ? 50 : 100), 80);
    expect(salesIntoStrength([sale], jumping)).toEqual([]);
  });
});

test("every signal type has a tested detector or a reason for none", () => {
  const without = SIGNAL_TYPES.filter((t) => whyUndetected(t) !== undefined);
  expect([...seen].sort()).toEqual(SIGNAL_TYPES.filter((t) => !without.includes(t)).sort());
});

const trade = (owner: string, more: Partial<OwnedTrade> = {}): OwnedTrade => {
  return { traded: "2024-05-02", filed: "2024-05-03", side: "buy", value: 100_000, owners: owner.split("+"), chiefs: [], plan: null, ...more };
};
const month = (...trades: OwnedTrade[]): InsiderMonth => insiderMonthOf("EXMP", trades, () => []);
const sold = (owner: string, more: Partial<OwnedTrade> = {}): OwnedTrade => trade(owner, { side: "sell", ...more });

describe("a cluster of insiders", () => {
  test("requires two different buyers or three sellers, counting each owner once", () => {
    expect(month(trade("1"), trade("1")).clusters).toEqual([]);
    expect(month(trade("1"), trade("2")).clusters).toMatchObject([{ side: "buy", insiders: 2, trades: 2, value: 200_000 }]);
    expect(month(sold("1"), sold("2")).clusters).toEqual([]);
    expect(month(sold("1"), sold("2"), sold("3")).clusters).toMatchObject([{ side: "sell", insiders: 3, value: 300_000 }]);
  });

  test("counts owners who share a report as one insider", () => {
    expect(month(trade("1+2"), trade("2+3"), trade("3")).clusters).toEqual([]);
    expect(month(trade("1+2"), trade("4"), trade("2")).clusters).toMatchObject([{ insiders: 2, trades: 3 }]);
    expect(month(trade("1"), trade("2"), trade("1+2")).clusters).toEqual([]);
  });

  test("has no value if one trade has no price, and counts such trades", () =>
    expect(month(trade("1"), trade("2", { value: null })).clusters).toMatchObject([{ value: null, unpriced: 1, trades: 2 }]));

  test("leaves the 10b5-1 plan unknown, not false, if a report does not state one", () => {
    const plan = (...plans: (boolean | null)[]) => month(...plans.map((p, i) => trade(String(i), { plan: p }))).clusters[0]?.has10b5_1;
    expect([plan(null, null), plan(false, null), plan(false, false), plan(true, null), plan(true, false)]).toEqual([null, null, false, true, true]);
  });
});

describe("the strength of a cluster", () => {
  const strength = (...trades: OwnedTrade[]): number => strengthOf(month(...trades).clusters[0]!);
  const of = (n: number, more: Partial<OwnedTrade>): OwnedTrade[] => Array.from({ length: n }, (_, i) => trade(String(i), more));

  test("is at most 35 for insiders, 30 for value, 20 for a chief executive and 15 for trades without a plan", () => {
    // 3 of 6 insiders, 300 thousand in a range of 10 thousand to 10 million, no chief executive, no trading plan.
    expect(strength(...of(3, { plan: false }))).toBeCloseTo(100 * (0.35 * 0.5 + 0.3 * (Math.log10(30) / 3) + 0.15), 1);
    expect(strength(...of(6, { value: 2e6, chiefs: ["CEO"], plan: false }))).toBe(100);
    expect(strength(...of(2, { value: 10, plan: true }))).toBeCloseTo(100 * ((0.35 * 2) / 6), 1);
  });

  test("redistributes the weight of unknown components", () => {
    expect(strength(...of(3, { value: null }))).toBeCloseTo((100 * 0.35 * 0.5) / 0.55, 1);
    expect(strength(...of(3, { value: null }))).toBeGreaterThan(strength(...of(3, { value: 0, plan: true })));
  });

  test.each([
    ["C.E.O.", ["CEO"]],
    ["President & Chief Executive Officer", ["CEO"]],
    ["CEO and CFO", ["CEO", "CFO"]],
    ["Former CEO", []],
    ["General Counsel", []],
    [null, []],
  ])("counts the title %s as %j", (title, chiefs) => expect(chiefsIn(title)).toEqual(chiefs));
});

/** A purchase of 1,000 shares by one owner. */
const report = (owner: string, { price = 10, title = "", ...more }: Form4 & { readonly price?: number; readonly title?: string }) =>
  form4Rows({ period: "2024-05-02", owners: [{ cik: owner, title }], lines: [{ day: "2024-05-02", shares: 1000, price }], ...more });

const contextOf = (day: string, ...reports: (readonly RecordRow[])[]) => ({
  store: storeWith(day, { records: reports.flat() }),
  clock: createClock(day, () => 0),
});
const clustersAt = (day: string, ...reports: (readonly RecordRow[])[]) => {
  const context = contextOf(day, ...reports);
  const { rows, sample } = insiderMonthFor(context, publishedInstrument("EXMP"))!;
  expect(sample).toBe(false);
  expect(allInsiderClusters(context)).toEqual({ rows: rows.clusters, source: "sec", sample: false, provenance: ["sec/insider_trade/EXMP"] });
  return rows.clusters;
};

describe("clusters of imported reports", () => {
  const first = report("1", { filed: "2024-05-03", title: "Chief Executive Officer" });
  const second = report("2", { filed: "2024-05-06" });

  test("follow an amendment, and do not count the report it replaces", () => {
    const amended = report("2", { form: "4/A", accession: "0000000005-25-000002", filed: "2024-05-10", price: 30 });
    expect(clustersAt("2024-05-09", first, second, amended)).toMatchObject([{ value: 20_000, trades: 2 }]);
    expect(clustersAt("2024-05-10", first, second, amended)).toMatchObject([{ value: 40_000, trades: 2, newToday: false }]);
  });

  test("of an issuer without a symbol are listed without a ticker", () => {
    const unlisted = ["1", "2"].map((owner) => report(owner, { filed: "2024-05-03", symbol: "NONE" }));
    expect(allInsiderClusters(contextOf("2024-05-06", ...unlisted)).rows).toMatchObject([{ ticker: null, insiders: 2 }]);
  });

  test("are read from reports imported before owners' positions were stored", () => {
    const old = [first, second].flat().map((row): RecordRow => ({
      ...row,
      body: { ...row.body, owners: [{ cik: row.key.split(" ")[0], name: "" }] },
    }));
    expect(clustersAt("2024-05-06", old)).toMatchObject([{ insiders: 2, hasCeo: true }]);
  });

  test("replace sample clusters as soon as one report is imported", () => {
    const none = contextOf("2024-06-25");
    const samples = allInsiderClusters(none);
    expect(samples).toMatchObject({ source: "sample", sample: true });
    expect(samples.rows.length).toBeGreaterThan(5);
    expect(new Set(samples.rows.map((c) => c.side))).toEqual(new Set(["buy", "sell"]));
    expect(allInsiderClusters(contextOf("2024-06-25", first)).rows).toEqual([]);
    expect([insiderMonthFor(none, instrumentOf("SPY")!), insiderMonthFor(none, publishedInstrument("EXMP"))]).toEqual([undefined, undefined]);
    for (const { ticker, strength, insiders, side } of samples.rows) {
      expect(TICKERS).toContain(ticker);
      expect(strength > 0 && strength <= 100 && insiders >= (side === "buy" ? 2 : 3)).toBe(true);
    }
  });
});
