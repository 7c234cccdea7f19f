import { addDays } from "../../../src/contract/dates";
import type { SourceId } from "../../../src/service/records/attribution";
import { recordRow as row } from "../../record-row";
import { closes, congressTrade, marketState, shortInterest, shortVolume } from "./rows";
import { openServices, take } from "./service-under-test";
import { grid } from "../../grid";

const serve = openServices();
const settlement = (symbol: string, date: string, short_interest: number) =>
  shortInterest(symbol, date, { short_interest, avg_daily_volume: 0, days_to_cover: null, change_pct: 12.34 });

let s: Awaited<ReturnType<typeof serve>>;
beforeEach(async () => void (s = await serve()));

it("SHORTINTEREST from FINRA's rows gives a reason for a symbol without a row at the latest settlement date", async () => {
  take(s, [settlement("GONE", "2024-05-31", 5), settlement("AAPL", "2024-06-14", 9)]);
  expect(await s.ask("SHORTINTEREST", "GONE", "short_interest")).toMatchObject({ value: null, code: "not_latest_settlement" });
  expect(await s.ask("SHORTINTEREST", "GONE", "settlement_date")).toMatchObject({ value: "2024-05-31" });
});

it("GET /v1/equities/insider-trades lists the trades that an amendment does not restate, with their numbers as filed", async () => {
  const trade = (shares: number, price: number) => ({ traded: "2024-06-10", side: "buy", shares, price, value: shares * price, security: "Common Stock" });
  const report = (form: string, trades: readonly object[]) => ({
      form, period: "2024-06-10", filed: null, signed: null, owners: [{ cik: "5", name: "Owner" }], role: "director", isChief: false, plan10b5_1: null, trades,
    }); // prettier-ignore
  take(s, [
    row("insider_trade", "EXMP", "2024-06-10", "sec", report("4", [trade(1000, 10), trade(300, 11)]), { key: "5 a-1", known: "2024-06-12" }),
    row("insider_trade", "EXMP", "2024-06-10", "sec", { ...report("4/A", [trade(1001, 10)]), otherLines: [] }, { key: "5 a-2", known: "2024-06-20" }),
  ]);
  const listed = async (query = "") => (await s.read(`/v1/equities/insider-trades/EXMP${query}`)).data.map((r) => [r.report, r.line, r.shares]).sort();
  expect(await listed()).toEqual([["5 a-1", 2, 300], ["5 a-2", 1, 1001]]); // prettier-ignore
  expect(await listed("?as_of=2024-06-19")).toEqual([["5 a-1", 1, 1000], ["5 a-1", 2, 300]]); // prettier-ignore
  expect(await s.ask("INSIDER", "EXMP", "buy")).toMatchObject({ value: 13_310 });
});

describe("GET /v1/equities/short-volume", () => {
  const filled = async () => {
    const s = await serve();
    take(s, [
      shortVolume("AAPL", "2024-06-20", 10, 40),
      shortVolume("AAPL", "2024-06-24", 1, 3),
      shortVolume("IDLE", "2024-06-24", 0, 0),
      shortVolume("BIG", "2024-06-24", 100, 900),
      shortVolume("AAPL", "2024-06-26", 5, 5),
    ]);
    return s;
  };

  it("lists one symbol's days, newest first, none in the future, and the latest day of all symbols, most traded first, in pages", async () => {
    const { data, count, meta } = await (await filled()).read("/v1/equities/short-volume?symbol=aapl");
    expect(data.map((r) => [r.date, r.ratio])).toEqual(grid(2, "2024-06-24", 0.3333, "2024-06-20", 0.25));
    expect([count, meta.has_more, meta.sample]).toEqual([2, false, false]);
    expect(meta.attribution).toEqual({ finra: expect.stringContaining("FINRA") });
    const s = await filled();
    expect(await s.read("/v1/equities/short-volume?limit=2")).toMatchObject({
      data: [{ symbol: "BIG" }, { symbol: "AAPL" }],
      count: 3,
      meta: { has_more: true },
    });
    expect(await s.read("/v1/equities/short-volume?limit=2&offset=2")).toMatchObject({ data: [{ symbol: "IDLE", ratio: null }], meta: { has_more: false } });
    expect((await s.read("/v1/equities/short-volume?min_volume=100")).data).toHaveLength(1);
  });

  it("notes as of a past day when the rows become public, which days are loaded, or that min_volume is too high", async () => {
    const s = await filled();
    const note = async (query: string) => (await s.read(`/v1/equities/short-volume?${query}`)).meta.note;
    expect(await note("symbol=AAPL&days=1&as_of=2024-06-20T20:00Z")).toBe(
      "The short volume of AAPL of 2024-06-20 is not public before 2024-06-20 18:00 New York, by its release rule. Ask as of that moment or later.",
    );
    expect(await note("symbol=AAPL&as_of=2024-06-20T20:00Z")).toBe(
      "No short volume of AAPL is loaded on or before 2024-06-18. The short volume of AAPL of 2024-06-20 is not public before 2024-06-20 18:00 New York, by its release rule. Load earlier data, or ask as of that moment or later.",
    );
    expect(await note("symbol=AAPL&as_of=2024-06-18")).toBe("No short volume of AAPL is loaded on or before 2024-06-18. Import FINRA's earlier files.");
    expect(await note("symbol=AAPL&days=2&as_of=2024-06-22")).toBe(
      "The last short volume of AAPL known by 2024-06-22 is from 2024-06-20, before 2024-06-21. Use more days, at most 70, or import FINRA's newer files.",
    );
    expect(await note("as_of=2024-06-18")).toBe("No short volume is loaded on or before 2024-06-18. Import FINRA's earlier files.");
    expect(await note("symbol=AAPL&min_volume=50")).toBe("No row has a total volume of 50 shares or more. Use a smaller min_volume.");
  });

  it("notes which FINRA data is missing", async () => {
    expect(await (await serve()).read("/v1/equities/short-volume?symbol=ZZZT")).toMatchObject({
      status: 200,
      data: [],
      count: 0,
      meta: { note: expect.stringContaining("ZZZT is not in the sample data") },
    });
  });
});

