import type { IsoDate } from "../../../../src/contract/dates";
import type { FunctionName } from "../../../../src/contract/functions";
import { evaluateCells } from "../../../../src/service/evaluation/evaluate";
import { readWireCells } from "../../../../src/service/evaluation/read-cells";
import type { SourceId } from "../../../../src/service/records/attribution";
import type { RecordRow } from "../../../../src/service/records/record";
import type { Store } from "../../../../src/service/store/store";
import { createClock } from "../../../../src/service/time/clock";
import { endOfDay } from "../../../../src/service/time/time-zone";
import { recordRow } from "../../../record-row";
import { storeWith } from "../../../stored";
import type { HoldingsReport } from "../../../../src/service/records/holdings";

/** Long after every release, so that each row is public by its rule. */
const SEEN = "2031-01-01T00:00:00Z";

function storeOf(series: Readonly<Record<string, readonly IsoDate[]>>, source: SourceId = "user", records: readonly RecordRow[] = []): Store {
  const rows = Object.entries(series).flatMap(([id, dates]) => dates.map((date, i) => ({ series: id, date, value: 100 + i, source })));
  return storeWith(SEEN, { rows, records });
}

/** The reason of a cell as of a day's end in New York or a moment in UTC, short and in full. */
function reasonOf(store: Store, asOf: string, fn: FunctionName, ...args: string[]) {
  const moment = asOf.length === 10 ? endOfDay(asOf) : Date.parse(asOf);
  const clock = createClock(asOf.length === 10 ? asOf : { moment }, () => moment);
  const cell = { id: 0, fn, args };
  const { value, reason, explanation } = evaluateCells(readWireCells([cell]), { store: store.at(moment), clock }).data[0]!;
  return value === null ? `${reason} | ${explanation}` : value;
}

const WEEKS = ["2025-09-13", "2025-09-20"];
const LAPSE = ["2025-09-27", "2025-10-04", "2025-11-08"];
const AFTER = ["2025-11-15"];
const AFTERNOON = "2025-11-20T21:00Z";

describe("as of a moment before a release, the reason says when the observation is public", () => {
  const RULE = "is not public before the end of 2025-11-20 in New York, by its release rule, a late bound";
  const WEEK = `ICSA of 2025-10-04 ${RULE}. The last public one is of 2025-09-20.`;
  const compared = (field: string): string =>
    `FRED ICSA ${field} compares consecutive observations. ICSA of 2025-11-08 ${RULE}; the one known before it is of 2025-09-20.`;
  test.each([
    ["a week", "FREDH", ["ICSA", "2025-10-04"], WEEK],
    ["the last on or before a day", "FREDH", ["ICSA", "2025-10-04", "last"], WEEK],
    ["the previous one", "FRED", ["ICSA", "previous"], compared("previous")],
    ["a change", "FRED", ["ICSA", "change"], compared("change")],
  ] as const)("%s", (_, fn, args, why) => {
    const expected = `Not public before the end of 2025-11-20 in New York. | ${why} Ask as of that moment or later.`;
    // The same with and without the rows that are public later.
    for (const later of [AFTER, [...LAPSE, ...AFTER]]) expect(reasonOf(storeOf({ ICSA: [...WEEKS, ...later] }), AFTERNOON, fn, ...args)).toBe(expected);
  });

  test("from that moment on it says that the days are not loaded, or gives the value", () => {
    expect(reasonOf(storeOf({ ICSA: [...WEEKS, ...AFTER] }), "2025-11-20", "FREDH", "ICSA", "2025-10-04")).toMatch(/No data is loaded from 2025-09-20/);
    expect(reasonOf(storeOf({ ICSA: [...WEEKS, ...LAPSE, ...AFTER] }), "2025-11-20", "FREDH", "ICSA", "2025-10-04")).toBe(103);
  });

  test("a value that is too old waits for the next release, or is not loaded", () => {
    const claims = storeOf({ ICSA: [...WEEKS, ...LAPSE, ...AFTER] });
    expect(reasonOf(claims, "2025-11-19", "FRED", "ICSA")).toMatch(/limit is 16 days\. ICSA of 2025-09-27 is not public before the end of 2025-11-20/);
    expect(reasonOf(claims, "2025-11-19", "FREDH", "ICSA", "2025-11-08", "last")).toMatch(/limit is 16 days\. ICSA of 2025-09-27 is not public before/);
    expect(reasonOf(claims, "2025-12-31", "FRED", "ICSA")).toMatch(/limit is 16 days\. Load newer data; field date gives the last day\.$/);
  });

  test("on today's clock too", () => {
    expect(reasonOf(storeOf({ CPIAUCSL: ["2025-07-01", "2025-08-01"] }), "2025-10-20", "FREDH", "CPIAUCSL", "2025-09-15")).toBe(
      "Not public before 2025-10-24 08:30 New York. | CPIAUCSL of 2025-09-01 is not public before 2025-10-24 08:30 New York, by its release rule. The last public one is of 2025-08-01. Ask as of that moment or later.",
    );
  });

  test("of a difference of two series, once both are public", () => {
    const yields = storeOf({ DGS10: ["2024-06-20", "2024-06-21"], DGS2: ["2024-06-20", "2024-06-21"] }, "board");
    // By the rule of the difference, it is public on its own day; the Board's yields are not.
    expect(reasonOf(yields, "2024-06-21", "FREDH", "T10Y2Y", "2024-06-21")).toMatch(/^Not public before 2024-06-24 16:15 New York\. \| T10Y2Y of 2024-06-21 /);
  });
});

