import type { HoldingsReport } from "../../../../src/service/records/holdings";
import type { RecordRow } from "../../../../src/service/records/record";
import type { Store } from "../../../../src/service/store/store";
import { endOfDay } from "../../../../src/service/time/time-zone";
import { recordRow } from "../../../record-row";
import { itWithSharedData } from "../../../shared-data";
import { bring, storeWith } from "../../../stored";
import { form4Rows, type Form4, type FormLine } from "../publishers/form4";
import { readUnchecked } from "../publishers/read-as";
import { askStore as ask, said } from "./ask-store";

const DAY = "2024-11-20";

/** A store; each argument is one import. */
const storeOf = (...imports: (readonly RecordRow[])[]): Store => storeWith(DAY, ...imports.map((records) => ({ records })));
const recordsOf = (document: unknown, name?: string): readonly RecordRow[] => readUnchecked("sec", document, name).records;

const flow = (start: string, end: string, val: number, filed: string) => {
  return { start, end, val, filed, accn: `0000000077-${filed.slice(2, 4)}-000001`, form: "10-K" };
};
/** The facts of a company, in US dollars by tag. */
const facts = (tags: Readonly<Record<string, readonly ReturnType<typeof flow>[]>>) => ({
  cik: 77,
  entityName: "Example Corp",
  facts: { "us-gaap": Object.fromEntries(Object.entries(tags).map(([tag, USD]) => [tag, { units: { USD } }])) },
});
const in2022 = (val: number, filed: string) => flow("2022-01-01", "2022-12-31", val, filed);
const in2023 = (val: number) => flow("2023-01-01", "2023-12-31", val, "2024-02-01");
const EXAMPLE = facts({
  Revenues: [in2022(100, "2023-02-01"), in2022(90, "2024-02-01"), in2023(120)],
  NetIncomeLoss: [in2023(30)],
  NetCashProvidedByUsedInOperatingActivities: [in2023(50)],
  PaymentsToAcquireProductiveAssets: [in2023(20)],
});
/** A list of filings of a company with this one. */
const listed = (cik: string, ticker: string, filings: Readonly<Record<string, readonly [filed: string, period: string, form: string]>>) => {
  const each = Object.values(filings);
  const recent = { accessionNumber: Object.keys(filings), filingDate: each.map((f) => f[0]), reportDate: each.map((f) => f[1]), form: each.map((f) => f[2]) };
  return recordsOf({ cik, entityType: "operating", name: "Example Corp", tickers: [ticker], filings: { recent } });
};