describe("trades of Congress from the House's reports", () => {
  const filled = async () => {
    const s = await serve();
    const filed = (n: number, date: string, known: string, body: object = {}) => congressTrade("ZZZT", date, body, { known, key: `20030001/${n}` });
    take(s, [
      filed(1, "2024-05-01", "2024-06-10"),
      filed(2, "2024-05-20", "2024-06-10"),
      filed(3, "2024-05-21", "2024-06-10", { type: "S (partial)", amount_high: null }),
      filed(4, "2024-05-22", "2024-06-10", { type: "E" }),
      filed(5, "2024-05-23", "2024-06-10", { filing_status: "Deleted" }),
      filed(6, "2024-05-24", "2024-07-01"),
    ]);
    return s;
  };

  it("are listed once filed, newest trade first, with the amounts as filed", async () => {
    const { data, count } = await (await filled()).read("/v1/equities/congress?ticker=zzzt");
    expect(data.map((r) => [r.trade_date, r.direction])).toEqual([
      ["2024-05-23", null],
      ["2024-05-22", null],
      ["2024-05-21", "bear"],
      ["2024-05-20", "bull"],
      ["2024-05-01", "bull"],
    ]);
    expect(data[2]).toMatchObject({ filed: "2024-06-10", amount_low: 1001, amount_high: null, type: "S (partial)", document: "20030001" });
    expect(count).toBe(5);
  });

  it("are not called missing before they are filed", async () => {
    const s = await filled();
    const note = async (query: string) => (await s.read(`/v1/equities/congress?${query}`)).meta.note;
    expect(await note("ticker=ZZZT&as_of=2024-06-09")).toBe(
      "No imported disclosure on ZZZT has a trade in the 90 days to 2024-06-09 and was filed by then. Members have 45 days to file. Use more days, at most 730, or a later day, or import more of the House's reports.",
    );
    expect(await note("as_of=2024-06-09")).toMatch(/^No imported disclosure has a trade in the 90 days to 2024-06-09 and was filed by then\./);
    expect(await note("ticker=ZZZT&days=730&as_of=2024-06-09")).toMatch(/Members have 45 days to file\. Use a later day, or import/);
    expect(await note("ticker=ZZZT&as_of=2024-06-10")).toBeUndefined();
    expect(await note("ticker=QQQX")).toMatch(/^No disclosures for this are imported\./);
  });

  it("are counted by CONGRESS if they are purchases or sales, and as deleted from the day of the report that deletes them", async () => {
    const s = await filled();
    expect(await s.ask("CONGRESS", "ZZZT", "net")).toMatchObject({ value: 1, source: "house" });
    expect(await s.ask("CONGRESS", "ZZZT", "count")).toMatchObject({ value: 3 });
    const deletion = { document: "20030002", filing_status: "Deleted" };
    take(s, [congressTrade("ZZZT", "2024-05-20", deletion, { known: "2024-06-20", key: "20030002/1" })]);
    const { data } = await s.read("/v1/equities/congress?ticker=zzzt");
    expect(data.filter((r) => r.trade_date === "2024-05-20").map((r) => [r.filing_status, r.direction, r.filed])).toEqual([["Deleted", null, "2024-06-20"]]);
    expect(await s.ask("CONGRESS", "ZZZT", "count")).toMatchObject({ value: 2 });
  });
});

