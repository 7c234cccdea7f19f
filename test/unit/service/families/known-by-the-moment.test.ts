import type { IsoDate } from "../../../../src/contract/dates";
import type { FunctionName } from "../../../../src/contract/functions";
import { evaluateCells } from "../../../../src/service/evaluation/evaluate";
import { readWireCells } from "../../../../src/service/evaluation/read-cells";
import type { HoldingsReport } from "../../../../src/service/records/holdings";
import type { RecordRow } from "../../../../src/service/records/record";
import type { Store } from "../../../../src/service/store/store";
import { createClock } from "../../../../src/service/time/clock";
import { recordRow as row } from "../../../record-row";
import { storeWith } from "../../../stored";

const storeOf = (records: readonly RecordRow[], seen = "2025-06-01T00:00:00Z"): Store => storeWith(seen, { records });

function ask(store: Store, moment: string, fn: FunctionName, ...args: string[]) {
  const cell = { id: 0, fn, args };
  return evaluateCells(readWireCells([cell]), { store, clock: createClock(undefined, () => Date.parse(moment)) }).data[0]!;
}

describe("a restated figure", () => {
  const revenue = [
    ["2024-02-01", 100, "0000000042-24-000001", "10-K", "Revenues"],
    ["2024-05-17", 90, "0000000042-24-000002", "10-K/A", "Revenues"],
  ];
  const company = [
    row("filer", "EXMP", "2024-01-01", "sec", { cik: "42", name: "Example" }),
    row("statement", "42", "2023-12-31", "sec", { period: "FY2023", annual: true, currency: "USD", stated: { revenue: [revenue] } }, { known: "2024-02-01" }),
  ];

  test.each([
    ["2024-05-17T19:00:00Z", 100, "on the day of the filing"],
    ["2024-05-18T03:59:58Z", 100, "before the day's last second in New York"],
    ["2024-05-18T03:59:59Z", 90, "at the end of the day"],
  ])("as of %s is %d: %s", (moment, value) => {
    expect(ask(storeOf(company), moment, "FIN", "EXMP", "revenue", "FY2023")).toMatchObject({ value });
  });

  test("is served from the moment of its import, if it was imported on the day of its filing", () => {
    const store = storeOf(company, "2024-05-17T16:00:00Z");
    expect(ask(store, "2024-05-17T15:59:59Z", "FIN", "EXMP", "revenue", "FY2023")).toMatchObject({ value: 100 });
    expect(ask(store, "2024-05-17T16:00:00Z", "FIN", "EXMP", "revenue", "FY2023")).toMatchObject({ value: 90 });
  });
});

test("a track record does not count tickers whose first close was public later", () => {
  const trades = (ticker: string): RecordRow[] => [
    row("congress_trade", ticker, "2024-04-08", "house", { document: ticker, member: "A", owner: null, type: "P", amount_low: 1001, amount_high: 15000, filing_status: "New" }, { key: ticker }),
    ...["08", "09", "10", "11"].map((day, i) => row("price", ticker, `2024-04-${day}`, "user", { close: 100 + i })),
  ]; // prettier-ignore
  const earlier = Array.from({ length: 12 }, (_, i) => `T${i}`).flatMap(trades);
  const store = storeOf([...earlier, row("price", "LATE", "2024-06-03", "user", { close: 5 })]);
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
    store.feeds.decide("sample", false, "2024-01-01");
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
