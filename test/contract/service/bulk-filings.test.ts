import { FUNCTION_NAMES } from "../../../src/contract/functions";
import { declarationOf } from "../../../src/contract/functions/declarations";
import { SERIES } from "../../../src/contract/series";
import { BULK_DATASETS, WITHHELD_DATASETS } from "../../../src/service/families/bulk/datasets";
import { DATASETS } from "../../../src/service/records/record";
import { SERIES_RULES } from "../../../src/service/releases/series-rules";
import { SCHEMA } from "../../../src/service/store/migrations";
import { recordRow as row } from "../../record-row";
import { holdingsReport } from "./rows";
import { bulkLines, inColumns, serviceUnderTest, take, type ServiceUnderTest } from "./service-under-test";

const ZED = { cik: "1234567", name: "Zed Corp." };
const [FIRST, SECOND, QUARTER] = ["0001234567-23-000001", "0001234567-24-000001", "0001234567-24-000002"] as const;
/** Revenue of 2023 was restated a year later. The second tag of net income is not preferred. */
const YEAR = {
  period: "FY2022",
  annual: true,
  currency: "EUR",
  stated: {
    revenue: [[["2023-02-10", 100, FIRST, "10-K", "Revenues"], ["2024-02-09", 90, SECOND, "10-K", "Revenues"]]],
    net_income: [[["2024-02-09", 8, SECOND, "10-K", "NetIncomeLoss"]], [["2023-02-10", 9, FIRST, "10-K", "ProfitLoss"]]],
    eps_diluted: [[["2023-02-10", 0.5, FIRST, "10-K", "EarningsPerShareDiluted"]]],
  },
} as const; // prettier-ignore
const THREE_MONTHS = {
  period: "2024Q1",
  annual: false,
  currency: "EUR",
  stated: { shares_outstanding: [[["2024-05-03", 20, QUARTER, "10-Q", "EntityCommonStockSharesOutstanding"]]] },
} as const;
const owner = (cik: string, name: string, title: string | null) => ({
  cik, name, place: { director: title === null, officer: title !== null, ten_percent: false, title },
}); // prettier-ignore
const sale = { traded: "2024-06-18", side: "sell", shares: 10, price: 5, value: 50 } as const;
const insiderReport = {
  form: "4", period: "2024-06-18", filed: "2024-06-20", signed: null, owners: [owner("11", "A. Chief", "Chief Executive Officer"), owner("12", "B. Director", null)],
  role: "Chief Executive Officer", isChief: true, plan10b5_1: null, trades: [sale, { ...sale, traded: "2024-06-17" }],
}; // prettier-ignore
const offering = {
  ticker: "ZED", company: ZED.name, form: "S-1", filed: "2024-06-20", price: null, priceLow: 14, priceHigh: 16, shares: 1_000_000, exchange: "NYSE", parseConfidence: 0.8,
  accession: "0001234567-24-000009", groupKey: "333-1",
}; // prettier-ignore
const hour = (at: string, reports: number) =>
  row("report_count", "tariff", at.slice(0, 10), "gdelt", { hour_ms: Date.parse(at), reports, monitored: 900 }, { key: at.slice(11, 13) });

const records = [
  row("filer", "ZED", "1993-01-01", "sec", ZED),
  row("filer", "ZED.B", "1993-01-01", "sec", ZED),
  row("security", "ZED", "1993-01-01", "sec", { cusip: "989999109" }),
  row("statement", ZED.cik, "2022-12-31", "sec", YEAR, { known: "2023-02-10" }),
  row("statement", `${ZED.cik}Q`, "2024-03-31", "sec", THREE_MONTHS, { known: "2024-05-03" }),
  row("filing", ZED.cik, "2024-05-03", "sec", { form: "10-Q", accession: QUARTER, periodEnd: "2024-03-31" }, { key: QUARTER }),
  row("filing", `${ZED.cik}/other`, "2024-06-03", "sec", { form: "8-K", accession: "0001234567-24-000003", periodEnd: null, items: ["4.02", "9.01"] }, { key: "8" }),
  row("offering", "ZED", "2024-06-20", "sec", offering, { key: "S-1" }),
  row("listed_filing", "offering", "2024-06-21", "sec", { form: "424B4", accession: "0001234567-24-000010", cik: "55", company: "Other, Inc." }, { key: "10" }),
  row("insider_trade", "ZED", "2024-06-18", "sec", insiderReport, { key: "11+12 0001234567-24-000004", known: "2024-06-20" }),
  row("insider_trade", "ZED", "2024-06-19", "sec", { ...insiderReport, filed: null, owners: [owner("11", "A. Chief", null)], trades: [{ ...sale, side: "buy", traded: "2024-06-14" }] }, { key: "11 abcdef", known: "2024-06-19" }),
  row("house_filing", "20025", "2024-06-12", "house", { name: "Hon. C. Member", filing_type: "P", state_district: "CA11", year: 2024, filed: "2024-06-12" }),
  row("rate_average", "10Y", "2024-04-01", "board", { rate: 4.54 }, { known: "2024-05-01" }),
  hour("2024-06-25T21:00:00Z", 4),
  hour("2024-06-25T22:00:00Z", 6),
]; // prettier-ignore

