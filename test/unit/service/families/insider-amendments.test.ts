import fc from "fast-check";
import type { InsiderHolding, InsiderReport, ReportedTrade } from "../../../../src/service/records/disclosed-trades";
import { effectiveOn } from "../../../../src/service/families/insider/effective-reports";
import type { Report } from "../../../../src/service/families/insider/one-block";
import { many, SEED } from "../../../corpus";
import { form4Rows, type Form4, type FormLine } from "../publishers/form4";

type Line = readonly [traded: string, side: "buy" | "sell", shares: number];
interface Filed {
  readonly form?: string;
  readonly original?: string;
  readonly owners?: readonly string[];
}
const DAY = "2024-05-02";
/** Named by its accession number, which grows within a day. */
const report = (accession: string, known: string, lines: readonly Line[], { form = "4", original, owners = ["5"] }: Filed = {}): Report => {
  const filer = { owners: owners.map((cik) => ({ cik, name: "" })), role: "director" as const, isChief: false, plan10b5_1: null };
  const trades = lines.map(([traded, side, shares]) => ({ traded, side, shares, price: 1, value: shares }));
  const body: InsiderReport = { form, period: DAY, ...(original === undefined ? {} : { original }), ...filer, trades };
  return { entity: "EXMP", date: DAY, key: `${owners.join("+")} ${accession}`, known, source: "sec", body };
};
const amendment = (accession: string, known: string, lines: readonly Line[], more: Filed = {}): Report =>
  report(accession, known, lines, { form: "4/A", ...more });
const standing = (day: string, ...reports: readonly Report[]): string[] => effectiveOn(day, reports).map((r) => r.key.split(" ")[1] ?? "");

const large = report("a-1", "2024-05-03", [[DAY, "buy", 1000]]);
const small = report("a-2", "2024-05-03", [[DAY, "buy", 40]]);

