import { HISTORY } from "../../../src/tables/kinds/history";
import { resolveStart } from "../../../src/tables/read-table";

/** The start as the service is asked for it; `latest` is the service's day. */
function startOf(start: string, { end = "", latest = "2024-06-25" }: { readonly end?: string; readonly latest?: string } = {}) {
  const work = resolveStart(HISTORY, { series: "DGS10", start, end }, function* () {
    yield "asked";
    return latest;
  });
  const step = work.next();
  const { asked, from } = (step.done ? step : work.next()).value as { asked: Record<string, string>; from?: string };
  expect(asked.start).toBe(from ?? start);
  return from;
}

describe("a relative start", () => {
  it.each([
    ["10y", "2014-06-25"],
    ["18m", "2022-12-25"],
    ["90d", "2024-03-27"],
    ["2w", "2024-06-11"],
    ["10 years ago", "2014-06-25"],
    ["1 Year", "2023-06-25"],
    ["a year ago", "2023-06-25"],
    ["last  6 months", "2023-12-25"],
    ["the past 5 yrs", "2019-06-25"],
    [" 3 mo ", "2024-03-25"],
  ])("of %s is %s before 2024-06-25", (text, day) => expect(startOf(text)).toBe(day));

  it.each([
    ["1m", "2024-03-31", "2024-02-29"],
    ["1m", "2023-03-31", "2023-02-28"],
    ["1y", "2024-02-29", "2023-02-28"],
    ["14m", "2024-01-31", "2022-11-30"],
  ])("of %s before %s is an existing day", (text, latest, day) => expect(startOf(text, { latest })).toBe(day));

  it("is before the table's own end", () => expect(startOf("1y", { end: "2020-06-30" })).toBe("2019-06-30"));

  it.each(["2014-01-01", "", "y", "0y", "-1y", "1.5y", "10", "10x", "soon", "9999y"])("is not %j", (text) => expect(startOf(text)).toBeUndefined());

  it("stays as typed if the end is no day", () => expect(startOf("1y", { end: "soon" })).toBeUndefined());
});
