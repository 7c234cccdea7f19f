import { readFileSync } from "node:fs";
import path from "node:path";
import type { ReportedOffering } from "../../../src/service/records/filings";
import { companyRecords } from "../../../src/service/publishers/sec/company-facts";
import { recordRow } from "../../record-row";
import { filer, split, year } from "../../unit/service/families/share-basis/companies-with-splits";
import { CASES } from "../../value-cases/run-case";
import { openServices, take } from "./service-under-test";

const serve = openServices();

describe("GET /v1/equities/statements/{ticker} across a split", () => {
  const filed = async () => {
    const s = await serve({ asOf: "2026-06-01" });
    const records = [
      filer("ABCX"),
      year([{ on: "2024-02-20", times: 1 }], "77", "2023-12-31"),
      year([{ on: "2025-02-20", times: 10 }], "77", "2024-12-31"),
      split("ABCX", "2024-06-10", 10),
    ];
    take(s, records, { seen: "2026-06-01" });
    return s;
  };
  const line = (rows: readonly any[], metric: string) => rows.map((row) => row.figures.find((f: any) => f.metric === metric));

  it("gives per-share lines as filed and in shares of the day, and its note names the split", async () => {
    const { data, meta } = await (await filed()).read("/v1/equities/statements/ABCX");
    expect(line(data, "eps_diluted")).toMatchObject([
      { value: 1000, split_adjusted: 100 },
      { value: 100, split_adjusted: 100 },
    ]);
    expect(line(data, "shares_diluted")).toMatchObject([{ split_adjusted: 10_000_000 }, { split_adjusted: 10_000_000 }]);
    expect(line(data, "revenue")[0]).not.toHaveProperty("split_adjusted");
    expect(meta.note).toBe(
      "Per-share figures and share counts are as filed, some of them before the 10-for-1 split of 2024-06-10. split_adjusted has them in shares of 2026-06-01.",
    );
  });

  it("has no note without a split, nor as of a day before it", async () => {
    const s = await filed();
    for (const query of ["ABCX?limit=1", "ABCX?as_of=2024-03-01", "AAPL"]) expect((await s.read(`/v1/equities/statements/${query}`)).meta.note).toBeUndefined();
  });
});

/** The reply of the service for a company of the value cases. */
async function statementsOf(ticker: string) {
  const s = await serve({ asOf: "2026-06-01" });
  const file = `${ticker}.json`;
  take(s, companyRecords(readFileSync(path.join(CASES, file)), file), { seen: "2026-06-01" });
  return s.read(`/v1/equities/statements/${ticker}`);
}

it("statements name the figures that contradict each other, in the row, the note and the caveats", async () => {
  const { data, meta } = await statementsOf("GPRX");
  const doubt = "Gross profit of 420000000 is more than revenue of 300000000 in FY2025.";
  expect(data[0]?.figures.find(({ metric }: any) => metric === "gross_profit")).toMatchObject({ doubt });
  expect(meta.note).toContain(doubt);
  expect(meta.caveats).toContain("value_in_doubt");
});

it("statements without a doubt have neither note nor caveat", async () => {
  const { data, meta } = await statementsOf("BNKX");
  expect(data[0]?.figures.flatMap(({ doubt }: any) => doubt ?? [])).toEqual([]);
  expect(meta.caveats).toEqual([]);
});

const PRICED: ReportedOffering = {
  ticker: "ZZZT", company: "Example Inc.", form: "424B4", filed: "2024-05-01", price: 15, priceLow: null, priceHigh: null, shares: 10_000_000, exchange: null,
  parseConfidence: 1, accession: "0000000042-24-000001", groupKey: "333-1",
}; // prettier-ignore

it.each([
  ["a price of thousands", { price: 15_000 }, "The 424B4 states 15000 US dollars a share; offering prices are above 0 and at most 1000."],
  ["a range the wrong way round", { price: null, priceLow: 16, priceHigh: 14 }, "The 424B4 states a price range from 16 to 14 US dollars."],
  ["proceeds of a few dollars", { shares: 100 }, "100 shares at 15 US dollars in the 424B4 are 1500 US dollars."],
  ["plausible figures", {}, undefined],
])("an offering with %s is shown with the doubt, if there is one", async (_, more, note) => {
  const s = await serve();
  const row = recordRow("offering", "ZZZT", "2024-05-01", "sec", { ...PRICED, ...more }, { key: "424B4 1" });
  take(s, [row]);
  const answer = await s.ask("IPO", "ZZZT", "shares");
  expect(answer.value).toBe({ ...PRICED, ...more }.shares);
  expect(answer.note).toBe(note);
  expect(answer.caveats?.includes("value_in_doubt")).toBe(note !== undefined);
  expect((await s.ask("IPO", "ZZZT", "company")).note).toBeUndefined();
});