describe("an amendment of an insider's report", () => {
  test("replaces that report of the owner and period whose number of shares is nearest", () => {
    expect(standing("2024-05-10", large, small, amendment("a-3", "2024-05-10", [[DAY, "buy", 1100]]))).toEqual(["a-2", "a-3"]);
    expect(standing("2024-05-10", large, small, amendment("a-3", "2024-05-10", [[DAY, "buy", 30]]))).toEqual(["a-1", "a-3"]);
    expect(standing("2024-05-09", large, small, amendment("a-3", "2024-05-10", [[DAY, "buy", 30]]))).toEqual(["a-1", "a-2"]);
  });

  test("replaces a report with the same day and side before one with a nearer number of shares", () => {
    const sale = report("a-2", "2024-05-03", [[DAY, "sell", 1000]]);
    const before = report("a-4", "2024-05-03", [["2024-05-01", "buy", 1000]]);
    expect(standing("2024-05-10", sale, large, before, amendment("a-5", "2024-05-10", [[DAY, "buy", 100]]))).toEqual(["a-2", "a-4", "a-5"]);
  });

  test("replaces the report that was filed later if two are equally near", () => {
    const again = report("a-2", "2024-05-04", [[DAY, "buy", 1000]]);
    expect(standing("2024-05-10", again, large, amendment("a-3", "2024-05-10", [[DAY, "buy", 1000]]))).toEqual(["a-1", "a-3"]);
  });

  test("is replaced by the next amendment; of two on one day, the higher accession number counts", () => {
    const first = amendment("a-3", "2024-05-10", [[DAY, "buy", 1100]]);
    const second = amendment("a-4", "2024-05-10", [[DAY, "buy", 1090]]);
    expect(standing("2024-05-10", second, first, large, small)).toEqual(["a-4", "a-2"]);
    const later = amendment("a-0", "2024-05-11", [[DAY, "buy", 1080]]);
    expect(standing("2024-05-11", second, first, large, small, later)).toEqual(["a-2", "a-0"]);
  });

  test("replaces the report filed on the original's date, if the amendment states that date", () => {
    const later = report("a-2", "2024-05-06", [[DAY, "buy", 40]]);
    const of = (original: string) => amendment("a-3", "2024-05-10", [[DAY, "buy", 40]], { original });
    expect(standing("2024-05-10", large, later, of("2024-05-03"))).toEqual(["a-2", "a-3"]);
    expect(standing("2024-05-10", large, later, of("2024-05-06"))).toEqual(["a-1", "a-3"]);
  });

  test("replaces a report with a trade that it restates, if no report was filed on the date that it states", () => {
    const later = report("a-2", "2024-05-06", [[DAY, "buy", 40]]);
    const of = (shares: number, original = "2024-05-07") => amendment("a-3", "2024-05-10", [[DAY, "buy", shares]], { original });
    expect(standing("2024-05-10", large, later, of(40))).toEqual(["a-1", "a-3"]);
    expect(standing("2024-05-10", large, later, of(999))).toEqual(["a-2", "a-3"]);
    expect(standing("2024-05-10", large, later, amendment("a-3", "2024-05-10", [["2024-04-30", "sell", 7]], { original: "2024-05-07" }))).toHaveLength(3);
  });

  test("replaces the amendment that was filed on the date that it states", () => {
    const first = amendment("a-3", "2024-05-08", [[DAY, "buy", 1100]], { original: "2024-05-03" });
    const second = amendment("a-4", "2024-05-10", [[DAY, "buy", 1200]], { original: "2024-05-08" });
    expect(standing("2024-05-10", large, small, first, second)).toEqual(["a-2", "a-4"]);
  });

  test("prefers a report with the same owners, else one that shares an owner and has the trade", () => {
    const of = (...owners: string[]) => amendment("a-3", "2024-05-10", [[DAY, "buy", 1001]], { owners, original: "2024-05-03" });
    const joint = report("a-2", "2024-05-03", [[DAY, "buy", 1000]], { owners: ["5", "6"] });
    expect(standing("2024-05-10", joint, of("6"))).toEqual(["a-3"]);
    expect(standing("2024-05-10", joint, of("7", "6", "5"))).toEqual(["a-3"]);
    expect(standing("2024-05-10", large, joint, of("6", "5"))).toEqual(["a-1", "a-3"]);
    expect(standing("2024-05-10", large, joint, of("5"))).toEqual(["a-2", "a-3"]);
    expect(standing("2024-05-10", large, of("8"))).toEqual(["a-1", "a-3"]);
  });

  test("on Form 5 replaces a Form 4, before it one on Form 5", () => {
    const five = report("a-2", "2024-05-03", [[DAY, "buy", 900]], { form: "5" });
    const of = (form: string) => amendment("a-3", "2024-05-10", [[DAY, "buy", 950]], { form, original: "2024-05-03" });
    expect(standing("2024-05-10", large, of("5/A"))).toEqual(["a-3"]);
    expect(standing("2024-05-10", large, five, of("5/A"))).toEqual(["a-1", "a-3"]);
    expect(standing("2024-05-10", large, five, of("4/A"))).toEqual(["a-2", "a-3"]);
  });

  test("replaces a report whose filing date is unknown, even if the amendment states the original's date", () => {
    const undated = report("a-1", DAY, [[DAY, "buy", 40]]);
    expect(standing("2024-05-10", undated, amendment("a-3", "2024-05-10", [[DAY, "buy", 41]], { original: "2024-05-03" }))).toEqual(["a-3"]);
  });

  test("leaves other owners' reports unchanged, and counts by itself if its original is missing", () => {
    const other = report("a-1", "2024-05-03", [[DAY, "buy", 1000]], { owners: ["6"] });
    expect(standing("2024-05-10", other, amendment("a-3", "2024-05-10", [[DAY, "buy", 1000]]))).toEqual(["a-1", "a-3"]);
  });

  describe("replaces only the lines that it restates", () => {
    type Terms = readonly [code: string, shares: number, price?: number | null, traded?: string, security?: string, held?: InsiderHolding];
    const lineOf = ([code, shares, price = 10, traded = DAY, security = "Common Stock", held]: Terms) => ({
      code, shares, price, traded, security, ...(held ? { held } : {}),
    }); // prettier-ignore
    const filedLines = (
      accession: string,
      known: string,
      lines: readonly Terms[],
      { form = "4", period = DAY, original }: Filed & { readonly period?: string } = {},
    ): Report => {
      const stated = lines.map(lineOf);
      const trades = stated.flatMap(({ code, ...line }): ReportedTrade[] =>
        code === "P" || code === "S" ? [{ ...line, side: code === "P" ? "buy" : "sell", value: line.price === null ? null : line.shares * line.price }] : [],
      );
      const otherLines = stated.filter(({ code }) => code !== "P" && code !== "S");
      const { body, ...row } = report(accession, known, [], { form, ...(original === undefined ? {} : { original }) });
      return { ...row, date: period, body: { ...body, period, trades, otherLines } };
    };
    const first: readonly Terms[] = [["P", 1000], ["P", 300, 11], ["S", 200, 12, "2024-05-01"]]; // prettier-ignore
    const original = filedLines("a-1", "2024-05-03", first);
    const after = (lines: readonly Terms[], more: Filed & { readonly period?: string } = {}) =>
      tradesOn("2024-05-10", original, filedLines("a-2", "2024-05-10", lines, { form: "4/A", ...more }));
    const tradesOn = (day: string, ...reports: readonly Report[]): string[] =>
      effectiveOn(day, reports)
        .flatMap((r) => r.body.trades.map((t) => `${r.key.split(" ")[1]} ${t.side} ${t.shares} at ${t.price} on ${t.traded.slice(5)}`))
        .sort();
    const [A, B, C] = ["a-1 buy 1000 at 10 on 05-02", "a-1 buy 300 at 11 on 05-02", "a-1 sell 200 at 12 on 05-01"] as const;

    test.each<readonly [string, readonly Terms[], readonly string[]]>([
      ["no line: holdings, derivatives or footnotes only", [], [A, B, C]],
      ["a line of another code only", [["M", 70, 3]], [A, B, C]],
      ["other shares of one line", [["P", 1001]], [B, C, "a-2 buy 1001 at 10 on 05-02"]],
      ["another price of one line", [["P", 1000, 10.5]], [B, C, "a-2 buy 1000 at 10.5 on 05-02"]],
      ["the price of one line only in a footnote", [["P", 1000, null]], [B, C, "a-2 buy 1000 at null on 05-02"]],
      ["another day of one line", [["P", 1000, 10, "2024-04-30"]], [B, C, "a-2 buy 1000 at 10 on 04-30"]],
      ["another side of one line", [["S", 300, 11]], [A, C, "a-2 sell 300 at 11 on 05-02"]],
      ["another code of one line", [["J", 1000]], [B, C]],
      ["another security of one line", [["P", 1000, 10, DAY, "Class B Common Stock"]], [B, C, "a-2 buy 1000 at 10 on 05-02"]],
      ["a code with no price or 0", [["A", 1000, 0], ["G", 200, null, "2024-05-01"]], [B]],
      ["the security with its par value, and another price", [["P", 1000, 10.5, DAY, "Common Stock, par value $0.01"]], [B, C, "a-2 buy 1000 at 10.5 on 05-02"]],
      ["all lines, two members of one corrected", [["P", 1000], ["P", 350, 12], ["S", 200, 12, "2024-05-01"]], ["a-2 buy 1000 at 10 on 05-02", "a-2 buy 350 at 12 on 05-02", "a-2 sell 200 at 12 on 05-01"]],
      ["one line unchanged", [["P", 300, 11, DAY, "COMMON STOCK "]], [A, C, "a-2 buy 300 at 11 on 05-02"]],
      ["one line in two, at the prices of its parts", [["P", 600, 9], ["P", 400, 11.5]], [B, C, "a-2 buy 400 at 11.5 on 05-02", "a-2 buy 600 at 9 on 05-02"]],
      ["one more trade", [["P", 50, 9]], [A, B, C, "a-2 buy 50 at 9 on 05-02"]],
      ["one more trade of another security", [["P", 500, 10, DAY, "Preferred Stock"]], [A, B, C, "a-2 buy 500 at 10 on 05-02"]],
      ["all lines, one with another price", [["P", 1000, 11], ["P", 300, 11], ["S", 200, 12, "2024-05-01"]], ["a-2 buy 1000 at 11 on 05-02", "a-2 buy 300 at 11 on 05-02", "a-2 sell 200 at 12 on 05-01"]],
    ])("%s", (_, lines, expected) => expect(after(lines)).toEqual([...expected].sort())); // prettier-ignore

    test("two equal lines are restated one by one", () => {
      const twice = filedLines("a-1", "2024-05-03", [["P", 100], ["P", 100]]); // prettier-ignore
      const left = tradesOn("2024-05-10", twice, filedLines("a-2", "2024-05-10", [["P", 100]], { form: "4/A" }));
      expect(left).toEqual(["a-1 buy 100 at 10 on 05-02", "a-2 buy 100 at 10 on 05-02"]);
    });

    test("a later amendment restates the lines of the original and of the one before, and each counts from its filing day", () => {
      const one = filedLines("a-2", "2024-05-10", [["P", 1001]], { form: "4/A" });
      const two = filedLines("a-3", "2024-05-12", [["P", 1002], ["P", 301, 11]], { form: "4/A" }); // prettier-ignore
      const on = (day: string) => tradesOn(day, two, one, original);
      expect(on("2024-05-09")).toEqual([A, B, C]);
      expect(on("2024-05-11")).toEqual([B, C, "a-2 buy 1001 at 10 on 05-02"]);
      expect(on("2024-05-12")).toEqual([C, "a-3 buy 1002 at 10 on 05-02", "a-3 buy 301 at 11 on 05-02"]);
    });

    /** The trades after an amendment, `1 buy 10 at 5`: 1 is the original, 2 the amendment. */
    const amended = (before: readonly Terms[], lines: readonly Terms[]): string[] =>
      tradesOn("2024-05-10", filedLines("a-1", "2024-05-03", before), filedLines("a-2", "2024-05-10", lines, { form: "4/A" })).map((t) =>
        t.replace(/^a-(\d)/, "$1").replace(/ on .*/, ""),
      );

    test.each<readonly [string, Terms]>([
      ["unchanged", ["F", 500, 20]],
      ["with other shares", ["F", 501, 20]],
      ["with another price", ["F", 500, 21]],
    ])("a line of another code %s, not the trade with the same shares and price", (_, line) => {
      expect(amended([["S", 500, 20], ["F", 500, 20]], [line])).toEqual(["1 sell 500 at 20"]); // prettier-ignore
      expect(amended([["P", 500, 20], ["F", 500, 20]], [line])).toEqual(["1 buy 500 at 20"]); // prettier-ignore
    });

    test("lines that are split or merged, beside others", () => {
      expect(amended([["P", 500], ["P", 500]], [["P", 1000]])).toEqual(["2 buy 1000 at 10"]); // prettier-ignore
      expect(amended([["P", 1000], ["P", 600, 12]], [["P", 600], ["P", 400, 10.02]])).toEqual(["1 buy 600 at 12", "2 buy 400 at 10.02", "2 buy 600 at 10"]); // prettier-ignore
      // Their prices show that these are corrected, not parts of the third.
      expect(amended([["P", 100], ["P", 200, 11], ["P", 300, 12]], [["P", 100, 10.5], ["P", 200, 11.5]])).toEqual(["1 buy 300 at 12", "2 buy 100 at 10.5", "2 buy 200 at 11.5"]); // prettier-ignore
    });

    describe("by the holding from which a line starts", () => {
      const at = (code: string, shares: number, price: number, before: number, { traded = DAY, direct = true } = {}): Terms => [
        code, shares, price, traded, "Common Stock", { before, after: before + (code === "P" || code === "A" ? shares : -shares), direct },
      ]; // prettier-ignore
      const one = at("P", 1000, 10, 50);

      test.each<readonly [string, readonly Terms[], readonly Terms[], readonly string[]]>([
        ["as a line: a correction of two members", [one], [at("P", 1200, 11, 50)], ["2 buy 1200 at 11"]],
        ["as a line: a correction of three members", [one], [at("P", 1200, 11, 50, { traded: "2024-05-01" })], ["2 buy 1200 at 11"]],
        ["as a line: another code too", [one], [at("S", 900, 11, 50)], ["2 sell 900 at 11"]],
        ["where a line ends: a further trade", [one], [at("P", 1200, 11, 1050)], ["1 buy 1000 at 10", "2 buy 1200 at 11"]],
        ["where a line ends, with its price", [one], [at("P", 300, 10, 1050)], ["1 buy 1000 at 10", "2 buy 300 at 10"]],
        ["where a line ends, with its shares", [one], [at("P", 1000, 10.5, 1050)], ["1 buy 1000 at 10", "2 buy 1000 at 10.5"]],
        ["where a line ends, equal to it", [one], [at("P", 1000, 10, 1050)], ["1 buy 1000 at 10", "2 buy 1000 at 10"]],
        ["after another line of the amendment that is further", [one], [at("P", 300, 11, 1050), at("P", 1000, 12, 1350)], ["1 buy 1000 at 10", "2 buy 1000 at 12", "2 buy 300 at 11"]],
        ["after a corrected line, as one that ended there", [one, at("P", 500, 11, 1050)], [at("P", 1500, 10, 50), at("P", 500, 11, 1550)], ["2 buy 1500 at 10", "2 buy 500 at 11"]],
        ["nowhere: one member is a correction, two are a further trade", [one], [at("P", 1000, 11, 7)], ["2 buy 1000 at 11"]],
        ["nowhere: two members", [one], [at("P", 1100, 11, 7)], ["1 buy 1000 at 10", "2 buy 1100 at 11"]],
        ["held indirectly: not that of a line held directly", [one, at("P", 1000, 10, 50, { direct: false })], [at("P", 900, 9, 50, { direct: false })], ["1 buy 1000 at 10", "2 buy 900 at 9"]],
        ["as a line of a sale", [at("S", 400, 10, 500)], [at("S", 300, 11, 500)], ["2 sell 300 at 11"]],
        ["where a sale ends", [at("S", 400, 10, 500)], [at("S", 90, 10, 100)], ["1 sell 400 at 10", "2 sell 90 at 10"]],
      ])("%s", (_, before, lines, expected) => expect(amended(before, lines)).toEqual(expected)); // prettier-ignore
    });

    test("of each of two reports filed on the day that it names", () => {
      const two = filedLines("a-0", "2024-05-03", [["P", 70, 9]]);
      const both = filedLines("a-2", "2024-05-10", [["P", 1000, 10.5], ["P", 70, 9.5]], { form: "4/A", original: "2024-05-03" }); // prettier-ignore
      expect(tradesOn("2024-05-10", two, original, both)).toEqual([B, C, "a-2 buy 1000 at 10.5 on 05-02", "a-2 buy 70 at 9.5 on 05-02"]);
    });

    test("of a report with another period only if it restates a trade of it", () => {
      const moved: readonly Terms[] = [["P", 1000, 10, "2024-04-30"]];
      expect(after(moved, { period: "2024-04-30", original: "2024-05-03" })).toEqual([B, C, "a-2 buy 1000 at 10 on 04-30"]);
      expect(after(moved, { period: "2024-04-30" })).toEqual([B, C, "a-2 buy 1000 at 10 on 04-30"]);
      expect(after([["P", 1000, 10, "2024-04-02"]], { period: "2024-04-02" })).toEqual([A, B, C, "a-2 buy 1000 at 10 on 04-02"]);
      expect(after([["P", 1000, 11, "2024-04-30"]], { period: "2024-04-30" })).toEqual([A, B, C, "a-2 buy 1000 at 11 on 04-30"]);
      expect(after([["P", 7, 1]], { period: "2024-04-30", original: "2024-05-03" })).toEqual([A, B, C, "a-2 buy 7 at 1 on 05-02"]);
    });

    test("a report stays without its restated trades, and one of holdings stays", () => {
      const none = filedLines("a-1", "2024-05-03", []);
      expect(standing("2024-05-10", none, filedLines("a-2", "2024-05-10", [], { form: "4/A" }))).toEqual(["a-1", "a-2"]);
      expect(standing("2024-05-10", original, filedLines("a-2", "2024-05-10", [["P", 1001]], { form: "4/A" }))).toEqual(["a-1", "a-2"]);
    });

    test("of trades that an earlier version stored without their security", () => {
      const bare = ({ body, ...r }: Report): Report => ({ ...r, body: { ...body, trades: body.trades.map(({ security: _, ...t }) => t) } });
      const corrected = filedLines("a-2", "2024-05-10", [["P", 1001]], { form: "4/A" });
      expect(tradesOn("2024-05-10", bare(original), corrected)).toEqual([B, C, "a-2 buy 1001 at 10 on 05-02"]);
    });
  });

  test("is parsed with the original's filing date", () => {
    const read = (form: string) => form4Rows({ form, original: "2024-05-03" })[0]?.body;
    expect(read("4/A")).toMatchObject({ form: "4/A", original: "2024-05-03" });
    expect(read("4")).not.toHaveProperty("original");
  });
});

