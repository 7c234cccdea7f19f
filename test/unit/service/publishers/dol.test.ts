import { asked, readAs } from "./read-as";

const week = (ended: string, adjusted: string, others = "") =>
  `<week><weekEnded>${ended}</weekEnded><InitialClaims><NSA>220,642</NSA><SF>97.0</SF>${adjusted}<SA4WK>223,500</SA4WK></InitialClaims>` +
  `<ContinuedClaims><NSA>1,720,948</NSA><SA>1,812,000</SA></ContinuedClaims>${others}</week>`;
const report = (...weeks: readonly string[]) => `<?xml version="1.0"?>\n<r539cyNational rundate="10/2/2026">${weeks.join("\n")}</r539cyNational>`;
const sa = (text: string) => `<SA>${text}</SA>`;
const rowsOf = (text: string) => readAs("dol", text).rows;

describe("the Department of Labor's weekly claims", () => {
  it("are stored as ICSA, seasonally adjusted, dated by the week's Saturday", () => {
    expect(rowsOf(report(week("04/04/2020", sa("6,137,000")), week("12/27/2025", sa("199,000"))))).toEqual([
      { series: "ICSA", date: "2020-04-04", value: 6137000, source: "dol" },
      { series: "ICSA", date: "2025-12-27", value: 199000, source: "dol" },
    ]);
  });

  it("have no row for a future week, and a missing value for a blank between two counts", () => {
    const blank = sa("&#160;");
    const rows = rowsOf(report(week("09/05/2026", sa("210,000")), week("09/12/2026", blank), week("09/19/2026", sa("205,000")), week("09/26/2026", blank)));
    expect(rows.map((r) => `${r.date} ${r.value}`)).toEqual(["2026-09-05 210000", "2026-09-12 null", "2026-09-19 205000"]);
  });

  it.each([
    ["weeks that end on another day", report(week("09/04/2026", sa("210,000"))), "expected weeks that end on a Saturday, got 2026-09-04"],
    ["a report without adjusted counts", report(week("09/05/2026", "")), "no week has InitialClaims with SA"],
    ["counts in thousands", report(week("09/05/2026", sa("210"))), "expected ICSA in count, from"],
    ["an invalid number", report(week("09/05/2026", sa("21o,000"))), "expected a number under InitialClaims/SA"],
    ["a report that is cut off", report(week("09/05/2026", sa("210,000"))).slice(0, -30), "cut off"],
    ["one week with two counts", report(week("09/05/2026", sa("210,000")), week("09/05/2026", sa("211,000"))), "appears twice with different values"],
    ["only future weeks", report(week("09/05/2026", sa("&#160;"))), "no week of the report has a count yet"],
    ["a report without weeks", report(), "there is no week in the report"],
    ["another report", "<changed />", "expected the Department of Labor's national weekly claims"],
  ])("are refused for %s", (_, text, sentence) => expect(() => rowsOf(text)).toThrow(sentence));

  it("are requested by a posted form, all years first, then from 2021 if stored to 2026", () => {
    const body = "level=us&strtdate=1967&enddate=2026&filetype=xml&submit=Submit";
    expect(asked("dol.weekly-claims", "2026-10-01")).toMatchObject([{ method: "POST", body }]);
    expect(asked("dol.weekly-claims", "2026-10-01", "2026-09-19")[0]?.body).toContain("strtdate=2021&enddate=2026");
  });
});