describe("published filings of a company", () => {
  const store = storeOf(recordsOf(EXAMPLE, "EXMP_facts.json"));

  test("give FIN values for a ticker outside the sample, by period, end date or latest year", () => {
    const asked = ["FY2023", "2023-12-31", null].map((period) => ask(store, DAY, "FIN", "EXMP", "revenue", period));
    for (const answer of asked) expect(answer).toMatchObject({ value: 120, unit: "USD", source: "sec", sample: false, observation_date: "2023-12-31" });
  });

  test("give the value known on a past day; a restated value counts from its filing date", () => {
    expect(["2023-01-31", "2023-06-30", "2024-02-01"].map((day) => said(ask(store, day, "FIN", "EXMP", "revenue", "FY2022")))).toEqual(["no_filing", 100, 90]);
    expect(said(ask(store, "2023-06-30", "FIN", "EXMP", "revenue", null))).toBe(100);
  });

  test("are those of the periodic report from its filing on; before, those of the prospectus, and never those of a proxy statement", () => {
    const of = (form: string, filed: string, val: number, y = 2020) => ({ ...flow(`${y}-01-01`, `${y}-12-31`, val, filed), form, accn: `${form} ${filed}` });
    const NetIncomeLoss = [
      of("S-1", "2021-01-10", 10),
      of("S-1/A", "2021-02-10", 11),
      of("10-K", "2021-03-10", 11),
      of("424B3", "2021-04-10", 99),
      of("DEF 14A", "2021-04-20", 0.011),
      of("10-K/A", "2021-05-10", 12),
      of("DEF 14A", "2021-06-20", 0.012),
      of("X-UNKNOWN", "2021-06-21", 98),
      of("DEF 14A", "2021-06-20", 7, 2019),
    ];
    const filer = storeOf(recordsOf(facts({ NetIncomeLoss }), "EXMP_facts.json"));
    const on = (day: string) =>
      `${said(ask(filer, day, "FIN", "EXMP", "net_income", "FY2020"))} ${said(ask(filer, day, "FILING", "EXMP", "net_income", "form"))}`;
    expect(["2021-01-09", "2021-01-10", "2021-02-10", "2021-03-09"].map(on)).toEqual(["no_filing no_filing", "10 S-1", "11 S-1/A", "11 S-1/A"]);
    expect(["2021-03-10", "2021-04-20", "2021-05-09"].map(on)).toEqual(["11 10-K", "11 10-K", "11 10-K"]);
    expect(["2021-05-10", "2021-12-31"].map(on)).toEqual(["12 10-K/A", "12 10-K/A"]);
    expect(said(ask(filer, "2021-12-31", "FIN", "EXMP", "net_income", "FY2019"))).toBe("no_period");
    const published = (day: string) => (ask(filer, day, "FIN", "EXMP", "net_income", "FY2020") as { published?: object }).published;
    // The 10-K confirms what the second S-1 stated.
    expect(published("2021-03-10")).toMatchObject({ at: endOfDay("2021-02-10"), revisions: 1 });
    expect(published("2021-12-31")).toMatchObject({ at: endOfDay("2021-05-10"), revisions: 2 });
  });

  test("are of the period's own report: the first periodic report, without one the first 6-K or 8-K, then another form; the newest report is never a prospectus", () => {
    const filedBy = (...filings: readonly (readonly [form: string, filed: string, start?: string, end?: string])[]) => {
      const NetIncomeLoss = filings.map(([form, filed, start = "2023-01-01", end = "2023-12-31"]) => {
        return { ...flow(start, end, 5, filed), form, accn: `${form} ${filed}` };
      });
      return storeOf(recordsOf(facts({ NetIncomeLoss }), "EXMP_facts.json"));
    };
    const own = (filings: Store, day: string) => {
      // A figure that the filing does not state names the period's own report.
      const { reason } = ask(filings, day, "FIN", "EXMP", "revenue", "FY2023") as { readonly reason?: string };
      const latest = ["form", "filed"].map((field) => said(ask(filings, day, "FILING", "EXMP", "latest", field)));
      return [/FY2023 (\S+)\.$/.exec(reason ?? "")?.[1], ...latest].join(", ");
    };
    const domestic = filedBy(["S-1", "2024-01-10"], ["8-K12B", "2024-01-20"], ["10-K", "2024-03-01"], ["10-K/A", "2024-04-01"], ["S-4", "2024-05-01"]); // prettier-ignore
    expect(["2024-01-19", "2024-02-29"].map((day) => own(domestic, day))).toEqual(["S-1, no_filing, no_filing", "8-K12B, no_filing, no_filing"]);
    for (const day of ["2024-03-01", "2024-06-01"]) expect(own(domestic, day)).toBe("10-K, 10-K, 2024-03-01");
    expect(ask(domestic, "2024-02-29", "FILING", "EXMP", "latest", "form")).toMatchObject({ reason: "EXMP has filed no annual or quarterly report yet." });
    const foreign = filedBy(["F-1", "2024-01-10"], ["6-K", "2024-02-10"], ["20-F", "2024-04-01"]); // prettier-ignore
    const owns = ["F-1, no_filing, no_filing", "6-K, 6-K, 2024-02-10", "20-F, 20-F, 2024-04-01"];
    expect(["2024-02-09", "2024-02-10", "2024-04-01"].map((day) => own(foreign, day))).toEqual(owns);
    const planned = filedBy(["10-K", "2024-03-01"], ["10-Q", "2024-05-01", "2024-01-01", "2024-03-31"], ["S-4", "2024-08-01", "2024-04-01", "2024-06-30"]); // prettier-ignore
    expect(own(planned, "2024-08-02")).toBe("10-K, 10-Q, 2024-05-01");
  });

  test("give free cash flow as operating cash flow less capex, and not_stated if one is missing", () => {
    expect(said(ask(store, DAY, "FIN", "EXMP", "free_cash_flow", "FY2023"))).toBe(30);
    expect(said(ask(store, DAY, "FIN", "EXMP", "free_cash_flow", "FY2022"))).toBe("not_stated");
    expect(said(ask(store, DAY, "FIN", "EXMP", "inventory", "FY2023"))).toBe("not_stated");
    expect(said(ask(store, DAY, "FIN", "EXMP", "revenue", "FY2019"))).toBe("no_period");
  });

  test("let FILING name the filing of each figure", () => {
    expect(said(ask(store, DAY, "FILING", "EXMP", "revenue", "accession"))).toBe("0000000077-24-000001");
    expect(said(ask(store, DAY, "FILING", "EXMP", "latest", "filed"))).toBe("2024-02-01");
    expect(said(ask(store, DAY, "FILING", "EXMP", "revenue", "unit"))).toBe("USD");
  });

  test("replace all sample statements of that company, and of no other", () => {
    const apple = storeOf(recordsOf(EXAMPLE, "AAPL.json"));
    expect(ask(apple, DAY, "FIN", "AAPL", "revenue", null)).toMatchObject({ value: 120, sample: false });
    expect(said(ask(apple, DAY, "FIN", "AAPL", "goodwill", null))).toBe("not_stated");
    expect(ask(apple, DAY, "FIN", "MSFT", "revenue", null)).toMatchObject({ sample: true });
  });

  test("are found by the ticker in the SEC's list rather than the one in the file name", () => {
    const list = recordsOf('{"0":{"cik_str":88,"ticker":"EXMP","title":"Another Corp"},"1":{"cik_str":77,"ticker":"EX","title":"Example Corp"}}');
    const both = storeOf(recordsOf(EXAMPLE, "EXMP_facts.json"), list);
    expect(said(ask(both, DAY, "FIN", "EX", "revenue", null))).toBe(120);
    expect(said(ask(both, DAY, "FIN", "EXMP", "revenue", null))).toBe("unknown_ticker");
  });

  test("give the newest report but no figures if only the list of filings is imported", () => {
    const list = storeOf(listed("320193", "AAPL", { a: ["2024-11-01", "2024-09-28", "10-K"], b: ["2024-11-02", "", "4"] }));
    expect(ask(list, DAY, "FILING", "AAPL", "latest", "form")).toMatchObject({ value: "10-K", sample: false, observation_date: "2024-09-28" });
    expect(ask(list, DAY, "FIN", "AAPL", "revenue", null)).toMatchObject({ code: "not_covered", sample: false });
  });

  test("give margins without a price, but no_price for multiples", () => {
    expect(ask(store, DAY, "RV", "EXMP", "net_margin", "value")).toMatchObject({ value: 25, sample: false, source: "sec" });
    expect(ask(store, DAY, "RV", "EXMP", "pe", "value")).toMatchObject({ code: "no_price", sample: false });
    expect(ask(store, DAY, "RV", "EXMP", "revenue_growth", "value")).toMatchObject({ value: 33.3333 });
  });

  test("change RV as soon as they are imported", () => {
    const running = storeOf();
    expect(ask(running, DAY, "RV", "AAPL", "net_margin", "value")).toMatchObject({ sample: true });
    bring(running, { records: recordsOf(EXAMPLE, "AAPL.json") }, DAY);
    expect(ask(running, DAY, "RV", "AAPL", "net_margin", "value")).toMatchObject({ value: 25, sample: false });
  });

  test("change FILING as soon as a newer report is listed, and not with other imports", () => {
    const running = storeOf(recordsOf(EXAMPLE, "EXMP_facts.json"));
    const newest = (): unknown => said(ask(running, DAY, "FILING", "EXMP", "latest", "accession"));
    const before = newest();
    expect(before).toBe("stale");
    bring(running, { records: [recordRow("funding", "BTC", DAY, "okx", {})] }, DAY);
    expect(newest()).toBe(before);
    bring(running, { records: listed("77", "EXMP", { "0000000077-24-000009": ["2024-11-01", "2024-09-30", "10-Q"] }) }, DAY);
    expect(newest()).toBe("0000000077-24-000009");
  });

  itWithSharedData("give NVIDIA's split-year EPS as first stated, then as restated from the next report", (_, fileIn) => {
    const nvidia = storeOf(recordsOf(fileIn("sec/companyfacts/NVDA_trimmed.json"), "NVDA_trimmed.json"));
    expect(["2023-06-30", "2026-11-20"].map((day) => said(ask(nvidia, day, "FIN", "NVDA", "eps_diluted", "FY2023")))).toEqual([1.74, 0.17]);
    expect(said(ask(nvidia, "2026-11-20", "FIN", "NVDA", "revenue", "2027Q1"))).toBe(81_615_000_000);
  });
});

