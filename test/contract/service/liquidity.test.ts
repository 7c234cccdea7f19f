import type { IsoDate } from "../../../src/contract/dates";
import { runChecks } from "../../../src/service/ingest/checks/checks";
import { deliveryOf } from "../../../src/service/ingest/checks/delivery";
import type { Store } from "../../../src/service/store/store";
import { importInto, openServices, type Imports } from "./service-under-test";

const service = openServices();

function closings(store: Store, days: Readonly<Record<IsoDate, number>>): void {
  const records = Object.entries(days).map(
    ([date, closing_musd]) => ({ dataset: "cash_balance", entity: "TGA", date, key: "", known: date, body: { closing_musd }, source: "fiscaldata" }) as const,
  );
  store.insertBatch({ publisher: "fiscaldata", file: "dts.json", sha256: JSON.stringify(days), rows: [], records }, "2025-07-14");
}

const BOARD: Imports = {
  WALCL: { "2025-06-25": 6_662_000, "2025-07-02": 6_659_598, "2025-07-09": 6_661_912 },
  WTREGEN: { "2025-06-25": 320_000, "2025-07-02": 341_049, "2025-07-09": 331_234 },
};
const NYFED: Imports = { RRPONTSYD: { "2025-06-25": 200, "2025-07-02": 230.5, "2025-07-09": 227.273 } };
const DAILY = { "2025-07-02": 372_152, "2025-07-08": 343_047, "2025-07-09": 311_048 };

async function world(asOf: IsoDate, days: Readonly<Record<IsoDate, number>> | undefined, board = BOARD) {
  const s = await service({ asOf });
  importInto(s.store, board, "board", "2025-07-14");
  importInto(s.store, NYFED, "nyfed", "2025-07-14");
  if (days) closings(s.store, days);
  return s;
}