let s: ServiceUnderTest;
beforeAll(async () => {
  s = await serviceUnderTest();
  const report = (accession: string, form: string, filed: string, shares: number) =>
    holdingsReport("77", "2023-12-31", [["989999109", "ZED", shares, shares * 2], ["111111111", null, shares, 1]], { accession, form, filed, filer: "A Fund" }); // prettier-ignore
  const reports = [report("0000000077-24-000001", "13F-HR", "2024-02-13", 100), report("0000000077-24-000002", "13F-HR/A", "2024-03-01", 120)];
  take(s, records, { reports });
});
afterAll(() => s.close());

const file = (name: string, query?: string) => bulkLines(s, name, query);

describe("company_statements.csv", () => {
  it("has every value that a filing states, and marks the one that FIN shows", async () => {
    const lines = await file("company_statements");
    expect(inColumns(lines, "cik", "tickers", "metric", "date", "period", "filed", "value", "unit", "served", "form", "preference", "public_at")).toEqual([
      "1234567 ZED ZED.B revenue 2022-12-31 FY2022 2023-02-10 100 EUR false 10-K 1 2023-02-11T04:59:59Z",
      "1234567 ZED ZED.B revenue 2022-12-31 FY2022 2024-02-09 90 EUR true 10-K 1 2024-02-10T04:59:59Z",
      "1234567 ZED ZED.B net_income 2022-12-31 FY2022 2024-02-09 8 EUR true 10-K 1 2024-02-10T04:59:59Z",
      "1234567 ZED ZED.B net_income 2022-12-31 FY2022 2023-02-10 9 EUR false 10-K 2 2023-02-11T04:59:59Z",
      "1234567 ZED ZED.B eps_diluted 2022-12-31 FY2022 2023-02-10 0.5 EUR/shares true 10-K 1 2023-02-11T04:59:59Z",
      "1234567 ZED ZED.B shares_outstanding 2024-03-31 2024Q1 2024-05-03 20 shares true 10-Q 1 2024-05-04T03:59:59Z",
    ]);
    for (const line of lines.filter((l) => l["served"] === "true")) {
      const cell = await s.ask("FIN", "ZED", line["metric"]!, line["period"]!);
      expect([cell.value, cell.unit, cell.observation_date, cell.source]).toEqual([Number(line["value"]), line["unit"], line["date"], line["source"]]);
    }
  });

  it("has no value of a filing that was not public at the moment", async () => {
    expect(inColumns(await file("company_statements", "?as_of=2023-12-31"), "metric", "filed", "value", "served")).toEqual([
      "revenue 2023-02-10 100 true",
      "net_income 2023-02-10 9 true",
      "eps_diluted 2023-02-10 0.5 true",
    ]);
    expect(await file("company_statements", "?as_of=2023-02-10T12:00:00Z")).toEqual([]);
  });

  it("is estimated by its rows, not by its periods", async () => {
    const list = (await s.get("/v1/bulk")).json<{ data: { dataset: string; rows: number }[] }>().data;
    const rows = Object.fromEntries(list.map((one) => [one.dataset, one.rows]));
    expect([rows["company_statements"], rows["insider_trades"], rows["insider_reports"], rows["institutional_holdings"]]).toEqual([6, 3, 3, 4]);
  });
});

