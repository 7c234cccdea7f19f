import { readFileSync } from "node:fs";
import path from "node:path";
import type { DisclosedTrade } from "../../../../src/service/records/congress-trade";
import type { LeftOut } from "../../../../src/service/records/left-out";
import { house } from "../../../../src/service/publishers/house/house";
import { parseByFeed } from "../../../../src/service/ingest/ingest-document";
import { itWithSharedData } from "../../../shared-data";

const read = (text: string) => parseByFeed(house.feeds, { name: "a.txt", bytes: Buffer.from(text) }).records;
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
/** The report of these lines: its trades, and its lines that were left out. */
const report = (lines: string, end = END) => {
  const records = read(`${HEAD}${lines}${end}`);
  return {
    trades: records.filter((r) => r.dataset === "congress_trade"),
    leftOut: records.filter((r) => r.dataset === "left_out").map((r) => r.body as LeftOut),
  };
};
/** One trade with this amount, or these cells. */
const ofCells = (rest: string, more = "") => report(`${trade("Roblox Corporation Class A (RBLX) [ST]", rest)}${more}${status()}`);
const ofAmount = (amount: string, more = "") => ofCells(`P      01/08/2025 01/10/2025    ${amount}`, more);

describe("House transaction reports", () => {
  test("have the amount range as filed, even if it wraps to the next line", () => {
    const [row] = read(
      `${HEAD}${trade("Apple Inc. (AAPL)", "S (partial)   12/31/2024 01/02/2025    $5,000,001 -")}          [ST]                        $25,000,000\n${status()}${END}`,
    );
    expect(row).toMatchObject({ entity: "AAPL", date: "2024-12-31", known: "2025-02-03", source: "house" });
    expect(row?.body).toMatchObject({ type: "S (partial)", amount_low: 5000001, amount_high: 25000000, asset_type: "ST", owner: "SP", document: "20030001" });
  });

  /** The same two trades as converters write them that keep no columns. */
  const WITHOUT_COLUMNS = {
    "a line for each cell":
      "SP\n\nAlphabet Inc. - Class A\nStock (GOOGL) [ST]\n\nP\n\n01/14/2025 01/15/2025\n\n$250,001 -\n$500,000\n\nF S: New\nD: Bought\nfor long\n\nSP\n\nApple Inc. (AAPL)\n\nS (partial)\n\n01/14/2025 01/15/2025\n\n$1,001 - $15,000\n\nF S: New\n",
    "wrapped cells":
      "SP Alphabet Inc. - Class A\nStock (GOOGL) [ST]\nP 01/14/202501/15/2025 $250,001 -\n$500,000\nF S: New\nD: Bought\nfor long\nSP Apple Inc. (AAPL) S (partial) 01/14/202501/15/2025 $1,001 - $15,000\nF S: New\n",
    "zero bytes for small capitals":
      "SP Alphabet Inc. - Class A P 01/14/2025 01/15/2025 $250,001 -\nStock (GOOGL) [ST] $500,000\nF\0\0\0 S\0\0: New\nSP Apple Inc. (AAPL) S (partial) 01/14/2025 01/15/2025 $1,001 - $15,000\nF\0\0 S\0\0: New\n",
  };
  test.each(Object.entries(WITHOUT_COLUMNS))("are read without columns: %s", (_, lines) => {
    const { trades, leftOut } = report(lines);
    expect(leftOut).toEqual([]);
    expect(trades.map((t) => [t.entity, t.date, t.body])).toEqual([
      ["GOOGL", "2025-01-14", expect.objectContaining({ owner: "SP", asset: "Alphabet Inc. - Class A Stock (GOOGL) [ST]", type: "P", amount_high: 500000 })],
      ["AAPL", "2025-01-14", expect.objectContaining({ owner: "SP", asset: "Apple Inc. (AAPL)", type: "S (partial)", amount_high: 15000 })],
    ]);
  });

  test("are left out by name if no asset is named", () => {
    const { trades, leftOut } = report("P 01/14/2025 01/15/2025 $1,001 - $15,000\nF S: New\n");
    expect([trades, leftOut]).toEqual([[], [expect.objectContaining({ why: "expected the name of an asset before the trade" })]]);
  });

  test("have the day of a bond in the wrapped name, even next to the rest of the amount", () => {
    const { trades, leftOut } = report(`${trade("State Bond 5% due", "P  01/08/2025 01/10/2025   $250,001 -")}          11/15/2034     $500,000\n${status()}`);
    expect(leftOut).toEqual([]);
    expect(trades.map((t) => t.body)).toEqual([expect.objectContaining({ asset: "State Bond 5% due 11/15/2034", amount_low: 250001, amount_high: 500000 })]);
  });

  test.each([
    ["a number that wraps after its comma", "$100,001 - $250,", "                              000\n"],
    ["a soft hyphen", "$100,001 \u00AD $250,000", ""],
    ["a check box of an emoji", "$100,001 - $250,000  \u2611\uFE0F", ""],
    ["a check box of Wingdings", "$100,001 - $250,000  þ", ""],
    ["a check box without a letter", "$100,001 - $250,000  (cid:3)", ""],
  ])("have an amount with %s", (_, amount, more) => {
    expect(ofAmount(amount, more)).toEqual({
      trades: [
        expect.objectContaining({
          body: expect.objectContaining({ amount_low: 100001, amount_high: 250000, asset: "Roblox Corporation Class A (RBLX) [ST]" }),
        }),
      ],
      leftOut: [],
    });
  });

  test("are read in a time that grows with their length only", () => {
    const blanks = " ".repeat(300_000);
    const text = `${trade(`Apple Inc. (AAPL)${blanks}[ST]`)}${blanks}x${blanks}y\n${status()}D${blanks}: ${"(a b) ".repeat(30_000)}\n`;
    expect(report(text).trades).toEqual([expect.objectContaining({ entity: "AAPL" })]);
    expect(report(`${trade("(a b) ".repeat(30_000))}${status()}`, `${"Digitally Signed: ".repeat(20_000)}\n${END}`).trades).toHaveLength(1);
  });

  test("have a symbol with characters that take no space, and letters for ligatures", () => {
    expect(report(`${trade("O\uFB03ce (OD\u200BP) [ST]")}${status()}`).trades).toEqual([
      expect.objectContaining({ entity: "ODP", body: expect.objectContaining({ asset: "Office (ODP) [ST]" }) }),
    ]);
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

  test.each([
    ["$1.00", 1, 1],
    ["$303,001", 303_001, 303_001],
    ["$647.63", 647.63, 647.63],
    ["Over $50,000,000", 50_000_001, null],
    ["Spouse/DC Over $1,000,000", 1_000_001, null],
    ["$15,001-$50,000", 15_001, 50_000],
    ["$15,001 – $50,000   gfedcb", 15_001, 50_000],
    ["$1,000 - $15,000  \u2611", 1_000, 15_000],
  ])("have the amount %s as filed", (amount, amount_low, amount_high) => {
    expect(ofAmount(amount)).toEqual({
      trades: [expect.objectContaining({ entity: "RBLX", body: expect.objectContaining({ amount_low, amount_high }) })],
      leftOut: [],
    });
  });

  test.each([
    ["on the next line", "$15,001 -", "                            $50,000\n"],
    ["before the asset's code", "$15,001 -", "          more of it        $50,000 [ST]\n"],
    ["after a page break", "$15,001 -", `${PAGE}                            $50,000\n`],
    ["before a page break", "$15,001 -", `                            $50,000\n${PAGE}          more of it\n`],
    ["on the next line with its dash", "$15,001", "                            - $50,000\n"],
    ["nowhere, because the form has one range from there", "$15,001 -", "          more of it\n"],
    ["in the same column as all of the amount", "", "                            $15,001 - $50,000\n"],
  ])("have an amount whose upper end stands %s", (_, amount, more) => {
    const { trades, leftOut } = ofAmount(amount, more);
    expect(leftOut).toEqual([]);
    expect(trades[0]).toMatchObject({ entity: "RBLX", body: { amount_low: 15_001, amount_high: 50_000, asset: expect.not.stringContaining("$") as string } });
  });

  test("have an open amount of a spouse that wraps across a page", () => {
    expect(ofAmount("Spouse/DC Over", `${PAGE}          [ST]              $1,000,000\n`).trades[0]?.body).toMatchObject({
      amount_low: 1_000_001,
      amount_high: null,
    });
  });

  test.each([
    ["aMBa", "FIlINg sTaTus", "AMBA"],
    ["aXP", "FILINg STaTUS", "AXP"],
    ["Ma", "FIlINg STaTUS", "MA"],
    ["ll", "FIlINg STaTUS", "LL"],
    ["bRK.b", "FILINg STaTUS", "BRK.B"],
    ["aXP", "Filing Status", "AXP"],
    ["iShares", "Filing Status", ""],
    ["Roth", "FIlINg STaTUS", ""],
  ])("have the symbol (%s) under the label %s as %j", (symbol, label, wanted) => {
    const line = `   sP     Ordinary shares of a Holding (${symbol})    s   01/08/2025 01/10/2025    $1,001 - $15,000\n          ${label}: NEw\n`;
    expect(report(label === "Filing Status" ? line.replace("sP ", "SP ").replace(" s ", " S ") : line).trades).toEqual([
      expect.objectContaining({ entity: wanted, body: expect.objectContaining({ owner: "SP", type: "S", filing_status: "New" }) }),
    ]);
  });

  test("have the symbol before other brackets, and without the number of the trade", () => {
    const asset = (text: string) => report(`${trade(text)}${status()}`).trades[0];
    expect(asset("Alphabet Inc. (GOOGL) (Class A) [ST]")?.entity).toBe("GOOGL");
    expect(asset("Alibaba Group (BABA) (ADR) [ST]")?.entity).toBe("BABA");
    expect(asset("International Business Machines (NYSE: IBM) [ST]")?.entity).toBe("IBM");
    expect(asset("Berkshire Hathaway [ST] (BRK/B)")?.entity).toBe("BRK.B");
    expect(asset("Berkshire Hathaway (BRK B) [ST]")?.entity).toBe("BRK.B");
    expect(asset("Alphabet Inc. (GOOGL) (CL A) [ST]")?.entity).toBe("GOOGL");
    const numbered = report(`2000080040 JT     Williams-Sonoma, Inc. (WSM) [ST]   P    1/8/2025 1/10/2025    $1,001 - $15,000\n${status("Amended")}`).trades[0];
    expect(numbered).toMatchObject({
      entity: "WSM",
      date: "2025-01-08",
      body: { owner: "JT", asset: "Williams-Sonoma, Inc. (WSM) [ST]", notification_date: "2025-01-10" },
    });
  });

  test("have no trade that a comment quotes, on its own line or on the next", () => {
    const quoted = "(TSLA) S 01/12/2025 02/01/2025 $1,001 - $15,000";
    const { trades, leftOut } = report(
      `${trade("Tesla, Inc. (TSLA) [ST]")}${status()}          C     : Replaces trade of ${quoted}\n${trade("Apple Inc. (AAPL) [ST]")}${status()}          D     : Replaces the trade of\n          Tesla ${quoted}\n          which was wrong.\n\n${trade("Intel Corporation (INTC) [ST]")}${status()}          Comments: as\n          Tesla ${quoted}\n`,
    );
    expect(trades.map((t) => t.entity)).toEqual(["TSLA", "AAPL", "INTC"]);
    expect(leftOut).toEqual([]);
  });

  test("leave out by name a line that cannot be read, and have the rest", () => {
    const good = `${trade("Apple Inc. (AAPL) [ST]")}${status()}`;
    const why = (lines: string) => {
      const { trades, leftOut } = report(`${good}${lines}${good}`);
      expect(trades.map((t) => t.entity)).toEqual(["AAPL", "AAPL"]);
      expect(leftOut).toEqual([expect.objectContaining({ document: "20030001", ticker: "XOM", line: expect.stringContaining("Exxon (XOM)") as string })]);
      return leftOut[0]?.why;
    };
    const bad = (rest: string, word = "New") => why(`${trade("Exxon (XOM) [ST]", rest)}${status(word)}`);
    const AMOUNT = "$1,001 - $15,000";
    expect(bad(`P  01/03/2026 02/01/2025   ${AMOUNT}`)).toBe(
      "expected a trade before the signature of 2025-02-03, got 2026-01-03: the year or the day is mistyped",
    );
    expect(bad(`P  01/03/0205 02/01/2025   ${AMOUNT}`)).toBe("expected the day of the trade as MM/DD/YYYY, got 01/03/0205");
    expect(bad(`P  13/45/2024 02/01/2025   ${AMOUNT}`)).toContain("got 13/45/2024");
    expect(bad(`Z  01/08/2025 01/10/2025   ${AMOUNT}`)).toContain("expected a type P, S");
    expect(bad(`P  01/08/2025              ${AMOUNT}`)).toContain("and two dates");
    expect(bad("P  01/08/2025 01/10/2025   $1,001 - $50,000")).toContain('got "$1,001 - $50,000"');
    expect(bad("P  01/08/2025 01/10/2025   $15,001")).toContain('got "$15,001"');
    expect(bad("P  01/08/2025 01/10/2025   None")).toContain('got "None"');
    expect(bad("P  01/08/2025 01/10/2025   about $5")).toContain('got "about $5"');
    expect(bad(`P  01/08/2025 01/10/2025   ${AMOUNT}`, "Lost")).toContain('got "Lost"');
    expect(why(trade("Exxon (XOM) [ST]"))).toContain("expected a filing status");
    expect(why(`   SP     Exxon (XOM) [ST]\n${status()}`)).toContain("and two dates");
  });

  test("have no day of notification if the filed one cannot be", () => {
    expect(ofCells("P  01/08/2025 01/10/0205   $1,001 - $15,000").trades[0]?.body).toMatchObject({ notification_date: null });
    expect(ofCells("S  01/19/2025 01/18/2025   $1,001 - $15,000").trades[0]?.body).toMatchObject({ notification_date: "2025-01-18" });
  });

  test("are refused as a PDF, with the command that converts it, and as text without its lines", () => {
    expect(() => read("%PDF-1.7\n")).toThrow(/pdftotext -layout/);
    expect(() => report("Apple Inc. (AAPL)\nP\n01/08/2025\n01/10/2025\n$1,001 -\n")).toThrow(/pdftotext -layout/);
  });

  test("are accepted without any trade", () => expect(report("")).toEqual({ trades: [], leftOut: [] }));

  test("are refused without a signature, or with swapped columns", () => {
    expect(() => read(`${HEAD}${trade("A (A) [ST]")}${status()}`)).toThrow(/signature is missing/);
    expect(() => read(`${HEAD.replace("Owner Asset", "Asset Owner")}${trade("A (A) [ST]")}${status()}${END}`)).toThrow(/expected the columns Owner, Asset/);
  });

  itWithSharedData("have all trades of the published reports, and all filings of the index", (folder) => {
    const of = (name: string) => read(readFileSync(path.join(folder, "house_ptr", name), "utf8"));
    expect(["P_20026590_real.txt", "PTR_sample2.txt", "PTR_sample3.txt"].map((name) => of(name).length)).toEqual([9, 56, 7]);
    expect(of("PTR_sample2.txt").filter((r) => r.entity === "AMZN")).toHaveLength(5);
    const index = of("2025FD.xml");
    expect(index).toHaveLength(1618);
    expect(index.filter((r) => (r.body as { filing_type: string }).filing_type === "P")).toHaveLength(471);
  });

  itWithSharedData("have the same trades in a text layer as of 2015, with small capitals and check boxes", (folder) => {
    for (const name of ["P_20026590_real.txt", "PTR_sample2.txt", "PTR_sample3.txt"]) {
      const text = readFileSync(path.join(folder, "house_ptr", name), "utf8");
      const old = text
        .replace(/F {2,}S( {2,}:)/g, "Filing Status$1")
        .split("\n")
        .map((line) => (/Owner|Gains|Filing ID|Clerk|Digitally|Date/.test(line) ? line : line.replace(/[ABGLS]/g, (c) => c.toLowerCase())))
        .map((line) => (/\d{4} +\$/.test(line) ? `${line}      gfedc` : line));
      const cells = (of: string) =>
        read(of).map(({ dataset, entity, date, body }) => ({ dataset, entity, date, ...(body as DisclosedTrade), asset: "", sub_holding: "" }));
      expect(cells(old.join("\n")).map((row) => ({ ...row, member: "", state_district: "" }))).toEqual(
        cells(text).map((row) => ({ ...row, member: "", state_district: "" })),
      );
    }
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

  test("are read as text with tabs, as in the same archive", () => {
    const names = "Prefix\tLast\tFirst\tSuffix\tFilingType\tStateDst\tYear\tFilingDate\tDocID";
    const [row] = read(`\uFEFF${names}\r\nHon.\tDoe\tJane\t\tP\tXX01\t2025\t3/4/2025\t20030001\r\n`);
    expect(row).toMatchObject({ entity: "20030001", date: "2025-03-04", known: "2025-03-04", body: { name: "Hon. Jane Doe", filing_type: "P", year: 2025 } });
    expect(() => read(`${names}\nHon.\tDoe\tJane\n`)).toThrow(/expected 9 cells/);
  });
});
