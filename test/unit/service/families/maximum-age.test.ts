import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { FUNCTION_NAMES, type FunctionName } from "../../../../src/contract/functions";
import { declarationOf } from "../../../../src/contract/functions/declarations";
import { SERIES_IDS } from "../../../../src/contract/series";
import { INDICATORS } from "../../../../src/contract/vocabulary";
import { createClock } from "../../../../src/service/time/clock";
import { answering } from "../../../../src/service/answers/answering";
import { isReason } from "../../../../src/service/answers/family";
import { withMaximumAge } from "../../../../src/service/families/with-maximum-age";
import { datasetRows } from "../../../../src/service/store/freshness";
import { openStore } from "../../../../src/service/store/store";
import { recordRow } from "../../../record-row";
import { bring } from "../../../stored";
import { evaluatorOf, FAMILIES, familyFunction } from "../../../../src/service/families/families";
import { INDICATOR_FACTS } from "../../../../src/service/families/international/indicators";
import { ageOfSeries, gapIn, INDICATOR_AGES, isStale, MAXIMUM_AGES, SERIES_AGES, staleText } from "../../../../src/service/answers/maximum-age";
import { MAX_REASON } from "../../../../src/contract/wire";

const LAYER = path.resolve(__dirname, "../../../../src/service");

/** Each family's ages for the fields of its functions. */
const FIELD_AGES = Object.fromEntries(FUNCTION_NAMES.map((fn) => [fn, familyFunction(fn)!.ages]));

describe("the table of maximum ages", () => {
  test("lists every field of every function, and no other", () => {
    const asked = FUNCTION_NAMES.map((fn) => [fn, declarationOf(fn).fields.map((f) => f.name)] as const);
    const table = Object.entries(FIELD_AGES).map(([fn, { fields }]) => [fn, Object.keys(fields)] as const);
    const sorted = (of: readonly (readonly [string, readonly string[]])[]) =>
      of.map(([fn, f]) => `${fn}: ${(f.length > 0 ? [...f] : [""]).sort().join(", ")}`).sort();
    expect(sorted(table)).toEqual(sorted(asked));
  });

  test("lists every known series and indicator, and no other", () => {
    expect([...SERIES_AGES.keys()].sort()).toEqual([...SERIES_IDS].sort());
    expect(Object.keys(INDICATOR_AGES).sort()).toEqual([...INDICATORS].sort());
  });

  test("has no unused age", () => {
    const used = new Set<string>([...SERIES_AGES.values(), ...Object.values(INDICATOR_AGES)]);
    for (const [fn, { age }] of Object.entries(FIELD_AGES)) if (age) used.add(age(declarationOf(fn as FunctionName).parameters.map((p) => p.example)));
    const folders = ["liquidity", "confluence", "smart-money", "fundamentals", "short-interest"];
    const sources = ["answers/maximum-age.ts", ...folders.map((name) => `families/${name}`)].map((name) => sourceOf(name)).join("\n");
    for (const name of Object.keys(MAXIMUM_AGES)) if (sources.includes(`"${name}"`) || sources.includes(`MAXIMUM_AGES.${name}`)) used.add(name);
    expect(Object.keys(MAXIMUM_AGES).filter((name) => !used.has(name))).toEqual([]);
  });

  test("gives an age to exactly the functions that have a field with a latest value", () => {
    for (const [fn, { fields, age }] of Object.entries(FIELD_AGES)) {
      const claims = Object.values(fields);
      expect([fn, claims.includes("latest") || claims.includes("last before")]).toEqual([fn, age !== undefined]);
    }
  });

  test("applies to every function, each of which a data family answers", () => {
    const answered = FAMILIES.flatMap((f) => Object.keys(f.functions)).sort();
    expect(answered).toEqual([...FUNCTION_NAMES].sort());
    for (const fn of FUNCTION_NAMES) expect(evaluatorOf(fn)).toBeDefined();
  });

  test("lets an indicator age until the slowest economy has published its next period", () => {
    const PERIOD = { monthly: 31, quarterly: 92, yearly: 366 } as const;
    /** Days from the end of a period to its publication in the slowest economy. */
    const SLOWEST = { policy_rate: 18, cpi: 75, gdp: 190, IRLT: 45, reer: 24, house_prices: 190, credit_to_gdp: 240, credit_gap: 240 } as const;
    for (const name of INDICATORS) {
      const { frequency } = INDICATOR_FACTS[name];
      expect([name, MAXIMUM_AGES[INDICATOR_AGES[name]].days >= PERIOD[frequency] + SLOWEST[name]]).toEqual([name, true]);
    }
  });
});