test("a month that was never published has its own reason once the next release shows that there is none", () => {
  const asOf = (day: string) => reasonOf(storeOf({ CPIAUCSL: ["2025-08-01", "2025-09-01", "2025-11-01"] }), day, "FREDH", "CPIAUCSL", "2025-10-01");
  const never = "CPIAUCSL of 2025-10-01 was never published";
  expect(asOf("2025-12-18")).toBe(`${never}. | ${never}: before it 101 on 2025-09-01, after it 102 on 2025-11-01. Use another period.`);
  expect(asOf("2025-12-17")).toMatch(/^Not public before 2025-12-18 08:30 New York\./);
});

describe("without any observation that is public, the reason names the day up to which none is loaded, and the next release", () => {
  test("MMRATE", () => {
    const body = { rate: 5.35, volume_bn: null, percentile_1: null, percentile_99: null };
    const rates = storeOf({ SOFR: ["2024-06-03"] }, "nyfed", [recordRow("money_rate", "SOFR", "2024-06-03", "nyfed", body)]);
    expect(reasonOf(rates, "2024-06-03", "MMRATE", "SOFR")).toBe(
      "No SOFR is loaded on or before 2024-05-31. | No SOFR is loaded on or before 2024-05-31: it begins on 2024-06-03. SOFR of 2024-06-03 is not public before 2024-06-04 08:00 New York, by its release rule. Load earlier data, or ask as of that moment or later.",
    );
    expect(reasonOf(rates, "2024-06-03", "FRED", "SOFR")).toBe(reasonOf(rates, "2024-06-03", "MMRATE", "SOFR"));
    expect(reasonOf(rates, "2024-06-04", "MMRATE", "SOFR")).toBe(5.35);
    // Waiting does not help if the loaded rows begin later.
    expect(reasonOf(rates, "2024-05-20", "MMRATE", "SOFR")).toMatch(/on or before 2024-05-17: it begins on 2024-06-03\. Load more of SOFR\.$/);
  });

  test("NETLIQ", () => {
    const cash = storeOf({}, "user", [recordRow("cash_balance", "TGA", "2025-07-07", "fiscaldata", { closing_musd: 332_482 })]);
    expect(reasonOf(cash, "2025-07-08T19:59Z", "NETLIQ", "tga")).toBe(
      "No tga on or before 2025-07-03. | No closing balance of the Treasury General Account, and no WTREGEN, is loaded on or before 2025-07-03. The closing balance of 2025-07-07 is not public before 2025-07-08 16:00 New York, by its release rule. Load earlier data, or ask as of that moment or later.",
    );
    expect(reasonOf(cash, "2025-07-08T20:00Z", "NETLIQ", "tga")).toBe(332_482);
  });

  test("YIELD", () => {
    const yields = storeOf({ DGS10: ["1980-01-02", "1980-01-03"] }, "board");
    expect(reasonOf(yields, "1980-01-02", "YIELD", "10Y")).toBe(
      "No curve is loaded on or before 1979-12-28. | No curve is loaded from 1979-12-26 to 1979-12-28. The curve of 1979-12-31 is not public before the end of 1980-01-07 in New York, by its release rule, a late bound. Load earlier data, or ask as of that moment or later.",
    );
    expect(reasonOf(yields, "1980-01-07", "YIELD", "10Y", "1980-01-02")).toBe(100);
  });
});

