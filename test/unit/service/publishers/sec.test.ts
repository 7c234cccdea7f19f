import { basename } from "node:path";
import type { Metric } from "../../../../src/contract/vocabulary";
import { servedFigure } from "../../../../src/service/doubts/served-figure";
import type { FiledReport, ReportedOffering, StatedPeriod } from "../../../../src/service/records/filings";
import type { HoldingsReport } from "../../../../src/service/records/holdings";
import type { InsiderReport } from "../../../../src/service/records/disclosed-trades";
import type { RecordRow } from "../../../../src/service/records/record";
import { itWithSharedData } from "../../../shared-data";
import { form13fText, type Position } from "./form13f";
import { type Form4, form4Text, form4Xml, type FormLine } from "./form4";
import { feedCalled, readUnchecked } from "./read-as";

const read = (document: unknown, name?: string) => readUnchecked("sec", document, name);
const recordsOf = (document: unknown, name?: string): readonly RecordRow[] => read(document, name).records;

/** A test over the records of the SEC's published files. */
const itWithFiled = (name: string, body: (filed: (file: string) => readonly RecordRow[]) => void): void =>
  itWithSharedData(name, (_, fileIn) => body((file) => recordsOf(fileIn("sec", file), basename(file))));

interface Fact {
  readonly start?: string;
  readonly end: string;
  readonly val: number;
  readonly filed: string;
  readonly accn?: string;
  readonly form?: string;
  readonly fy?: number;
  readonly fp?: string;
}
const fact = (f: Fact) => ({ accn: `a-${f.filed}`, form: "10-K", ...f });
const concept = (unit: string, ...facts: Fact[]) => ({ units: { [unit]: facts.map(fact) } });
const facts = (taxonomies: object) => ({ cik: 77, entityName: "Example Corp", facts: taxonomies });
/** Facts in US dollars, by tag. */
const gaap = (tags: Readonly<Record<string, Fact | readonly Fact[]>>, more: object = {}) =>
  facts({ "us-gaap": Object.fromEntries(Object.entries(tags).map(([tag, of]) => [tag, concept("USD", ...[of].flat())])), ...more });
const year = (y: number) => ({ start: `${y}-01-01`, end: `${y}-12-31` });
const in2023 = { ...year(2023), filed: "2024-02-01" };
const body = (records: readonly RecordRow[], period: string): StatedPeriod => {
  const row = records.find((r) => r.dataset === "statement" && (r.body as StatedPeriod).period === period);
  if (!row) throw new Error(`no ${period} among ${records.map((r) => (r.body as StatedPeriod).period).join(", ")}`);
  return row.body as StatedPeriod;
};
/** The value that counts on a day, by the version of the period that is known then. */
function served(records: readonly RecordRow[], period: string, metric: Metric, day = "9999-12-31"): number | undefined {
  const known = records.filter((r) => r.dataset === "statement" && (r.body as StatedPeriod).period === period && r.known <= day);
  const row = known.reduce<RecordRow | undefined>((a, b) => (a && a.known > b.known ? a : b), undefined);
  return row && servedFigure(row.body as StatedPeriod, metric, day)?.served[1];
}

