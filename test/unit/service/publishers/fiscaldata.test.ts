import { recordRow } from "../../../record-row";
import { itWithSharedData } from "../../../shared-data";
import { asked, readAs } from "./read-as";

const row = (record_date: string, account_type: string, open_today_bal: string, close_today_bal = "null") => {
  return { record_date, account_type, close_today_bal, open_today_bal };
};
const day = (date: string, closing: string) => [
  row(date, "Treasury General Account (TGA) Opening Balance", "313162"),
  row(date, "Total TGA Deposits (Table II)", "38702"),
  row(date, "Treasury General Account (TGA) Closing Balance", closing),
];
const recordsOf = (data: readonly object[], meta?: object) => readAs("fiscaldata", { data, ...(meta ? { meta } : {}) }).records;
const valuesOf = (data: readonly object[], meta?: object) => recordsOf(data, meta).map((r) => `${r.date} ${(r.body as { closing_musd: number }).closing_musd}`);

describe("the operating cash balance of the Daily Treasury Statement", () => {
  it("is read from open_today_bal, because close_today_bal is the text null", () => {
    const expected = recordRow("cash_balance", "TGA", "2025-07-07", "fiscaldata", { closing_musd: 332482 });
    expect(recordsOf(day("2025-07-07", "332482"))).toEqual([expected]);
  });

  it("is read from the row Federal Reserve Account for older days", () => {
    const rows = ["Federal Reserve Account", "Total Operating Balance"].map((account) => row("2020-06-01", account, "1434512", "1394436"));
    expect(valuesOf(rows)).toEqual(["2020-06-01 1394436"]);
  });

  it("is read from the row Treasury General Account (TGA) for days in 2021", () =>
    expect(valuesOf([row("2021-11-01", "Treasury General Account (TGA)", "214984", "220124")])).toEqual(["2021-11-01 220124"]));

  it("is sorted by day, for any order of the rows", () =>
    expect(valuesOf([...day("2025-07-08", "343047"), ...day("2025-07-07", "332482")])).toEqual(["2025-07-07 332482", "2025-07-08 343047"]));

  it("is left out for a last day without its closing row if another page follows", () => {
    const cut = [...day("2025-07-07", "332482"), row("2025-07-08", "Total TGA Deposits (Table II)", "5")];
    expect(valuesOf(cut, { "total-pages": 2 })).toEqual(["2025-07-07 332482"]);
    expect(() => valuesOf(cut)).toThrow("no row of 2025-07-08 is a closing balance");
  });

  it.each([
    ["a day whose closing balance is the text null", day("2025-07-07", "null"), "no row of 2025-07-07 is a closing balance"],
    ["unknown accounts", [row("2025-07-07", "Cash at the Bank", "1")], "no row of 2025-07-07 is a closing balance"],
    ["dollars for millions", day("2025-07-07", "332482000000"), "expected the closing balance of 2025-07-07 in whole $ millions"],
    ["billions for millions", day("2025-07-07", "332.482"), "expected the closing balance of 2025-07-07 in whole $ millions"],
    ["two closing balances of one day", [...day("2025-07-07", "1"), ...day("2025-07-07", "2")], "appears twice with different values (1, 2)"],
    ["an empty list", [], "got a document that begins with"],
    ["a balance that is not a number", day("2025-07-07", "$332,482"), "expected a number as open_today_bal"],
  ])("is refused for %s", (_, data, sentence) => expect(() => recordsOf(data)).toThrow(sentence));

  it("is refused unless opening, deposits and withdrawals give the closing balance", () => {
    const whole = (closing: string) => [...day("2025-07-07", closing), row("2025-07-07", "Total TGA Withdrawals (Table II) (-)", "19382")];
    expect(valuesOf(whole("332482"))).toEqual(["2025-07-07 332482"]);
    expect(() => valuesOf(whole("456980"))).toThrow("the columns have shifted");
  });

  it("is refused if the column close_today_bal is missing", () => {
    const renamed = day("2025-07-07", "332482").map(({ close_today_bal, ...rest }) => ({ ...rest, close_balance: close_today_bal }));
    expect(() => recordsOf(renamed)).toThrow("expected close_today_bal in every row");
  });

  it("is refused with a message of its own if a reply has no rows", () => {
    const meta = { count: 0, labels: { account_type: "Type of Account", open_today_bal: "Opening Balance Today" } };
    expect(() => recordsOf([], meta)).toThrow("there is no closing balance in the document: nothing was published for the requested days");
  });

  it("is requested by days, from the newest stored one, or year by year at first", () => {
    expect(asked("fiscaldata.operating-cash-balance", "2026-01-02", "2025-12-24").map((r) => r.url.split("?")[1])).toEqual([
      "filter=record_date:gte:2025-12-24,record_date:lte:2026-01-02&sort=record_date&page[size]=10000",
    ]);
    expect(asked("fiscaldata.operating-cash-balance", "2026-01-02")[0]?.url).toContain("record_date:gte:2005-10-03,record_date:lte:2006-10-02");
  });

  itWithSharedData("is read from the published week", (_, fileIn) => {
    const { records } = readAs("fiscaldata", fileIn("treasury/dts_operating_cash_balance_2025-07-07_2025-07-11.json"));
    expect(records.map((r) => (r.body as { closing_musd: number }).closing_musd)).toEqual([332482, 343047, 311048, 288395, 282363]);
  });
});