describe("net liquidity with the Treasury's daily closing balance", () => {
  it("matches the worked example of 2025-07-09, with the date and source of each component", async () => {
    const s = await world("2025-07-10", DAILY);
    expect(await s.ask("LIQUIDITY")).toMatchObject({
      value: 6.123591,
      unit: "$T",
      source: "board",
      note: expect.stringMatching(/Treasury General Account \(closing balance\): balance sheet 2025-07-09, .*$/) as string,
      components: [
        { name: "balance sheet", value: 6_661_912, unit: "$M", contribution: 6.661912, source: "board", observation_date: "2025-07-09" },
        { name: "reverse repo", value: 227_273, contribution: -0.227273, source: "nyfed", observation_date: "2025-07-09" },
        { name: "tga", value: 311_048, contribution: -0.311048, source: "fiscaldata", observation_date: "2025-07-09" },
        { name: "high-yield spread", absent: "not licensed" },
        { name: "investment-grade spread", absent: "not licensed" },
      ],
    });
    expect(await s.ask("NETLIQ", "net")).toMatchObject({ value: 6_123_591, unit: "$M" });
    expect(await s.ask("LIQUIDITY")).not.toHaveProperty("sample");
  });

  it("prefers the closing balance to the week average, and notes which one it used", async () => {
    const s = await world("2025-07-10", DAILY);
    expect(await s.ask("NETLIQ", "tga")).toMatchObject({
      value: 311_048,
      observation_date: "2025-07-09",
      source: "fiscaldata",
      note: expect.stringMatching(/^basis: closing balance of the day/) as string,
    });
    expect(await (await world("2025-07-10", undefined)).ask("NETLIQ", "tga")).toMatchObject({
      value: 331_234,
      source: "board",
      note: expect.stringMatching(/^basis: week average/) as string,
    });
  });

  it("uses the week average if it is over seven days newer than the closing balance", async () => {
    const s = await world("2025-07-10", { "2025-07-01": 400_000 });
    expect(await s.ask("NETLIQ", "tga")).toMatchObject({ value: 331_234, observation_date: "2025-07-09", source: "board" });
    expect(await (await world("2025-07-09", { "2025-07-02": 400_000 })).ask("NETLIQ", "tga")).toMatchObject({ value: 400_000, source: "fiscaldata" });
  });

  it("uses the newest value of each component up to the service's date, each with its own date", async () => {
    const s = await world("2025-07-09", DAILY);
    expect((await s.ask("NETLIQ", "tga")).value).toBe(343_047);
    expect(await s.ask("NETLIQ", "balance_sheet")).toMatchObject({ value: 6_659_598, observation_date: "2025-07-02" });
    expect((await s.ask("NETLIQ", "net_date")).value).toBe("2025-07-09");
  });

  it("compares closing balances in a change if both exist, otherwise week averages", async () => {
    const both = await world("2025-07-10", DAILY);
    expect((await both.ask("NETLIQ", "change_1w")).value).toBe(6_661_912 - 227_273 - 311_048 - (6_659_598 - 230_500 - 372_152));
    const late = await world("2025-07-10", { "2025-07-08": 343_047, "2025-07-09": 311_048 });
    expect(await late.ask("NETLIQ", "change_1w")).toMatchObject({
      value: 6_661_912 - 227_273 - 331_234 - (6_659_598 - 230_500 - 341_049),
      note: expect.stringContaining("(week average)") as string,
    });
  });

  it("changes by each component's own week: between two releases the balance sheet is not compared with itself", async () => {
    const s = await world("2025-07-09", { ...DAILY, "2025-07-01": 365_000 });
    const change = await s.ask("NETLIQ", "change_1w");
    expect(change.value).toBe(6_659_598 - 227_273 - 343_047 - (6_662_000 - 230_500 - 365_000));
    expect(change.components?.map((c) => [c.name, "observation_date" in c && c.observation_date, "contribution" in c && c.contribution])).toEqual([
      ["balance sheet", "2025-07-02", 6_659_598 - 6_662_000],
      ["reverse repo", "2025-07-09", 230_500 - 227_273],
      ["tga", "2025-07-08", 365_000 - 343_047],
    ]);
  });

  it("uses no sample balance once closing balances are imported", async () => {
    const s = await world("2025-07-01", { "2025-07-07": 332_482 }, { WALCL: { "2025-06-25": 6_662_000 } });
    expect(await s.ask("NETLIQ", "tga")).toMatchObject({
      value: null,
      code: "inputs_missing",
      reason: "No tga on or before 2025-06-30.",
      explanation: expect.stringContaining("The closing balance of 2025-07-01 is not public before 2025-07-02 16:00 New York, by its release rule.") as string,
    });
    expect(await s.ask("NETLIQ", "tga")).not.toHaveProperty("sample");
  });
});

describe("administered rates", () => {
  const onSaturday = (series: string) => () =>
    runChecks("import", deliveryOf([{ label: "a.csv", rows: [{ series, date: "2023-02-04", value: 4.65, source: "board" }] }], "2023-03-01", undefined));

  it("can be imported some days ahead, and are served from their own date", async () => {
    const on = (series: string, date: IsoDate) => () =>
      runChecks("import", deliveryOf([{ label: "a.csv", rows: [{ series, date, value: 4.65, source: "board" }] }], "2023-02-03", undefined));
    expect(on("IORB", "2023-02-06")).not.toThrow();
    expect(on("IORB", "2023-02-13")).toThrow("in the future");
    expect(on("SOFR", "2023-02-06")).toThrow("in the future");
    const s = await service({ asOf: "2023-02-03" });
    importInto(s.store, { IORB: { "2023-02-03": 4.65, "2023-02-06": 4.9 } }, "board");
    expect(await s.ask("FRED", "IORB")).toMatchObject({ value: 4.65, observation_date: "2023-02-03" });
    expect(await s.ask("MMRATE", "IORB")).toMatchObject({ value: 4.65, observation_date: "2023-02-03" });
  });

  it("may be dated on a Saturday, unlike observed rates", () => {
    expect(onSaturday("IORB")).not.toThrow();
    expect(onSaturday("EFFR")).toThrow("a Saturday");
  });
});
