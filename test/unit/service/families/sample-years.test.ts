import type { IsoDate } from "../../../../src/contract/dates";
import type { FunctionName } from "../../../../src/contract/functions";
import { createClock } from "../../../../src/service/time/clock";
import { evaluatorOf } from "../../../../src/service/families/families";
import type { FamilyAnswer } from "../../../../src/service/answers/family";
import { openStore, type Store } from "../../../../src/service/store/store";
import { recordRow } from "../../../record-row";
import { bring, seriesRows } from "../../../stored";

let store: Store;
beforeEach(() => (store = openStore({ path: ":memory:" })));
afterEach(() => store.close());

const ask = (day: IsoDate, fn: FunctionName, ...args: (string | null)[]): FamilyAnswer => evaluatorOf(fn)!(args, { clock: createClock(day, () => 0), store });
const OUTSIDE = { code: "no_data_yet", reason: "Sample data covers 1970 to 2098 only." };

describe("before the first and after the last year of the sample", () => {
  test("BIS and CBRATE give published values", () => {
    const rows = [
      ...seriesRows("ECON.gdp.US", "worldbank", { "1960-12-31": 541988586206.897, "1961-12-31": 561940310344.828 }),
      ...seriesRows("CBPOL.CH", "bis", { "1946-01-01": 1.5, "1957-05-15": 2.5 }),
    ];
    bring(store, { rows }, "2026-11-20");
    expect(ask("1962-06-30", "BIS", "US", "gdp", "value")).toMatchObject({ value: 561940310344.828, observation_date: "1961-12-31", sample: false });
    expect(ask("1962-06-30", "BIS", "US", "gdp", "yoy")).toMatchObject({ value: 3.68, unit: "%" });
    expect(ask("1958-01-31", "BIS", "US", "gdp", "value")).toMatchObject({
      code: "no_data_yet",
      reason: "The first period ends on 1960-12-31.",
    });
    expect(ask("1957-05-31", "CBRATE", "CH", "rate")).toMatchObject({ value: 2.5, sample: false });
    expect(ask("2099-06-30", "BIS", "US", "gdp", "period")).toMatchObject({ value: "1961" });
  });

  test("PRICE gives imported prices, and FIN gives published statements", () => {
    const stated = { revenue: [[["1966-03-01", 3573000000, "0000051143-66-000001", "10-K", "Revenues"]]] };
    const records = [
      recordRow("price", "IBM", "1965-06-01", "user", { close: 480 }),
      recordRow("price", "IBM", "1965-06-02", "user", { close: 478.5 }),
      recordRow("filer", "IBM", "2000-01-01", "sec", { cik: "51143", name: "IBM" }, { known: "1960-01-01" }),
      recordRow("statement", "51143", "1965-12-31", "sec", { period: "FY1965", annual: true, currency: "USD", stated }, { known: "1966-03-01" }),
    ];
    bring(store, { records }, "2026-11-20");
    expect(ask("1965-06-02", "PRICE", "IBM", "last")).toMatchObject({ value: 478.5, observation_date: "1965-06-02", sample: false });
    expect(ask("1966-06-30", "FIN", "IBM", "revenue", null)).toMatchObject({ value: 3573000000, observation_date: "1965-12-31", sample: false });
    // Such a year ends after the last representable day.
    expect(ask("1966-06-30", "FIN", "IBM", "revenue", "9999Q4")).toMatchObject({ code: "no_period", explanation: expect.stringContaining("FY1965") as string });
  });

  test("a function gives no_data_yet if nothing is published", () => {
    for (const [fn, ...args] of [
      ["BIS", "US", "gdp", "value"],
      ["CBRATE", "CH", "rate"],
      ["PRICE", "IBM", "last"],
      ["FIN", "IBM", "revenue", null],
      ["WHALE", "BTC", "count"],
    ] as [FunctionName, ...(string | null)[]][])
      for (const day of ["1962-06-30", "2099-06-30"]) expect([fn, ask(day, fn, ...args)]).toEqual([fn, expect.objectContaining(OUTSIDE)]);
  });
});