/** The report of one trade, filed on a day. */
const filed = (day: string, line: FormLine, more: Form4 = {}): readonly RecordRow[] =>
  form4Rows({ filed: day, period: "2024-05-02", lines: [{ day: "2024-05-02", ...line }], ...more });
const sums = (store: Store, day: string) => ["buy", "sell", "net"].map((field) => said(ask(store, day, "INSIDER", "EXMP", field)));

describe("insiders' reports", () => {
  test("count once filed, for thirty days from the trade date", () => {
    const sale = filed("2024-05-04", { code: "S", shares: 4, price: 5 }, { owners: [{ cik: "6" }] });
    const store = storeOf(filed("2024-05-03", { shares: 10, price: 7 }), sale);
    expect(sums(store, "2024-05-03")).toEqual([70, 0, 70]);
    expect(sums(store, "2024-05-31")).toEqual([70, 20, 50]);
    expect(sums(store, "2024-06-01")).toEqual(Array(3).fill("no_trades"));
    expect(ask(store, "2024-05-31", "INSIDER", "EXMP", "buy")).toMatchObject({ source: "sec", sample: false });
  });

  test("sum to zero without an open-market trade, and to inputs_missing without a price", () => {
    expect(sums(storeOf(filed("2024-05-03", { code: "M" })), "2024-05-10")).toEqual([0, 0, 0]);
    expect(sums(storeOf(filed("2024-05-03", { code: "S", price: null })), "2024-05-10")[1]).toBe("inputs_missing");
  });
});