const state = (id: string, yes: number | null, more: object = {}) => marketState(id, yes, { updated: "2024-06-20T10:00:00Z", ...more });

it("ODDS from the venues' rows returns a market's newest state with its date, and no sample market once markets are published", async () => {
  expect((await s.ask("ODDS", "us recession 2024")).sample).toBe(true);
  take(s, [
    state("landing", 0.2),
    state("landing", 0.25, { updated: "2024-06-22T11:00:00Z" }),
    state("unknown", null),
    state("over", 0.5, { end_date: "2024-06-01" }),
  ]);
  expect(await s.ask("ODDS", "landing")).toMatchObject({
    value: 0.25,
    observation_date: "2024-06-22",
    source: "polymarket",
    note: 'market landing ("Will landing happen?"); last trade on polymarket',
  });
  expect(await s.ask("ODDS", "unknown")).toMatchObject({ value: null, code: "not_stated" });
  expect(await s.ask("ODDS", "over")).toMatchObject({ value: null, code: "unknown_market" });
  expect(await s.ask("ODDS", "us recession")).toMatchObject({ value: null, code: "unknown_market" });
  take(s, [state("landing", 0.4, { updated: "2024-06-23T11:00:00Z" })]);
  expect(await s.ask("ODDS", "landing")).toMatchObject({ value: 0.4, observation_date: "2024-06-23" });
});

describe("prices that the user imported", () => {
  const daily = (n: number, price: (i: number) => number) =>
    closes("ZZZT", Object.fromEntries(Array.from({ length: n }, (_, i) => [addDays("2024-06-25", i + 1 - n), price(i)])));

  it("answer PRICE and CHANGE of any symbol; VAR and SHARPE require a year of closes", async () => {
    take(s, closes("ZZZT", { "2024-06-23": 10, "2024-06-24": 11, "2024-06-25": 12 }));
    expect(await s.ask("PRICE", "ZZZT", "last")).toMatchObject({ value: 12, source: "user", observation_date: "2024-06-25" });
    expect(await s.ask("CHANGE", "ZZZT")).toMatchObject({ value: 9.0909 });
    for (const fn of ["VAR", "SHARPE"]) expect(await s.ask(fn, "ZZZT")).toMatchObject({ value: null, code: "inputs_missing" });
  });

  it("give no VAR across a jump as in a split, unless adjusted closes are imported", async () => {
    const split = (i: number) => (i < 250 ? 100 + (i % 3) : 50 + (i % 3));
    const records = daily(253, split);
    take(s, records);
    expect(await s.ask("VAR", "ZZZT")).toMatchObject({ value: null, code: "price_return_split_refused" });
    const adjusted = records.map((record, i) => ({ ...record, body: { ...record.body, adjusted: 50 + (i % 3) } }));
    take(s, adjusted);
    expect((await s.ask("VAR", "ZZZT")).value).toEqual(expect.any(Number));
  });
});

describe("countries from published series", () => {
  const at = (series: string, source: SourceId, days: Record<string, number | null>) =>
    Object.entries(days).map(([date, value]) => ({ series, date, value, source }));

  it("CBRATE and BIS use the BIS's daily rates: 0 is a rate, and the last change is found", async () => {
    take(s, [], { rows: at("CBPOL.CH", "bis", { "2023-06-10": 1.5, "2024-03-21": 1.75, "2024-05-31": 0, "2024-06-19": 0 }) });
    expect(await s.ask("CBRATE", "CH", "rate")).toMatchObject({ value: 0, source: "bis", observation_date: "2024-06-19" });
    expect(await s.ask("CBRATE", "CH", "rate_source")).toMatchObject({ value: "bis" });
    expect(await s.ask("CBRATE", "CH", "last_change")).toMatchObject({ value: -1.75, observation_date: "2024-05-31" });
    expect(await s.ask("CBRATE", "CH", "stance")).toMatchObject({ value: "cutting" });
    expect(await s.ask("CBRATE", "CH", "superseded_rate_pct")).toMatchObject({ value: null, code: "not_superseded" });
    expect(await s.ask("BIS", "CHE", "policy_rate", "value")).toMatchObject({ value: 0, observation_date: "2024-05-31", source: "bis" });
  });

  it("CBRATE gives a reason for a country whose rows stop while others continue", async () => {
    take(s, [], { rows: [...at("CBPOL.AR", "bis", { "2023-12-18": 100 }), ...at("CBPOL.US", "bis", { "2024-06-19": 5.375 })] });
    expect(await s.ask("CBRATE", "AR", "rate")).toMatchObject({ value: null, code: "withheld_stopped" });
    expect(await s.ask("CBRATE", "US", "rate")).toMatchObject({ value: 5.375 });
  });
});
