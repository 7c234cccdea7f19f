import type { HoldingsReport } from "../../../../../src/service/records/holdings";
import type { RecordRow } from "../../../../../src/service/records/record";
import type { Store } from "../../../../../src/service/store/store";
import { recordRow } from "../../../../record-row";
import { bring } from "../../../../stored";
import { ask, filer, price, said, sessions, split, storeOf, year } from "./companies-with-splits";

const AT = "2024-06-10";
const DAYS = sessions("2024-03-01", 100);
const closes = DAYS.map((day) => price("ABCX", day, day < AT ? 100 : 20));

describe("short interest across a split", () => {
  const settlement = (date: string, now: number, before: number | null, change: number | null): RecordRow => {
    const shares = { short_interest: now, previous_short_interest: before, change_pct: change, avg_daily_volume: 1000 };
    return recordRow("short_interest", "ABCX", date, "finra", { name: "ABCX", ...shares, days_to_cover: 1, days_to_cover_censored: false, revised: false });
  };
  const [MAY, JUNE] = ["2024-05-31", "2024-06-14"];
  const field = (name: string, records: readonly RecordRow[]): unknown => said(ask(storeOf(records), "2024-06-28", "SHORTINTEREST", "ABCX", name));
  const facts = [filer("ABCX"), year([{ on: "2024-02-15", times: 1 }])];
  const positions = [settlement(MAY, 100_000, null, null), settlement(JUNE, 600_000, 100_000, 500)];

  test("is a percentage of the shares outstanding on the settlement date", () => {
    expect(field("pctshares", [...facts, ...positions, split("ABCX", AT, 5)])).toBe(12);
    expect(field("pctshares", [...facts, ...positions.slice(0, 1), split("ABCX", AT, 5)])).toBe(10);
    expect(field("pctshares", [...facts, ...positions, ...closes])).toBe("share_basis_unknown");
  });

  test("has a change_pct without the effect of the split", () => {
    expect(field("change_pct", [...positions, split("ABCX", AT, 5)])).toBe(20);
    expect(field("change_pct", [settlement(MAY, 100_000, null, null), settlement(JUNE, 600_000, 500_000, 20), split("ABCX", AT, 5)])).toBe(20);
    expect(field("change_pct", positions)).toBe(500);
    expect(field("change_pct", [...positions, ...closes])).toBe("share_basis_unknown");
    expect(field("change_pct", [...positions.slice(1), split("ABCX", AT, 5)])).toBe("share_basis_unknown");
  });

  test("gives no surge signal if the split is listed or the closes jump", () => {
    const signals = (records: readonly RecordRow[]): unknown => said(ask(storeOf(records), "2024-07-15", "SIGNAL", "ABCX", "type"));
    expect(signals(positions)).toBe("short_interest_surge");
    expect(signals([...positions, split("ABCX", AT, 5)])).not.toBe("short_interest_surge");
    expect(signals([...positions, ...closes])).not.toBe("short_interest_surge");
  });
});

describe("institutions' holdings across a split", () => {
  const report = (cik: string, period: string, filed: string, shares: number): HoldingsReport => {
    const holdings = [{ cusip: "000000077", ticker: "ABCX", shares, raw_value: 1, value: 1 }];
    return { accession: `${cik}-${period}`, form: "13F-HR", cik, filer: cik, period, filed, adds: false, unit: "dollars", total: 1, holdings };
  };
  function withReports(records: readonly RecordRow[]): Store {
    const store = storeOf([...records, split("OTHER", AT, 2)]);
    const before = [100, 100, 101].map((shares, i) => report(`${i}`, "2024-03-31", "2024-05-10", shares));
    const after = [450, 700, 504.5].map((shares, i) => report(`${i}`, "2024-06-30", "2024-08-10", shares));
    bring(store, { reports: [...before, ...after] }, "2024-08-20");
    return store;
  }
  const qoq = (records: readonly RecordRow[]): unknown => said(ask(withReports(records), "2024-08-20", "HOLDERS13F", "ABCX", "qoq"));

  test("are compared with the quarter before after adjustment for the split", () => {
    expect(qoq([])).toBe(3);
    expect(qoq([split("ABCX", AT, 5)])).toBe(0);
    expect(qoq([...closes, split("ABCX", AT, 5)])).toBe(0);
  });

  test("are not compared if the closes jump as in a split and no split is listed", () => {
    expect(qoq(closes)).toBe("share_basis_unknown");
    expect(said(ask(withReports(closes), "2024-08-20", "HOLDERS13F", "ABCX", "count"))).toBe(3);
  });
});

describe("signals of a company that split", () => {
  test("report no dividend cut if only the split lowered the dividend per share", () => {
    const statements = [filer("ABCX"), year([{ on: "2023-02-15", times: 1 }], undefined, "2022-12-31"), year([{ on: "2024-02-15", times: 5 }])];
    const type = (records: readonly RecordRow[]): unknown => said(ask(storeOf(records), "2024-03-01", "SIGNAL", "ABCX", "type"));
    expect(type(statements)).toBe("dividend_cut");
    expect(type([...statements, split("ABCX", "2023-06-12", 5)])).not.toBe("dividend_cut");
  });

  test("report a new low from closes adjusted for the split", () => {
    const days = sessions("2023-01-02", 300);
    const [last] = days.slice(-1) as [string];
    const fall = days.map((day, i) => price("ABCX", day, i < 290 ? 100 + (i % 7) : i < 299 ? 20 + (i % 3) : 19));
    const type = (records: readonly RecordRow[]): unknown => said(ask(storeOf(records), last, "SIGNAL", "ABCX", "type"));
    expect(type(fall)).not.toBe("new_low");
    expect(type([...fall, split("ABCX", days[290]!, 5)])).toBe("new_low");
  });
});
