import { addDays, type IsoDate } from "../../../src/contract/dates";
import { readArguments } from "../../../src/contract/arguments";
import type { FunctionName } from "../../../src/contract/functions";
import type { FamilyAnswer } from "../../../src/service/answers/family";
import { evaluatorOf } from "../../../src/service/families/families";
import { sampleInsiderReports } from "../../../src/service/families/insider/sample";
import { sampleStatements } from "../../../src/service/families/fundamentals/sample";
import { instrumentOf } from "../../../src/service/instruments/universe";
import { openStore, type Store } from "../../../src/service/store/store";
import { createClock } from "../../../src/service/time/clock";
import { instantOf } from "../../../src/service/time/time-zone";

let store: Store;
beforeAll(() => (store = openStore({ path: ":memory:" })));
afterAll(() => store.close());

type Args = readonly (string | number | null)[];

/** The answer of a cell at a time in New York, with a clock that follows real time. */
function answerAt(time: string, fn: FunctionName, args: Args): FamilyAnswer {
  const [day = "", hour = ""] = time.split(" ");
  const clock = createClock(undefined, () => instantOf(day, hour, "America/New_York"));
  const read = readArguments(fn, args);
  if (!read.ok) throw new Error(read.message);
  const answer = evaluatorOf(fn)!(read.args, { clock, store });
  expect(answer.sample).toBe(true);
  return answer;
}

/** The observation date that it shows; the code of a reason. */
function shownAt(time: string, fn: FunctionName, ...args: Args): string | undefined {
  const answer = answerAt(time, fn, args);
  return "code" in answer ? answer.code : answer.observation_date;
}

function valueAt(time: string, fn: FunctionName, ...args: Args): unknown {
  const answer = answerAt(time, fn, args);
  return "code" in answer ? answer.code : answer.value;
}

// 2024-06-19 was a Wednesday and a holiday. All expected dates are worked out from the publishers' calendars.
test.each<readonly [fn: FunctionName, args: Args, before: string, older: IsoDate, from: string, newer: IsoDate]>([
  // H.4.1: Thursday at 16:30 for Wednesday.
  ["FRED", ["WALCL"], "2024-06-20 16:29", "2024-06-12", "2024-06-20 16:30", "2024-06-19"],
  // The New York Fed publishes the rate of Tuesday on Thursday, after the holiday.
  ["FRED", ["SOFR"], "2024-06-20 07:59", "2024-06-17", "2024-06-20 08:00", "2024-06-18"],
  ["MMRATE", ["TGCR"], "2024-06-20 07:59", "2024-06-17", "2024-06-20 08:00", "2024-06-18"],
  ["FRED", ["EFFR"], "2024-06-20 08:59", "2024-06-17", "2024-06-20 09:00", "2024-06-18"],
  // The Treasury's yields at 18:00 of the same day, the Board's bills at 16:15 of the next Board day.
  ["FRED", ["DGS10"], "2024-06-18 17:59", "2024-06-17", "2024-06-18 18:00", "2024-06-18"],
  ["YIELD", ["10Y"], "2024-06-18 17:59", "2024-06-17", "2024-06-18 18:00", "2024-06-18"],
  ["FRED", ["DTB3"], "2024-06-20 16:14", "2024-06-17", "2024-06-20 16:15", "2024-06-18"],
  ["FRED", ["CPIAUCSL"], "2024-06-12 08:29", "2024-04-01", "2024-06-12 08:30", "2024-05-01"],
  ["FRED", ["FEDFUNDS"], "2024-06-03 16:14", "2024-04-01", "2024-06-03 16:15", "2024-05-01"],
  // The fourth Tuesday of the next month.
  ["FRED", ["M2SL"], "2024-06-25 12:59", "2024-04-01", "2024-06-25 13:00", "2024-05-01"],
  ["FRED", ["ICSA"], "2024-06-20 08:29", "2024-06-08", "2024-06-20 08:30", "2024-06-15"],
  // Monday at 16:15 for the week before.
  ["FRED", ["DTWEXBGS"], "2024-06-17 16:14", "2024-06-07", "2024-06-17 16:15", "2024-06-14"],
  ["FRED", ["NFCI"], "2024-06-20 08:29", "2024-06-07", "2024-06-20 08:30", "2024-06-14"],
  ["PRICE", ["AAPL"], "2024-06-18 16:30", "2024-06-17", "2024-06-18 23:59:59", "2024-06-18"],
  ["GAMMA", ["AAPL"], "2024-06-18 16:30", "2024-06-17", "2024-06-18 23:59:59", "2024-06-18"],
  // Eight sessions after 14 June: 17, 18, 20, 21, 24, 25, 26 and 27 June.
  ["SHORTINTEREST", ["AAPL", "short_interest"], "2024-06-27 23:59", "2024-05-31", "2024-06-27 23:59:59", "2024-06-14"],
  // 45 days after 31 March are 15 May.
  ["HOLDERS13F", ["AAPL", "count"], "2024-05-15 12:00", "2023-12-31", "2024-05-15 23:59:59", "2024-03-31"],
  // 45 days after 31 December 2025 are a Saturday, and the Monday after it is a holiday.
  ["HOLDERS13F", ["AAPL", "count"], "2026-02-16 23:59:59", "2025-09-30", "2026-02-17 23:59:59", "2025-12-31"],
  // The policy rate counts from the end of the day.
  ["CBRATE", ["US"], "2024-06-18 12:00", "2024-06-17", "2024-06-18 23:59:59", "2024-06-18"],
  ["BIS", ["US", "gdp"], "2024-12-31 12:00", "2022-12-31", "2024-12-31 23:59:59", "2023-12-31"],
  ["BIS", ["FR", "cpi"], "2024-06-30 12:00", "2024-01-31", "2024-06-30 23:59:59", "2024-02-29"],
  ["BIS", ["FR", "reer"], "2024-06-30 12:00", "2024-04-30", "2024-06-30 23:59:59", "2024-05-31"],
  ["BIS", ["FR", "IRLT"], "2024-06-30 12:00", "2024-04-30", "2024-06-30 23:59:59", "2024-05-31"],
  ["BIS", ["FR", "house_prices"], "2024-07-31 12:00", "2023-09-30", "2024-07-31 23:59:59", "2023-12-31"],
  ["ODDS", ["fed-cut-2024-06"], "2024-06-18 12:00", "2024-06-17", "2024-06-18 23:59:59", "2024-06-18"],
])("sample rows of %s(%j) at %s are those of %s, and from %s those of %s", (fn, args, before, older, from, newer) => {
  expect([shownAt(before, fn, ...args), shownAt(from, fn, ...args)]).toEqual([older, newer]);
});

