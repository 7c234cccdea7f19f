import { ask, filer, price, said, sessions, split, storeOf, year } from "./companies-with-splits";

/* FIN across splits. The company's diluted EPS is 1000 before any split, and its diluted shares 1,000,000. */

const eps = (records: Parameters<typeof storeOf>[0], day: string, field = "value", item = "eps_diluted") =>
  ask(storeOf(records), day, "FIN", "ABCX", item, "FY2023", field);
const FILED = "2024-02-20";
const facts = (...filings: readonly { on: string; times: number }[]) => [filer("ABCX"), year([{ on: FILED, times: 1 }, ...filings])];
const tenForOne = split("ABCX", "2024-06-10", 10);

describe("FIN across a split", () => {
  test("gives the figure as filed by default, and names the split since", () => {
    const answer = eps([...facts(), tenForOne], "2026-06-01");
    expect(answer).toMatchObject({ value: 1000, unit: "USD/shares" });
    expect(answer.note).toBe("As filed, before the 10-for-1 split of 2024-06-10. FIN with field split_adjusted adjusts it.");
    expect(eps([...facts(), tenForOne], "2024-06-07").note).toBe("As filed.");
  });

  test("adjusts per-share lines and share counts to the day asked for", () => {
    const at = (day: string, item: string) => eps([...facts(), tenForOne], day, "split_adjusted", item);
    expect(at("2026-06-01", "eps_diluted")).toMatchObject({ value: 100, note: "On the share basis of 2026-06-01: 10-for-1 split of 2024-06-10." });
    expect(at("2026-06-01", "shares_outstanding")).toMatchObject({ value: 10_000_000, unit: "shares" });
    expect(at("2024-06-07", "eps_diluted")).toMatchObject({ value: 1000, note: "On the share basis of 2024-06-07." });
  });

  test("leaves an amount as it is", () => {
    expect(eps([...facts(), tenForOne], "2026-06-01", "split_adjusted", "revenue")).toMatchObject({ value: 5e9, note: "An amount: splits do not change it." });
  });

  test("adjusts a figure for all splits of a decade", () => {
    const old = year([{ on: "2014-02-20", times: 1 }], "77", "2013-12-31");
    const splits = [split("ABCX", "2014-06-09", 7), split("ABCX", "2020-08-31", 4)];
    const store = storeOf([filer("ABCX"), old, ...splits]);
    const asked = (day: string) => ask(store, day, "FIN", "ABCX", "eps_diluted", "FY2013", "split_adjusted");
    expect(asked("2026-06-01")).toMatchObject({
      value: 35.7142857143,
      note: "On the share basis of 2026-06-01: 7-for-1 split of 2014-06-09 and 4-for-1 split of 2020-08-31.",
    });
    expect(asked("2018-06-01")).toMatchObject({ value: 142.857142857 });
  });

  test("finds a split of many years ago in filings that restate earlier years", () => {
    // The year 2011 is stated before the split only. The report on 2012 restates 2012's figures in the year after.
    const years = [
      year([{ on: "2012-02-20", times: 1 }], "77", "2011-12-31"),
      year(
        [
          { on: "2013-02-20", times: 1 },
          { on: "2014-02-20", times: 4 },
        ],
        "77",
        "2012-12-31",
      ),
    ];
    const answer = ask(storeOf([filer("ABCX"), ...years]), "2026-06-01", "FIN", "ABCX", "eps_diluted", "FY2011", "split_adjusted");
    expect(answer).toMatchObject({ value: 250, note: "On the share basis of 2026-06-01: 4-for-1 split between 2013-02-20 and 2014-02-20." });
  });

  test("does not adjust a figure twice that a later filing restates", () => {
    const restated = [...facts({ on: "2025-02-20", times: 10 }), tenForOne];
    expect(eps(restated, "2026-06-01")).toMatchObject({ value: 100, note: "As filed." });
    expect(said(eps(restated, "2026-06-01", "split_adjusted"))).toBe(100);
  });

  test("adjusts a reverse split, and undoes one split with another", () => {
    expect(said(eps([...facts(), split("ABCX", "2024-06-10", 0.05)], "2026-06-01", "split_adjusted"))).toBe(20_000);
    const both = [...facts(), split("ABCX", "2024-06-10", 2), split("ABCX", "2025-06-10", 0.5)];
    expect(eps(both, "2026-06-01", "split_adjusted")).toMatchObject({ value: 1000, note: expect.stringContaining("1-for-2 split of 2025-06-10") as string });
  });

  test("gives a reason if the price looks split and no split is known", () => {
    const jump = sessions("2024-06-03", 20).map((day) => price("ABCX", day, day < "2024-06-10" ? 20_000 : 4_000));
    const answer = eps([...facts(), ...jump], "2024-07-01", "split_adjusted");
    expect(answer).toMatchObject({ code: "share_basis_unknown", reason: "Not computed: the price looks split on 2024-06-10." });
    expect(eps([...facts(), ...jump], "2024-07-01")).toMatchObject({ value: 1000, note: "As filed. The price looks split on 2024-06-10." });
  });

  test("says nothing of a split that only later filings show", () => {
    const restated = facts({ on: "2024-08-20", times: 10 });
    expect(eps(restated, "2024-03-01").note).toBe("As filed.");
    expect(said(eps(restated, "2024-03-01", "split_adjusted"))).toBe("share_basis_unknown");
    expect(said(eps(restated, "2024-09-01", "split_adjusted"))).toBe(100);
  });

  test("is public with the split, not only with the filing", () => {
    const of = (day: string) => (eps([...facts(), tenForOne], day, "split_adjusted") as { published?: { at: number } }).published?.at;
    expect(new Date(of("2026-06-01")!).toISOString()).toBe("2024-06-10T04:00:00.000Z");
    expect(new Date(of("2024-06-07")!).toISOString()).toBe("2024-02-21T04:59:59.000Z");
  });
});