/* A model of what an owner traded. Each filing states a part of it, and the reports together must give the whole. */

interface Traded extends FormLine {
  readonly code: string;
  readonly title: string;
  readonly day: string;
  readonly shares: number;
  readonly price: number;
}
const FILED = "2025-06-12";
const reportOf = (of: Form4): Report => {
  const [record] = form4Rows(of);
  return record as unknown as Report;
};
const inWords = ({ code, shares, price, day }: Traded): string => `${code} ${shares} at ${price} on ${day}`;
/** The lines that count as trades of the ticker's shares. */
const counting = (lines: readonly Traded[]): string[] => lines.filter(({ code, title }) => "PS".includes(code) && title === "Common Stock").map(inWords).sort(); // prettier-ignore
const wordsOfTrades = (reports: readonly Report[], day = "2025-12-01"): string[] =>
  effectiveOn(day, reports)
    .flatMap(({ body }) => body.trades.map(({ side, shares, price, traded }) => `${side === "buy" ? "P" : "S"} ${shares} at ${price} on ${traded}`))
    .sort();

/** Lines that differ from each other in several members. */
const original = fc.integer({ min: 1, max: 3 }).map((n): Traded[] =>
  Array.from({ length: n }, (_, i) => {
    return { code: i === 1 ? "S" : "P", title: "Common Stock", day: `2025-06-1${2 - i}`, shares: 1000 * (i + 1) + i, price: 10 + 3 * i };
  }),
);
type Change = (lines: readonly Traded[], which: number) => { readonly after: readonly Traded[]; readonly states: readonly Traded[] };
const correct =
  (change: (line: Traded) => Traded): Change =>
  (lines, which) => {
    const i = which % lines.length;
    const corrected = change(lines[i]!);
    return { after: lines.map((line, j) => (j === i ? corrected : line)), states: [corrected] };
  };
