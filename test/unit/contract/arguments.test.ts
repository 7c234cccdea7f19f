import { readArguments } from "../../../src/contract/arguments";
import { CELL_FUNCTIONS, FUNCTION_NAMES, type FunctionName } from "../../../src/contract/functions";
import { declarationOf } from "../../../src/contract/functions/declarations";
import { nearest, orList } from "../../../src/contract/nearest";
import { PATHS } from "../../../src/contract/paths";
import { SERIES_IDS } from "../../../src/contract/series";
import { SIGNAL_TYPES } from "../../../src/contract/listed/signals";
import { BANKS, COUNTRIES, METRICS, PERPETUALS, RATE_KEYS, TENORS, WHALE_ASSETS } from "../../../src/contract/vocabulary";

const read = (fn: FunctionName, ...args: unknown[]): unknown => {
  const result = readArguments(fn, args);
  return result.ok ? result.args : result.message;
};

test("the lists of countries, metrics and paths have their expected length, and no list has duplicates", () => {
  expect([BANKS, COUNTRIES, PERPETUALS, RATE_KEYS, WHALE_ASSETS, METRICS, TENORS, PATHS].map((v) => v.length)).toEqual([38, 39, 33, 6, 6, 36, 11, 50]);
  for (const list of [SERIES_IDS, BANKS, COUNTRIES.map((c) => c[0]), PERPETUALS, SIGNAL_TYPES, METRICS, PATHS.map((p) => p.path)])
    expect(new Set(list).size).toBe(list.length);
  expect([CELL_FUNCTIONS.length, FUNCTION_NAMES.length]).toEqual([25, 33]);
});

test("every sheet path with a field names a field of its function", () => {
  for (const { fn, field } of PATHS) if (field !== undefined) expect(declarationOf(fn).fields.map((f) => f.name)).toContain(field);
});

test("arguments that differ only in letter case, outer blanks or defaults are read as the same", () => {
  expect(read("FRED", "  dgs10 ")).toEqual(["DGS10", "value"]);
  expect(read("SHORTINTEREST", "brk.b", " DAYS")).toEqual(["BRK.B", "days"]);
  expect(read("SIGNAL", "nvda", null, "7")).toEqual(["NVDA", "type", 7]);
  expect(read("BIS", "de", "irlt")).toEqual(["DE", "IRLT", "value"]);
  expect(read("OSINT", "  Chip   Makers ")).toEqual(["chip makers", 24]);
  expect(read("PRICE", 7203)).toEqual(["7203", "last"]);
  expect(read("YIELD", "10y")).toEqual(["10Y", null]);
  expect(read("TRACKRECORD", "Insider_Cluster_Buy")).toEqual(["insider_cluster_buy", "30d"]);
});

test("an invisible character that came along with a copied name is no part of it", () => {
  expect(read("FRED", "\u200BDGS10\u200B")).toEqual(["DGS10", "value"]);
  expect(read("PRICE", "\u200EBRK\u00AD.B", "last\u2060")).toEqual(["BRK.B", "last"]);
  expect(read("YIELD", "10Y", "\u202A2024-06-19\u202C")).toEqual(["10Y", "2024-06-19"]);
  expect(read("PRICE", "\u200B")).toBe(read("PRICE", " "));
});

test.each([
  ["2024-06-19", "2024-06-19"],
  ["2024-06-19T00:00:00Z", "2024-06-19"],
  ["2024-06-19 16:00", "2024-06-19"],
  [2024, "2024-12-31"],
  ["2024", "2024-12-31"],
])("YIELD reads %p as the day %s", (raw, day) => expect(read("YIELD", "10Y", raw)).toEqual(["10Y", day]));

test.each([
  [2024, "FY2024"],
  ["fy2024", "FY2024"],
  ["2024 q3", "2024Q3"],
  ["2024-Q3", "2024Q3"],
  ["2024-09-28", "2024-09-28"],
  [null, null],
])("FIN reads the period %p as %p", (raw, period) => expect(read("FIN", "AAPL", "revenue", raw)).toEqual(["AAPL", "revenue", period, null]));

test.each<[FunctionName, unknown[], RegExp]>([
  ["FREDH", ["DGS10", "2024"], /^date: expected a date such as 2024-06-25, got "2024"; write it as YYYY-MM-DD/],
  ["FREDH", ["DGS10", "2024-02-30"], /there is no such day/],
  ["FREDH", ["DGS10", "19/06/2024"], /write it as YYYY-MM-DD/],
  ["FREDH", ["DGS10"], /^date: expected a date such as 2024-06-25, got nothing/],
  ["FREDH", ["DGS10", true], /got TRUE/],
  ["PRICE", ["A".repeat(41)], /at most 40 characters/],
  ["PRICE", [" "], /^ticker: expected a ticker such as AAPL, got a blank/],
  ["PRICE", ['AAPL";"high'], /^ticker: expected a ticker such as AAPL, got "AAPL";"high"; write a comma between arguments\.$/],
  ["FRED", ['DGS10";"date'], /^series_id: expected a curated series such as DGS10, got "DGS10";"date"; write a comma between arguments\.$/],
  ["PRICE", ["AAPL,MSFT"], /^ticker: expected a ticker such as AAPL, got "AAPL,MSFT"; name one ticker/],
  ["SIGNAL", ["NVDA", "type", 0], /^days: expected a whole number from 1 to 365, got 0/],
  ["SIGNAL", ["NVDA", "type", 1.5], /got 1.5/],
  ["SIGNAL", ["NVDA", "type", "soon"], /got "soon"/],
  ["BIS", ["DE"], /^indicator: expected one of policy_rate/],
  ["BIS", ["DE", "cpy"], /did you mean cpi/],
  ["RV", ["MSFT", "pee"], /\(16 in all\), got "pee"; did you mean pe/],
  ["FIN", ["AAPL", "revenue", "Q3 2024"], /^period: expected a period such as 2024/],
  [
    "FIN",
    ["NVDA", "eps_diluted", "FY2023", "split_ajusted"],
    /^field: expected one of value or split_adjusted, got "split_ajusted"; did you mean split_adjusted\?/,
  ],
  ["FIN", ["NVDA", "eps_diluted", "FY2023", "value", "more"], /^FIN takes at most 4 arguments, got 5/],
  ["OSINT", ["x".repeat(81)], /at most 80 characters/],
  ["FRED", ["x".repeat(65)], /at most 64 characters/],
  ["FRED", [NaN], /got not a number/],
  ["REGIME", ["label", "more"], /^REGIME takes one argument, got 2/],
])("%s%j is refused with a message that matches %s", (fn, args, sentence) => expect(read(fn, ...args)).toMatch(sentence));

test("nearest finds the nearest names, and orList joins names with commas and or", () => {
  expect(nearest("DGS100", SERIES_IDS, 2)).toEqual(["DGS10"]);
  expect(nearest("dgs", SERIES_IDS, 1)[0]).toMatch(/^DGS/);
  expect([orList([]), orList(["A"]), orList(["A", "B"]), orList(["A", "B", "C"])]).toEqual(["", "A", "A or B", "A, B or C"]);
});