/** The text of a file of the service, or of all files in a folder. */
function sourceOf(name: string): string {
  const at = path.join(LAYER, name);
  if (name.endsWith(".ts")) return readFileSync(at, "utf8");
  return readdirSync(at)
    .map((file) => readFileSync(path.join(at, file), "utf8"))
    .join("\n");
}

describe("an observation", () => {
  test("is stale from the day after its maximum age", () => {
    const stale = ["2024-06-13", "2024-06-14", "2024-06-01"].map((day) => isStale("daily_series", "2024-06-06", day));
    expect(stale).toEqual([false, true, false]);
  });

  test("that is stale has a reason that fits a cell and names its day", () => {
    const text = staleText("daily_series", "MMRATE SOFR", "2024-06-06", "2026-11-22", "Load newer data.");
    expect(text.short).toBe("Too old: last observation 2024-06-06, limit 7 days.");
    expect(text.full).toBe(
      "The last published observation of MMRATE SOFR on or before 2026-11-22 is from 2024-06-06, 899 days earlier. The limit is 7 days. Load newer data.",
    );
    for (const name of Object.keys(MAXIMUM_AGES) as (keyof typeof MAXIMUM_AGES)[]) {
      expect(staleText(name, "x", "2024-06-06", "2026-11-22", "").short.length).toBeLessThanOrEqual(MAX_REASON);
    }
  });

  test("follows a gap if the previous observation is further away than allowed", () => {
    const [a, b, c] = [{ date: "2024-06-03" }, { date: "2024-06-10" }, { date: "2024-06-18" }];
    expect(gapIn("closes", [a, b])).toBeUndefined();
    expect(gapIn("closes", [a, b, c])).toEqual(["2024-06-10", "2024-06-18"]);
    expect(gapIn("closes", [c, b, a])).toEqual(["2024-06-10", "2024-06-18"]);
  });

  test("of an unknown series has no maximum age, and asking for one throws", () => {
    expect(() => ageOfSeries("NOPE")).toThrow("NOPE");
  });
});

test("the age of Kalshi odds counts from the last fetch, and importing a file does not make them newer", () => {
  const store = openStore({ path: ":memory:" });
  const on = (day: string): string | undefined => {
    const provenance = [datasetRows("kalshi", "market", "X")];
    const told = () => answering({ source: "kalshi", sample: false, provenance }, 60).number(0.1, "probability", "2026-04-09");
    const answer = withMaximumAge("ODDS", { ...familyFunction("ODDS")!, evaluate: told })(["X"], { clock: createClock(day, () => 0), store });
    return isReason(answer) ? answer.code : undefined;
  };
  const take = (seen: string, more: { readonly confirmed?: string } = {}) =>
    bring(store, { publisher: "kalshi", records: [recordRow("market", "X", "2026-04-09", "kalshi", {})], ...more }, seen);
  take("2026-06-20");
  expect([on("2026-04-12"), on("2026-06-20")]).toEqual([undefined, "stale"]);
  take("2026-06-21", { confirmed: "2026-06-21T00:40:00Z" });
  expect([on("2026-06-24"), on("2026-06-25")]).toEqual([undefined, "stale"]);
  store.close();
});