const CHANGES: Readonly<Record<string, Change>> = {
  "the day": correct((line) => ({ ...line, day: line.day.replace("2025-06", "2025-05") })),
  "the shares": correct((line) => ({ ...line, shares: line.shares + 7 })),
  "the price": correct((line) => ({ ...line, price: line.price + 0.25 })),
  "the code": correct((line) => ({ ...line, code: line.code === "P" ? "J" : "F" })),
  "the security": correct((line) => ({ ...line, title: "Series A Preferred Stock" })),
  "direct or indirect": correct((line) => ({ ...line, nature: "I" })),
  "a forgotten trade": (lines) => {
    // Unlike the other lines, forgotten ones too.
    const n = lines.length;
    const more: Traded = { code: "P", title: "Common Stock", day: `2025-06-0${n}`, shares: 70_000 * n, price: 100 * n };
    return { after: [...lines, more], states: [more] };
  },
  "holdings only": (lines) => ({ after: lines, states: [] }),
  "all lines unchanged": (lines) => ({ after: lines, states: lines }),
};
const amendments = fc.array(fc.record({ change: fc.constantFrom(...Object.keys(CHANGES)), which: fc.nat({ max: 5 }), named: fc.boolean() }), { maxLength: 2 });

function filings(first: readonly Traded[], changes: readonly { readonly change: string; readonly which: number; readonly named: boolean }[]) {
  let lines = first;
  const reports = [reportOf({ lines: first, filed: FILED, period: "2025-06-10" })];
  for (const [i, { change, which, named }] of changes.entries()) {
    const { after, states } = CHANGES[change]!(lines, which);
    lines = after;
    const amendment = { form: "4/A", accession: `0000000005-25-00010${i}`, filed: `2025-07-0${i + 1}`, lines: states };
    reports.push(reportOf({ ...amendment, ...(named ? { original: FILED } : {}) }));
  }
  return { reports, lines };
}