describe("before the first loaded period is public, the reason names it", () => {
  const IRLT = { "ECON.IRLT.GB": ["2023-01-31", "2023-02-28", "2023-03-31"] };
  test.each([
    [
      "2023-01-30",
      "The first period ends on 2023-01-31. | The loaded IRLT of United Kingdom begins with the period that ends on 2023-01-31. Load earlier data.",
    ],
    ...["2023-01-31", "2023-02-27"].map((day) => [
      day,
      "Not public before the end of 2023-02-28 in New York. | The loaded IRLT of United Kingdom begins with 2023-01-31, which is not public before the end of 2023-02-28 in New York, by its release rule, a late bound. Load earlier data, or ask as of that moment or later.",
    ]),
    ["2023-02-28", "100"],
  ])("BIS as of %s", (day = "", expected = "") => expect(String(reasonOf(storeOf(IRLT, "oecd"), day, "BIS", "GB", "IRLT"))).toBe(expected));

  test("a year", () => {
    const gdp = storeOf({ "ECON.gdp.AL": ["1984-12-31", "1985-12-31"] }, "worldbank");
    expect(reasonOf(gdp, "1984-12-31", "BIS", "AL", "gdp")).toMatch(/begins with 1984-12-31, which is not public before the end of 1985-12-31 in New York/);
  });

  test("a policy rate on the afternoon of its first day", () => {
    const rate = storeOf({ "CBPOL.CH": ["2024-06-20", "2024-06-21"] }, "bis");
    expect(reasonOf(rate, "2024-06-20T18:00Z", "CBRATE", "CH")).toMatch(
      /^Not public before the end of 2024-06-20 in New York\. \| The loaded policy rate of .* begins with 2024-06-20/,
    );
    expect(reasonOf(rate, "2024-06-19", "CBRATE", "CH")).toMatch(/^The policy rate begins on 2024-06-20\./);
    expect(reasonOf(rate, "2024-06-20", "CBRATE", "CH")).toBe(100);
  });

  test("an index that is old by its late bound waits for the next month", () => {
    const prices = storeOf({ "ECON.cpi.JP": ["2023-12-31", "2024-01-31"] }, "bis");
    expect(reasonOf(prices, "2024-05-30", "BIS", "JP", "cpi")).toMatch(
      /The limit is 115 days\. JP cpi of 2024-01-31 is not public before the end of 2024-05-31 in New York/,
    );
  });
});

const withRecords = (records: readonly RecordRow[], seen = "2025-06-01T00:00:00Z"): Store => storeWith(seen, { records });

function ask(store: Store, moment: string, fn: FunctionName, ...args: string[]) {
  const cell = { id: 0, fn, args };
  return evaluateCells(readWireCells([cell]), { store, clock: createClock(undefined, () => Date.parse(moment)) }).data[0]!;
}

