import type { DisclosedTrade } from "../../../../src/service/records/disclosed-trades";
import type { LeftOut, RecordRow } from "../../../../src/service/records/record";
import { house } from "../../../../src/service/publishers/house/house";
import { itWithSharedData } from "../../../shared-data";
import { readUnchecked } from "./read-as";

const read = (text: string) => readUnchecked("house", text, "a.txt").records;
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
/** A row of a trade with these members in its body. */
const rowWith = (body: Partial<DisclosedTrade>, more: object = {}) =>
  expect.objectContaining({ ...more, body: expect.objectContaining(body) as DisclosedTrade }) as RecordRow;
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
    const lines = `${trade("Apple Inc. (AAPL)", "S (partial)   12/31/2024 01/02/2025    $5,000,001 -")}          [ST]                        $25,000,000\n`;
    const [row] = report(`${lines}${status()}`).trades;
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
    const date = "2025-01-14";
    expect(report(lines)).toEqual({
      trades: [
        rowWith({ owner: "SP", asset: "Alphabet Inc. - Class A Stock (GOOGL) [ST]", type: "P", amount_high: 500000 }, { entity: "GOOGL", date }),
        rowWith({ owner: "SP", asset: "Apple Inc. (AAPL)", type: "S (partial)", amount_high: 15000 }, { entity: "AAPL", date }),
      ],
      leftOut: [],
    });
  });

  test("are left out by name if no asset is named", () => {
    const leftOut = [expect.objectContaining({ why: "expected the name of an asset before the trade" }) as LeftOut];
    expect(report("P 01/14/2025 01/15/2025 $1,001 - $15,000\nF S: New\n")).toEqual({ trades: [], leftOut });
  });

  test("have the day of a bond in the wrapped name, even next to the rest of the amount", () => {
    const bond = report(`${trade("State Bond 5% due", "P  01/08/2025 01/10/2025   $250,001 -")}          11/15/2034     $500,000\n${status()}`);
    expect(bond).toEqual({ trades: [rowWith({ asset: "State Bond 5% due 11/15/2034", amount_low: 250001, amount_high: 500000 })], leftOut: [] });
  });

  test.each([
    ["a number that wraps after its comma", "$100,001 - $250,", "                              000\n"],
    ["a soft hyphen", "$100,001 \u00AD $250,000", ""],
    ["a check box of an emoji", "$100,001 - $250,000  \u2611\uFE0F", ""],
    ["a check box of Wingdings", "$100,001 - $250,000  þ", ""],
    ["a check box without a letter", "$100,001 - $250,000  (cid:3)", ""],
  ])("have an amount with %s", (_, amount, more) => {
    const trades = [rowWith({ amount_low: 100001, amount_high: 250000, asset: "Roblox Corporation Class A (RBLX) [ST]" })];
    expect(ofAmount(amount, more)).toEqual({ trades, leftOut: [] });
  });

  test("are read in a time that grows with their length only", () => {
    const blanks = " ".repeat(300_000);
    const text = `${trade(`Apple Inc. (AAPL)${blanks}[ST]`)}${blanks}x${blanks}y\n${status()}D${blanks}: ${"(a b) ".repeat(30_000)}\n`;
    expect(report(text).trades).toEqual([expect.objectContaining({ entity: "AAPL" })]);
    expect(report(`${trade("(a b) ".repeat(30_000))}${status()}`, `${"Digitally Signed: ".repeat(20_000)}\n${END}`).trades).toHaveLength(1);
  });

  test("have a symbol with characters that take no space, and letters for ligatures", () =>
    expect(report(`${trade("O\uFB03ce (OD\u200BP) [ST]")}${status()}`).trades).toEqual([rowWith({ asset: "Office (ODP) [ST]" }, { entity: "ODP" })]));

  test("have a record for each of several equal trades", () => {
    const of = (trust?: string) => `${trade("Intel Corporation (INTC) [ST]")}${status()}${trust ? `          S           O : ${trust}\n` : ""}`;
    const { trades } = report(`${of("A Trust")}${of("B Trust")}${of()}${of()}`);
    expect(trades.map((r) => (r.body as DisclosedTrade).sub_holding)).toEqual(["A Trust", "B Trust", null, null]);
    expect(new Set(trades.map((r) => r.key)).size).toBe(4);
  });

  test("are read across a page header within a trade, and without descriptions", () => {
    const { trades } = report(`${trade("Alphabet Inc. - Class C")}${PAGE}          (GOOG) [ST]\n${status()}          D      : Sold (XYZ) [OP] for $9,999\n`);
    expect(trades).toEqual([rowWith({ asset: "Alphabet Inc. - Class C (GOOG) [ST]", amount_high: 15000 })]);
  });

  test("have no symbol for a Treasury bill, and no upper amount for an open range", () => {
    const [row] = report(`${trade("US Treasury Bill [GS]", "P     01/08/2025 01/10/2025    Over $50,000,000")}${status()}`).trades;
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
  ])("have the amount %s as filed", (amount, amount_low, amount_high) =>
    expect(ofAmount(amount)).toEqual({ trades: [rowWith({ amount_low, amount_high }, { entity: "RBLX" })], leftOut: [] }),
  );

  test.each([
    ["on the next line", "$15,001 -", "                            $50,000\n"],
    ["before the asset's code", "$15,001 -", "          more of it        $50,000 [ST]\n"],
    ["after a page break", "$15,001 -", `${PAGE}                            $50,000\n`],
    ["before a page break", "$15,001 -", `                            $50,000\n${PAGE}          more of it\n`],
    ["on the next line with its dash", "$15,001", "                            - $50,000\n"],
    ["nowhere, because the form has one range from there", "$15,001 -", "          more of it\n"],
    ["in the same column as all of the amount", "", "                            $15,001 - $50,000\n"],
  ])("have an amount whose upper end stands %s", (_, amount, more) => {
    const read = { amount_low: 15_001, amount_high: 50_000, asset: expect.not.stringContaining("$") as string };
    expect(ofAmount(amount, more)).toEqual({ trades: [rowWith(read, { entity: "RBLX" })], leftOut: [] });
  });

  test("have an open amount of a spouse that wraps across a page", () => {
    const { trades } = ofAmount("Spouse/DC Over", `${PAGE}          [ST]              $1,000,000\n`);
    expect(trades[0]?.body).toMatchObject({ amount_low: 1_000_001, amount_high: null });
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
    const { trades } = report(label === "Filing Status" ? line.replace("sP ", "SP ").replace(" s ", " S ") : line);
    expect(trades).toEqual([rowWith({ owner: "SP", type: "S", filing_status: "New" }, { entity: wanted })]);
  });

  test.each([
    ["Alphabet Inc. (GOOGL) (Class A) [ST]", "GOOGL"],
    ["Alibaba Group (BABA) (ADR) [ST]", "BABA"],
    ["International Business Machines (NYSE: IBM) [ST]", "IBM"],
    ["Berkshire Hathaway [ST] (BRK/B)", "BRK.B"],
    ["Berkshire Hathaway (BRK B) [ST]", "BRK.B"],
    ["Alphabet Inc. (GOOGL) (CL A) [ST]", "GOOGL"],
  ])("of %s have the symbol %s", (asset, symbol) => expect(report(`${trade(asset)}${status()}`).trades[0]?.entity).toBe(symbol));

  test("are read without the number of the trade", () => {
    const line = "2000080040 JT     Williams-Sonoma, Inc. (WSM) [ST]   P    1/8/2025 1/10/2025    $1,001 - $15,000\n";
    const body = { owner: "JT", asset: "Williams-Sonoma, Inc. (WSM) [ST]", notification_date: "2025-01-10" };
    expect(report(`${line}${status("Amended")}`).trades[0]).toMatchObject({ entity: "WSM", date: "2025-01-08", body });
  });

  test("have no trade that a comment quotes, on its own line or on the next", () => {
    const quoted = "(TSLA) S 01/12/2025 02/01/2025 $1,001 - $15,000";
    const comments = {
      "Tesla, Inc. (TSLA) [ST]": `C     : Replaces trade of ${quoted}\n`,
      "Apple Inc. (AAPL) [ST]": `D     : Replaces the trade of\n          Tesla ${quoted}\n          which was wrong.\n\n`,
      "Intel Corporation (INTC) [ST]": `Comments: as\n          Tesla ${quoted}\n`,
    };
    const lines = Object.entries(comments).map(([asset, comment]) => `${trade(asset)}${status()}          ${comment}`);
    const { trades, leftOut } = report(lines.join(""));
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
    const mistyped = "expected a trade before the signature of 2025-02-03, got 2026-01-03: the year or the day is mistyped";
    expect(bad(`P  01/03/2026 02/01/2025   ${AMOUNT}`)).toBe(mistyped);
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

  itWithSharedData("have all trades of the published reports, and all filings of the index", (_, fileIn) => {
    const of = (name: string) => read(String(fileIn("house_ptr", name)));
    expect(["P_20026590_real.txt", "PTR_sample2.txt", "PTR_sample3.txt"].map((name) => of(name).length)).toEqual([9, 56, 7]);
    expect(of("PTR_sample2.txt").filter((r) => r.entity === "AMZN")).toHaveLength(5);
    const index = of("2025FD.xml");
    expect(index).toHaveLength(1618);
    expect(index.filter((r) => (r.body as { filing_type: string }).filing_type === "P")).toHaveLength(471);
  });

  itWithSharedData("have the same trades in a text layer as of 2015, with small capitals and check boxes", (_, fileIn) => {
    for (const name of ["P_20026590_real.txt", "PTR_sample2.txt", "PTR_sample3.txt"]) {
      const text = String(fileIn("house_ptr", name));
      const old = text
        .replace(/F {2,}S( {2,}:)/g, "Filing Status$1")
        .split("\n")
        .map((line) => (/Owner|Gains|Filing ID|Clerk|Digitally|Date/.test(line) ? line : line.replace(/[ABGLS]/g, (c) => c.toLowerCase())))
        .map((line) => (/\d{4} +\$/.test(line) ? `${line}      gfedc` : line));
      const apart = { asset: "", sub_holding: "", member: "", state_district: "" };
      const cells = (of: string) => read(of).map(({ dataset, entity, date, body }) => ({ dataset, entity, date, ...(body as DisclosedTrade), ...apart }));
      expect(cells(old.join("\n"))).toEqual(cells(text));
    }
  });
});

