import { addDays } from "../../src/contract/dates";
import { append, largest, smallest } from "../../src/contract/lists";
import { data } from "../../src/commands/data";
import { commandDesk } from "./command-desk";

/** More than a JavaScript engine accepts as arguments of one call. */
const MANY = 130_000;

const desk = commandDesk({ now: Date.UTC(2026, 10, 22, 12) });

async function imported(kind: string, lines: readonly string[]): Promise<string> {
  desk.put("many.csv", `${lines.join("\n")}\n`);
  await data(["import", kind, "many.csv", "--data", "d"], desk.io);
  return desk.said.join("\n");
}

test("130,000 prices are imported: 26 tickers on 5,000 days", async () => {
  const lines = Array.from({ length: MANY }, (_, i) => `T${String.fromCharCode(65 + (i % 26))},${addDays("2004-01-01", Math.floor(i / 26))},${(i % 97) + 1}.5`);
  expect(await imported("prices", ["symbol,date,close", ...lines])).toContain(`${MANY} new, 0 changed, 0 unchanged`);
});

test("130,000 large transfers are imported", async () => {
  const time = (i: number): string => new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString().replace(".000Z", "Z");
  const lines = Array.from({ length: MANY }, (_, i) => `${time(i)},BTC,200000,t${i}`);
  // The file covers 91 days, and each has one more row.
  expect(await imported("whale", ["time,asset,usd,transaction", ...lines])).toContain(`${MANY + 91} new, 0 changed, 0 unchanged`);
});

test("append, largest and smallest work on lists of any length", () => {
  const numbers = Array.from({ length: 500_000 }, (_, i) => i);
  const list = [-1];
  append(list, numbers);
  expect([list.length, largest(list), smallest(list), largest([], 3), smallest([1, Number.NaN])]).toEqual([500_001, 499_999, -1, 3, Number.NaN]);
});
