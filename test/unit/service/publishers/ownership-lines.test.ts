import fc from "fast-check";
import type { InsiderReport } from "../../../../src/service/records/disclosed-trades";
import type { LeftOut } from "../../../../src/service/records/record";
import { securityKind, symbolsOfLine } from "../../../../src/service/publishers/sec/ownership";
import { form4Rows, type Form4, type FormLine } from "./form4";

const recordsOf = (lines: readonly FormLine[], more: Form4 = {}) => form4Rows({ lines, ...more });
const reportsOf = (...of: Parameters<typeof recordsOf>): Record<string, InsiderReport> =>
  Object.fromEntries(recordsOf(...of).flatMap(({ dataset, entity, body }) => (dataset === "insider_trade" ? [[entity, body as InsiderReport]] : [])));
const leftOut = (...of: Parameters<typeof recordsOf>): string[] =>
  recordsOf(...of).flatMap(({ dataset, body }) => (dataset === "left_out" ? [(body as LeftOut).why] : []));
const sharesOf = (report: InsiderReport | undefined): number[] => (report?.trades ?? []).map(({ shares }) => shares);

describe("one impossible line of an insider's report costs that line, with its reason:", () => {
  const good: FormLine = { shares: "7" };
  it.each<[string, FormLine, RegExp]>([
    ["a sale marked as acquired", { code: "S", way: "A" }, /expected D \(disposed of\)/],
    ["a purchase marked as disposed of", { way: "D" }, /expected A \(acquired\)/],
    ["negative shares", { shares: "-100" }, /plain number of shares, got "-100"/],
    ["a negative price", { price: "-1" }, /plain number as the price of a share, got "-1"/],
    ["a day after the filing", { day: "2025-06-13" }, /up to 2025-06-12, .* got 2025-06-13/],
    ["a year to come", { day: "2052-06-10" }, /got 2052-06-10/],
    ["the year before", { day: "2024-06-10" }, /from 2025-06-10 on, .* got 2024-06-10: the year seems mistyped/],
    ["a year long past", { day: "1925-06-10" }, /within 10 years before 2025-06-12, got 1925-06-10/],
    ["no day", { day: "2025-02-30" }, /the day of the trade, got "2025-02-30"/],
    ["an unknown code", { code: "Y" }, /"Y" is not a transaction code/],
    ["no code", { code: "" }, /expected a transaction code, got none/],
  ])("%s", (_, line, why) => {
    for (const lines of [
      [line, good],
      [good, line],
    ]) {
      expect(leftOut(lines)).toEqual([expect.stringMatching(why)]);
      expect(reportsOf(lines)["EXMP"]).toMatchObject({ trades: [{ shares: 7 }], leftOut: [{ why: expect.stringMatching(why) as string }] });
      expect(recordsOf(lines)[0]).toMatchObject({ date: "2025-06-10", known: "2025-06-12" });
    }
  });

  it("keeps its number in the table, and the line's words", () => {
    expect(recordsOf([good, { code: "S", way: "A", title: "Common Stock" }])[1]).toMatchObject({
      key: "0000000005-25-000001 2",
      body: { line: "S 100 Common Stock 10 2025-06-10", ticker: "EXMP" },
    });
  });

  it("leaves a late trade of the last year, and older ones on Form 5", () => {
    expect(sharesOf(reportsOf([{ day: "2024-11-20" }])["EXMP"])).toEqual([100]);
    expect(sharesOf(reportsOf([{ day: "2024-06-10" }], { form: "5" })["EXMP"])).toEqual([100]);
  });

  it("counts without a usable period by its first trade", () => {
    expect(reportsOf([{ day: "2025-06-11" }, good], { period: "2052-06-10" })["EXMP"]?.period).toBe("2025-06-10");
  });
});