test("House reports are off by default, and their licence names 5 U.S.C. §13107(c)", () => {
  expect(house.terms.defaultOn).toBe(false);
  expect(house.terms.licence).toContain("13107(c)");
});

describe("House filing index", () => {
  const index = (date: string, end = "</FinancialDisclosure>") =>
    `<FinancialDisclosure><Member><Prefix /><Last>O&apos;Doe</Last><First>Jane</First><Suffix /><FilingType>P</FilingType><StateDst>XX01</StateDst><Year>2025</Year>${date}<DocID>1</DocID></Member>${end}`;
  const FILED = "<FilingDate>3/4/2025</FilingDate>";

  test("has the year's end as date, and no filing day, if the day is missing", () => {
    expect(read(index("<FilingDate />"))[0]).toMatchObject({ date: "2025-12-31", body: { filed: null, name: "Jane O'Doe" } });
    expect(read(index(FILED))[0]).toMatchObject({ date: "2025-03-04" });
  });

  test("is refused if it is cut", () => expect(() => read(index(FILED, ""))).toThrow(/cut/));

  test("are read as text with tabs, as in the same archive", () => {
    const names = "Prefix\tLast\tFirst\tSuffix\tFilingType\tStateDst\tYear\tFilingDate\tDocID";
    const [row] = read(`\uFEFF${names}\r\nHon.\tDoe\tJane\t\tP\tXX01\t2025\t3/4/2025\t20030001\r\n`);
    expect(row).toMatchObject({ entity: "20030001", date: "2025-03-04", known: "2025-03-04", body: { name: "Hon. Jane Doe", filing_type: "P", year: 2025 } });
    expect(() => read(`${names}\nHon.\tDoe\tJane\n`)).toThrow(/expected 9 cells/);
  });
});