describe("a restated figure", () => {
  const revenue = [
    ["2024-02-01", 100, "0000000042-24-000001", "10-K", "Revenues"],
    ["2024-05-17", 90, "0000000042-24-000002", "10-K/A", "Revenues"],
  ];
  const year = { period: "FY2023", annual: true, currency: "USD", stated: { revenue: [revenue] } };
  const company = [
    recordRow("filer", "EXMP", "2024-01-01", "sec", { cik: "42", name: "Example" }),
    recordRow("statement", "42", "2023-12-31", "sec", year, { known: "2024-02-01" }),
  ];

  test.each([
    ["2024-05-17T19:00:00Z", 100, "on the day of the filing"],
    ["2024-05-18T03:59:58Z", 100, "before the day's last second in New York"],
    ["2024-05-18T03:59:59Z", 90, "at the end of the day"],
  ])("as of %s is %d: %s", (moment, value) => {
    expect(ask(withRecords(company), moment, "FIN", "EXMP", "revenue", "FY2023")).toMatchObject({ value });
  });

  test("is served from the moment of its import, if it was imported on the day of its filing", () => {
    const store = withRecords(company, "2024-05-17T16:00:00Z");
    expect(ask(store, "2024-05-17T15:59:59Z", "FIN", "EXMP", "revenue", "FY2023")).toMatchObject({ value: 100 });
    expect(ask(store, "2024-05-17T16:00:00Z", "FIN", "EXMP", "revenue", "FY2023")).toMatchObject({ value: 90 });
  });
});

test("a track record does not count tickers whose first close was public later", () => {
  const trades = (ticker: string): RecordRow[] => [
    recordRow("congress_trade", ticker, "2024-04-08", "house", { document: ticker, member: "A", owner: null, type: "P", amount_low: 1001, amount_high: 15000, filing_status: "New" }, { key: ticker }),
    ...["08", "09", "10", "11"].map((day, i) => recordRow("price", ticker, `2024-04-${day}`, "user", { close: 100 + i })),
  ]; // prettier-ignore
  const earlier = Array.from({ length: 12 }, (_, i) => `T${i}`).flatMap(trades);
  const store = withRecords([...earlier, recordRow("price", "LATE", "2024-06-03", "user", { close: 5 })]);
  const answer = ask(store, "2024-05-01T12:00:00Z", "TRACKRECORD", "congress_buy", "1d");
  expect(answer.components?.find((c) => c.name === "tickers")).toMatchObject({ value: 12, evidence: expect.stringMatching(/^12 of 12 tickers/) as string });
});

describe("institutions' reports", () => {
  const report = (n: number, filed: IsoDate, ticker: string): HoldingsReport => ({
    accession: `0000000000-24-${n}`, form: "13F-HR", cik: String(n), filer: `F${n}`, period: "2024-03-31", filed, adds: false, unit: "dollars", total: 100,
    holdings: [{ cusip: "123456789", ticker, shares: 10, raw_value: 100, value: 100 }],
  }); // prettier-ignore
  const held = (reports: readonly HoldingsReport[], moment: string) => {
    const store = storeWith("2025-06-01T00:00:00Z", { reports });
    store.decisions.decide("sample", false, "2024-01-01");
    return ask(store, moment, "HOLDERS13F", "AAPL", "count").value;
  };

  test("count from the end of their filing day, also the newest one", () => {
    const reports = [report(1, "2024-05-10", "AAPL"), report(2, "2024-05-17", "AAPL")];
    expect([held(reports, "2024-05-18T03:59:58Z"), held(reports, "2024-05-18T03:59:59Z")]).toEqual([1, 2]);
  });

  test("use the company name known then", () => {
    const reports = [report(1, "2024-05-10", "AAPL"), report(2, "2024-08-12", "MSFT"), report(3, "2024-08-12", "MSFT")];
    expect(held(reports, "2024-06-20T12:00:00Z")).toBe(1);
    expect(held(reports, "2024-08-20T12:00:00Z")).toBe(null);
  });
});