describe("only shares of the ticker count as trades:", () => {
  it.each([
    "Common Stock", "COMMON STOCK, $.001 PAR VALUE", "Common Stock, par value $0.001", "Class A Common Shares", "Class B Common Stock", "Class C Capital Stock", "Ordinary Shares", "Class A Ordinary Shares",
    "American Depositary Shares", "ADS", "American Depositary Shares, each representing one preferred share", "Common Units", "Common Units representing limited partner interests", "Units of Beneficial Interest",
    "Shares of Beneficial Interest", "Common Shares of Beneficial Interest", "Restricted Stock", "Common Stock and Preferred Share Purchase Rights", "Series C Liberty Formula One Common Stock",
    "Non-Voting Common", "Subordinate Voting Shares", "Common Stock (held by 401(k) plan)", "Com", "Stock", "Depositary Units",
  ])("%s", (title) => {
    expect(securityKind(title)).toBe("shares");
    expect(sharesOf(reportsOf([{ title }])["EXMP"])).toEqual([100]);
  }); // prettier-ignore

  it.each([
    "Series A Preferred", "6.50% Series A Cumulative Preferred Stock", "Preferred Stock", "Preference Shares", "Depositary Shares each representing 1/1000th of Preferred", "Convertible Preferred Stock, convertible into Common Stock",
    "6.5% Senior Notes due 2029", "7.00% Senior Notes due 2030", "Convertible Notes", "Debentures", "Warrants", "Warrants to purchase Common Stock", "Common Stock Purchase Warrants", "Class A Common Stock Warrants", "Stock Options",
    "Employee Stock Option (right to buy)", "Restricted Stock Units", "Performance Share Units", "Phantom Stock", "Deferred Stock Units", "LP interests", "Limited Partnership Interests", "OP Units", "Operating Partnership Units", "Common Units of Operating Partnership",
    "LTIP Units", "LLC Interests", "Units, each consisting of one share of Common Stock and one warrant", "5.875% Series C", "Subscription Rights", "Call Options", "Trust Preferred Securities",
  ])("not %s", (title) => {
    expect(securityKind(title)).toBe("other");
    expect(reportsOf([{ title }])["EXMP"]).toMatchObject({ trades: [], otherLines: [{ code: "P", shares: 100, security: title }] });
  }); // prettier-ignore

  it("a title with neither counts, marked as unclear", () => {
    expect(reportsOf([{ title: "Class A" }])["EXMP"]?.trades).toMatchObject([{ shares: 100, unclear: true }]);
    expect(reportsOf([{}])["EXMP"]?.trades[0]).not.toHaveProperty("unclear");
  });
});

describe("a report that names several symbols", () => {
  it.each<[string, string, Record<string, number[]>]>([
    ["BRK.A, BRK.B", "Class B Common Stock", { "BRK.A": [], "BRK.B": [100] }],
    ["BF-A BF-B", "Class A Common", { "BF.A": [100], "BF.B": [] }],
    ["BF.A/BF.B", "Common Stock", { "BF.A": [100], "BF.B": [100] }],
    ["GOOG; GOOGL", "Class C Capital Stock", { GOOG: [100], GOOGL: [] }],
    ["GOOGL", "Class C Capital Stock", { GOOGL: [], GOOG: [100] }],
    ["GOOGL", "Class B Common Stock", { GOOGL: [100] }],
    ["HEI, HEI.A", "Common Stock", { HEI: [100], "HEI.A": [] }],
    ["HEI", "Class A Common Stock", { HEI: [], "HEI.A": [100] }],
    ["XYZA, XYZK", "Series C Common Stock", { XYZA: [], XYZK: [100] }],
    ["ABC, ABCA", "Class B Common Stock", { ABC: [100], ABCA: [] }],
    ["ABCD, ABCDW, ABCDU", "Common Stock", { ABCD: [100], ABCDW: [], ABCDU: [] }],
    ["ABC, ABC.WS", "Class A Common Stock", { ABC: [100], "ABC.WS": [] }],
    ["ABC, ABCWS, ABCU", "Class A Ordinary Shares", { ABC: [100], ABCWS: [], ABCU: [] }],
    ["ABC, ABCWS, ABCU", "Units", { ABC: [], ABCWS: [], ABCU: [100] }],
    ["ABC; ABC WS", "Common Stock", { ABC: [100], "ABC.WS": [] }],
    ["CCL, CUK", "Common Stock", { CCL: [100], CUK: [100] }],
  ])("%s, of %s", (symbol, title, expected) => {
    const reports = reportsOf([{ title }], { symbol });
    expect(Object.fromEntries(Object.entries(reports).map(([ticker, report]) => [ticker, sharesOf(report)]))).toEqual(expected);
    const counting = Object.values(reports).flatMap(({ trades }) => trades);
    expect(counting.every(({ shared }) => (shared === true) === counting.length > 1)).toBe(true);
  });

  it("has each line at one symbol, or at all of them", () => {
    const letters = fc.constantFrom(undefined, "Common Stock", "Class A Common Stock", "Class B Common Stock", "Class C Capital Stock", "Series N Non-Voting");
    fc.assert(
      fc.property(
        letters,
        fc.uniqueArray(fc.constantFrom("ABC", "ABC.A", "ABC.B", "GOOG", "GOOGL", "HEI", "HEI.A", "XYZA", "XYZK"), { minLength: 1, maxLength: 4 }),
        (title, named) => {
          const symbols = symbolsOfLine(title, named);
          expect(symbols.length === 1 || symbols.length === named.length).toBe(true);
          expect(new Set(symbolsOfLine(title, [...named].reverse()))).toEqual(new Set(symbols));
        },
      ),
    );
  });
});
