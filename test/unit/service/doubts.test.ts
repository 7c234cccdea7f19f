import { readdirSync } from "node:fs";
import path from "node:path";
import type { Value } from "../../../src/service/answers/family";
import { doubted } from "../../../src/service/answers/doubted";
import { ALL_CHECKS } from "../../../src/service/doubts/all-checks";
import { doubtsOf } from "../../../src/service/doubts/doubts";
import { recordRow } from "../../record-row";

const value: Value = { value: 4, source: "finra", sample: false, max_age_s: 60, caveats: ["short_volume_not_short_interest"] };

it("a doubted value keeps its number and carries the caveat and the numbers compared", () => {
  const caveats = ["short_volume_not_short_interest", "value_in_doubt"];
  expect(doubted({ ...value }, "600 is more than 500.")).toMatchObject({ value: 4, caveats, note: "600 is more than 500." });
  expect(doubted({ ...value, note: "As filed." }, "600 is more than 500.")).toMatchObject({ note: "As filed. 600 is more than 500." });
});

it("a value without a doubt and a reason stay as they are", () => {
  expect(doubted({ ...value }, undefined)).toEqual(value);
  const reason = { code: "stale", reason: "Old.", source: "finra", sample: false, max_age_s: 60 } as const;
  expect(doubted({ ...reason }, "600 is more than 500.")).toEqual(reason);
});

it("short volume above the total volume of the day is doubted", () => {
  const day = (short_volume: number) =>
    recordRow("short_volume", "GME", "2024-06-20", "finra", { short_volume, short_exempt_volume: 0, total_volume: 500, market: "B,Q,N" });
  expect(doubtsOf(day(600), () => undefined)).toEqual(["Short volume 600 is more than the total volume 500 of the day."]);
  expect(doubtsOf(day(500), () => undefined)).toEqual([]);
});

it("an insider's price is not compared with a close from before a split", () => {
  const trade = recordRow("insider_trade", "EXMP", "2025-06-10", "sec", { trades: [{ traded: "2025-06-10", side: "buy", shares: 10, price: 10, value: 100 }] });
  const withSplit = (day: string) =>
    doubtsOf(trade, <T>(dataset: string) =>
      dataset === "split" ? { date: day, body: { ratio: 10 } as T } : { date: "2025-06-09", body: { close: 100 } as T },
    );
  expect(withSplit("2025-06-10")).toEqual([]);
  expect(withSplit("2025-06-02")).toHaveLength(1);
});

it("insiders' trades are doubted at prices and values that no share has, and at unclear titles", () => {
  const of = (symbol: string, more: object, close?: number) =>
    doubtsOf(
      recordRow("insider_trade", symbol, "2025-06-10", "sec", {
        trades: [{ traded: "2025-06-10", side: "buy", shares: 1000, price: 20, value: 20_000, ...more }],
      }),
      <T>() => (close === undefined ? undefined : { date: "2025-06-10", body: { close } as T }),
    );
  const none = [of("EXMP", {}), of("BRK.A", { price: 700_000, value: 7e8 }), of("EXMP", { price: null, value: null }), of("EXMP", { price: 59 }, 20)];
  expect(none.flat()).toEqual([]);
  for (const [doubts, words] of [
    [of("EXMP", { price: 6000, value: 6e6 }), /^The price 6000 of 1,000 shares .* is above 5,000 USD, and no published close/],
    [of("EXMP", { price: 0, value: 0 }), /^The price 0 of 1,000 shares .* is zero, and no published close/],
    [of("EXMP", { shares: 250_000_000, price: 5, value: 1.25e9 }), /are worth 1,250,000,000 USD, more than 1,000,000,000 USD/],
    [of("EXMP", { price: 61 }, 20), /^The price 61 .* is 3.05 times the close 20 of 2025-06-10/],
    [of("EXMP", { unclear: true, security: "Class A" }), /have the title "Class A"/],
    [of("EXMP", { shared: true, security: "Common Stock" }), /their title names no class/],
  ] as const)
    expect(doubts).toEqual([expect.stringMatching(words)]);
  expect(of("EXMP", { price: 6 }, 20)).toHaveLength(1);
});

it("every check of the folder is listed in docs/doubts.md", async () => {
  const folder = path.resolve(__dirname, "../../../src/service/doubts");
  const listed = new Set<unknown>(ALL_CHECKS.flatMap(({ checks }) => checks));
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== "all-checks.ts")) {
    const exported = (await import(path.join(folder, file))) as Record<string, unknown>;
    for (const [name, checks] of Object.entries(exported))
      if (/_CHECKS$/.test(name)) expect([name, (checks as unknown[]).filter((check) => !listed.has(check))]).toEqual([name, []]);
  }
});
