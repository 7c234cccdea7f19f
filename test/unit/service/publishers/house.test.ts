import { readFileSync } from "node:fs";
import path from "node:path";
import type { DisclosedTrade } from "../../../../src/service/records/congress-trade";
import { house } from "../../../../src/service/publishers/house/house";
import { readDocument } from "../../../../src/service/ingest/ingest-document";
import { itWithSharedData } from "../../../shared-data";

const read = (text: string) => readDocument(house.feeds, { name: "a.txt", bytes: Buffer.from(text) }).records;
const HEAD = `                 Filing ID #20030001

      Clerk of the House of Representatives • Legislative Resource Center

Name:                Hon. Jane Doe
State/District: XX01

ID        Owner Asset                  Transaction Date       Notification Amount       Cap.
                                       Type        Date                                 Gains >
                                                                                        $200?
`;
const PAGE = HEAD.split("\n").slice(-4).join("\n");
const END = `
* For the complete list of asset type abbreviations, please visit the site.
Digitally Signed: Hon. Jane Doe , 02/03/2025
`;
const status = (word = "New") => `          F      S     : ${word}\n`;
const trade = (asset: string, rest = "P      01/08/2025 01/10/2025    $1,001 - $15,000") => `   SP     ${asset}    ${rest}\n`;
const bodies = (text: string) => read(text).map((r) => r.body as DisclosedTrade);

describe("House transaction reports", () => {
  test("have the amount range as filed, even if it wraps to the next line", () => {
    const [row] = read(
      `${HEAD}${trade("Apple Inc. (AAPL)", "S (partial)   12/31/2024 01/02/2025    $5,000,001 -")}          [ST]                        $25,000,000\n${status()}${END}`,
    );
    expect(row).toMatchObject({ entity: "AAPL", date: "2024-12-31", known: "2025-02-03", source: "house" });
    expect(row?.body).toMatchObject({ type: "S (partial)", amount_low: 5000001, amount_high: 25000000, asset_type: "ST", owner: "SP", document: "20030001" });
  });

  test("have a record for each of several equal trades", () => {
    const of = (trust?: string) => `${trade("Intel Corporation (INTC) [ST]")}${status()}${trust ? `          S           O : ${trust}\n` : ""}`;
    const records = read(`${HEAD}${of("A Trust")}${of("B Trust")}${of()}${of()}${END}`);
    expect(records.map((r) => (r.body as DisclosedTrade).sub_holding)).toEqual(["A Trust", "B Trust", null, null]);
    expect(new Set(records.map((r) => r.key)).size).toBe(4);
  });

  test("are read across a page header within a trade, and without descriptions", () => {
    const text = `${HEAD}${trade("Alphabet Inc. - Class C")}${PAGE}          (GOOG) [ST]\n${status()}          D      : Sold (XYZ) [OP] for $9,999\n${END}`;
    expect(bodies(text)).toEqual([expect.objectContaining({ asset: "Alphabet Inc. - Class C (GOOG) [ST]", amount_high: 15000 })]);
  });

  test("have no symbol for a Treasury bill, and no upper amount for an open range", () => {
    const [row] = read(`${HEAD}${trade("US Treasury Bill [GS]", "P     01/08/2025 01/10/2025    Over $50,000,000")}${status()}${END}`);
    expect(row).toMatchObject({ entity: "", body: { asset_type: "GS", amount_low: 50000001, amount_high: null } });
  });

  test("are refused as a PDF, with the command that converts it, and as a scan", () => {
    expect(() => read("%PDF-1.7\n")).toThrow(/pdftotext -layout/);
    expect(() => read(`${HEAD}${END}`)).toThrow(/scanned/);
  });

  test("are refused with an unknown amount, an unknown status or no signature", () => {
    expect(() => read(`${HEAD}${trade("A (A) [ST]", "P  01/08/2025 01/10/2025   about $5")}${status()}${END}`)).toThrow(/expected an amount/);
    expect(() => read(`${HEAD}${trade("A (A) [ST]")}${status("Lost")}${END}`)).toThrow(/filing status/);
    expect(() => read(`${HEAD}${trade("A (A) [ST]")}${status()}`)).toThrow(/signature is missing/);
  });

  test("are refused with unknown ranges, other types of trade, or swapped columns", () => {
    const refused = (rest: string) => expect(() => read(`${HEAD}${trade("A (A) [ST]", rest)}${status()}${END}`));
    refused("P  01/08/2025 01/10/2025   $1,000 - $15,000").toThrow(/one of the form's ranges, got "\$1,000 - \$15,000"/);
    refused("Z  01/08/2025 01/10/2025   $1,001 - $15,000").toThrow(/expected a trade of type P, S/);
    expect(() => read(`${HEAD.replace("Owner Asset", "Asset Owner")}${trade("A (A) [ST]")}${status()}${END}`)).toThrow(/expected the columns Owner, Asset/);
  });

  test("are refused if a trade is dated after the signature", () => {
    expect(() => read(`${HEAD}${trade("A (A) [ST]", "P  08/01/2025 08/02/2025   $1,001 - $15,000")}${status()}${END}`)).toThrow(
      /before the signature of 2025-02-03/,
    );
  });

  itWithSharedData("have all trades of the published reports, and all filings of the index", (folder) => {
    const of = (name: string) => read(readFileSync(path.join(folder, "house_ptr", name), "utf8"));
    expect(["P_20026590_real.txt", "PTR_sample2.txt", "PTR_sample3.txt"].map((name) => of(name).length)).toEqual([9, 56, 7]);
    expect(of("PTR_sample2.txt").filter((r) => r.entity === "AMZN")).toHaveLength(5);
    const index = of("2025FD.xml");
    expect(index).toHaveLength(1618);
    expect(index.filter((r) => (r.body as { filing_type: string }).filing_type === "P")).toHaveLength(471);
  });
});

test("House reports are off by default, and their licence names 5 U.S.C. §13107(c)", () => {
  expect(house.terms.defaultOn).toBe(false);
  expect(house.terms.licence).toContain("13107(c)");
});

describe("House filing index", () => {
  const member = (date: string) =>
    `<Member><Prefix /><Last>O&apos;Doe</Last><First>Jane</First><Suffix /><FilingType>P</FilingType><StateDst>XX01</StateDst><Year>2025</Year>${date}<DocID>1</DocID></Member>`;

  test("has the year's end as date, and no filing day, if the day is missing", () => {
    expect(read(`<FinancialDisclosure>${member("<FilingDate />")}</FinancialDisclosure>`)[0]).toMatchObject({
      date: "2025-12-31",
      body: { filed: null, name: "Jane O'Doe" },
    });
    expect(read(`<FinancialDisclosure>${member("<FilingDate>3/4/2025</FilingDate>")}</FinancialDisclosure>`)[0]).toMatchObject({ date: "2025-03-04" });
  });

  test("is refused if it is cut", () => {
    expect(() => read(`<FinancialDisclosure>${member("<FilingDate>3/4/2025</FilingDate>")}`)).toThrow(/cut/);
  });
});
