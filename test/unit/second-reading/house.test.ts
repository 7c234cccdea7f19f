import { isMistyped, readHouse } from "../../../src/second-reading/house";

/** A report with these lines below the head of its table. */
const report = (...lines: readonly string[]): string =>
  [
    "Filing ID #20090501",
    "Clerk of the House of Representatives",
    "ID        Owner Asset                                          Transaction Date                Notification Amount",
    ...lines,
    "* For the complete list of asset type abbreviations",
    "Digitally Signed: Hon. Jane Sample , 02/10/2025",
  ].join("\n");

test("reads an amount whose upper end stands before the asset code of the next line", () => {
  const [trade] = readHouse(
    report(
      "                      IBM Common Stock                         P                 01/03/2025 02/05/2025           $15,001 -",
      "                      (IBM)                                                                                      $50,000 [ST]",
      "                      F      S      : New",
      "                      S         O : Trust Account",
    ),
  );
  expect(trade).toMatchObject({ ticker: "IBM", low: 15_001, high: 50_000, subHolding: "Trust Account", owner: undefined, line: 4 });
});

test("reads an exact amount as both ends", () => {
  const [trade] = readHouse(report("          SP          Roblox Corporation Class A (RBLX) [OP]   S                 01/20/2025 01/20/2025           $1.00"));
  expect(trade).toMatchObject({ owner: "SP", ticker: "RBLX", low: 1, high: 1 });
});

test("reads small capitals in the wrong case as capitals", () => {
  const trades = readHouse(
    report(
      "          sP          american Express Company (aXP)           s (partial)       01/27/2025 02/01/2025           $1,001 - $15,000   gfedc",
      "                      FILINg STaTUS: New",
    ),
  );
  expect(trades).toEqual([expect.objectContaining({ owner: "SP", ticker: "AXP", type: "S (partial)", low: 1_001, high: 15_000, status: "New" })]);
});

test("reads no trade in a comment that quotes one", () => {
  const trades = readHouse(
    report(
      "          SP          Tesla, Inc. - Common Stock (TSLA) [ST]   S (partial)       01/13/2025 02/05/2025           $15,001 - $50,000",
      "                      F      S      : New",
      "                      C     : Replaces trade of 01/12/2025 02/01/2025 $1,001 - $15,000",
    ),
  );
  expect(trades.map(({ traded }) => traded)).toEqual(["2025-01-13"]);
});

test("reads no trade in the second line of a comment", () => {
  const trades = readHouse(
    report(
      "          JT          berkshire Hathaway Inc. Class b (bRK.b)  S (partial)       01/06/2015 01/20/2015           $15,001 - $50,000",
      "                      COMMENTS: Replaces the trade of",
      "                      Lockheed Martin (lMT) S 12/30/2014 01/02/2015 $1,001 - $15,000",
      "                      Caterpillar, Inc. Common Stock (CAT) P          01/08/2015 01/20/2015   $1,001 - $15,000",
    ),
  );
  expect(trades.map(({ ticker }) => ticker)).toEqual(["BRK.B", "CAT"]);
});

test("reads an amount without an upper bound, also from the next line", () => {
  const [over, spouse] = readHouse(
    report(
      "   Exxon Mobil Corporation (XOM) [ST]    P    01/03/2025 02/05/2025   Over $50,000,000",
      "",
      "   Exxon Mobil Corporation               P    01/03/2025 02/05/2025   Spouse/DC Over",
      "   (XOM) [ST]                                                         $1,000,000",
    ),
  );
  expect(over).toMatchObject({ low: 50_000_001, high: undefined });
  expect(spouse).toMatchObject({ ticker: "XOM", low: 1_000_001, high: undefined });
});

test("reads an asset that continues below the head of the next page", () => {
  const [trade] = readHouse(
    report(
      "                      Alphabet Inc. - Class C Capital Stock   P             01/08/2025 01/10/2025        $1,001 - $15,000",
      "\fID   Owner Asset                                   Transaction Date      Notification Amount             Cap.",
      "                                                   Type                  Date                            Gains >",
      "                                                                                                         $200?",
      "           (GOOG) [ST]",
      "           F       S    : New",
    ),
  );
  expect(trade).toMatchObject({ asset: "Alphabet Inc. - Class C Capital Stock (GOOG) [ST]", ticker: "GOOG" });
});

test("calls a trade mistyped that is later than its notification or the signature", () => {
  const typed = (days: string): boolean[] => readHouse(report(`   Exxon Mobil Corporation (XOM) [ST]  P  ${days}  $15,001 - $50,000`)).map(isMistyped);
  expect(typed("01/03/2025 02/05/2025")).toEqual([false]);
  expect(typed("01/03/2026 02/05/2025")).toEqual([true]);
  expect(typed("02/09/2025 02/05/2025")).toEqual([true]);
});