describe("company facts", () => {
  it("are dated by each value's start and end, not by fy and fp of the filing", () => {
    const records = recordsOf(gaap({ Revenues: [2021, 2023].map((val) => ({ ...year(val), val, filed: "2024-02-01", fy: 2023, fp: "FY" })) }));
    expect([2021, 2023].map((y) => body(records, `FY${y}`).stated.revenue?.[0]?.[0]?.[1])).toEqual([2021, 2023]);
  });

  it("are one line across renamed tags, with the later filing's value last", () => {
    const renamed = [2017, 2018].map((y) => ({ ...year(y), val: y === 2017 ? 99 : 120, filed: "2019-02-01" }));
    const before = { ...year(2017), val: 100, filed: "2018-02-01" };
    const records = recordsOf(gaap({ SalesRevenueNet: before, RevenueFromContractWithCustomerExcludingAssessedTax: renamed }));
    expect(body(records, "FY2017").stated.revenue?.[0]?.map((v) => `${v[0]} ${v[1]}`)).toEqual(["2018-02-01 100", "2019-02-01 99"]);
    expect(body(records, "FY2018").stated.revenue?.[0]?.map((v) => v[1])).toEqual([120]);
  });

  it("give the total revenue if a filing also states a part of it", () => {
    const tags = { RevenueFromContractWithCustomerExcludingAssessedTax: { ...in2023, val: 80 }, Revenues: { ...in2023, val: 100 } };
    expect(body(recordsOf(gaap(tags)), "FY2023").stated.revenue?.[0]?.at(-1)?.[1]).toBe(100);
  });

  it("are stored for years and for quarters, not for half years", () => {
    const stated = [
      { ...year(2020), val: 4, filed: "2021-02-01" },
      { start: "2020-01-01", end: "2020-06-30", val: 2, filed: "2020-08-01" },
      { start: "2020-04-01", end: "2020-06-30", val: 1, filed: "2020-08-01" },
      { start: "2021-01-01", end: "2021-03-31", val: 7, filed: "2021-05-01" },
    ];
    const records = recordsOf(gaap({ NetIncomeLoss: stated })).map(({ entity, body }) => ({ entity, ...(body as StatedPeriod) }));
    expect(records.map((r) => `${r.entity} ${r.period} ${r.stated.net_income?.[0]?.[0]?.[1]}`)).toEqual(["77 FY2020 4", "77Q 2020Q2 1", "77Q 2021Q1 7"]);
  });

  it("name a fiscal year that ends in early January after the previous year", () => {
    const weeks = (start: string, end: string): Fact => ({ start, end, val: 1, filed: "2024-03-01" });
    const records = recordsOf(gaap({ NetIncomeLoss: [weeks("2022-01-03", "2023-01-01"), weeks("2023-01-02", "2023-12-31")] }));
    expect(records.map((r) => (r.body as StatedPeriod).period)).toEqual(["FY2022", "FY2023"]);
  });

  it("of an IFRS filer are read in the reporting currency of each filing only", () => {
    const units = { EUR: [fact({ ...in2023, val: 50, form: "20-F" })], USD: [fact({ ...in2023, val: 55 })] };
    const records = recordsOf(facts({ "ifrs-full": { Revenue: { units }, Assets: concept("EUR", { end: in2023.end, val: 500, filed: in2023.filed }) } }));
    const { currency, stated } = body(records, "FY2023");
    expect([currency, stated.revenue?.[0]?.map((v) => v[1]), stated.total_assets?.[0]?.[0]?.[1]]).toEqual(["EUR", [50], 500]);
    expect(() => recordsOf(facts({ "ifrs-full": { Revenue: concept("PEN", { ...in2023, val: 1 }) } }))).toThrow(/reports in PEN/);
  });

  it("have no shares outstanding without a count on the cover page", () => {
    const assets = { Assets: { end: "2023-12-31", val: 9, filed: "2024-02-01", accn: "x" }, Revenues: { ...in2023, val: 5 } };
    expect(body(recordsOf(gaap(assets)), "FY2023").stated.shares_outstanding).toBeUndefined();
    const dei = { EntityCommonStockSharesOutstanding: concept("shares", { end: "2024-01-20", val: 1000, filed: "2024-02-01", accn: "x" }) };
    expect(body(recordsOf(gaap(assets, { dei })), "FY2023").stated.shares_outstanding?.[0]?.[0]?.[1]).toBe(1000);
  });

  it("have short-term debt as the sum of the parts that a balance sheet states", () => {
    const at = { end: "2023-12-31", filed: "2024-02-01" };
    const tags = { Revenues: { ...in2023, val: 5 }, CommercialPaper: { ...at, val: 3 }, LongTermDebtCurrent: { ...at, val: 4 } };
    const computed = [at.filed, 7, "a-2024-02-01", "10-K", "computed: CommercialPaper + LongTermDebtCurrent"];
    expect(body(recordsOf(gaap(tags)), "FY2023").stated.short_term_debt?.[0]?.[0]).toMatchObject(computed);
  });

  it.each(["DEF 14A", "PRE 14A", "DEFA14A", "DEFM14A", "DEFC14A/A", "DEF 14C", "11-K", "11-KT", "11-kt/a", "ARS", "def 14a"])(
    "leave out what a %s states",
    (form) => {
      const proxies = [2023, 2020].map((y) => ({ ...year(y), filed: "2024-04-01", form, val: y === 2023 ? 319_066 : 5 }));
      const records = recordsOf(gaap({ NetIncomeLoss: [{ ...in2023, val: 319_066_000 }, ...proxies] }));
      expect(records).toHaveLength(1);
      expect(body(records, "FY2023").stated.net_income).toEqual([[["2024-02-01", 319_066_000, "a-2024-02-01", "10-K", "NetIncomeLoss"]]]);
    },
  );

  it.each(["10-K", "10-k/a", "8-K", "8-K12B", "8-K12G3", "8-K15D5", "8-k/A"])("of a %s count as those of the period", (form) => {
    const prospectus = { ...in2023, val: 1, filed: "2024-01-01", form: "S-1" };
    const records = recordsOf(gaap({ NetIncomeLoss: [prospectus, { ...in2023, val: 2, form }] }));
    expect(served(records, "FY2023", "net_income", "2024-01-31")).toBe(1);
    expect(served(records, "FY2023", "net_income", "2024-02-01")).toBe(2);
  });

  it("that only a proxy statement states are none", () =>
    expect(() => read(gaap({ NetIncomeLoss: { ...in2023, val: 1, form: "DEF 14A" } }))).toThrow(/no statement line/));

  it("of a prospectus count until a report states the period, whatever it states of it", () => {
    const prospectus = { filed: "2021-01-10", form: "S-1" };
    const end = "2020-12-31";
    const records = recordsOf(
      gaap({
        Revenues: { ...year(2020), ...prospectus, val: 100 },
        NetIncomeLoss: [10, 11].map((val) => ({ ...year(2020), val, ...(val === 10 ? prospectus : { filed: "2021-03-01" }) })),
        Assets: { end, ...prospectus, val: 500 },
        StockholdersEquity: [50, 51].map((val) => ({ end, val, ...(val === 50 ? prospectus : { filed: "2021-03-01" }) })),
      }),
    );
    const on = (day: string) => (["revenue", "net_income", "total_assets", "equity"] as const).map((metric) => served(records, "FY2020", metric, day));
    expect(on("2021-02-28")).toEqual([100, 10, 500, 50]);
    // No report states the total assets, so the balance sheet of the prospectus stays.
    expect(on("2021-03-01")).toEqual([undefined, 11, 500, 51]);
  });

  it("have the ticker in the file name, and none if the file is named by CIK", () => {
    const named = (name: string) => recordsOf(gaap({ Revenues: { ...in2023, val: 5 } }), name).flatMap((r) => (r.dataset === "filer" ? [r.entity] : []));
    expect(["AAPL_trimmed.json", "AAPL.json", "BRK-B.json", "CIK0000320193.json", "facts.json"].map(named)).toEqual([["AAPL"], ["AAPL"], ["BRK.B"], [], []]);
  });

  it("are refused with a renamed member, or with end and filed swapped", () => {
    const of = (more: object) => gaap({ Revenues: { ...in2023, val: 1, ...more } });
    expect(() => read(of({ startX: "2023-01-01" }))).toThrow(/"startX" is not a member/);
    expect(() => read(of({ end: "2024-02-01", filed: "2023-12-31" }))).toThrow(/end and filed have been swapped/);
  });

  it.each([
    ["a cut document", JSON.stringify(gaap({})).slice(0, -3), /this JSON is incomplete/],
    ["a web page", '<!DOCTYPE html><html><body>"entityName" "facts"</body></html>', /web page/],
    ["a document without a known line", gaap({}), /no statement line/],
    ["a value that is not a number", gaap({ Revenues: { ...in2023, val: "n" as never } }), /expected a number as val/],
  ])("are refused for %s", (_, document, sentence) => expect(() => read(document)).toThrow(sentence));

  itWithFiled("follow NVIDIA's revenue and capital spending across tags, with both EPS of the split year", (filed) => {
    const records = filed("companyfacts/NVDA_trimmed.json");
    const last = (period: string, metric: "revenue" | "capex" | "eps_diluted") => body(records, period).stated[metric]?.[0]?.at(-1)?.[1];
    expect([last("FY2020", "revenue"), last("FY2026", "revenue"), last("FY2024", "capex")]).toEqual([10_918_000_000, 215_938_000_000, 1_069_000_000]);
    expect(body(records, "FY2023").stated.eps_diluted?.[0]?.map((v) => v[1])).toEqual(expect.arrayContaining([1.74, 0.17]));
    expect(last("FY2023", "eps_diluted")).toBe(0.17);
  });

  itWithFiled("never have NVIDIA's figures from its proxy statements", (filed) => {
    const forms = filed("companyfacts/NVDA_trimmed.json").flatMap((r) =>
      r.dataset === "statement" ? Object.values((r.body as StatedPeriod).stated).flatMap((lists) => lists.flat().map((v) => v[3])) : [],
    );
    expect(new Set(forms)).toEqual(new Set(["10-K", "10-Q"]));
  });

  itWithFiled("give an IFRS filer's EPS as first stated and as restated", (filed) =>
    expect(body(filed("companyfacts/LPA_full.json"), "FY2023").stated.eps_diluted?.[0]?.map((v) => v[1])).toEqual([0.019, 0.11]),
  );
});