test("a sample observation of a day is not found before it is public", () => {
  expect([shownAt("2024-06-20 16:29", "FREDH", "WALCL", "2024-06-19"), shownAt("2024-06-20 16:30", "FREDH", "WALCL", "2024-06-19")]).toEqual([
    "no_observation",
    "2024-06-19",
  ]);
});

test("the financial conditions index has no sample value before its first publication", () => {
  expect(shownAt("2011-04-12 12:00", "FRED", "NFCI")).toBe("no_data_yet");
  expect(shownAt("2011-04-14 12:00", "FRED", "NFCI")).toBe("2011-04-08");
});

test("a sample report of an insider counts from the end of its filing day", () => {
  const apple = instrumentOf("AAPL")!;
  const report = sampleInsiderReports(apple, "2024-06-01", "2024-06-30").find(
    (r) =>
      r.body.trades.length > 0 && !sampleInsiderReports(apple, addDays(r.known, -20), r.known).some((o) => o !== r && o.key !== r.key && o.known === r.known),
  )!;
  const trades = (time: string) => Number(valueAt(`${report.known} ${time}`, "INSIDER", "AAPL", report.body.trades[0]!.side === "buy" ? "buy" : "sell"));
  expect(trades("23:59:59")).toBeGreaterThan(trades("23:59:58"));
});

test("sample statements count from the end of the filing day", () => {
  const [statement] = sampleStatements(instrumentOf("AAPL")!, "2024-06-18").slice(-1);
  const { filed } = statement!.filing;
  expect(valueAt(`${filed} 12:00`, "FILING", "AAPL", "latest", "filed")).not.toBe(filed);
  expect(valueAt(`${filed} 23:59:59`, "FILING", "AAPL", "latest", "filed")).toBe(filed);
});

test("values computed from many sample rows follow the next publication", () => {
  const newest = (time: string) => valueAt(time, "REGIME", "date");
  expect(newest("2024-06-18 17:59")).not.toBe("2024-06-18");
  expect(newest("2024-06-18 18:00")).toBe("2024-06-18");
});