it("filings.csv has the filings of all forms, and FILING latest shows the newest report", async () => {
  const lines = await file("filings");
  expect(inColumns(lines, "cik", "tickers", "date", "form", "period_end", "items", "public_at")).toEqual([
    "1234567 ZED ZED.B 2024-05-03 10-Q 2024-03-31  2024-05-04T03:59:59Z",
    "1234567 ZED ZED.B 2024-06-03 8-K  4.02 9.01 2024-06-04T03:59:59Z",
  ]);
  for (const [field, column] of Object.entries({ form: "form", filed: "date", accession: "accession", period_end: "period_end", url: "url" }))
    expect([field, (await s.ask("FILING", "ZED", "latest", field)).value]).toEqual([field, lines[0]![column]]);
});

it("files of filings and disclosures have one row for each as filed", async () => {
  expect(inColumns(await file("filers"), "ticker", "cik", "name", "public_at")).toEqual(["ZED 1234567 Zed Corp. ", "ZED.B 1234567 Zed Corp. "]);
  expect(inColumns(await file("securities"), "symbol", "cusip")).toEqual(["ZED 989999109"]);
  expect(
    inColumns(await file("offerings"), "ticker", "date", "form", "price", "price_low", "price_high", "shares", "parse_confidence", "ipo_group_key"),
  ).toEqual(["ZED 2024-06-20 S-1  14 16 1000000 0.8 333-1"]);
  expect(inColumns(await file("offering_index"), "date", "form", "company", "cik", "accession")).toEqual([
    "2024-06-21 424B4 Other, Inc. 55 0001234567-24-000010",
  ]);
  expect(inColumns(await file("insider_reports"), "owner", "date", "filed", "accession", "director", "officer", "title", "purchases", "sales")).toEqual([
    "A. Chief 2024-06-18 2024-06-20 0001234567-24-000004 false true Chief Executive Officer 0 2",
    "B. Director 2024-06-18 2024-06-20 0001234567-24-000004 true false  0 2",
    "A. Chief 2024-06-19   true false  1 0",
  ]);
  // Without a filing day, the second report was public two working days after its newest transaction.
  expect(inColumns(await file("insider_trades"), "date", "side", "shares", "value", "filed", "accession", "public_at")).toEqual([
    "2024-06-18 sell 10 50 2024-06-20 0001234567-24-000004 2024-06-21T03:59:59Z",
    "2024-06-17 sell 10 50 2024-06-20 0001234567-24-000004 2024-06-21T03:59:59Z",
    "2024-06-14 buy 10 50   2024-06-22T03:59:59Z",
  ]);
  expect(inColumns(await file("house_filings"), "document", "filed", "name", "filing_type", "state_district", "year")).toEqual([
    "20025 2024-06-12 Hon. C. Member P CA11 2024",
  ]);
  expect(inColumns(await file("treasury_yield_averages"), "tenor", "date", "rate")).toEqual(["10Y 2024-04-01 4.54"]);
});

it("report_counts.csv has the hours that OSINT adds up", async () => {
  const lines = await file("report_counts");
  expect(inColumns(lines, "keyword", "date", "hour", "reports", "source")).toEqual(["tariff 2024-06-25 21 4 gdelt", "tariff 2024-06-25 22 6 gdelt"]);
  expect((await s.ask("OSINT", "tariff", 2)).value).toBe(10);
});

it("institutional_holdings.csv has the reports that count at the moment, with the ticker if it is known", async () => {
  const columns = ["cusip", "date", "ticker", "fund_cik", "shares", "market_value_usd", "filed", "form", "public_at"];
  expect(inColumns(await file("institutional_holdings"), ...columns)).toEqual([
    "111111111 2023-12-31  77 120 1 2024-03-01 13F-HR/A 2024-03-02T04:59:59Z",
    "989999109 2023-12-31 ZED 77 120 240 2024-03-01 13F-HR/A 2024-03-02T04:59:59Z",
  ]);
  expect(inColumns(await file("institutional_holdings", "?as_of=2024-02-20"), ...columns)).toEqual([
    "111111111 2023-12-31  77 100 1 2024-02-13 13F-HR 2024-02-14T04:59:59Z",
    "989999109 2023-12-31 ZED 77 100 200 2024-02-13 13F-HR 2024-02-14T04:59:59Z",
  ]);
  expect(await file("institutional_holdings", "?as_of=2024-02-13T12:00:00Z")).toEqual([]);
});