describe("requests for company facts", () => {
  const asking = { today: "2026-11-20", newest: undefined, settings: { contact: "me@example.org" } };
  const facts = feedCalled("sec.company-facts").fetching;

  it("name companies by CIK, from the ticker list or as numbers", () => {
    const tickers = { tickers: ["AAPL", "77", "NOBODY"], ciks: new Map([["AAPL", "320193"]]) };
    expect(facts?.requests({ ...asking, ...tickers }).map((r) => r.url.replace(/.*\//, ""))).toEqual(["CIK0000320193.json", "CIK0000000077.json"]);
    expect(facts?.missing?.({ ...asking, ...tickers })).toBeUndefined();
  });

  it("say what is missing: the contact, companies, or a ticker in the list", () => {
    expect(facts?.missing?.({ ...asking, settings: {} })).toMatch(/--contact/);
    expect(facts?.missing?.(asking)).toMatch(/--tickers/);
    expect(facts?.missing?.({ ...asking, tickers: ["NOBODY"] })).toMatch(/NOBODY is not in the stored list/);
  });
});

/** Columns of a list of filings. */
const COLUMNS = {
  accessionNumber: ["a", "b", "c"],
  filingDate: ["2024-05-01", "2024-05-02", "2024-05-03"],
  reportDate: ["", "2024-03-31", ""],
  form: ["8-K", "10-Q", "8-K/A"],
};
const listOf = (recent: object, more: object = {}) => ({
  cik: "0000000077",
  entityType: "operating",
  name: "E",
  tickers: ["EX"],
  filings: { recent },
  ...more,
});
const FAILS = "SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE";
const fails = (...lines: readonly string[]): string => [FAILS, ...lines, `Trailer record count ${lines.length}`, ""].join("\n");

describe("lists of filers and filings", () => {
  it("write share classes with a point and CIKs without leading zeros", () => {
    expect(recordsOf('{"0":{"cik_str":1067983,"ticker":"BRK-B","title":"BERKSHIRE HATHAWAY INC"}}')).toMatchObject([
      { dataset: "filer", entity: "BRK.B", body: { cik: "1067983" } },
    ]);
  });

  it("refuse an invalid ticker, and a CIK that is not a whole number", () => {
    expect(() => recordsOf('{"0":{"cik_str":320193,"ticker":"Apple Inc.","title":"AAPL"}}')).toThrow(/expected a ticker such as BRK-B/);
    expect(() => recordsOf('{"0":{"cik_str":320.193,"ticker":"AAPL","title":"Apple Inc."}}')).toThrow(/expected a CIK, a whole number/);
  });

  it("compare whole names of forms: 4 and 424B4 are not periodic reports", () => {
    const records = recordsOf(listOf({ ...COLUMNS, form: ["4", "10-K", "424B4"] }));
    const filings = records.flatMap((r) => (r.dataset === "filing" ? [`${r.entity} ${(r.body as FiledReport).form}`] : []));
    expect(filings).toEqual(["77/other 4", "77 10-K", "77/other 424B4"]);
    expect(() => recordsOf(listOf({ ...COLUMNS, form: ["4"] }))).toThrow(/different lengths/);
    expect(() => recordsOf(listOf(COLUMNS, { tickers: undefined }))).toThrow(/expected a list "tickers"/);
  });

  const filedIn = (recent: object) => recordsOf(listOf(recent, { tickers: [] })).map((r) => r.body as FiledReport);

  it("have the items of an 8-K only, and none without their column", () => {
    expect(filedIn({ ...COLUMNS, items: ["4.02,9.01", "", "5.02"] })).toEqual([
      { form: "8-K", accession: "a", periodEnd: null, items: ["4.02", "9.01"] },
      { form: "10-Q", accession: "b", periodEnd: "2024-03-31" },
      { form: "8-K/A", accession: "c", periodEnd: null, items: ["5.02"] },
    ]);
    expect(filedIn(COLUMNS).map((b) => b.items)).toEqual([undefined, undefined, undefined]);
    expect(() => filedIn({ ...COLUMNS, items: ["4.02"] })).toThrow(/different lengths/);
  });

  itWithFiled("have the items of Tesla's published list", (filed) => {
    const found = filed("submissions/TSLA_1318605.json").map((r) => r.body as FiledReport);
    expect(found.find((b) => b.accession === "0001564590-22-034639")).toMatchObject({ form: "8-K", items: ["2.02", "9.01"] });
  });

  it("read an older page of filings, whose filer is in the file's name", () => {
    const page = { accessionNumber: ["a", "b"], filingDate: ["2004-01-02", "2004-01-03"], reportDate: ["", "2003-12-31"], form: ["4", "10-K"], size: [1, 2] };
    expect(recordsOf(page, "CIK0000000077-submissions-001.json")).toMatchObject([
      { dataset: "filing", entity: "77/other", date: "2004-01-02", key: "a", body: { form: "4", periodEnd: null } },
      { dataset: "filing", entity: "77", date: "2004-01-03", key: "b", body: { form: "10-K", periodEnd: "2003-12-31" } },
    ]);
    expect(() => recordsOf(page, "page.json")).toThrow(/names the filer only in the file's name; name it CIK0000320193-submissions-001\.json/);
  });

  it("refuse a daily index with shifted columns, which would match no form", () => {
    const index = (form: string) =>
      `Description: Daily Index of EDGAR Dissemination Feed by Form Type\n \nForm Type   Company Name              CIK         Date Filed  File Name\n${"-".repeat(80)}\n${form}Example Corp              77          20240102    edgar/data/77/0000000077-24-000001.txt\n`;
    expect(recordsOf(index("S-1/A       "))).toMatchObject([{ dataset: "listed_filing", body: { form: "S-1/A", company: "Example Corp" } }]);
    expect(() => recordsOf(index("S-1/A      "))).toThrow(/expected a form under Form Type.*the columns have shifted/);
  });

  it("take CUSIPs from the fails-to-deliver list, and refuse a cut one", () => {
    const list = fails("20240102|037833100|AAPL|10|APPLE INC|185.64");
    expect(recordsOf(list)).toMatchObject([{ dataset: "security", entity: "AAPL", date: "2024-01-01", body: { cusip: "037833100", name: "APPLE INC" } }]);
    expect(() => recordsOf(list.slice(0, list.indexOf("Trailer")))).toThrow(/ends before its count/);
    expect(() => recordsOf(list.replace("count 1", "count 2"))).toThrow(/expected 2 lines/);
  });

  it("take the last price of each security in a quarter's last month, public after its half of the month", () => {
    const lines = ["20240305|037833100|AAPL|1|APPLE INC|170.12", "20240314|037833100|AAPL|1|APPLE INC|171.13", "20240314|594918104|MSFT|1|MICROSOFT CORP|.", "20240328|67066G104|NVDA|1|NVIDIA CORP|902.5"]; // prettier-ignore
    const list = fails(...lines);
    expect(recordsOf(list).filter((r) => r.dataset === "fail_price")).toMatchObject([
      { entity: "037833100", date: "2024-03-14", known: "2024-03-31", body: { price: 171.13 } },
      { entity: "67066G104", date: "2024-03-28", known: "2024-04-16", body: { price: 902.5 } },
    ]);
    expect(recordsOf(list.replaceAll("|202403", "|202404").replaceAll("202403", "202404")).map((r) => r.dataset)).toEqual(["security", "security", "security"]);
  });

  it("take each CUSIP of a symbol once, also after it changed", () => {
    const lines = [
      "20240102|11259V106|BBUC|10|X CORP|30.00",
      "20240103|11259V106|BBUC|10|X CORP|30.00",
      "20240112|113006100|BBUC|10|X CORP NEW|.",
      "20240112|999999999||1|Y|1",
    ];
    expect(recordsOf(fails(...lines))).toMatchObject([
      { entity: "BBUC", body: { cusip: "11259V106", name: "X CORP" } },
      { entity: "BBUC", body: { cusip: "113006100", name: "X CORP NEW" } },
    ]);
  });
});

/** A form alone, in which a line states 10 shares at $2.50, unless it says otherwise. */
const form4 = (lines: readonly FormLine[], more: Form4 = {}): string => {
  const owners = [{ cik: "5", director: false, title: "CEO" }];
  return form4Xml({ period: DAY, symbol: "ex", owners, lines: lines.map((line) => ({ day: DAY, shares: 10, price: 2.5, ...line })), ...more });
};
const DAY = "2024-05-02";
const reportOf = (text: string): InsiderReport => recordsOf(text)[0]?.body as InsiderReport;

describe("insiders' reports", () => {
  it("count codes P and S only, not grants, exercises, taxes, gifts or conversions", () => {
    const all = [..."MAFGCPS"].map((code) => ({ code }));
    expect(reportOf(form4(all)).trades).toEqual(["buy", "sell"].map((side) => ({ traded: DAY, side, shares: 10, price: 2.5, value: 25 })));
  });

  it("are read in a time that grows with their length only", () => {
    const blanks = " ".repeat(300_000);
    const text = form4Text({}).replace("</XML>", `${blanks}\n</XML>`);
    expect(reportOf(text.replace("<TEXT>", `<TEXT>${"\n".repeat(300_000)}`).replace("</SEC-HEADER>", `${blanks}\n</SEC-HEADER>`)).trades).toHaveLength(1);
  });

  it("have each trade's security, and the lines of other codes", () => {
    const title = "Common Stock";
    const lines: FormLine[] = [{ title }, { code: "J", title }, { code: "F", shares: 3, price: null }, { code: "G", title, shares: "" }];
    const trades = [{ traded: DAY, side: "buy", shares: 10, price: 2.5, value: 25, security: title }];
    const otherLines = [
      { code: "J", traded: DAY, shares: 10, price: 2.5, security: title },
      { code: "F", traded: DAY, shares: 3, price: null },
    ];
    for (const form of ["4", "4/A"]) expect(reportOf(form4(lines, { form }))).toMatchObject({ trades, otherLines });
  });

  it("have the holding before and after each line, if the form states both", () => {
    const { trades, otherLines = [] } = reportOf(form4([{ after: 110 }, { code: "S", after: 20.5, nature: "I" }, { code: "F", after: 0 }, { after: null }]));
    expect([...trades, ...otherLines].map((l) => l.held)).toEqual([
      { before: 100, after: 110, direct: true },
      { before: 30.5, after: 20.5, direct: false },
      undefined,
      { before: 10, after: 0, direct: true },
    ]);
  });

  it("leave the value unknown if the weighted average price is in a footnote", () =>
    expect(reportOf(form4([{ code: "S", price: null }])).trades).toMatchObject([{ price: null, value: null }]));

  it("keep the last day of signature, and no filing day if the document has none", () => {
    expect(reportOf(form4([], { signed: ["2024-05-06", "2024-05-07-05:00", "2024-05-03"] }))).toMatchObject({ filed: null, signed: "2024-05-07" });
    expect(reportOf(form4([]))).toMatchObject({ filed: null, signed: null });
  });

  it("have null as 10b5-1 plan if the form lacks that box", () => {
    const plan = (more: Form4) => reportOf(form4([{ code: "S" }], more)).plan10b5_1;
    expect([plan({}), plan({ plan: "0" }), plan({ plan: "true" })]).toEqual([null, false, true]);
  });

  it("recognise a chief officer by the title", () => {
    const chief = (title: string) => reportOf(form4([], { owners: [{ cik: "5", title }] })).isChief;
    expect(["Chief Financial Officer", "President and CEO", "General Counsel"].map(chief)).toEqual([true, true, false]);
  });

  it("have each joint filer's position and title", () => {
    const more = (inside: string) =>
      `<reportingOwner><reportingOwnerId><rptOwnerCik>6</rptOwnerCik></reportingOwnerId><reportingOwnerRelationship>${inside}</reportingOwnerRelationship></reportingOwner>`;
    const placesOf = (inside: string) => reportOf(form4([]).replace("<nonDerivativeTable>", `${more(inside)}<nonDerivativeTable>`)).owners.map((o) => o.place);
    const chief = { director: false, officer: true, ten_percent: false, title: "CEO" };
    expect(placesOf("<isDirector>true</isDirector><isTenPercentOwner>1</isTenPercentOwner><isOfficer>0</isOfficer><officerTitle>CFO</officerTitle>")).toEqual([
      chief,
      { director: true, officer: false, ten_percent: true, title: null },
    ]);
    expect(placesOf("")).toEqual([chief, { director: false, officer: false, ten_percent: false, title: null }]);
  });

  it("refuse a cut document", () => expect(() => recordsOf(form4([{ code: "S" }]).slice(0, -40))).toThrow(/cut/));

  itWithFiled("of Snowflake's published form have five sales, without the option exercise", (filed) => {
    const [row] = filed("form4/snow_0001402349_2022-12-13.xml");
    const { trades, plan10b5_1, isChief } = row!.body as InsiderReport;
    expect([row?.entity, trades.length, new Set(trades.map((t) => t.side)), plan10b5_1, isChief]).toEqual(["SNOW", 5, new Set(["sell"]), null, true]);
    expect(trades.reduce((sum, t) => sum + (t.value ?? 0), 0)).toBeCloseTo(30_351_309.77, 2);
    expect(filed("form4/form3_snow_nonderiv.xml")).toEqual([]);
  });
});

const report13f = (filed: string, positions: readonly Position[], more: { readonly total?: number; readonly form?: string; readonly cover?: string } = {}) =>
  form13fText({ filed, positions, ...more });
const holdingsOf = (document: string | Buffer): HoldingsReport => {
  const [report] = read(document).reports ?? [];
  if (!report) throw new Error("no report");
  return report;
};
const three = (factor: number): Position[] => [20, 100, 300].map((price, i) => ({ cusip: `10000000${i}`, shares: 1000, value: 1000 * price * factor }));

describe("13F reports", () => {
  it.each([
    ["thousands before 2023-01-03", "20221230", 0.001, "thousands", 20_000],
    ["dollars from 2023-01-03", "20230103", 1, "dollars", 20_000],
    ["dollars before 2023-01-03, against the rule", "20210212", 1, "dollars", 20_000],
    ["thousands from 2023-01-03 on, against the rule", "20240214", 0.001, "thousands", 20_000],
  ])("are read in %s", (_, filed, factor, unit, value) => {
    const report = holdingsOf(report13f(filed, three(factor)));
    expect([report.unit, report.holdings[0]?.value]).toEqual([unit, value]);
  });

  it("add up the lines of one security, and leave out options and bonds", () => {
    const lines: Position[] = [
      ...three(1),
      { cusip: "100000000", shares: 1000, value: 20_000 },
      { cusip: "100000000", shares: 5000, value: 100_000, putCall: "Put" },
      { cusip: "100000009", shares: 7000, value: 7000, type: "PRN" },
    ];
    const { holdings, total } = holdingsOf(report13f("20240214", lines));
    expect(holdings.map((h) => `${h.cusip} ${h.shares} ${h.value}`)).toEqual(["100000000 2000 40000", "100000001 1000 100000", "100000002 1000 300000"]);
    expect(total).toBe(20_000 + 100_000 + 300_000 + 20_000 + 100_000 + 7000);
  });

  it("have a ticker only for a covered company's exact name", () => {
    const issuers = ["APPLE INC", "CISCO SYS INC", "APPLE HOSPITALITY REIT INC"];
    const lines = issuers.map((issuer, i): Position => ({ issuer, cusip: `10000000${i}`, shares: 10, value: 1000 }));
    expect(holdingsOf(report13f("20240214", lines)).holdings.map((h) => h.ticker)).toEqual(["AAPL", "CSCO", null]);
  });

  it("are refused without a cover page, or cut", () => {
    expect(() => read("<n:informationTable></n:informationTable>".replaceAll("n:", ""))).toThrow(/complete submission text file/);
    expect(() => read(report13f("20240214", three(1)).slice(0, -20))).toThrow(/is cut off/);
  });

  it.each([
    ["BERKSHIRE HATHAWAY INC DEL", "CL B NEW", "BRK.B"],
    ["BERKSHIRE HATHAWAY INC DEL", "CL A", "BRK.A"],
    ["BERKSHIRE HATHAWAY INC-CL B", "COM", "BRK.B"],
    ["ALPHABET INC CLASS A", "COM", "GOOGL"],
    ["OCCIDENTAL PETE CORP", "COM", "OXY"],
    ["OCCIDENTAL PETE CORP", "*W EXP 08/03/202", null],
    ["NEXTERA ENERGY INC", "UNIT 99/99/9999", null],
    ["HEWLETT PACKARD ENTERPRISE CO", "7.625 SR C CUM MN", null],
    ["ALBEMARLE CORP", "DEP SHS A", null],
    ["BERKSHIRE HATHAWAY INC DEL", "COM", null],
    ["BROWN FORMAN CORP", "CL A", "BF.A"],
    ["ALPHABET INC", "CAP STK CL C", "GOOG"],
    ["ALPHABET INC", "CAP STK CL A", "GOOGL"],
    ["LENNAR CORP", "CL A", "LEN"],
    ["LENNAR CORP", "CL B", "LEN.B"],
    ["PARAMOUNT GLOBAL", "CL A", null],
    ["META PLATFORMS INC", "CL A", "META"],
  ])("of %s, %s have the ticker %j", (issuer, title, ticker) => {
    const line: Position = { issuer, title, cusip: "100000001", shares: 10, value: 1000 };
    expect(holdingsOf(report13f("20240214", [line])).holdings.map((h) => h.ticker)).toEqual([ticker]);
  });

  it("are accepted with a doubt if the cover disagrees with the table, and refused as a notice (13F-NT)", () => {
    const stated = (value: number) => report13f("20240214", three(1), { cover: `<tableValueTotal>${value}</tableValueTotal>` });
    expect(holdingsOf(stated(420_002))).not.toHaveProperty("doubt");
    expect(holdingsOf(stated(42_000))).toMatchObject({
      unit: "dollars",
      total: 420_000,
      doubt: "The cover page states a total value of 42,000, and the lines sum to 420,000.",
    });
    expect(holdingsOf(report13f("20240214", three(1), { total: 4 })).doubt).toBe("The cover page states 4 lines, and the table has 3.");
    expect(() => read(report13f("20240214", three(1), { form: "13F-NT" }))).toThrow(/expected a report of holdings \(13F-HR\), got the form "13F-NT"/);
  });

  it("leave out a line without a security or a number by name, and empty lines without a word", () => {
    const odd: Position[] = [
      { cusip: "000000000", issuer: "PRIVATE CO", value: 5, shares: 5 },
      { cusip: "N/A", issuer: "CASH", value: 0, shares: 0 },
      { cusip: "100000007", issuer: "BROKEN INC", value: Number.NaN, shares: 5 },
    ];
    const { reports, records } = read(report13f("20240214", [...three(1), ...odd]));
    expect(reports?.[0]?.holdings).toHaveLength(3);
    expect(reports?.[0]).not.toHaveProperty("doubt");
    const leftOut = (line: string, why: string) =>
      expect.objectContaining({
        ...{ dataset: "left_out", entity: "sec", known: "2024-02-14" },
        body: { document: "0000000005-21-000001", line, why, ticker: null },
      }) as RecordRow;
    expect(records).toEqual([
      leftOut("PRIVATE CO COM 000000000", 'expected the CUSIP of a security, got "000000000"'),
      leftOut("BROKEN INC COM 100000007", 'expected a number as value, got "NaN"'),
    ]);
    expect(holdingsOf(report13f("20240214", odd.slice(1, 2)))).toMatchObject({ holdings: [], total: 0 });
    expect(() => read(report13f("20240214", odd.slice(2)))).toThrow(/expected a number as value, got "NaN" in every line/);
  });

  it("are refused as an amendment without the type RESTATEMENT or NEW HOLDINGS", () => {
    const amended = (cover: string) => report13f("20240214", three(1), { form: "13F-HR/A", cover });
    const typed = (type: string) => amended(`<n:amendmentType>${type}</n:amendmentType>`);
    expect(["RESTATEMENT", "NEW HOLDINGS"].map((type) => holdingsOf(typed(type)).adds)).toEqual([false, true]);
    expect(() => read(typed("CORRECTION"))).toThrow(/expected RESTATEMENT or NEW HOLDINGS .* got "CORRECTION".*download/);
    expect(() => read(amended(""))).toThrow(/expected RESTATEMENT or NEW HOLDINGS/);
  });

  itWithSharedData("of published filers are in dollars and match their own totals", (_, fileIn) => {
    const real = (file: string): HoldingsReport => holdingsOf(fileIn("sec", "13f", file));
    const actiam = real("0001619124-21-000002_actiam_THOUSANDS.txt");
    expect(actiam.holdings.map((h) => h.ticker)).toEqual(["AAPL", "GOOG", "GOOGL", "MSFT", "AMZN"]);
    expect(actiam.holdings.reduce((sum, h) => sum + h.value, 0)).toBe(732_158_000);
    const metlife = real("0001140361-23-013281_metlife_DOLLARS.txt");
    expect(metlife).toMatchObject({ period: "2021-12-31", filed: "2023-03-23", unit: "dollars" });
    expect(metlife.holdings.find((h) => h.cusip === "78462F103")).toMatchObject({ value: 4_245_201 });
    expect(() => real("13F-HR.infotable_unattributed.xml")).toThrow(/complete submission/);
  });
});

const s1 = (middle: string, amendment = "") =>
  `<html><body>As filed with the Securities and Exchange Commission on March 3, 2025 Registration No. 333-123456 ${amendment} FORM S-1 REGISTRATION STATEMENT Example Therapeutics, Inc. (Exact name of registrant as specified in its charter) ${middle}</body></html>`;
const offeringOf = (text: string): ReportedOffering => recordsOf(text)[0]?.body as ReportedOffering;

describe("offerings", () => {
  it("have a low and a high price, but no price, for a price range", () => {
    const text = s1(
      "5,000,000 Shares Common Stock. We anticipate that the initial public offering price will be between $14.00 and $16.00 per share. We have applied to list our common stock on the Nasdaq Global Market under the symbol &ldquo;EXTX&rdquo;.",
      "Amendment No. 2 to",
    );
    expect(offeringOf(text)).toMatchObject({
      form: "S-1/A",
      filed: "2025-03-03",
      ticker: "EXTX",
      priceLow: 14,
      priceHigh: 16,
      price: null,
      shares: 5_000_000,
      exchange: "Nasdaq Global Market",
      groupKey: "333-123456",
    });
  });

  it("have a range whose sentence names the share before it", () => {
    const sentence =
      "5,000,000 Shares. It is estimated that the initial public offering price per share of our common stock will be between $14.00 and $16.00.";
    expect(offeringOf(s1(sentence))).toMatchObject({ priceLow: 14, priceHigh: 16, shares: 5_000_000 });
  });

  it("have null, never zero, for the blanks of a first filing", () => {
    const blank = "Shares Common Stock. The initial public offering price is expected to be between $ and $ per share.";
    const nothing = { ticker: null, price: null, priceLow: null, priceHigh: null, shares: null, exchange: null };
    expect(offeringOf(s1(blank))).toMatchObject({ company: "Example Therapeutics, Inc.", ...nothing });
  });

  it.each([
    ["F-1", "FORM F-1 REGISTRATION STATEMENT", "", null],
    ["F-1/A", "Amendment No. 2 to FORM F-1 REGISTRATION STATEMENT", "", null],
    ["424B1", "Filed pursuant to Rule 424(b)(1)", "The initial public offering price is $15.00 per ADS", 15],
  ])("of foreign issuers are read from form %s", (form, title, middle, price) => {
    const cover = `As filed with the Securities and Exchange Commission on March 3, 2025 Registration No. 333-123456 ${title} Example Therapeutics, Inc. (Exact name of registrant as specified in its charter) ${middle}`;
    expect(offeringOf(cover)).toMatchObject({ form, price, filed: "2025-03-03" });
  });

  const FEES =
    "CALCULATION OF REGISTRATION FEE Title of Each Class Amount to be Registered(1) Proposed Maximum Offering Price Per Share Common stock, par value $0.001 per share 11,500,000 shares $17.00 $195,500,000 (1) Includes 1,500,000 shares subject to the underwriters' option to purchase additional shares. The registrant hereby amends this registration statement on such date as the Commission, acting pursuant to said Section 8(a), may determine. The information in this preliminary prospectus is not complete and may be changed. SUBJECT TO COMPLETION, DATED MARCH 3, 2025 PRELIMINARY PROSPECTUS";
  const OPTION =
    "We have granted the underwriters a 30-day option to purchase up to 1,500,000 additional shares of common stock. After this offering 80,000,000 shares will be outstanding.";
  it.each([
    ["in the heading", "10,000,000 Shares Common Stock This is an initial public offering.", 10_000_000],
    ["in the heading with the class", "10,000,000 Shares of Class A Common Stock", 10_000_000],
    ["of a foreign class", "4,500,000 Class A Ordinary Shares", 4_500_000],
    ["as units", "20,000,000 Units Each unit consists of one share and one-half of one warrant to purchase 10,000,000 shares", 20_000_000],
    ["as depositary shares", "5,000,000 American Depositary Shares Representing 10,000,000 Ordinary Shares", 5_000_000],
    [
      "with those of selling stockholders",
      "10,000,000 Shares We are offering 8,000,000 shares and the selling stockholders are offering 2,000,000 shares. We will not receive",
      10_000_000,
    ],
    [
      "of the company, and of sellers in a sentence",
      "8,000,000 Shares We are offering 8,000,000 shares. The selling stockholders identified below are offering an additional 2,000,000 shares.",
      10_000_000,
    ],
    [
      "of sellers before the company",
      "Common Stock The selling shareholders are selling 2,000,000 ordinary shares and we are offering 8,000,000 ordinary shares.",
      10_000_000,
    ],
    ["of sellers alone", "3,000,000 Shares The selling stockholder is offering 3,000,000 shares.", 3_000_000],
    ["as null if the cover is blank", "Shares Common Stock We are offering shares of our common stock.", null],
  ])("have the shares %s, without the fee table and the over-allotment", (_, cover, shares) => {
    const price = "We expect the initial public offering price to be in the range of $14.00 to $16.00 per Class A ordinary share.";
    const table = FEES.slice(0, FEES.indexOf("The registrant"));
    for (const fees of [FEES, "", `${table} PROSPECTUS`, `${table} Prospectus dated March 3, 2025`])
      expect(offeringOf(s1(`${fees} ${cover} ${price} ${OPTION}`))).toMatchObject({ shares, priceLow: 14, priceHigh: 16 });
  });

  it("have no shares, if only the fee table is on the first pages", () =>
    expect(offeringOf(s1(FEES.slice(0, FEES.indexOf("The registrant"))))).toMatchObject({ shares: null, priceHigh: null, price: null }));

  it("are refused from a fee exhibit, because its maximum is not the deal size", () => {
    const exhibit = "<html><body>EX-FILING FEES Exhibit 107 Calculation of Filing Fee Tables 424(b)(5) (Form Type) $ 4,200,000,000</body></html>";
    expect(() => read(exhibit)).toThrow(/fee exhibit.*import the prospectus/);
  });

  itWithFiled("have price, shares, exchange and group of a published 424B4, without a filing date", (filed) => {
    const stated = { form: "424B4", price: 11, shares: 6_820_000, exchange: "Nasdaq Global Market", groupKey: "333-282241" };
    expect(filed("offerings/camp4_424b4_text_first60k.txt")).toMatchObject([
      { entity: "CAMP", date: "2024-10-10", body: { ...stated, company: "CAMP4 Therapeutics Corporation", filed: null, accession: null } },
    ]);
    expect(() => filed("offerings/ex_filing_fees_0001193125-25-155880.html")).toThrow(/fee exhibit/);
  });
});