type HeldMore = Partial<HoldingsReport> & { readonly cusip?: string; readonly ticker?: string | null };
const held = (cik: string, period: string, shares: number, { cusip = "037833100", ticker = "AAPL", ...more }: HeldMore = {}): HoldingsReport => {
  const filed = { accession: `${cik}-${period}-${more.filed ?? ""}`, form: "13F-HR", cik, filer: `Fund ${cik}`, period, filed: period, adds: false };
  const holdings = [{ cusip, ticker, shares, raw_value: shares * 2, value: shares * 2 }];
  return { ...filed, unit: "dollars", total: 1, holdings, ...more };
};
/** A store with these reports, as one import. */
const holding = (...reports: HoldingsReport[]): Store => storeWith(DAY, { reports });
/** A day on which the quarters of these reports are still current. */
const SOON = "2024-11-20";
const holders = (store: Store, day = SOON, ticker = "AAPL"): unknown[] =>
  ["count", "value", "qoq"].map((field) => said(ask(store, day, "HOLDERS13F", ticker, field)));

describe("institutions' reports (13F)", () => {
  test("are summed for the newest quarter and compared with the quarter before, without which the change is unknown and not zero", () => {
    const each = (period: string, ...shares: number[]) => shares.map((count, i) => held(`${i + 1}`, period, count));
    expect(holders(holding(...each("2024-03-31", 10, 10), ...each("2024-06-30", 15, 9, 4, 0)))).toEqual([3, 56, 0]);
    expect(holders(holding(...each("2024-03-31", 10), ...each("2024-06-30", 15)))[2]).toBe(1);
    expect(holders(holding(...each("2024-06-30", 15)))[2]).toBe("no_observation");
  });

  test("no longer count a security from the filing date of a restatement that omits it", () => {
    const other = { cusip: "594918104", ticker: "MSFT" };
    const both = held("1", "2024-06-30", 15, { filed: "2024-08-10" });
    const store = holding(
      { ...both, holdings: [...both.holdings, ...held("1", "2024-06-30", 7, other).holdings] },
      held("1", "2024-06-30", 7, { ...other, form: "13F-HR/A", filed: "2024-09-01" }),
    );
    expect([holders(store, "2024-08-31")[0], holders(store, "2024-08-31", "MSFT")[0]]).toEqual([1, 1]);
    expect([holders(store, "2024-09-01")[0], holders(store, "2024-09-01", "MSFT")[0]]).toEqual(["no_data_yet", 1]);
  });

  test("of a new quarter do not replace the previous one before the filing deadline", () => {
    const store = holding(
      held("1", "2024-03-31", 10, { filed: "2024-05-10" }),
      held("2", "2024-03-31", 10),
      held("1", "2024-06-30", 15, { filed: "2024-07-05" }),
    );
    expect([holders(store, "2024-07-10")[0], holders(store, "2024-08-14")[0]]).toEqual([2, 1]);
    expect(holders(holding(held("1", "2024-06-30", 15, { filed: "2024-07-05" })), "2024-07-10")[0]).toBe(1);
  });

  test("that state only a CUSIP are found by symbol once a list maps the CUSIP", () => {
    const store = holding(held("1", "2024-06-30", 15, { ticker: null }));
    expect(said(ask(store, SOON, "HOLDERS13F", "EXMP", "count"))).toBe("unknown_ticker");
    const list = recordsOf("SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE\n20240102|037833100|EXMP|10|X|1\nTrailer record count 1\n");
    bring(store, { records: list }, DAY);
    // One institution's report is not a total for the market, and the answer says so.
    const note = expect.stringMatching(
      /^covers the 1 institution whose reports for \d{4}Q\d are loaded; to load all: npm run -s data -- update sec$/,
    ) as string;
    expect(ask(store, SOON, "HOLDERS13F", "EXMP", "count")).toMatchObject({ value: 1, sample: false, note });
  });

  test("give stale 200 days after their quarter, which field quarter still names", () => {
    const store = holding(held("1", "2024-03-31", 10), held("1", "2024-06-30", 15));
    expect(holders(store, "2025-01-16")).toEqual([1, 30, 1]);
    const reason = "Too old: last observation 2024-06-30, limit 200 days.";
    for (const field of ["count", "value", "qoq"])
      expect(ask(store, "2025-01-17", "HOLDERS13F", "AAPL", field)).toMatchObject({ code: "stale", reason, sample: false, observation_date: "2024-06-30" });
    expect(said(ask(store, "2025-01-17", "HOLDERS13F", "AAPL", "quarter"))).toBe("2024Q2");
  });

  test("that disagree on a CUSIP's ticker all count for the most frequent ticker", () => {
    const store = holding(...["MSFT", "MSFT", "AAPL"].map((ticker, i) => held(`${i}`, "2024-06-30", 15, { cusip: "111111111", ticker })));
    expect(holders(store, SOON, "MSFT")[0]).toBe(3);
    expect(ask(store, DAY, "HOLDERS13F", "AAPL", "count")).toMatchObject({ sample: true });
  });
});

const S1 =
  "As filed with the Securities and Exchange Commission on March 3, 2025 Registration No. 333-123456 FORM S-1 REGISTRATION STATEMENT UNDER THE SECURITIES ACT OF 1933 Example Therapeutics, Inc. (Exact name of registrant as specified in its charter) " +
  "The initial public offering price will be between $14.00 and $16.00 per share, under the symbol RDDT.";

test("offerings are found by symbol or name, give price ranges, and replace the symbol's sample data", () => {
  const store = storeOf(recordsOf(S1));
  expect(ask(store, "2025-11-20", "IPO", "RDDT", "company")).toMatchObject({ value: "Example Therapeutics, Inc.", sample: false, source: "sec" });
  const fields = ["price", "price_low", "price_high", "shares"].map((field) => said(ask(store, "2025-11-20", "IPO", "example therap", field)));
  expect(fields).toEqual(["range_not_priced", 14, 16, "not_stated"]);
  expect(said(ask(store, "2025-03-02", "IPO", "RDDT", "form"))).toBe("no_filing");
  expect(ask(store, "2025-11-20", "IPO", "ARM", "form")).toMatchObject({ sample: true });
});