describe("the datasets", () => {
  const OWN = "from the operator's own file or node, whose terms are not known";
  /** Kinds of stored rows that no dataset has. */
  const IN_NO_FILE: Readonly<Record<string, string>> = {
    price: OWN,
    split: OWN,
    forecast: OWN,
    whale_transfer: OWN,
    address_label: OWN,
    fail_price: "a few prices of the list of fails to deliver, which only show whether values of holdings are plausible",
    left_out: "lines that could not be read, which the status and replies name",
    contract: "sizes of contracts, which only value liquidations, and those are not offered",
    coverage: "the time that a document covers; it is no publisher's row",
  };
  /** Tables with rows of publishers, by the kind of rows. */
  const ROWS: Readonly<Record<string, string>> = {
    record: "records",
    observation: "observation",
    holdings_report: "holding",
    holding: "holding",
    security_name: "holding",
  };
  /** Tables that no file has. */
  const NO_ROWS: Readonly<Record<string, string>> = {
    import_file: "log of imports",
    import_series: "log of imports",
    newest_public: "computed from the rows",
    change_moment: "order of imports",
    change_row: "order of imports",
    freshness: "when rows were confirmed",
    rows_version: "order of imports",
    holding_total: "sums of holdings",
    holding_total_of: "sums of holdings",
    publisher: "the operator's decisions",
  };

  it("are every kind of stored rows, except those that are withheld and those with a reason", () => {
    const carried = new Set<string>(BULK_DATASETS.map(({ carries }) => carries));
    const withheld = WITHHELD_DATASETS.map(({ dataset }) => dataset as string);
    const accounted = [...carried, ...withheld, ...Object.keys(IN_NO_FILE)];
    expect(accounted.sort()).toEqual([...DATASETS, "observation", "holding"].sort());
    expect(new Set(BULK_DATASETS.map(({ name }) => name)).size).toBe(BULK_DATASETS.length);
  });

  it("have no figure that a plan withholds, because a free key gets the whole file", () => {
    const withheld = FUNCTION_NAMES.flatMap((fn) => declarationOf(fn).fields.flatMap(({ name, plan }) => (plan === undefined ? [] : [name as string])));
    expect(withheld).not.toEqual([]);
    expect(BULK_DATASETS.flatMap(({ columns }) => Object.keys(columns)).filter((column) => withheld.includes(column))).toEqual([]);
  });

  it("are every table with rows of publishers", () => {
    const tables = [...SCHEMA.matchAll(/CREATE TABLE (\w+)/g)].map(([, table]) => table!);
    expect([...Object.keys(ROWS), ...Object.keys(NO_ROWS)].sort()).toEqual(tables.sort());
    const carried = new Set<string>(["records", ...BULK_DATASETS.map(({ carries }) => carries)]);
    expect(Object.values(ROWS).filter((kind) => !carried.has(kind))).toEqual([]);
  });

  it("have each published series in exactly one file", () => {
    // The New York Fed states these with their volume: they are records of money_market_rates.
    const records = ["BGCR", "TGCR"];
    const ids = [...new Set([...SERIES.map(({ id }) => id), ...SERIES_RULES.flatMap(({ series = [] }) => series)])]
      .filter((id) => id !== "*" && !records.includes(id))
      .map((id) => id.replace("CBPOL.*.*", "CBPOL.XM.DFR").replaceAll("*", "US"));
    const ofSeries = BULK_DATASETS.filter(({ carries }) => carries === "observation");
    const carriers = ids.map((id) => [id, ofSeries.flatMap(({ name, series }) => (series!(id) ? [name] : []))] as const);
    expect(carriers.filter(([, names]) => names.length !== 1)).toEqual([]);
    expect(new Set(carriers.flatMap(([, names]) => names))).toEqual(new Set(ofSeries.map(({ name }) => name)));
    expect(records.filter((id) => ofSeries.some(({ series }) => series!(id)))).toEqual([]);
  });
});