it("the trades after amendments are those of the model, in any order of arrival", () => {
  const wrong = (first: readonly Traded[], changes: Parameters<typeof filings>[1], reversed: boolean): void => {
    const { reports, lines } = filings(first, changes);
    expect(wordsOfTrades(reversed ? [...reports].reverse() : reports)).toEqual(counting(lines));
    expect(wordsOfTrades(reports, "2025-06-30")).toEqual(counting(first));
  };
  fc.assert(fc.property(original, amendments, fc.boolean(), wrong), { seed: Number(SEED), numRuns: many(20_000, 500) });
});

it("an amendment without its original counts by itself", () => {
  for (const change of Object.keys(CHANGES)) {
    const lines = fc.sample(original, { seed: 1, numRuns: 1 })[0]!;
    const { states } = CHANGES[change]!(lines, 0);
    expect(wordsOfTrades([reportOf({ form: "4/A", filed: "2025-07-01", original: FILED, lines: states })])).toEqual(counting(states));
  }
});

it("an amendment that corrects the owner replaces the report of the other owner", () => {
  const lines: readonly FormLine[] = [
    { shares: 500, after: 2500, title: "Common Stock" },
    { shares: 70, price: 11, after: 2570, title: "Common Stock" },
  ];
  const first = reportOf({ lines });
  const amendment = { form: "4/A", filed: "2025-07-01", original: FILED, accession: "0000000005-25-000009" };
  const corrected = { ...amendment, lines: [...lines].reverse(), owners: [{ cik: "6" }] };
  expect(effectiveOn("2025-12-01", [reportOf(corrected), first]).map(({ body }) => body.owners[0]!.cik)).toEqual(["6"]);
  // Another owner's equal trade has other holdings.
  const other = reportOf({ ...corrected, lines: [{ shares: 500, after: 2600, title: "Common Stock" }] });
  expect(effectiveOn("2025-12-01", [other, first])).toHaveLength(2);
});

it("an amendment that corrects a day by more than a quarter replaces the trade", () => {
  const first = reportOf({ lines: [{ shares: 500, after: 2500 }] });
  const lines = [{ day: "2025-02-10", shares: 500, after: 2500 }];
  const corrected = reportOf({ form: "4/A", filed: "2025-07-01", original: FILED, period: "2025-02-10", lines });
  expect(wordsOfTrades([first, corrected])).toEqual(["P 500 at 10 on 2025-02-10"]);
});
